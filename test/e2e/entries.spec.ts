import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import type { EntryBrief } from '../../preload/contract/entries.ts'
import { entriesTable } from '../../preload/contract/entries-table.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import {
  ask,
  connect,
  connectForms,
  download,
  expect,
  expectAccessibleState,
  goTo,
  openApp,
  openSession,
  readSheet,
  type Session,
  test,
} from './kit.ts'

/** Entries of forms reviewed offline: by the keyboard, in bulk, as a table; created and deleted (issue 3, section 2 and 3). */

const options = { leads: 1500, entries: 300, limits: { platform: 1_000_000, forms: 1_000_000 } }
const contactForm = { id: 301, name: 'Contato do site' }
const lastForm = { id: 303, name: 'Inscrição Black Friday' }
let demo: Demo
let host: HostProcess
let session: Session
let connection: string
/** The entries of the form "Contato do site", newest first. */
let ids: readonly number[]

test.beforeAll(async () => {
  demo = await startDemo(options)
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
  await readSheet(session, await connect(session, demo), 'Todos')
  connection = await connectForms(session, demo)
  await ask(session, 'forms.refresh', { connection_id: connection })
  await keep(contactForm.id)
  ids = (await ask(session, 'entries.ids', { table: table(), query: newestFirst })).ids
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.beforeEach(async ({ page }) => {
  // Filters of the test before are kept with the columns.
  await ask(session, 'tables.arrange', { table: table(), layout: { columns: [] } })
  await openApp(page, session)
})

const newestFirst = { sort: [{ column: 'created_at', descending: true }] }
const table = () => entriesTable({ connection_id: connection, form_id: contactForm.id, set: '' })

async function keep(id: number): Promise<void> {
  await ask(session, 'forms.keep', { connection_id: connection, id, keep: true })
  await expect
    .poll(async () => (await ask(session, 'forms.list', { connection_id: connection })).find((form) => form.id === id))
    .toMatchObject({ sync: { kind: 'complete' } })
}

async function openForm(page: Page, name = contactForm.name): Promise<void> {
  await goTo(page, 'Formulários')
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The inbox of the form, with its first entry read. */
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
/** How many a filter lets through, once the tabs count by it and no longer as many as before, and the list has them. */
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
const stateOf = async (id: number | undefined) => (await stored(id))?.state

/** Searches for an entry by its number, as a person does. */
async function find(page: Page, id: number | undefined): Promise<void> {
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill(String(id))
  await expect(entry(page)).toContainText(`nº ${id}`)
}

/** Somebody fills in the form. */
async function create(fields: Readonly<Record<string, unknown>>): Promise<void> {
  await ask(session, 'entries.create', { connection_id: connection, form_id: contactForm.id, fields, metadata: null })
}

/** Which entry of the list is looked at. */
async function expectPlace(page: Page, place: number): Promise<void> {
  await expect(current(page)).toHaveAttribute('aria-posinset', String(place))
  await expect(entry(page)).toContainText(`nº ${ids[place - 1]}`)
}

test('reviewing needs nothing but the keyboard', async ({ page }) => {
  await openInbox(page)
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
  await expect
    .poll(() => Promise.all([0, 1, 2, 3].map((place) => stateOf(ids[place]))))
    .toEqual(['aprovada', 'duvida', 'spam', 'em_revisao'])
  await expect(page.getByText(/^3 de 180 revisadas hoje/)).toBeVisible()
  await page.keyboard.press('u')
  await expect(undone(page)).toContainText('Em revisão')
  await expectPlace(page, 4)
  await page.keyboard.press('u')
  await expect(undone(page)).toContainText('Spam')
  await expect.poll(() => stateOf(ids[2])).toBe('nova')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Rejeitar, com comentário')
})

test('a rejection is not made without a comment, and its comment stands in the trail', async ({ page }) => {
  await openInbox(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expectPlace(page, 3)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Rejeitada: por quê?' })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Marcar como rejeitada' })).toBeDisabled()
  await page.keyboard.type('sem dados para responder')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => stateOf(ids[2])).toBe('rejeitada')
  await expectPlace(page, 4)
  await page.keyboard.press('k')
  await expectPlace(page, 3)
  const trail = entry(page).getByRole('region', { name: 'Histórico' })
  await expect(trail).toContainText('mudou de Nova para Rejeitada')
  await expect(trail).toContainText('sem dados para responder')
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('textbox', { name: 'Comentário' })).toHaveValue('sem dados para responder')
})

