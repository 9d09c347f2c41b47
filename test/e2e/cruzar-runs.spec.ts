import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { createPeople } from '../../main/demo/people.ts'
import { sampleList } from '../../main/demo/sample-list.ts'
import { delay, hang, refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { readWorkbook } from '../main/engine/export/read-workbook.ts'
import {
  ask,
  chooseItem,
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

test('every row has its outcome: figures, keys, search and headings choose and order the rows', async ({ page }) => {
  await run(page, 'Campanha', fewPeople())
  await expectFigures(page, fewFigures)
  await expect(page.getByRole('img', { name: /^Partes da lista: Com conversa 3/ })).toBeVisible()
  await expect(page.getByText('6 linhas · 4 chaves · 1 repetida · 2 consultas em')).toBeVisible()

  await figure(page, 'Ausentes').click()
  await expect(figure(page, 'Ausentes')).toHaveAttribute('aria-pressed', 'true')
  await expect(counts(page)).toContainText('1 de 6 linhas')
  await expect(page.getByRole('gridcell', { name: 'Desconhecida' })).toBeVisible()
  await expectAccessibleState(page)
  await figure(page, 'Inválidas').click({ modifiers: ['Control'] })
  await expect(counts(page)).toContainText('2 de 6 linhas')
  await expect(page.getByRole('gridcell', { name: 'vazia' })).toBeVisible()
  await figure(page, 'Inválidas').click({ modifiers: ['Control'] })
  await figure(page, 'Ausentes').click()
  await expect(counts(page)).toHaveText('6 linhas')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('2')
  await expect(figure(page, 'Sem conversa')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('2')

  await searchBox(page).fill('REPETIDA')
  await expect(counts(page)).toContainText('1 de 6 linhas')
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: /^Nome/ }).first().click()
  await expect(page.getByRole('gridcell', { name: /^(Cadastrada|Primeira)$/ }).first()).toHaveText('Cadastrada')
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
  const file = await download(page, () => press(page, /^Exportar danificadas/))
  expect(file.name).toBe('Campanha - número danificado.xlsx')
  const cells = (await readWorkbook(file.path)).sheets[0]?.cells
  expect(cells?.get('B2')).toMatchObject({ type: 'text', value: abbreviated })
  expect(cells?.get('D2')?.value).toBe('abreviada pelo Excel')
  expect(cells?.has('A3')).toBe(false)
})

test('one outcome, several or all are exported, the columns of the list first and unchanged', async ({ page }) => {
  const list = fewPeople()
  await run(page, 'Campanha', list)
  await expectFigures(page, fewFigures)
  const absent = await download(page, () => press(page, /^Exportar ausentes/))
  expect(absent.name).toBe('Campanha - ausentes.xlsx')
  const cells = (await readWorkbook(absent.path)).sheets[0]?.cells
  const headings = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter) => cells?.get(`${letter}1`)?.value)
  expect(headings).toEqual([...['Nome', 'Celular', 'Obs'], ...['Resultado', 'Motivo', undefined, undefined, undefined]])
  expect(cells?.get('A2')?.value).toBe('Desconhecida')
  expect(cells?.get('B2')).toMatchObject({ type: 'text', value: '(11) 90000-0001' })
  expect(cells?.get('C2')).toMatchObject({ type: 'text', value: '00123' })
  expect(cells?.get('D2')?.value).toBe('Ausente')
  expect(cells?.has('A3')).toBe(false)

  await press(page, 'Exportar…')
  const raw = await download(page, () => press(dialog(page), /^CSV para sistemas/))
  const rows = Papa.parse<string[]>(await readFile(raw.path, 'utf8'), { skipEmptyLines: true }).data
  const original = Papa.parse<string[]>(list, { delimiter: ';', skipEmptyLines: true }).data
  expect(rows.map((row) => row.slice(0, 3))).toEqual(original)
  expect(rows.slice(1).map((row) => row[3])).toEqual([
    ...['com_conversa', 'com_conversa', 'com_conversa', 'sem_conversa', 'ausente', 'invalida'],
  ])

  // A dialog that is still closing keeps the keys for itself.
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('e')
  await expectAccessibleState(page)
  for (const name of ['Com conversa', 'Sem conversa', 'Sem resposta']) {
    await dialog(page).getByRole('checkbox', { name }).uncheck()
  }
  await expect(dialog(page).getByText('2 linhas no arquivo')).toBeVisible()
  const some = await download(page, () => press(dialog(page), /^CSV para Excel/))
  expect(some.name).toBe('Campanha - ausentes e inválidas (CSV para Excel em português).csv')
  const text = await readFile(some.path, 'utf8')
  expect(text.startsWith('\ufeffNome;Celular;Obs;Resultado;Motivo\r\n')).toBe(true)
  expect(Papa.parse<string[]>(text, { delimiter: ';' }).data[1]).toEqual([
    ...['Desconhecida', '(11) 90000-0001', '="00123"', 'Ausente', ''],
  ])
  await expect(page.getByText(/: 2 linhas exportadas/)).toBeVisible()
})

