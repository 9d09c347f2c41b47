import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import {
  ask,
  connectForms,
  counted,
  dialog,
  download,
  dropFile,
  expect,
  expectAccessibleState,
  goTo,
  openApp,
  openFormsPart,
  press,
  type Session,
  type Started,
  test,
} from './kit.ts'

/** Two people on two computers review the same entries, and bring their reviews together. */

const passphrase = 'quatro cavalos bebem chá'
const account = 'Formulários da loja'
const contactForm = { id: 301, name: 'Contato do site' }
const all = emptyQuery
const newestFirst = [{ column: 'created_at', descending: true }]

/** Someone with the forms of the same account on a computer of their own. */
interface Reviewer {
  readonly session: Session
  readonly connection: string
}

let { demo } = {} as Started
let ana: Reviewer
/** The entries of the form "Contato do site", newest first. */
let ids: readonly number[]
test.beforeEach(async ({ start }) => {
  const started = await start({ leads: 50, entries: 100 })
  demo = started.demo
  ana = await startReviewer(started.session, 'Ana Souza')
  ids = (await ask(ana.session, 'entries.ids', { table: contacts(ana), query: { ...all, sort: newestFirst } })).ids
})

const contacts = ({ connection }: Reviewer) =>
  entriesTable({ connection_id: connection, form_id: contactForm.id, set: '' })
const everything = ({ connection }: Reviewer, set = '') =>
  entriesTable({ connection_id: connection, form_id: null, set })

async function startReviewer(session: Session, name: string): Promise<Reviewer> {
  const connection = await connectForms(session, demo, account)
  const { forms } = await ask(session, 'forms.refresh', { connection_id: connection })
  for (const { id } of forms) await ask(session, 'forms.keep', { connection_id: connection, id, keep: true })
  const keptForms = () => ask(session, 'forms.list', { connection_id: connection })
  await expect.poll(async () => (await keptForms()).every(({ sync }) => sync.kind === 'complete')).toBe(true)
  await ask(session, 'reviews.name_reviewer', { name })
  return { session, connection }
}

/** Changes entries, by their places among the newest of "Contato do site", as the inbox does. */
async function review(who: Reviewer, places: readonly number[], change: ReviewChange, set = ''): Promise<void> {
  const chosen = places.map((place) => idAt(place))
  await ask(who.session, 'reviews.change', { table: everything(who, set), select: { ids: chosen }, change })
}

function idAt(place: number): number {
  const id = ids[place]
  if (id === undefined) throw new Error(`there are fewer than ${place} entries`)
  return id
}

const readEntry = ({ session, connection }: Reviewer, place: number) =>
  ask(session, 'entries.read', { connection_id: connection, id: idAt(place) })

async function openTeam(page: Page, who: Reviewer): Promise<void> {
  await openApp(page, who.session)
  await goToTeam(page)
}

const goToTeam = (page: Page) => openFormsPart(page, 'Pacotes', 'Revisão em equipe')

async function typePassphrase(page: Page): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Senha do pacote' }).fill(passphrase)
  await dialog(page).getByRole('textbox', { name: 'Repita a senha' }).fill(passphrase)
}

async function openPackage(page: Page, file: { name: string; path: string }): Promise<void> {
  await dropFile(page.getByRole('main'), file.name, await readFile(file.path))
  await page.getByRole('textbox', { name: 'Senha que o colega combinou' }).fill(passphrase)
  await press(page, 'Abrir')
}

test('a package is merged as its conflict was resolved, with both trails, and the merge is undone', async ({
  page,
  start,
}) => {
  const bruno = await startReviewer((await start({ leads: 1, entries: 1 })).session, 'Bruno Lima')
  await review(ana, [0, 1, 2], { kind: 'state', state: 'aprovada', comment: '' })
  await review(ana, [3], { kind: 'state', state: 'rejeitada', comment: 'Telefone não existe' })
  await review(bruno, [0], { kind: 'state', state: 'rejeitada', comment: 'Fora da área' })
  await review(bruno, [1], { kind: 'assign', assignee: 'Carla' })
  await openTeam(page, ana)
  const file = await test.step('the package is exported under a passphrase, and encrypted', async () => {
    await press(page, 'Exportar pacote…')
    await expect(dialog(page).getByRole('checkbox', { name: contactForm.name })).toBeChecked()
    await typePassphrase(page)
    await expectAccessibleState(page)
    const exported = await download(page, () => press(dialog(page), 'Exportar'))
    expect(exported.name).toMatch(/^revisao-\d{4}-\d{2}-\d{2}\.cruza$/)
    await expect(dialog(page)).toBeHidden()
    expect((await readFile(exported.path)).includes('Telefone não existe')).toBe(false)
    return exported
  })
  await openTeam(page, bruno)
  await test.step('the colleague resolves the conflict', async () => {
    await openPackage(page, file)
    await expect(page.getByRole('heading', { level: 1, name: 'Pacote de Ana Souza' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '1 conflito' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Meu Rejeitada.*Fora da área/ })).toBeChecked()
    await expectAccessibleState(page)
    await page.getByRole('radio', { name: /^Meu / }).press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Do colega Aprovada.*Ana Souza/ })).toBeChecked()
    await expect(page.getByText('3 mudam sem conflito · 1 conflito fica com o colega · 0 com você')).toBeVisible()
    await press(page, 'Juntar')
    await expect(page.getByText('Pacote juntado: 4 respostas mudaram.')).toBeVisible()
    await expectAccessibleState(page)
  })
  const merged = await readEntry(bruno, 0)
  expect(merged.state).toBe('aprovada')
  expect(merged.trail.map(({ who, after }) => [who, after])).toEqual(
    expect.arrayContaining([
      ['Bruno Lima', 'rejeitada'],
      ['Ana Souza', 'aprovada'],
    ]),
  )
  expect(await readEntry(bruno, 1)).toMatchObject({ state: 'aprovada', assignee: 'Carla' })
  expect((await readEntry(bruno, 3)).trail).toMatchObject([{ comment: 'Telefone não existe', merged: true }])

  await press(page, 'Desfazer')
  await expect(page.getByText('Desfeito: 4 respostas voltaram.')).toBeVisible()
  expect((await readEntry(bruno, 0)).state).toBe('rejeitada')
  await review(bruno, [20, 21], { kind: 'state', state: 'spam', comment: '' })
  await press(page, 'Histórico…')
  await press(dialog(page).getByRole('row', { name: /Bruno Lima Estado: Spam 2/ }), 'Desfazer: Estado: Spam')
  await expect(dialog(page).getByText('Desfeito: 2 respostas voltaram.')).toBeVisible()
  await expectAccessibleState(page)
})