test('notes, tags and the assignee are written without leaving the keys', async ({ page }) => {
  await openInbox(page)
  await page.keyboard.press('n')
  await page.keyboard.type('ligar amanhã cedo')
  await page.keyboard.press('Enter')
  await expect(entry(page).getByRole('region', { name: 'Notas' })).toContainText('ligar amanhã cedo')
  await expect(lines(page)).toBeFocused()
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

test('all that the filters let through change at once, counted first, and come back at once', async ({ page }) => {
  await openInbox(page)
  const all = await countOf(page, 'Todas')
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Com indícios de spam' }).click()
  await expect(page.getByText('Indícios de spam: preenchido')).toBeVisible()
  const count = await countAfter(page, all)
  expect(count).toBeGreaterThan(2)
  await lines(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Spam: por quê?' })
  await expect(dialog).toContainText(`${count} respostas passam para “Spam”.`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${count} respostas mudaram.`)).toBeVisible()
  await expect(tab(page, 'Spam')).toContainText(String(count))
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect(undone(page)).toContainText(`em ${count} respostas`)
  await expect(tab(page, 'Spam')).toContainText('0')
})

test('a few that are picked by the keyboard change together', async ({ page }) => {
  await openInbox(page)
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  const picked = page.getByRole('toolbar', { name: 'Com as selecionadas' })
  await expect(picked).toContainText('3 selecionadas')
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog')).toContainText('3 respostas')
  await page.keyboard.type('lote')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(ids[12]))?.tags).toEqual(['lote'])
  await expect(picked).toBeHidden()
})

test('filters on any column, a search and an order are kept under a name', async ({ page }) => {
  await openInbox(page)
  await page.getByRole('button', { name: 'Adicionar filtro' }).click()
  await expect(page.getByRole('textbox', { name: 'Procurar coluna' })).toBeFocused()
  await page.keyboard.type('atendimento')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Com conversa' }).check()
  await page.getByRole('button', { name: 'Filtrar', exact: true }).click()
  await expect(page.getByText('Atendimento: Com conversa')).toBeVisible()
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Salvar o filtro atual…' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Já atendidas')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(page.getByText('Atendimento: Com conversa')).toBeHidden()
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Já atendidas' }).click()
  await expect(page.getByText('Atendimento: Com conversa')).toBeVisible()
  await expect(entry(page).getByRole('region', { name: 'Atendimento' })).toContainText('Com conversa')
  // A menu that is still closing keeps the keys for itself.
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Buscar nesta tabela' })).toBeFocused()
  await page.keyboard.type('palavra que ninguém escreveu')
  await expect(page.getByText('Nenhuma resposta passa por esta busca e estes filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
  await expect(lines(page)).toBeVisible()
})

test('people who asked by the form and whom nobody attended are one press away, and go to cruzar', async ({ page }) => {
  await openInbox(page)
  const all = await countOf(page, 'Todas')
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pediu pelo formulário, nunca atendida' }).click()
  await expect(entry(page).getByRole('region', { name: 'Atendimento' })).toContainText(/Ausente|Sem conversa/)
  const count = await countAfter(page, all)
  await page.getByRole('button', { name: 'Cruzar', exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: `Respostas de ${contactForm.name}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'O que será enviado' })).toContainText(`${count} linhas`)
})

test('what strangers wrote is text, whatever it looks like', async ({ page }) => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)> [clique](javascript:alert(3))'
  await create({ nome: `<b>${hostile}</b>`, email: 'mal@exemplo.com.br', mensagem: hostile, [hostile]: [hostile] })
  await openInbox(page)
  await expect(lines(page).getByRole('option').first()).toContainText('<b><script>')
  await expect(entry(page)).toContainText(hostile)
  await expect(entry(page).locator('script, iframe, img, a, form, b')).toHaveCount(0)
  await entry(page).getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(entry(page).locator('pre')).toContainText('<script>')
  await page.getByText('Tabela', { exact: true }).click()
  await expect(page.getByRole('gridcell', { name: '<b><script>' }).first()).toBeVisible()
  await expect(page.getByRole('grid').locator('script, iframe, img, a')).toHaveCount(0)
})

test('the ip is masked until it is asked for, in the metadata and in the JSON', async ({ page }) => {
  await openInbox(page)
  await find(page, ids[30])
  const metadata = entry(page).getByRole('region', { name: 'Metadados' })
  await expect(metadata).toContainText('•')
  const { ip } = await ask(session, 'entries.raw', { connection_id: connection, id: ids[30] ?? 0, reveal: true })
  await entry(page).getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(entry(page).locator('pre')).toContainText('"fields"')
  await expect(entry(page).locator('pre')).not.toContainText(ip ?? '?')
  await entry(page).getByRole('button', { name: 'JSON', exact: true }).click()
  await metadata.getByRole('button', { name: 'Mostrar o IP inteiro' }).click()
  await expect(metadata).toContainText(ip ?? '?')
})

