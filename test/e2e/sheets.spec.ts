import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { hang, insertRows, refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  connect,
  counted,
  download,
  expect,
  goTo,
  leadsOf,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

/** Offline sheets of leads: described, sized, read, refreshed, named, forgotten (issue 2, section 5). */

let { demo, faults, session } = {} as Started
let connection: string
test.beforeEach(async ({ page, start }) => {
  ;({ demo, faults, session } = await start({ leads: 2200 }))
  connection = await connect(session, demo)
  await readSheet(session, connection, 'Todos')
  await openApp(page, session)
})

const form = (page: Page) => page.getByRole('dialog', { name: 'Nova planilha' })
const day = (page: Page, name: string) => form(page).getByRole('textbox', { name })
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

/** The year of the page's calendar, whatever zone this process has. */
const year = () => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'America/Sao_Paulo' }).format(new Date())
/** A year that has only begun may have one row. */
const lines = (count: number) => `${counted(count)} ${count === 1 ? 'linha' : 'linhas'}`

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova planilha' }).click()
  await expect(form(page)).toBeVisible()
}

/** What the service itself says of a filter. */
async function totalOf(query: string): Promise<number> {
  const { url, accountId, brand, token } = demo.platform
  const address = `${url}/api/v1/accounts/${accountId}/${brand}/leads?${query}&per_page=1`
  const response = await fetch(address, { headers: { api_access_token: token } })
  return ((await response.json()) as { meta: { total: number } }).meta.total
}

/** The pages of 500 that were asked for since there were `before` requests. */
function pagesSince(before: number): (string | null)[] {
  return demo
    .requests()
    .slice(before)
    .map(({ query }) => new URLSearchParams(query))
    .filter((query) => query.get('per_page') === '500')
    .map((query) => query.get('page'))
}

/** The badge of the sheet that is open. */
async function expectBadge(page: Page, badge: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
  await expect(page.getByRole('main').getByText(badge, { exact: true })).toBeVisible()
}

test('a period is enough: the size is said before the download, the name proposed, the rows all there', async ({
  page,
}) => {
  await openForm(page)
  await expect(form(page).getByText('Escolha ao menos uma data')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Baixar' })).toBeDisabled()

  await form(page).getByRole('button', { name: 'Este ano' }).click()
  const january = `01/01/${year()}`
  await expect(day(page, 'Conversa criada a partir de')).toHaveValue(january)
  const total = await totalOf(`created_after=${year()}-01-01`)
  await expect(form(page).getByRole('status')).toHaveText(
    new RegExp(`^${lines(total)}, \\d consultas?, cerca de .+\\.$`),
  )
  await form(page)
    .getByRole('button', { name: `Baixar ${lines(total)}` })
    .click()

  await expect(page.getByRole('heading', { level: 1, name: `Leads desde ${january}` })).toBeVisible()
  await expectBadge(page, 'completa')
  await expect(page.getByText(lines(total)).first()).toBeVisible()
  await goTo(page, 'Planilhas')
  const sheet = line(page, `Leads desde ${january}`)
  await expect(sheet).toContainText(`conversas criadas desde ${january}`)
  await expect(sheet).toContainText(/(hoje|ontem) \d\d:\d\d/)
  await expect(sheet).toContainText(/\d (kB|MB)/)
})

test('presets and typed days fill the three dates, and dates the wrong way round are said', async ({ page }) => {
  await openForm(page)
  const after = day(page, 'Conversa criada a partir de')
  const before = day(page, 'Conversa criada até')
  for (const preset of ['Este mês', 'Mês passado', 'Últimos 30 dias']) {
    await form(page).getByRole('button', { name: preset }).click()
    await expect(form(page).getByRole('button', { name: preset })).toHaveAttribute('aria-pressed', 'true')
    await expect(after).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  }
  await after.fill('20/11/2026')
  await before.fill('1112026')
  await before.blur()
  await before.fill('01/11/2026')
  await before.blur()
  await expect(form(page).getByText('A primeira data vem depois da segunda.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Baixar' })).toBeDisabled()
  await before.fill('30/11/2026')
  await before.blur()
  await expect(form(page).getByRole('button', { name: /^Baixar .* linhas?$/ })).toBeEnabled()
  await day(page, 'Conversa movimentada desde').fill('15/11/2026')
  await form(page).getByLabel('Nome').focus()
  await expect(form(page).getByRole('button', { name: /^Baixar .* linhas?$/ })).toBeEnabled()
  await expect.poll(() => demo.requests().at(-1)?.query).toContain('updated_after=2026-11-15')
})

