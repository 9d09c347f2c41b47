import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { EntryBrief } from '../../preload/contract/entries.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import {
  ask,
  chooseItem,
  connect,
  dialog,
  download,
  expect,
  expectAccessibleState,
  goTo,
  type Opened,
  press,
  readSheet,
  searchBox,
  test,
} from './kit.ts'

/** Entries of forms reviewed offline: by the keyboard, in bulk, as a table; created and deleted. */

const contactForm = { id: 301, name: 'Contato do site' }
let { demo, session, connection } = {} as Opened
/** The entries of the form "Contato do site", newest first. */
let ids: readonly number[]

test.beforeEach(async ({ openForms }) => {
  ;({ demo, session, connection } = await openForms({ leads: 150, entries: 130 }))
  await ask(session, 'forms.refresh', { connection_id: connection })
  await keep(contactForm.id)
  ids = (await ask(session, 'entries.ids', { table: table(), query: newestFirst })).ids
})

const newestFirst = { sort: [{ column: 'created_at', descending: true }] }
const table = () => entriesTable({ connection_id: connection, form_id: contactForm.id, set: '' })

/** Keeps a form and reads its entries. */
async function keep(id: number): Promise<void> {
  await ask(session, 'forms.keep', { connection_id: connection, id, keep: true })
  await expect
    .poll(async () => (await ask(session, 'forms.list', { connection_id: connection })).find((form) => form.id === id))
    .toMatchObject({ sync: { kind: 'complete' } })
}

/** Reads everybody who wrote to the team: entries are matched with them. */
async function readLeads(): Promise<void> {
  await readSheet(session, await connect(session, demo), 'Todos')
}

