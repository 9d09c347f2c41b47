import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { hang, insertRows, refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  chooseItem,
  counted,
  details,
  dialog,
  download,
  expect,
  expectAccessibleState,
  goTo,
  leadsOf,
  type Opened,
  press,
  readSheet,
  searchBox,
  test,
} from './kit.ts'

/** Offline sheets of leads: created, read, refreshed, renamed, forgotten. */

let { demo, faults, session, connection } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  // Three pages of 500.
  ;({ demo, faults, session, connection } = await openPlatform({ leads: 1200 }))
})

const since2020 = { created_after: '2020-01-01' }
const form = (page: Page) => page.getByRole('dialog', { name: 'Nova planilha' })
const day = (page: Page, name: string) => form(page).getByRole('textbox', { name })
const downloadButton = (page: Page, name = /^Baixar .* linhas?$/) => form(page).getByRole('button', { name })
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

async function openForm(page: Page): Promise<void> {
  await press(page, 'Nova planilha')
  await expect(form(page)).toBeVisible()
}

const refresh = (page: Page, how: string) => chooseItem(page, 'Atualizar', how)

/** Asks the service itself. */
async function fetchLeads(query: string, accept = 'application/json'): Promise<Response> {
  const { url, accountId, brand, token } = demo.platform
  return fetch(`${url}/api/v1/accounts/${accountId}/${brand}/leads?${query}`, {
    headers: { accept, api_access_token: token },
  })
}

/** How many rows the service has for a filter. */
async function totalOf(query: string): Promise<number> {
  const { meta } = (await (await fetchLeads(`${query}&per_page=1`)).json()) as { meta: { total: number } }
  return meta.total
}

/** Requests since there were `before` of them. */
const queriesSince = (before: number) =>
  demo
    .requests()
    .slice(before)
    .map(({ query }) => new URLSearchParams(query))

/** The badge of the sheet that is open. */
async function expectBadge(page: Page, badge: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
  await expect(page.getByRole('main').getByText(badge, { exact: true })).toBeVisible()
}