test('a second review is made blind: nothing that was decided before is shown anywhere', async ({ page, start }) => {
  const bruno = await startReviewer((await start({ leads: 1, entries: 1 })).session, 'Bruno Lima')
  await review(ana, [0, 1, 2, 3, 4, 5, 6, 7], { kind: 'state', state: 'aprovada', comment: '' })
  await openTeam(page, ana)
  const request = await test.step('it is asked for', async () => {
    await press(page, 'Pedir segunda revisão…')
    await dialog(page).getByRole('combobox', { name: 'Quais respostas' }).click()
    await page.getByRole('option', { name: `Todas de ${contactForm.name}` }).click()
    await expect(dialog(page).getByText(`Vão ${counted(ids.length)} respostas no pedido.`)).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Nome' }).fill('Novembro')
    await typePassphrase(page)
    await expectAccessibleState(page)
    const file = await download(page, () => press(dialog(page), 'Gravar o pedido'))
    expect(file.name).toBe('Novembro.cruza')
    await expect(page.getByRole('row', { name: /^Novembro .*aguardando o retorno/ })).toBeVisible()
    return file
  })
  // What Bruno has decided for the team stays out of the second review.
  await review(bruno, [0, 1], { kind: 'state', state: 'spam', comment: '' })
  await review(bruno, [0, 1], { kind: 'tag', add: ['Segredo'], remove: [] })
  await review(bruno, [0, 1], { kind: 'note', text: 'Segredo da nota' })
  const secret = { id: 'segredo', name: 'Segredo da visão', query: all, columns: [], grouping: null, is_default: true }
  const of = { connection_id: bruno.connection, kind: 'entries' as const }
  await ask(bruno.session, 'views.save', { of, view: secret })
  await openTeam(page, bruno)
  await test.step('the colleague does not see the decisions', async () => {
    await openPackage(page, request)
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Souza pede uma segunda revisão' })).toBeVisible()
    await expectAccessibleState(page)
    await press(page, 'Aceitar o pedido')
    await expect(page.getByRole('row', { name: /^Novembro Ana Souza .*para você revisar/ })).toBeVisible()
    await expectAccessibleState(page)
    await press(page, 'Revisar agora')
    await expect(page.getByRole('heading', { level: 1, name: 'Revisão às cegas: Novembro' })).toBeVisible()
    await expect(page.getByRole('button', { name: `Nova: ${counted(ids.length)} respostas` })).toBeVisible()
    await expectBlind(page)
    await expectAccessibleState(page)
  })
})

/** The list, the entry, the table, its dialogs and Ctrl K show nothing that was decided outside of the blind review. */
async function expectBlind(page: Page): Promise<void> {
  const nothingSaid = () => expect(page.locator('body')).not.toContainText(/Segredo|Rejeitada: [1-9]|Spam: [1-9]/)
  await expect(page.getByRole('navigation', { name: 'Serviço de formulários' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Etiquetas' })).toContainText('nenhuma')
  await expect(page.getByRole('main').getByRole('button', { name: /^(Filtros|Cruzar)$/ })).toHaveCount(0)
  await nothingSaid()
  await page.keyboard.press('t')
  await dialog(page).getByRole('combobox', { name: 'Juntar' }).press('ArrowDown')
  await nothingSaid()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('u')
  await expect(page.getByText('Não há mais nada a desfazer.')).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByRole('columnheader', { name: /Revisão/ }).first()).toBeVisible()
  await nothingSaid()
  await page.keyboard.press('v')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('Segredo')
  await expect(page.getByRole('option', { name: /Segredo/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

test('charts show the entries of a form, and as tables', async ({ page }) => {
  await review(ana, [0, 1, 2], { kind: 'state', state: 'aprovada', comment: '' })
  await openApp(page, ana.session)
  await goTo(page, 'Formulários')
  await press(page, contactForm.name)
  await press(page, 'Gráficos')
  const total = counted(ids.length)
  await expect(page.getByRole('img', { name: `${total} respostas` })).toBeVisible()
  const states = page.getByRole('region', { name: 'Por estado' })
  await expect(states.getByRole('row', { name: /^Aprovada 3 / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Valores de um campo' }).getByRole('row')).not.toHaveCount(0)
  await expectAccessibleState(page)
  await press(page, 'Ver como tabela')
  const overTime = page.getByRole('region', { name: /^Respostas por/ })
  await expect(overTime.getByRole('columnheader').first()).toBeVisible()
  await expectAccessibleState(page)
})
