import type { Page } from '@playwright/test'
import { createPeople } from '../../main/demo/people.ts'
import { sampleList } from '../../main/demo/sample-list.ts'
import { delay } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { readWorkbook } from '../main/engine/export/read-workbook.ts'
import {
  ask,
  counted,
  details,
  dialog,
  download,
  dropFile,
  expect,
  expectAccessibleState,
  goTo,
  type Lead,
  leadsOf,
  type Opened,
  press,
  readSheet,
  searchBox,
  test,
} from './kit.ts'

/** A list is sent, its rows have their outcomes, and go out again. */

/** Three batches of at most 500 keys. */
const size = { leads: 1200, seed: 1 }
let { demo, faults, session, connection } = {} as Opened
let leads: readonly Lead[]
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo, faults, session, connection } = await openPlatform({ ...size, area: 'Cruzar' }))
  leads = await leadsOf(demo)
})

/** Three who are attended, one of them twice, one who is registered only, one unknown, one useless. */
function fewPeople(): string {
  const attended = leads.filter(({ telefone }) => /^\+55\d{2}9\d{8}$/.test(telefone ?? '')).slice(0, 2)
  const people = createPeople(size.seed)
  const registered = Array.from({ length: 50 }, (_, place) => people.phoneAt(size.leads + place)).find((phone) =>
    /^55\d{2}9\d{8}$/.test(phone ?? ''),
  )
  return [
    'Nome;Celular;Obs',
    `Primeira;${attended[0]?.telefone};=1+1`,
    `Segunda;${attended[1]?.telefone};"a; b"`,
    `Repetida;${attended[0]?.telefone_digitos?.slice(2)};`,
    `Cadastrada;${registered};`,
    'Desconhecida;(11) 90000-0001;00123',
    'Inútil;não tem;',
    '',
  ].join('\r\n')
}

async function preview(page: Page, name: string, list: string): Promise<void> {
  await dropFile(page.getByRole('main'), name, list)
  await expect(startButton(page)).toBeEnabled()
}

const side = (page: Page) => page.getByRole('complementary', { name: 'Cruzar' })
const startButton = (page: Page) => side(page).getByRole('button', { name: 'Cruzar', exact: true })
async function run(page: Page, name: string, list: string): Promise<void> {
  await preview(page, `${name}.csv`, list)
  await startButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

const figures = (page: Page) => page.getByRole('group', { name: /^Resultado por linha/ })
const figure = (page: Page, name: string) => figures(page).getByRole('button', { name: new RegExp(`^${name}:`) })
const counts = (page: Page) => page.getByRole('main').getByRole('status').last()
async function expectFigures(page: Page, expected: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(expected)) {
    const rows = value === 1 ? '1 linha' : `${counted(value)} linhas`
    await expect(figure(page, name)).toHaveAccessibleName(new RegExp(`^${name}: ${rows.replace('.', '\\.')}, `))
  }
}

const fewFigures = { 'Com conversa': 3, 'Sem conversa': 1, Ausentes: 1, Inválidas: 1, 'Sem resposta': 0 }

test('every row has its outcome, and figures and the search choose among the rows', async ({ page }) => {
  await run(page, 'Campanha', fewPeople())
  await expectFigures(page, fewFigures)
  await figure(page, 'Ausentes').click()
  await expect(figure(page, 'Ausentes')).toHaveAttribute('aria-pressed', 'true')
  await expect(counts(page)).toContainText('1 de 6 linhas')
  await expect(page.getByRole('gridcell', { name: 'Desconhecida' })).toBeVisible()
  await expectAccessibleState(page)
  await figure(page, 'Inválidas').click({ modifiers: ['Control'] })
  await expect(counts(page)).toContainText('2 de 6 linhas')
  await expect(page.getByRole('gridcell', { name: 'vazia' })).toBeVisible()
  await searchBox(page).fill('INUTIL')
  await expect(counts(page)).toContainText('1 de 6 linhas')
})

test('rows whose name is another in the base are counted, and shown with that name beside', async ({ page }) => {
  const [first, second] = leads.filter(({ telefone }) => /^\+55\d{2}9\d{8}$/.test(telefone ?? ''))
  const list = `Nome;Celular;Obs\n${first?.nome.toUpperCase()};${first?.telefone};x\nXuxa Meneghel;${second?.telefone};y\n`
  await run(page, 'Campanha', list)
  await press(page, '1 nome diferente')
  await expect(counts(page)).toContainText('1 de 2 linhas')
  const cell = (column: RegExp) => page.getByRole('columnheader', { name: column }).getAttribute('aria-colindex')
  await expect(page.getByRole('gridcell', { name: second?.nome ?? '', exact: true }).first()).toBeVisible()
  expect(Number(await cell(/^Outro nome na base/))).toBe(Number(await cell(/^Nome/)) + 1)
  await press(page, '1 nome diferente')
  await expect(counts(page)).toContainText('2 linhas')
})