test('a new sheet is sized by its period and filters before the download, and holds those rows after it', async ({
  page,
}) => {
  await readSheet(session, connection, 'Todos')
  await openForm(page)
  await expectAccessibleState(page)
  await expect(form(page).getByText('Escolha ao menos uma data')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Baixar' })).toBeDisabled()
  // Nobody has made a mistake yet, and what cannot be pressed yet stays within its place.
  await expect(form(page).getByRole('alert')).toHaveCount(0)
  await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(0)
  const outside = form(page)
    .locator('.new-sheet-foot')
    .evaluate((foot) => {
      const place = foot.getBoundingClientRect()
      const boxes = [...foot.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
      const isOutside = ({ left, right, top, bottom }: DOMRect) =>
        left < place.left || right > place.right || top < place.top || bottom > place.bottom
      return { buttons: boxes.length, outside: boxes.filter(isOutside).length }
    })
  expect(await outside).toEqual({ buttons: 2, outside: 0 })
  await press(form(page), 'Este ano')
  await expect(day(page, 'Conversa criada a partir de')).toHaveValue(/^01\/01\/\d{4}$/)
  await day(page, 'Conversa criada a partir de').fill('01/01/2020')
  const all = counted(await totalOf('created_after=2020-01-01'))
  await expect(form(page).getByRole('status')).toHaveText(new RegExp(`^${all} linhas, \\d consultas, cerca de .+\\.$`))

  // Inboxes and agents have the names that were seen in sheets; any other is a number.
  const inboxes = form(page).getByRole('textbox', { name: 'Caixas de entrada' })
  await inboxes.fill('vendas')
  await page.getByRole('option', { name: /WhatsApp Vendas/ }).click()
  await inboxes.fill('13')
  await page.getByRole('option', { name: /Instagram/ }).click()
  await inboxes.fill('99')
  await page.getByRole('option', { name: 'Usar o número 99' }).click()
  await form(page).getByRole('textbox', { name: 'Agentes' }).fill('cintia')
  await page.keyboard.press('Enter')
  await form(page).getByText('Resolvida').click()
  await form(page).getByRole('textbox', { name: 'Sem estas etiquetas' }).fill('troca')
  await page.keyboard.press('Enter')
  await press(form(page), 'Remover nº 99')
  await form(page).getByRole('group', { name: 'Uma linha por' }).getByText('conversa', { exact: true }).click()

  const filters = 'inbox_ids[]=11&inbox_ids[]=13&assignee_ids[]=23&status[]=resolved&without_labels[]=troca'
  const total = counted(await totalOf(`created_after=2020-01-01&${filters}&agrupar=conversa`))
  await downloadButton(page, new RegExp(`^Baixar ${total} linhas$`)).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads desde 01/01/2020' })).toBeVisible()
  await expectBadge(page, 'completa')
  await expect(page.getByText(`${total} linhas`).first()).toBeVisible()
  await goTo(page, 'Planilhas')
  const sheet = line(page, 'Leads desde 01/01/2020')
  await expect(sheet).toContainText('conversas criadas desde 01/01/2020')
  await expect(sheet).toContainText('WhatsApp Vendas ou Instagram, de Cíntia Prado, resolvidas, sem troca')
  await expect(sheet).toContainText(/(hoje|ontem) \d\d:\d\d/)
  await expect(sheet).toContainText(/\d (kB|MB)/)
})

test('a day is typed, left, picked from its calendar and left alone by the keyboard', async ({ page }) => {
  await openForm(page)
  const [from, to] = [day(page, 'Conversa criada a partir de'), day(page, 'Conversa criada até')]
  const calendar = form(page).getByRole('table')
  await from.focus()
  await page.keyboard.type('01/02/2026')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
  await expect(calendar).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await expect(calendar.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(to).toBeFocused()
  await page.keyboard.type('15/02/2026')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('16/02/2026')
  await expect(to).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('16/02/2026')
  await expect(calendar).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(from).toBeFocused()

  await from.click()
  await form(page).getByText('Situação da conversa').click()
  await expect(calendar).toHaveCount(0)
})

test('a download shows its progress, is cancelled, and resumes with the pages that are missing', async ({ page }) => {
  faults.set(faultPlan().on('/leads', { fromPage: 3, times: 50, fault: hang() }))
  const before = demo.requests().length
  await ask(session, 'sheets.create', { connection_id: connection, name: 'Interrompida', filter: since2020 })
  await press(page, 'Interrompida')
  await expect(page.getByText(/^1\.000 de 1\.200 linhas/)).toBeVisible()
  await expectAccessibleState(page, '.reading-band')
  await expectBadge(page, 'lendo')
  await press(page, 'Cancelar a leitura de Interrompida')

  await expectBadge(page, 'parcial')
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Esta planilha está incompleta.' })
  await expect(notice).toContainText(/Foram lidas 1\.000 de 1\.200 linhas\. A leitura foi cancelada antes do fim/)
  await goTo(page, 'Planilhas')
  await expect(line(page, 'Interrompida')).toContainText('parcial')

  faults.set()
  await press(page, 'Continuar a leitura de Interrompida')
  await expect(line(page, 'Interrompida')).toContainText('completa')
  // Pages are requested in parallel.
  const pages = queriesSince(before).map((query) => query.get('page'))
  expect(pages.filter((number) => number === '1' || number === '2').sort()).toEqual(['1', '2'])
})

test('rows that move during the download are reported; a full refresh mends the sheet, a quick one brings what changed', async ({
  page,
}) => {
  faults.set(faultPlan().on('/leads', { after: 1, fault: insertRows(3) }))
  await ask(session, 'sheets.create', { connection_id: connection, name: 'Em movimento', filter: since2020 })
  await press(page, 'Em movimento')
  await expectBadge(page, 'mudou na leitura')
  await page.getByRole('main').getByText('mudou na leitura', { exact: true }).hover()
  await expect(page.getByRole('tooltip')).toContainText(/linhas? repetidas? tiradas?/)
  await refresh(page, 'Atualizar tudo')
  await expectBadge(page, 'completa')

  const [contact] = demo.touch(1)
  const before = demo.requests().length
  await refresh(page, 'Atualizar (rápida, só o que se moveu)')
  await expect.poll(() => queriesSince(before).some((query) => query.has('updated_after'))).toBe(true)
  await expectBadge(page, 'atualizada')
  const heading = page.getByRole('columnheader', { name: /^Última mensagem em/ })
  await heading.click()
  await heading.click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  // The heading shows the requested order; the former rows stay until the next are there.
  const name = (await leadsOf(demo)).find(({ contato_id }) => contato_id === contact)?.nome ?? ''
  const first = page.locator('.ag-row[row-index="0"] [col-id="nome"]')
  await expect(first).toHaveText(name)
  await first.dblclick()
  await expect(details(page)).toContainText(`Contato nº${contact}`)
})

test("a refused size is retried in the form; the service's own CSV is saved byte by byte, there and from a sheet", async ({
  page,
}) => {
  await readSheet(session, connection, 'Todos')
  faults.set(faultPlan().on('/leads', { times: 10, fault: refused(422) }))
  await openForm(page)
  await press(form(page), 'Este ano')
  await expect(form(page).getByRole('alert')).toContainText('O serviço recusou o pedido')
  faults.set()
  await press(form(page), 'Tentar de novo')
  await expect(form(page).getByRole('alert')).toBeHidden()
  await day(page, 'Conversa criada a partir de').fill('01/01/2020')
  await expect(downloadButton(page, /^Baixar 1\.200 linhas$/)).toBeEnabled()

  const answer = await fetchLeads('created_after=2020-01-01&formato=csv', 'text/csv')
  const original = Buffer.from(await answer.arrayBuffer())
  const file = await download(page, () => press(form(page), 'Salvar o CSV do próprio serviço'))
  expect(file.name).toMatch(/^Leads desde .*\.csv$/)
  expect((await readFile(file.path)).equals(original)).toBe(true)

  await page.keyboard.press('Escape')
  await press(page, 'Todos')
  const again = await download(page, () => chooseItem(page, 'Mais ações', 'Salvar o CSV do próprio serviço…'))
  await expect(page.getByText(/^Todos\.csv salvo \(.+\), como o serviço o fez\.$/)).toBeVisible()
  expect(again.name).toBe('Todos.csv')
  expect((await readFile(again.path)).equals(original)).toBe(true)
})

test('without the service a sheet opens, is searched, renamed and forgotten, and a refresh waits', async ({ page }) => {
  await readSheet(session, connection, 'Todos')
  await readSheet(session, connection, 'Provisória')
  await demo.close()
  await press(page, 'Provisória')
  await expect(page.getByRole('grid', { name: 'Provisória' }).getByRole('gridcell').first()).toBeVisible()
  await searchBox(page).fill('maria')
  await expect(page.getByText(/^\d+ de 1\.200 linhas$/)).toBeVisible()
  await refresh(page, 'Atualizar tudo')
  await press(page, /tarefa/)
  await expect(page.getByText(/Sem internet|Sem conexão/).first()).toBeVisible()
  await press(page, 'Cancelar Provisória')
  await expect(page.getByText(/^\d+ de 1\.200 linhas$/)).toBeVisible()

  await goTo(page, 'Planilhas')
  const choose = (name: string, item: string) => chooseItem(page, `Mais ações de ${name}`, item)
  await choose('Provisória', 'Renomear…')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByLabel('Nome').fill('Definitiva')
  await dialog(page).getByLabel('Nome').press('Enter')
  await expect(line(page, 'Definitiva')).toBeVisible()

  await choose('Definitiva', 'Esquecer…')
  await expect(dialog(page)).toContainText('1.200 linhas baixadas neste computador')
  await press(dialog(page), 'Esquecer planilha')
  await expect(line(page, 'Definitiva')).toBeHidden()
  await expect(line(page, 'Todos')).toBeVisible()
})