test('the same query is a table, with keys for its rows and a file that has the review', async ({ page }) => {
  await ask(session, 'reviews.change', {
    table: table(),
    select: { ids: ids.slice(20, 22) },
    change: { kind: 'state', state: 'aprovada' },
  })
  await openInbox(page)
  await tab(page, 'Aprovada').click()
  await lines(page).focus()
  await page.keyboard.press('v')
  await expect(page.getByRole('grid')).toBeVisible()
  const approved = await countOf(page, 'Aprovada')
  await expect(page.getByText(new RegExp(`^${approved} de \\d+ linhas`))).toBeVisible()
  await page.keyboard.press('Control+e')
  const file = await download(page, () => page.getByRole('button', { name: 'CSV para Excel' }).click())
  const text = await readFile(file.path, 'utf8')
  expect(text).toContain('Revisão;Número;')
  expect(text.match(/^Aprovada;/gm)).toHaveLength(approved)
  await page.getByRole('gridcell', { name: 'Aprovada' }).first().click()
  // The grid tells of a click a moment after it, which a key pressed by a program can overtake.
  await expect(page.getByRole('toolbar', { name: 'Com as selecionadas' })).toContainText('1 selecionada')
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toContainText('1 resposta passa para “Dúvida”.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 resposta mudou.')).toBeVisible()
  await expect(page.getByText(new RegExp(`^${approved - 1} de \\d+ linhas`))).toBeVisible()
})

test('an entry is created as the form asks, and what the service refuses stands at its field', async ({ page }) => {
  await openInbox(page)
  await page.getByRole('button', { name: 'Ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Nova resposta…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova resposta' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Pessoa do Balcão')
  await dialog.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(dialog.getByText('The Email field is required.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('balcao@exemplo.com.br')
  await dialog.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(page.getByText(/^Resposta nº \d+ criada no serviço/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill('Balcão')
  await expect(entry(page).getByRole('heading', { level: 2 })).toHaveText('Pessoa do Balcão')
})

test('a deletion waits for second thoughts, and the copy outlives it', async ({ page }) => {
  await openInbox(page)
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill('Balcão')
  await expect(entry(page).getByRole('heading', { level: 2 })).toHaveText('Pessoa do Balcão')
  const remove = async () => {
    await page.getByRole('button', { name: 'Ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Excluir no serviço…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click()
    await expect(page.getByText(/^1 resposta será excluída no serviço em \d+ s/)).toBeVisible()
  }
  await remove()
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect(page.getByText('Exclusão desfeita: nada foi pedido ao serviço.')).toBeVisible()
  await remove()
  await expect(entry(page).getByText(/^Excluída no serviço; notado/)).toBeVisible({ timeout: 30_000 })
  await expect(current(page)).toContainText('excluída')
})

test('several are deleted only after their number was typed', async ({ page }) => {
  await openInbox(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByRole('button', { name: 'Ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Excluir no serviço…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir 2 respostas no serviço?' })
  await expect(dialog.getByRole('button', { name: 'Excluir', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Digite “2” para confirmar' }).fill('2')
  await expect(dialog.getByRole('button', { name: 'Excluir', exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
})

test('new entries wait beside a list that is worked on', async ({ page }) => {
  await openInbox(page)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await create({ nome: 'Chegou Agora', email: 'agora@exemplo.com.br' })
  const newcomers = page.getByRole('status').filter({ hasText: '1 resposta nova' })
  await newcomers.getByRole('button', { name: 'Mostrar', exact: true }).click()
  await expect(lines(page).getByText('Chegou Agora')).toBeVisible()
})

test('everybody can use it', async ({ page }) => {
  await openInbox(page)
  await expectAccessibleState(page)
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleState(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessibleState(page, '.entries')
})

test('a form that is not kept is kept from its tab, and all kept forms are one list', async ({ page }) => {
  await openForm(page, lastForm.name)
  await page.getByRole('button', { name: 'Guardar offline' }).click()
  await expect(lines(page)).toBeVisible()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Respostas', exact: true }).first().click()
  await expect(lines(page).getByText(lastForm.name).first()).toBeVisible()
  await expect(lines(page).getByText(contactForm.name).first()).toBeVisible()
})

test('everything but the service itself goes on without a network', async ({ page }) => {
  await demo.close()
  await openInbox(page)
  await find(page, ids[31])
  await lines(page).focus()
  await page.keyboard.press('a')
  await expect.poll(() => stateOf(ids[31])).toBe('aprovada')
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicadas' }).click()
  const others = entry(page).getByRole('region', { name: 'Mesmo contato' }).getByRole('button')
  await others.first().click()
  await expect(entry(page).getByRole('region', { name: 'Atendimento' })).toBeVisible()
  await page.getByRole('button', { name: 'Ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Nova resposta…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova resposta' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Ninguém')
  await dialog.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Sem conexão')
})