async function openForm(page: Page, name = contactForm.name): Promise<void> {
  await goTo(page, 'Formulários')
  await press(page, name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Opens the inbox of the form, and waits for its first entry. */
async function openInbox(page: Page): Promise<void> {
  await openForm(page)
  await expect(lines(page)).toBeFocused()
  await expect(entry(page).getByRole('heading', { level: 2 })).toBeVisible()
}

const lines = (page: Page) => page.getByRole('listbox', { name: 'Respostas', exact: true })
const current = (page: Page) => lines(page).getByRole('option', { selected: true })
const entry = (page: Page) => page.getByRole('region', { name: 'Resposta', exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Por estado' }).getByRole('button', { name: new RegExp(`^${name}:`) })
/** How many entries a tab counts. */
const countOf = async (page: Page, name: string) =>
  Number((await tab(page, name).textContent())?.replace(/\D/g, '') ?? Number.NaN)
/** How many entries a filter lets through, once tabs and list show another number than before. */
async function countAfter(page: Page, before: number): Promise<number> {
  await expect.poll(() => countOf(page, 'Todas')).not.toBe(before)
  const count = await countOf(page, 'Todas')
  await expect(current(page)).toHaveAttribute('aria-setsize', String(count))
  return count
}
const undone = (page: Page) => page.getByText(/^Desfeito:/)

/** What main has stored of an entry. */
async function stored(id: number | undefined): Promise<EntryBrief | undefined> {
  const briefs = await ask(session, 'entries.briefs', { connection_id: connection, ids: id === undefined ? [] : [id] })
  return briefs[0]
}
/** The states of the newest entries. */
const statesOf = (count: number) => Promise.all(ids.slice(0, count).map(async (id) => (await stored(id))?.state))

async function chooseView(page: Page, name: string): Promise<void> {
  await chooseItem(page, 'Visão', name)
  // A menu that is still closing takes the keys.
  await expect(page.getByRole('menu')).toBeHidden()
}

const chooseAction = (page: Page, name: string) => chooseItem(page, 'Ações', name)

/** Deletes the entry that is shown: the service receives the request some seconds later. */
async function remove(page: Page): Promise<void> {
  await chooseAction(page, 'Excluir no serviço…')
  await press(dialog(page), 'Excluir')
  await expect(page.getByText(/^1 resposta será excluída no serviço em \d+ s/)).toBeVisible()
}

/** Fills in the form "Contato do site", as a customer does. */
async function create(fields: Readonly<Record<string, unknown>>): Promise<void> {
  await ask(session, 'entries.create', { connection_id: connection, form_id: contactForm.id, fields, metadata: null })
}

/** The entry at this place of the list, from 1, is shown. */
async function expectPlace(page: Page, place: number): Promise<void> {
  await expect(current(page)).toHaveAttribute('aria-posinset', String(place))
  await expect(entry(page)).toContainText(`nº ${ids[place - 1]}`)
}

test('entries are decided, rejected with a comment and undone by the keyboard alone', async ({ page }) => {
  await openInbox(page)
  await test.step('each decision leads to the next entry', async () => {
    await page.keyboard.press('a')
    await expectPlace(page, 2)
    await page.keyboard.press('d')
    await expectPlace(page, 3)
    await page.keyboard.press('s')
    await expectPlace(page, 4)
    await page.keyboard.press('i')
    await expect(current(page)).toContainText('Em revisão')
    await page.keyboard.press('j')
    await expectPlace(page, 5)
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowUp')
    await expectPlace(page, 3)
    await expect.poll(() => statesOf(4)).toEqual(['aprovada', 'duvida', 'spam', 'em_revisao'])
    await expect(page.getByText(/^3 de 78 revisadas hoje/)).toBeVisible()
  })
  await test.step('the last decisions are undone one by one', async () => {
    await page.keyboard.press('u')
    await expect(undone(page)).toContainText('Em revisão')
    await expectPlace(page, 4)
    await page.keyboard.press('u')
    await expect(undone(page)).toContainText('Spam')
    await expect.poll(() => statesOf(4)).toEqual(['aprovada', 'duvida', 'nova', 'nova'])
    await expectPlace(page, 3)
  })
  await test.step('a rejection needs a comment, which the trail shows', async () => {
    await page.keyboard.press('r')
    await expect(dialog(page).getByRole('button', { name: 'Marcar como rejeitada' })).toBeDisabled()
    await page.keyboard.press('Enter')
    await page.keyboard.type('sem dados para responder')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expectPlace(page, 4)
    await page.keyboard.press('k')
    await expectPlace(page, 3)
    const trail = entry(page).getByRole('region', { name: 'Histórico' })
    await expect(trail).toContainText('mudou de Nova para Rejeitada')
    await expect(trail).toContainText('sem dados para responder')
    await page.keyboard.press('r')
    await expect(dialog(page).getByRole('textbox', { name: 'Comentário' })).toBeFocused()
    await expectAccessibleState(page, '[role="dialog"]')
    await page.keyboard.press('ArrowUp')
    await expect(dialog(page).getByRole('textbox', { name: 'Comentário' })).toHaveValue('sem dados para responder')
  })
})

test('notes, tags and the assignee are written by keys, of one entry or of several', async ({ page }) => {
  await openInbox(page)
  await test.step('of one entry', async () => {
    await page.keyboard.press('n')
    await page.keyboard.type('ligar amanhã cedo')
    await page.keyboard.press('Enter')
    await expect(entry(page).getByRole('region', { name: 'Notas' })).toContainText('ligar amanhã cedo')
    await expect(lines(page)).toBeFocused()
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('t')
    await page.keyboard.type('vip')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(entry(page).getByRole('region', { name: 'Etiquetas' })).toContainText('vip')
    await page.keyboard.press('m')
    await page.keyboard.type('Bia')
    await page.keyboard.press('Enter')
    await expect(entry(page).getByRole('region', { name: 'Responsável' })).toContainText('Bia')
    await expect.poll(() => stored(ids[0])).toMatchObject({ notes: 1, tags: ['vip'], assignee: 'Bia' })
  })
  await test.step('of three that are picked', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    const picked = page.getByRole('toolbar', { name: 'Com as selecionadas' })
    await expect(picked).toContainText('3 selecionadas')
    await page.keyboard.press('t')
    await expect(dialog(page)).toContainText('3 respostas')
    await page.keyboard.type('lote')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(ids[3]))?.tags).toEqual(['lote'])
    await expect(picked).toBeHidden()
  })
})

test('a view is saved by name, and everything that a filter finds changes at once and back or goes to Cruzar', async ({
  page,
}) => {
  await readLeads()
  await openInbox(page)
  const all = await countOf(page, 'Todas')
  await test.step('a filter of any column is saved as a view, which is there on return', async () => {
    await press(page, 'Adicionar filtro')
    await expect(page.getByRole('textbox', { name: 'Procurar coluna' })).toBeFocused()
    await page.keyboard.type('atendimento')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Com conversa' }).check()
    await press(page, 'Filtrar')
    await expect(page.getByText('Atendimento: Com conversa')).toBeVisible()
    await chooseView(page, 'Salvar como visão…')
    await expect(dialog(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Já atendidas')
    await page.keyboard.press('Enter')
    const views = page.getByRole('list', { name: 'Visões' })
    await expect(views.getByRole('button', { name: 'Já atendidas', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await press(views, 'Tudo')
    await expect(page.getByText('Atendimento: Com conversa')).toBeHidden()
    await goTo(page, 'Conexões')
    await openForm(page)
    await press(views, 'Já atendidas')
    await expect(page.getByText('Atendimento: Com conversa')).toBeVisible()
    await expect(entry(page).getByRole('region', { name: 'Atendimento' })).toContainText('Com conversa')
    await press(page, 'Limpar filtros')
    await expect.poll(() => countOf(page, 'Todas')).toBe(all)
  })
  await test.step('all entries with hints of spam become spam, and are undone', async () => {
    await chooseView(page, 'Com indícios de spam')
    const count = await countAfter(page, all)
    expect(count).toBeGreaterThan(1)
    await lines(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('s')
    await expect(dialog(page)).toContainText(`${count} respostas passam para “Spam”.`)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${count} respostas mudaram.`)).toBeVisible()
    await expect(tab(page, 'Spam')).toContainText(String(count))
    await press(page, 'Desfazer')
    await expect(undone(page)).toContainText(`em ${count} respostas`)
    await expect(tab(page, 'Spam')).toContainText('0')
    await press(page, 'Limpar filtros')
    await expect.poll(() => countOf(page, 'Todas')).toBe(all)
  })
  await test.step('another entry of the same person is opened beside the list', async () => {
    await chooseView(page, 'Duplicadas')
    await entry(page).getByRole('region', { name: 'Mesmo contato' }).getByRole('button').first().click()
    await expect(entry(page).getByRole('region', { name: 'Atendimento' })).toBeVisible()
    await press(page, 'Limpar filtros')
    await expect.poll(() => countOf(page, 'Todas')).toBe(all)
  })
  await test.step('people who wrote by the form and were never attended are passed to Cruzar', async () => {
    await chooseView(page, 'Pediu pelo formulário, nunca atendida')
    await expect(entry(page).getByRole('region', { name: 'Atendimento' })).toContainText(/Ausente|Sem conversa/)
    const count = await countAfter(page, all)
    await page.getByRole('button', { name: 'Cruzar', exact: true }).last().click()
    await expect(page.getByRole('heading', { level: 1, name: `Respostas de ${contactForm.name}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'O que será enviado' })).toContainText(`${count} linhas`)
  })
})

test('markup in an entry is shown as text, in the inbox and in the table', async ({ page }) => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)> [clique](javascript:alert(3))'
  await create({ nome: `<b>${hostile}</b>`, email: 'mal@exemplo.com.br', mensagem: hostile, [hostile]: [hostile] })
  await openInbox(page)
  await expect(lines(page).getByRole('option').first()).toContainText('<b><script>')
  await expect(entry(page)).toContainText(hostile)
  await expect(entry(page).locator('script, iframe, img, a, form, b')).toHaveCount(0)
  await press(entry(page), 'JSON')
  await expect(entry(page).locator('pre')).toContainText('<script>')
  await press(entry(page), 'JSON')

  await searchBox(page).fill('mal@exemplo')
  await expect(entry(page)).toContainText(hostile)
  await page.getByText('Tabela', { exact: true }).click()
  await expect(page.getByRole('gridcell', { name: '<b><script>' }).first()).toBeVisible()
  await expect(page.getByRole('grid').locator('script, iframe, img, a')).toHaveCount(0)
})

test('the entries of a query are shown as a table, exported with their review, and decided in it', async ({ page }) => {
  await ask(session, 'reviews.change', {
    table: table(),
    select: { ids: ids.slice(20, 22) },
    change: { kind: 'state', state: 'aprovada' },
  })
  await openInbox(page)
  await tab(page, 'Aprovada').click()
  await lines(page).focus()
  await page.keyboard.press('v')
  await expect(page.getByText('2 de 78 linhas', { exact: true })).toBeVisible()
  await expectAccessibleState(page, '.entries')
  await page.keyboard.press('Control+e')
  const file = await download(page, () => press(page, /^CSV para Excel/))
  const text = await readFile(file.path, 'utf8')
  expect(text).toContain('Revisão;Número;')
  expect(text.match(/^Aprovada;/gm)).toHaveLength(2)
  await page.getByRole('gridcell', { name: 'Aprovada' }).first().click()
  // The grid reports a click a moment after it, and a key pressed by a program can overtake it.
  await expect(page.getByRole('toolbar', { name: 'Com as selecionadas' })).toContainText('1 selecionada')
  await page.keyboard.press('d')
  await expect(dialog(page)).toContainText('1 resposta passa para “Dúvida”.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 resposta mudou.')).toBeVisible()
  await expect(page.getByText('1 de 78 linhas', { exact: true })).toBeVisible()
})

test('an entry is created once the service accepts its fields, and its deletion can be undone', async ({ page }) => {
  await openInbox(page)
  await chooseAction(page, 'Nova resposta…')
  await dialog(page).getByRole('textbox', { name: 'Nome' }).fill('Pessoa do Balcão')
  await press(dialog(page), 'Enviar resposta')
  await expect(dialog(page).getByText('The Email field is required.')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByRole('textbox', { name: 'Email' }).fill('balcao@exemplo.com.br')
  await press(dialog(page), 'Enviar resposta')
  await expect(page.getByText(/^Resposta nº \d+ criada no serviço/)).toBeVisible()
  await searchBox(page).fill('Balcão')
  await expect(entry(page).getByRole('heading', { level: 2 })).toHaveText('Pessoa do Balcão')

  await remove(page)
  await press(page, 'Desfazer')
  await expect(page.getByText('Exclusão desfeita: nada foi pedido ao serviço.')).toBeVisible()
  expect(demo.requests().filter(({ method }) => method === 'DELETE')).toEqual([])
})