test('a number that Excel abbreviated is shown with the cached contacts that may be meant, and stays invalid', async ({
  page,
}) => {
  await readSheet(session, connection, 'Base')
  const [person] = leads.filter(({ telefone }) => /^\+55\d{2}9\d{8}$/.test(telefone ?? ''))
  const abbreviated = Number(person?.telefone_digitos).toExponential(5).replace('.', ',').replace('e+', 'E+')
  await run(page, 'Campanha', `Nome;Celular\n${person?.nome};${abbreviated}\nInútil;não tem\nOutra;(11) 90000-0001\n`)
  await expectFigures(page, { Inválidas: 2, Ausentes: 1 })
  await expect(figure(page, 'Inválidas')).toContainText('sendo 1 danificada')
  await press(page, '1 inválida com o número danificado')
  await expect(counts(page)).toContainText('1 de 3 linhas')
  await page.getByRole('gridcell', { name: abbreviated }).dblclick()
  const likely = page.getByRole('region', { name: 'Cadastros prováveis' })
  await expect(likely).toContainText(`Na lista: ${abbreviated}`)
  await expect(likely).toContainText('O número fica entre (')
  await expect(likely.getByRole('listitem').first()).toContainText('o nome também está na linha')
  await expect(likely).toContainText('Não contam no resultado')
  await expect(likely).toContainText('Procurado em “Base”')
  await expectAccessibleState(page)
})

test('a row leads to its lead in the sheet that answered, and to the page of its conversation in the browser', async ({
  page,
  context,
}) => {
  await readSheet(session, connection, 'Base de novembro')
  // Behind the first rows of the sheet, which are seen at once.
  const person = leads.slice(900).find(({ telefone }) => telefone)
  await preview(page, 'Campanha.csv', `Nome;Celular\r\nAlguém;${person?.telefone}\r\n`)
  await side(page).getByLabel('Quem responde').selectOption('Planilha guardada: Base de novembro (offline)')
  await startButton(page).click()
  await expectFigures(page, { 'Com conversa': 1 })
  await page.getByRole('gridcell', { name: 'Alguém' }).dblclick()

  const [opened] = await Promise.all([context.waitForEvent('page'), press(details(page), 'Abrir no atendimento')])
  await expect(opened.getByText('Demonstração: no atendimento de verdade, aqui estaria a conversa')).toBeVisible()
  expect(opened.url()).toMatch(
    new RegExp(`^${demo.platform.url}/app/accounts/${demo.platform.accountId}/conversations/\\d+$`),
  )
  await opened.close()

  await press(details(page), 'Ver na planilha')
  await expect(page.getByRole('heading', { level: 1, name: 'Base de novembro' })).toBeVisible()
  await expect(details(page)).toContainText(person?.nome ?? '')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: person?.nome ?? '', exact: true }) })
  await expect(row.first()).toBeInViewport()
  await expect(row.first()).toHaveAttribute('aria-selected', 'true')
})

test('a long run shows its rows while it works, and keeps place, focus and selected row through its progress', async ({
  page,
}) => {
  faults.set(faultPlan().on('/cruzar', { times: 500, fault: delay(2000) }))
  await run(page, 'Longa', sampleList(size, 30_000))
  const progress = page.getByRole('progressbar', { name: 'Chaves com resposta' })
  const answered = async () => Number(await progress.getAttribute('aria-valuenow'))
  const isFurther = async (than: number) => expect.poll(answered).toBeGreaterThan(than)
  await isFurther(0)
  const cell = page.getByRole('gridcell').nth(1)
  await expect(cell).not.toHaveText('')
  await cell.click()
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown')
  const selected = page.getByRole('row', { selected: true })
  const focused = page.getByRole('gridcell').and(page.locator(':focus'))
  // The heading is the first row.
  const place = 32
  await expect(selected).toHaveAttribute('aria-rowindex', String(place))
  const top = (await focused.boundingBox())?.y
  await isFurther(await answered())
  await expect(progress).toBeVisible()
  await expect(selected).toHaveAttribute('aria-rowindex', String(place))
  expect((await focused.boundingBox())?.y).toBe(top)
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveAttribute('aria-rowindex', String(Number(place) + 1))
})