test('inboxes, agents and labels are chosen by the names that were seen, or by a typed number', async ({ page }) => {
  await openForm(page)
  await form(page).getByRole('button', { name: 'Este ano' }).click()
  const inboxes = form(page).getByRole('textbox', { name: 'Caixas de entrada' })
  await inboxes.fill('vendas')
  await page.getByRole('option', { name: /WhatsApp Vendas/ }).click()
  await inboxes.fill('13')
  await page.getByRole('option', { name: /Instagram/ }).click()
  await inboxes.fill('99')
  await page.getByRole('option', { name: 'Usar o número 99' }).click()
  const agents = form(page).getByRole('textbox', { name: 'Agentes' })
  await agents.fill('cintia')
  await agents.press('Enter')
  await form(page).getByText('Resolvida').click()
  await form(page).getByRole('textbox', { name: 'Sem estas etiquetas' }).fill('troca')
  await page.keyboard.press('Enter')
  await form(page).getByRole('button', { name: 'Remover nº 99' }).click()

  const filters = 'inbox_ids[]=11&inbox_ids[]=13&assignee_ids[]=23&status[]=resolved&without_labels[]=troca'
  const total = await totalOf(`created_after=${year()}-01-01&${filters}`)
  await form(page).getByLabel('Nome').fill('Da Cíntia')
  await form(page)
    .getByRole('button', { name: `Baixar ${lines(total)}` })
    .click()
  await expectBadge(page, 'completa')
  await goTo(page, 'Planilhas')
  await expect(line(page, 'Da Cíntia')).toContainText(
    'WhatsApp Vendas ou Instagram, de Cíntia Prado, resolvidas, sem troca',
  )
})

test('who asks for a row each conversation sees people with several of them several times', async ({ page }) => {
  await openForm(page)
  await form(page).getByRole('button', { name: 'Este ano' }).click()
  await form(page).getByRole('group', { name: 'Uma linha por' }).getByText('conversa', { exact: true }).click()
  const total = await totalOf(`created_after=${year()}-01-01&agrupar=conversa`)
  await form(page)
    .getByRole('button', { name: `Baixar ${lines(total)}` })
    .click()
  await expectBadge(page, 'completa')
  const january = `01/01/${year()}`
  await expect(page.getByRole('heading', { level: 1, name: `Leads desde ${january}` })).toBeVisible()
  await expect(page.getByText(/uma linha por conversa/)).toBeVisible()
})

test('a download shows how far it is, can be cancelled, and goes on where it stopped', async ({ page }) => {
  await openForm(page)
  await day(page, 'Conversa criada a partir de').fill('01/01/2020')
  await form(page).getByLabel('Nome').fill('Interrompida')
  await expect(form(page).getByRole('button', { name: /^Baixar .* linhas?$/ })).toBeEnabled()
  const before = demo.requests().length
  faults.set(faultPlan().on('/leads', { fromPage: 3, times: 50, fault: hang() }))
  await form(page)
    .getByRole('button', { name: /^Baixar/ })
    .click()
  await expect(page.getByText(/^1\.000 de [\d.]+ linhas/)).toBeVisible()
  await expectBadge(page, 'lendo')
  await page.getByRole('button', { name: 'Cancelar a leitura de Interrompida' }).click()

  await expectBadge(page, 'parcial')
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Esta planilha está incompleta.' })
  await expect(notice).toContainText(/Foram lidas 1\.000 de [\d.]+ linhas\. A leitura foi cancelada antes do fim/)
  await goTo(page, 'Planilhas')
  await expect(line(page, 'Interrompida')).toContainText('parcial')

  faults.set()
  await page.getByRole('button', { name: 'Continuar a leitura de Interrompida' }).click()
  await expect(line(page, 'Interrompida')).toContainText('completa')
  // Pages are asked for side by side.
  expect(
    pagesSince(before)
      .filter((number) => number === '1' || number === '2')
      .sort(),
  ).toEqual(['1', '2'])
})

test('rows that move while they are read are said, and reading again mends it', async ({ page }) => {
  await openForm(page)
  await day(page, 'Conversa criada a partir de').fill('01/01/2020')
  await form(page).getByLabel('Nome').fill('Em movimento')
  await expect(form(page).getByRole('button', { name: /^Baixar .* linhas?$/ })).toBeEnabled()
  faults.set(faultPlan().on('/leads', { after: 1, fault: insertRows(3) }))
  await form(page)
    .getByRole('button', { name: /^Baixar/ })
    .click()
  await expectBadge(page, 'mudou na leitura')
  await page.getByRole('main').getByText('mudou na leitura', { exact: true }).hover()
  await expect(page.getByRole('tooltip')).toContainText(/linhas? repetidas? tiradas?/)

  await page.getByRole('button', { name: 'Atualizar' }).click()
  await page.getByRole('menuitem', { name: 'Atualizar tudo' }).click()
  await expectBadge(page, 'completa')
})