test('columns without anything are off the screen until they hold something or are wanted, and in the file all the same', async ({
  page,
}) => {
  const person = leads.find(({ telefone }) => telefone)
  faults.set(faultPlan().on('/cruzar', { times: 50, fault: hang() }))
  await run(
    page,
    'Vazias',
    ['Nome;Celular;Obs', `Alguém;${person?.telefone};`, 'Ninguém;(11) 90000-0001;'].join('\r\n'),
  )
  const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}(,|$)`) })
  await expect(heading('Celular')).toBeVisible()
  await expect(heading('Situação \\(lead\\)')).toBeHidden()
  await press(page.getByRole('main'), 'Cancelar')
  faults.set(faultPlan())
  await press(page.getByRole('main').getByRole('status').filter({ hasText: 'Você parou' }), 'Continuar')
  await expectFigures(page, { 'Com conversa': 1, Ausentes: 1 })
  await expect(heading('Situação \\(lead\\)')).toBeVisible()
  await expect(heading('Obs')).toBeHidden()

  const file = await download(page, () => press(page, /^Exportar ausentes/))
  expect((await readWorkbook(file.path)).sheets[0]?.cells.get('C1')?.value).toBe('Obs')
  await press(page, /^Colunas · 19 ocultas · \d vazias?$/)
  const panel = page.getByRole('dialog', { name: 'Colunas' })
  await expect(
    panel.getByRole('region', { name: 'Vazias' }).getByRole('checkbox', { name: 'Mostrar Obs' }),
  ).not.toBeChecked()
  await expectAccessibleState(page)
  await press(panel, 'Mostrar as vazias')
  await page.keyboard.press('Escape')
  await expect(heading('Obs')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Colunas · 19 ocultas', exact: true })).toBeVisible()
  await expect.poll(async () => JSON.stringify(await layoutOf(page))).toContain('"key":"c2","width":180,"hidden":false')
})

async function layoutOf(page: Page): Promise<unknown> {
  await expect(page.getByRole('main')).toBeVisible()
  const [newest] = await ask(session, 'cruzar.runs', {})
  return ask(session, 'tables.layout', { table: { kind: 'run', id: newest?.id ?? '' } })
}

test('a row leads to its lead in the sheet that answered, and to the page of its conversation in the browser', async ({
  page,
  context,
}) => {
  const sheet = await readSheet(session, connection, 'Base de novembro')
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

  await page.keyboard.press('Alt+ArrowLeft')
  await page.getByRole('gridcell', { name: 'Alguém' }).dblclick()
  await ask(session, 'sheets.forget', { id: sheet })
  await press(details(page), 'Ver na planilha')
  await expect(page.getByText('A planilha “Base de novembro” não está mais neste computador.')).toBeVisible()
})

test('a cancelled run resumes with the missing keys alone, and a refused batch is asked again in parts', async ({
  page,
}) => {
  const list = sampleList(size, 1400)
  faults.set(faultPlan().on('/cruzar', { after: 1, times: 50, fault: hang() }))
  await run(page, 'Parada', list)
  await expect(page.getByText(/^500 de [\d.]+ chaves/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Chaves com resposta' })).toBeVisible()
  await expectAccessibleState(page)
  await press(page.getByRole('main'), 'Cancelar')
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Você parou antes do fim.' })
  await expect(notice).toContainText(/500 de [\d.]+ chaves já têm resposta e estão guardadas/)
  await expectAccessibleState(page)
  await expect(figure(page, 'Sem resposta')).not.toHaveAccessibleName(/: 0 linhas/)

  faults.set(faultPlan().on('/cruzar', { fault: refused(400) }))
  const before = demo.requests().filter(({ path }) => path.endsWith('/cruzar')).length
  await press(notice, 'Continuar')
  await expect(notice).toBeHidden()
  await expectFigures(page, { 'Sem resposta': 0 })
  const [complete] = await ask(session, 'cruzar.runs', {})
  expect(complete?.answered_keys).toBe(complete?.keys)
  // Two batches were left; the refused one went again as two halves. The absent ones went once more with their other
  // ninth digit.
  expect(demo.requests().filter(({ path }) => path.endsWith('/cruzar')).length - before).toBe(5)
})

test('a long run shows its rows while it works, and keeps place, focus and selected row through its progress', async ({
  page,
}) => {
  faults.set(faultPlan().on('/cruzar', { times: 500, fault: delay(1500) }))
  await run(page, 'Longa', sampleList(size, 50_000))
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
  const seen = (await focused.boundingBox())?.y
  await isFurther(await answered())
  await expect(progress).toBeVisible()
  await expect(selected).toHaveAttribute('aria-rowindex', String(place))
  expect((await focused.boundingBox())?.y).toBe(seen)
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveAttribute('aria-rowindex', String(Number(place) + 1))
})

test('a run is kept, renamed, sent again with filters, exported and forgotten', async ({ page }) => {
  await run(page, 'Guardada', fewPeople())
  await expectFigures(page, fewFigures)
  await press(page, 'Voltar')
  const runs = page.getByRole('region', { name: 'Listas já cruzadas' })
  const line = (name: string) => runs.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
  await expect(line('Guardada')).toContainText(/(hoje|ontem) \d\d:\d\d/)
  await expect(line('Guardada')).toContainText('3 com conversa, 1 sem conversa, 1 ausente, 1 inválida')
  await expectAccessibleState(page)
  const choose = (name: string, item: string) => chooseItem(page, `Ações de ${name}`, item)
  await choose('Guardada', 'Renomear…')
  await dialog(page).getByLabel('Nome').fill('Com outro nome')
  await press(dialog(page), 'Renomear')
  await expect(line('Com outro nome')).toBeVisible()

  await choose('Com outro nome', 'Cruzar de novo')
  await expect(page.getByText(/A mesma lista de “Com outro nome”, cruzada (hoje|ontem)/)).toBeVisible()
  await side(page).getByRole('textbox', { name: 'Nome' }).fill('Pela segunda vez')
  await press(side(page), 'Filtros: nenhum')
  await press(side(page), 'Últimos 30 dias')
  await side(page).getByText('Adiada').click()
  await expect(side(page).getByRole('button', { name: /^Filtros: conversas criadas desde .*, adiadas$/ })).toBeVisible()
  await side(page).getByRole('textbox', { name: 'Caixas de entrada' }).fill('15')
  await page.keyboard.press('Enter')
  await startButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pela segunda vez' })).toBeVisible()
  await expectFigures(page, { 'Com conversa': 0, 'Sem conversa': 4, Ausentes: 1, Inválidas: 1 })
  await expect(figure(page, 'Sem conversa')).toContainText(
    /sem conversa dentro dos filtros: conversas criadas desde .*, caixa 15, adiadas/,
  )
  await expect(page.getByText(/Não foi comparada com a vez anterior, hoje .*, que teve outros filtros/)).toBeVisible()
  await expectAccessibleState(page)

  await goTo(page, 'Cruzar')
  await expect(line('Com outro nome')).toBeHidden()
  await press(page, '1 cruzamento anterior desta lista')
  const file = await download(page, async () => {
    await choose('Com outro nome', 'Exportar…')
    await press(dialog(page), /^Excel/)
  })
  expect(file.name).toBe('Com outro nome.xlsx')
  await choose('Com outro nome', 'Esquecer…')
  await expect(dialog(page)).toContainText('a lista, com 6 linhas')
  await expect(dialog(page)).toContainText('as respostas de 4 chaves')
  await press(dialog(page), 'Esquecer')
  await expect(line('Com outro nome')).toBeHidden()
  await expect(line('Pela segunda vez')).toBeVisible()
})

test('a list that is crossed once more says what has changed, row by row, and which rows are gone', async ({
  page,
}) => {
  const known = leads.filter(({ telefone }) => telefone).slice(0, 3)
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
  await cross('Vazia', [...known.map(rowOf), 'Saiu;(11) 90000-0009', 'Fica;(11) 90000-0008'])
  await expectFigures(page, { Ausentes: 5 })
  await press(page, 'Voltar')
  await preview(page, 'Semanal.csv', `Nome;Celular\n${known.map(rowOf).join('\n')}\n`)
  await expect(side(page).getByLabel('Continuar a lista “Semanal”')).toBeChecked()
  await press(page, 'Trocar a lista')
  await cross('Todos', [...known.map(rowOf), 'Fica;(11) 90000-0008', 'Nova;(11) 90000-0007'])
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
  await press(changes, '1 saiu da lista')
  await press(dialog(page), 'Fazer uma lista com elas')
  await expect(page.getByRole('main')).toContainText('(11) 90000-0009')
  await expect(startButton(page)).toBeEnabled()
})

test('without the service a cached sheet answers a list, and runs open, are searched and exported', async ({
  page,
}) => {
  await readSheet(session, connection, 'Base de novembro')
  await run(page, 'Respondida', 'Fone\n11900000001\n11900000002\n')
  await expectFigures(page, { Ausentes: 2, 'Sem resposta': 0 })
  await demo.close()
  const before = demo.requests().length
  await press(page, 'Voltar')
  await preview(page, 'Offline.csv', fewPeople())
  await side(page).getByLabel('Quem responde').selectOption('Planilha guardada: Base de novembro (offline)')
  await expect(page.getByLabel('O que será enviado')).toContainText('nenhum pedido, offline')
  await expect(side(page)).toContainText(/Lida (hoje|ontem)/)
  await expect(side(page)).toContainText('“Base de novembro” foi lida só com conversas criadas desde 01/01/2020.')
  await startButton(page).click()
  await expectFigures(page, { 'Com conversa': 3, 'Sem resposta': 0, Inválidas: 1 })
  expect(demo.requests().length).toBe(before)
  await expect(page.getByRole('main')).toContainText(/respondida pela planilha “Base de novembro”, lida (hoje|ontem)/)
  await expect(page.getByRole('main')).toContainText('não estão na planilha')
  await press(page, '1 achada escrita de outra forma')
  await expect(counts(page)).toContainText('1 de 6 linhas')
  await expect(page.getByRole('main')).toContainText('achada com o 55: 1')

  await page.reload()
  await goTo(page, 'Cruzar')
  await press(page, 'Respondida')
  await expectFigures(page, { Ausentes: 2 })
  await searchBox(page).fill('0002')
  await expect(counts(page)).toContainText('1 de 2 linhas')
  const exported = async (item: string) => {
    const file = await download(page, () => chooseItem(page, 'Exportar ausentes (1)', item))
    return { name: file.name, cells: (await readWorkbook(file.path)).sheets[0]?.cells }
  }
  const shown = await exported('Só 1 linha da busca e dos filtros')
  expect(shown.name).toBe('Respondida - ausentes (filtradas).xlsx')
  expect(shown.cells?.get('A2')?.value).toBe('11900000002')
  expect(shown.cells?.has('A3')).toBe(false)
  const every = await exported('Tudo, sem busca nem filtros: 2 linhas')
  expect(every.name).toBe('Respondida - ausentes.xlsx')
  expect(every.cells?.has('A3')).toBe(true)
})

test('what a cached sheet answered is checked with the service, and replaces one that is silent', async ({ page }) => {
  await readSheet(session, connection, 'Todos')
  const mobile = leads.find(({ telefone_digitos: digits }) => /^55\d\d9[6-9]\d{7}$/.test(digits ?? ''))
  const digits = mobile?.telefone_digitos ?? ''
  const list = ['Telefone', digits.slice(0, 4) + digits.slice(5), '11900000001'].join('\n')
  await preview(page, 'campanha.csv', list)
  await side(page).getByLabel('Quem responde').selectOption({ label: 'Planilha guardada: Todos (offline)' })
  await startButton(page).click()
  await expectFigures(page, { 'Com conversa': 1, Ausentes: 1 })
  await chooseItem(page, 'Mais ações', 'Conferir com o serviço…')
  await expect(dialog(page)).toContainText('1 consulta')
  await press(dialog(page), 'Conferir')
  await expect(page.getByText('1 de 2 chaves com a mesma resposta (50%)')).toBeVisible()
  await press(page, 'Ver as diferenças')
  await expect(dialog(page)).toContainText('escrita de outro jeito na base, como o nono dígito')
  await expectAccessibleState(page, '[role="dialog"]')
  await page.keyboard.press('Escape')

  faults.set(faultPlan().on(/cruzar$/, { times: 999, fault: refused(503) }))
  await goTo(page, 'Cruzar')
  await preview(page, 'outra.csv', list)
  // It goes on with what the sheet answered.
  await side(page).getByLabel('Quem responde').selectOption({ label: 'Equipe Vendas' })
  await startButton(page).click()
  await press(page, 'Responder com a planilha guardada')
  await expect(page.getByText('respondida pela planilha “Todos”')).toBeVisible()
  await expectFigures(page, { 'Com conversa': 1, Ausentes: 1 })
})