test('a list that was crossed three times shows its outcomes over time, and a point opens its run', async ({
  page,
}) => {
  await readSheet(session, connection, 'Todos')
  const people = leads.filter(({ telefone }) => telefone)
  for (const known of [1, 2, 3]) {
    const rows = people.slice(0, known).map(({ telefone }) => telefone)
    await preview(page, 'Semanal.csv', ['Celular', ...rows, '(11) 90000-0009'].join('\n'))
    await side(page).getByLabel('Quem responde').selectOption('Planilha guardada: Todos (offline)')
    await startButton(page).click()
    await expectFigures(page, { 'Com conversa': known, Ausentes: 1 })
    if (known < 3) await press(page, 'Voltar')
  }
  await press(page, 'Ao longo do tempo')
  const rows = page.getByRole('region', { name: 'Resultado de cada cruzamento desta lista' }).getByRole('row')
  await expect(rows.nth(1)).toHaveText(/\(este\)75%0%25%4$/)
  const oldest = page.locator('.recharts-line-dots').nth(1).locator('circle').first()
  await oldest.hover()
  await expect(page.locator('.mantine-LineChart-root .recharts-tooltip-wrapper')).toContainText('50%')
  await expectAccessibleState(page)
  // The dot under the pointer is drawn over it.
  await oldest.click({ force: true })
  await expectFigures(page, { 'Com conversa': 1 })
  await expect(rows.nth(3)).toHaveText(/\(este\)50%0%50%2$/)
})

test('a list that is crossed once more says what has changed, row by row, and which rows are gone', async ({
  page,
}) => {
  const people = leads.filter(({ telefone }) => telefone).slice(0, 3)
  const rowOf = ({ nome, telefone }: Lead) => `${nome.replaceAll(';', ' ')};${telefone}`
  await readSheet(session, connection, 'Todos')
  const none = { created_after: '2020-01-01', created_before: '2020-01-02' }
  await ask(session, 'sheets.create', { connection_id: connection, name: 'Vazia', filter: none })
  const cross = async (sheet: string, rows: readonly string[]) => {
    await preview(page, 'Semanal.csv', ['Nome;Celular', ...rows].join('\n'))
    await side(page).getByLabel('Quem responde').selectOption(`Planilha guardada: ${sheet} (offline)`)
    await startButton(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Semanal' })).toBeVisible()
  }
  await cross('Vazia', [...people.map(rowOf), 'Saiu;(11) 90000-0009', 'Fica;(11) 90000-0008'])
  await expectFigures(page, { Ausentes: 5 })
  await press(page, 'Voltar')
  await preview(page, 'Semanal.csv', `Nome;Celular\n${people.map(rowOf).join('\n')}\n`)
  await expect(side(page).getByLabel('Continuar a lista “Semanal”')).toBeChecked()
  await press(page, 'Trocar a lista')
  await cross('Todos', [...people.map(rowOf), 'Fica;(11) 90000-0008', 'Nova;(11) 90000-0007'])
  const changes = page.getByRole('region', { name: /^O que mudou/ })
  await expect(page.getByText(/Não foi comparada .* outras planilhas/)).toBeVisible()
  await press(page, 'Comparar mesmo assim')
  await press(changes, '3 com outro resultado')
  await expect(counts(page)).toContainText('3 de 5 linhas')
  await expect(changes.getByRole('button', { name: '3 com outro resultado' })).toHaveAttribute('aria-pressed', 'true')
  await press(changes, '3 com outro resultado')
  await press(changes, 'Movimentos')
  await expectAccessibleState(page)
  await press(changes, 'De Linhas novas para Ausentes: 1 linha')
  await expect(counts(page)).toContainText('1 de 5 linhas')
  await press(changes, '1 saiu da lista')
  await expect(dialog(page)).toContainText('Saiu')
  await expect(dialog(page)).toContainText('(11) 90000-0009')
  await page.keyboard.press('Escape')
  const file = await download(page, () => press(changes, /^Exportar o que mudou/))
  const cells = (await readWorkbook(file.path)).sheets[0]?.cells
  expect([cells?.has('A5'), cells?.has('A6')]).toEqual([true, false])
  await goTo(page, 'Cruzar')
  await press(page, '1 cruzamento anterior desta lista')
  await page.getByRole('row').getByRole('button', { name: 'Semanal', exact: true }).first().click()
  await press(changes, '1 saiu da lista')
  await press(dialog(page), 'Fazer uma lista com elas')
  await expect(page.getByRole('main')).toContainText('(11) 90000-0009')
  await expect(startButton(page)).toBeEnabled()
})