test('a quick refresh brings what moved since, and only that', async ({ page }) => {
  await goTo(page, 'Planilhas')
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expectBadge(page, 'completa')
  const [contact] = demo.touch(1)
  const before = demo.requests().length
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await page.getByRole('menuitem', { name: 'Atualizar (rápida, só o que mudou)' }).click()
  await expect
    .poll(() =>
      demo
        .requests()
        .slice(before)
        .map(({ query }) => query)
        .join(),
    )
    .toContain('updated_after=')
  await expectBadge(page, 'completa')

  const heading = page.getByRole('columnheader', { name: /^Última mensagem em/ })
  await heading.click()
  await heading.click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  // The heading says what was asked for; the rows before stay until these are there.
  const name = (await leadsOf(demo)).find(({ contato_id }) => contato_id === contact)?.nome ?? ''
  const first = page.locator('.ag-row[row-index="0"] [col-id="nome"]')
  await expect(first).toHaveText(name)
  await first.dblclick()
  const details = page.getByRole('complementary', { name: 'Detalhes da linha' })
  await expect(details).toContainText(`Contato nº${contact}`)
})

test('a sheet is renamed under a name of its own and forgotten with its rows in numbers', async ({ page }) => {
  await readSheet(session, connection, 'Provisória')
  const { rows = 0 } = (await ask(session, 'sheets.list', {})).find(({ name }) => name === 'Provisória') ?? {}
  await goTo(page, 'Planilhas')
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Mais ações de ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Provisória', 'Renomear…')
  const dialog = page.getByRole('dialog', { name: 'Renomear planilha' })
  await dialog.getByLabel('Nome').fill('Todos')
  await dialog.getByRole('button', { name: 'Renomear' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Já existe algo com este nome.')
  await dialog.getByLabel('Nome').fill('Definitiva')
  await dialog.getByLabel('Nome').press('Enter')
  await expect(line(page, 'Definitiva')).toBeVisible()

  await choose('Definitiva', 'Esquecer…')
  const forget = page.getByRole('dialog', { name: 'Esquecer “Definitiva”?' })
  await expect(forget).toContainText(`${counted(rows)} linhas baixadas neste computador`)
  await forget.getByRole('button', { name: 'Esquecer planilha' }).click()
  await expect(line(page, 'Definitiva')).toBeHidden()
  await expect(line(page, 'Todos')).toBeVisible()
})

test("the service's own CSV is saved byte by byte, from the form and from a sheet", async ({ page }) => {
  const { url, accountId, brand, token } = demo.platform
  const original = async (query: string) => {
    const address = `${url}/api/v1/accounts/${accountId}/${brand}/leads?${query}&formato=csv`
    return Buffer.from(await (await fetch(address, { headers: { api_access_token: token } })).arrayBuffer())
  }
  await openForm(page)
  await form(page).getByRole('button', { name: 'Este ano' }).click()
  const direct = form(page).getByRole('button', { name: 'Salvar o CSV do próprio serviço' })
  await expect(direct).toBeEnabled()
  const file = await download(page, () => direct.click())
  expect(file.name).toMatch(/^Leads desde .*\.csv$/)
  expect((await readFile(file.path)).equals(await original(`created_after=${year()}-01-01`))).toBe(true)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  const again = await download(page, async () => {
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Salvar o CSV do próprio serviço…' }).click()
  })
  await expect(page.getByText(/^Todos\.csv salvo \(.+\), como o serviço o fez\.$/)).toBeVisible()
  expect(again.name).toBe('Todos.csv')
  expect((await readFile(again.path)).equals(await original('created_after=2020-01-01'))).toBe(true)
})

test('a service that fails is named in the form, and asked again', async ({ page }) => {
  faults.set(faultPlan().on('/leads', { times: 10, fault: refused(422) }))
  await openForm(page)
  await form(page).getByRole('button', { name: 'Este ano' }).click()
  await expect(form(page).getByRole('alert')).toContainText('O serviço recusou o pedido')
  faults.set()
  await form(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(form(page).getByRole('button', { name: /^Baixar .* linhas?$/ })).toBeEnabled()
})

test('without the service the sheets open and search all the same', async ({ page }) => {
  await demo.close()
  await goTo(page, 'Planilhas')
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Todos' }).getByRole('gridcell').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill('maria')
  await expect(page.getByText(/^\d+ de 2\.200 linhas$/)).toBeVisible()

  await page.getByRole('button', { name: 'Atualizar' }).click()
  await page.getByRole('menuitem', { name: 'Atualizar tudo' }).click()
  await page.getByRole('button', { name: /tarefa/ }).click()
  await expect(page.getByText(/Sem internet|Sem conexão/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar Todos' }).click()
  await expect(page.getByText(/^\d+ de 2\.200 linhas$/)).toBeVisible()
})
