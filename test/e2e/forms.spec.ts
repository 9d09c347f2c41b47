import type { Locator, Page } from '@playwright/test'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { cut, hang, refused, reset, throttled } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { faultSwitch } from '../kit/fault-switch.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import {
  ask,
  connectForms,
  expect,
  expectAccessibleState,
  goTo,
  openApp,
  openSession,
  type Session,
  test,
} from './kit.ts'

/** The forms of an account: kept offline, made, changed, archived, deleted (issue 3, section 3). */

const faults = faultSwitch()
let demo: Demo
let host: HostProcess
let session: Session
let connection: string
test.beforeAll(async () => {
  demo = await startDemo({ leads: 50, entries: 400, limits: { forms: 100_000 }, faults })
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  faults.set()
  await openApp(page, session)
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
const keep = (page: Page, name: string) =>
  page.getByRole('switch', { name: `Guardar as respostas de ${name} neste computador` })

async function menu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** A form as the service itself has it. */
async function served(id: number): Promise<{ name: string; description: string; status: string; fields: Field[] }> {
  const response = await fetch(`${demo.forms.url}/forms/${id}`, {
    headers: { authorization: `Bearer ${demo.forms.key}`, accept: 'application/json' },
  })
  return (await response.json()).data
}

interface Field {
  readonly label: string
  readonly type: string
}

/** Changes a form as somebody else would, elsewhere. */
async function changeElsewhere(id: number, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await fetch(`${demo.forms.url}/forms/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${demo.forms.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })
}

/** The number of a form by its name, as the app knows it. */
async function idOf(name: string): Promise<number> {
  const forms = await ask(session, 'forms.list', { connection_id: connection })
  return forms.find((form) => form.name === name)?.id ?? 0
}

const posts = () => demo.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/forms')).length

test('without an account of forms the screen leads to connecting one', async ({ page }) => {
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page.getByText('Primeiro, conecte a sua conta de formulários')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('main').getByRole('button', { name: 'Conectar' }).click()
  await expect(page.getByRole('region', { name: 'Nova conexão' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Formulários' })).toBeChecked()
  connection = await connectForms(session, demo)
})

test('a list that could not be read says so, and is there once it could', async ({ page }) => {
  faults.set(faultPlan().on(/\/forms$/, { times: 9, fault: refused(403) }))
  await goTo(page, 'Formulários')
  await expect(page.getByText('O serviço não permite isto para a sua chave.')).toBeVisible()
  await expect(page.getByText('A lista de formulários ainda não foi lida')).toBeVisible()
  await expectAccessibleState(page)
  faults.set()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(row(page, 'Contato do site')).toContainText('ativo')
  await expect(row(page, 'Contato do site')).toContainText('240')
  await expect(row(page, 'Inscrição Black Friday')).toContainText('arquivado')
})

test('the entries of a form are kept with progress; a reading that is stopped goes on where it was', async ({
  page,
}) => {
  await goTo(page, 'Formulários')
  faults.set(faultPlan().on(/\/entries$/, { fromPage: 2, times: 99, fault: hang() }))
  await keep(page, 'Contato do site').press('Space')
  const progress = page.getByRole('progressbar', { name: 'Leitura das respostas de Contato do site' })
  await expect(progress).toHaveAttribute('aria-valuenow', '41')
  await expect(row(page, 'Contato do site')).toContainText('lendo')
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Cancelar a leitura de Contato do site' }).click()
  await expect(row(page, 'Contato do site')).toContainText('parcial')
  faults.set()
  await menu(page, 'Contato do site', 'Atualizar respostas')
  await expect(row(page, 'Contato do site')).toContainText('completo')
  await expect(row(page, 'Contato do site')).toContainText('240 de 240 respostas aqui')
})

test('the list is narrowed here at once, and by the service’s own parameters', async ({ page }) => {
  await goTo(page, 'Formulários')
  await expect(row(page, 'Contato do site')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('orcamento')
  await expect(row(page, 'Pedido de orçamento')).toBeVisible()
  await expect(row(page, 'Contato do site')).toBeHidden()
  await expect(page.getByText('1 de 3 formulários')).toBeVisible()
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.getByRole('option', { name: 'arquivado' }).click()
  await expect(page.getByText('Nenhum formulário com este filtro')).toBeVisible()
  await expect(page.getByText('Nem aqui, nem no serviço.')).toBeVisible()
  await expect
    .poll(() => demo.requests().map(({ query }) => query))
    .toContainEqual(expect.stringMatching(/status=archived.*search=orcamento|search=orcamento.*status=archived/))
  await expectAccessibleState(page)
  await page.getByRole('main').getByRole('button', { name: 'Limpar o filtro' }).last().click()
  await expect(row(page, 'Contato do site')).toBeVisible()
})

test('without the service the list stands with its date, and so does a form', async ({ page }) => {
  faults.set(faultPlan().on(/./, { times: 999, fault: reset() }))
  await goTo(page, 'Formulários')
  await page.getByRole('button', { name: 'Atualizar lista' }).click()
  await expect(page.getByText(/^A lista mostrada é de (hoje|ontem)/)).toBeVisible()
  await expect(row(page, 'Contato do site')).toContainText('completo')
  await page.getByRole('button', { name: 'Contato do site', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contato do site' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Partes do formulário' })).toBeVisible()
})

test('the search of everything finds a kept form, and no other', async ({ page }) => {
  await goTo(page, 'Formulários')
  const search = dialog(page).getByRole('textbox')
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await page.keyboard.type('contato do site')
  await expect(page.getByRole('option', { name: /Contato do site/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Contato do site' })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await page.keyboard.type('pedido de orc')
  await expect(page.getByText('Nada com esse nome.')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a new form begins as a draft; what the service refuses is said at its field', async ({ page }) => {
  await goTo(page, 'Formulários')
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Criar formulário' }).click()
  await expect(page.getByText('Dê um nome ao formulário.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toBeFocused()
  await page.keyboard.type('Pesquisa')
  for (const label of ['Nome completo', 'Nota']) {
    await page.getByRole('button', { name: 'Adicionar campo' }).click()
    await page.keyboard.type(label)
  }
  await page.getByRole('combobox', { name: 'Tipo, Campo 2: Nota' }).click()
  await page.getByRole('option', { name: 'Outro tipo…' }).click()
  await page.getByRole('textbox', { name: 'Nome do tipo no serviço, Campo 2: Nota' }).fill('estrelas')
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Criar formulário' }).click()
  await expect(page.getByText('The selected type is invalid.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nome do tipo no serviço, Campo 2: Nota' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Tipo, Campo 2: Nota' }).click()
  await page.getByRole('option', { name: 'Número' }).click()
  await page.getByRole('button', { name: 'Criar formulário' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pesquisa' })).toBeVisible()
  await expect(page.getByText('rascunho')).toBeVisible()
  expect((await served(await idOf('Pesquisa'))).fields.map(({ label, type }) => [label, type])).toEqual([
    ['Nome completo', 'text'],
    ['Nota', 'number'],
  ])
})

async function openEditor(page: Page, name: string): Promise<void> {
  await goTo(page, 'Formulários')
  await menu(page, name, 'Editar')
  await expect(page.getByRole('form', { name: 'Dados do formulário' })).toBeVisible()
}

test('only what changed is sent, and shown before; the order goes by keyboard and by dragging', async ({ page }) => {
  const id = await idOf('Pesquisa')
  await openEditor(page, 'Pesquisa')
  await expect(page.getByText('Nada mudou.')).toBeVisible()
  await page.getByRole('button', { name: 'Subir Campo 2: Nota' }).click()
  await expect(page.getByRole('button', { name: 'Descer Campo 1: Nota' })).toBeFocused()
  await page.getByRole('button', { name: 'Adicionar campo' }).click()
  await page.keyboard.type('Cidade')
  const fields = page.getByRole('list', { name: 'Campos, na ordem do formulário' }).getByRole('listitem')
  const top = await fields.first().boundingBox()
  await fields.nth(2).locator('.field-handle').hover()
  await page.mouse.down()
  await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 20)
  await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 4)
  await page.mouse.up()
  await expect(fields.first()).toHaveAccessibleName('Campo 1: Cidade')
  await page.getByRole('button', { name: 'Remover Campo 3: Nome completo' }).click()
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Pesquisa de satisfação')

  // Somebody else writes a description meanwhile: it is not overwritten.
  await changeElsewhere(id, { description: 'de outra pessoa' })
  await page.getByRole('button', { name: 'Salvar…' }).click()
  await expect(dialog(page)).toContainText('Pesquisa de satisfação')
  await expect(dialog(page)).toContainText('Removido: Nome completo')
  await expect(dialog(page)).toContainText('A lista de campos é substituída inteira')
  await expect(dialog(page)).toContainText('As respostas antigas guardam o que já foi respondido')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Enviar ao serviço' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pesquisa de satisfação' })).toBeVisible()
  await expect(page.getByText('Nada mudou.')).toBeVisible()
  const form = await served(id)
  expect(form.description).toBe('de outra pessoa')
  expect(form.fields.map(({ label }) => label)).toEqual(['Cidade', 'Nota'])
})

test('settings that the document does not know stay, and are edited as JSON', async ({ page }) => {
  const id = await idOf('Pesquisa de satisfação')
  await changeElsewhere(id, { settings: { theme: { cor: 'verde' }, limite: 10 } })
  await openEditor(page, 'Pesquisa de satisfação')
  const value = page.getByRole('textbox', { name: 'Valor de limite' })
  await expect(value).toHaveValue('10')
  await value.fill('muitas')
  await page.getByRole('textbox', { name: 'E-mail de aviso' }).fill('equipe@vitrine.example')
  await page.getByRole('button', { name: 'Salvar…' }).click()
  await expect(value).toHaveAccessibleDescription(/O valor precisa ser JSON/)
  await value.fill('25')
  await page.getByRole('button', { name: 'Salvar…' }).click()
  await expect(dialog(page)).toContainText('Ajuste limite')
  await expect(dialog(page)).not.toContainText('theme')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Enviar ao serviço' }).click()
  await expect(page.getByText('Nada mudou.')).toBeVisible()
  expect(await served(id)).toMatchObject({
    settings: { theme: { cor: 'verde' }, limite: 25, notification_email: 'equipe@vitrine.example' },
  })
})

test('a form that changes on the service while it is edited is told of', async ({ page }) => {
  await openEditor(page, 'Pesquisa de satisfação')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('a minha')
  await changeElsewhere(await idOf('Pesquisa de satisfação'), { name: 'Pesquisa de novembro' })
  await page.getByRole('button', { name: 'Atualizar', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Ler de novo do serviço' }).click()
  await expect(page.getByText('O formulário mudou no serviço depois que você começou a editar.')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Descartar as minhas e usar as do serviço' }).click()
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue('Pesquisa de novembro')
})

test('the status is changed with what it means; the public address is copied; a copy is a draft', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: session.origin })
  await openEditor(page, 'Pesquisa de novembro')
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copiar o endereço público' }).click()
  await expect(page.getByText('Endereço público copiado.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'https://forms.vitrine.example/f/pesquisa',
  )

  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mudar o estado…' }).click()
  await dialog(page).getByRole('radio', { name: 'Ativo' }).check()
  await expect(dialog(page)).toContainText('Publicado: recebe respostas no endereço público.')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Mudar o estado' }).click()
  await expect(page.getByText('“Pesquisa de novembro” agora está ativo.')).toBeVisible()
  expect((await served(await idOf('Pesquisa de novembro'))).status).toBe('active')

  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicar como rascunho…' }).click()
  await expect(dialog(page).getByRole('textbox')).toHaveValue('Cópia de Pesquisa de novembro')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Criar rascunho' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cópia de Pesquisa de novembro' })).toBeVisible()
  expect((await served(await idOf('Cópia de Pesquisa de novembro'))).fields).toHaveLength(2)
})

test('a write that nobody confirmed is never sent again, and can be checked', async ({ page }) => {
  await goTo(page, 'Formulários')
  const before = posts()
  for (const [name, fault, found] of [
    ['Feito', cut(), 'Confirmado: o serviço fez o que foi pedido em “Feito”.'],
    ['Perdido', reset(), 'O pedido sobre “Perdido” não chegou a ser feito.'],
  ] as const) {
    faults.set(faultPlan().on(/\/forms$/, { method: 'POST', fault }))
    await page.getByRole('button', { name: 'Novo formulário' }).click()
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Criar formulário' }).click()
    const band = page.getByRole('alert').filter({ hasText: `criar formulário “${name}”` })
    await expect(band).toContainText('Enviado, sem confirmação do serviço')
    await expectAccessibleState(page)
    await page.getByRole('button', { name: 'Envios, 1 sem confirmação' }).click()
    await expect(dialog(page)).toContainText('enviado, sem confirmação')
    await expectAccessibleState(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await band.getByRole('button', { name: /^Verificar/ }).click()
    await expect(page.getByText(found)).toBeVisible()
    await expect(band).toBeHidden()
    await expect(row(page, name)).toHaveCount(name === 'Feito' ? 1 : 0)
  }
  expect(posts() - before).toBe(2)
})

test('the meter says what is left, and a wait as a wait', async ({ page }) => {
  await goTo(page, 'Formulários')
  const meter = page.getByRole('meter', { name: 'Consultas que restam neste minuto' })
  await expect(meter).toHaveAttribute('aria-valuetext', /^[\d.]+ de 100\.000 consultas/)
  faults.set(faultPlan().on(/\/forms$/, { fault: throttled(6) }))
  await page.getByRole('button', { name: 'Atualizar lista' }).click()
  await expect(page.getByText(/^1 consulta espera mais \d s$/)).toBeVisible()
  await expectAccessibleState(page)
  await expect(meter).toBeVisible()
  await expect(row(page, 'Contato do site')).toBeVisible()
})

test('a form is deleted only after archiving was offered, a copy was made and its name was typed', async ({ page }) => {
  await goTo(page, 'Formulários')
  const id = await idOf('Pedido de orçamento')
  await menu(page, 'Pedido de orçamento', 'Excluir no serviço…')
  await expect(dialog(page)).toContainText('Arquivar não apaga nada')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Arquivar' }).click()
  await expect(row(page, 'Pedido de orçamento')).toContainText('arquivado')
  expect((await served(id)).status).toBe('archived')

  await menu(page, 'Pedido de orçamento', 'Excluir no serviço…')
  await dialog(page).getByRole('button', { name: 'Quero excluir mesmo assim' }).click()
  await expect(dialog(page)).toContainText('120 respostas do formulário')
  await expect(dialog(page).getByRole('textbox')).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Fazer a cópia' }).click()
  await expect(dialog(page)).toContainText('Cópia completa: 120 respostas.')
  await expectAccessibleState(page, '[role=dialog]')
  const confirm = dialog(page).getByRole('button', { name: 'Excluir para sempre' })
  await dialog(page).getByRole('textbox').fill('pedido')
  await expect(confirm).toBeDisabled()
  await dialog(page).getByRole('textbox').fill('Pedido de orçamento')
  await confirm.click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Pedido de orçamento')).toContainText('excluído no serviço')
  await expect(row(page, 'Pedido de orçamento')).toContainText('120')
  expect(await served(id)).toBeUndefined()
})

test('what is kept of a form is forgotten after its numbers were named', async ({ page }) => {
  await goTo(page, 'Formulários')
  await keep(page, 'Pedido de orçamento').press('Space')
  await expect(dialog(page)).toContainText('120 respostas lidas neste computador')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await keep(page, 'Contato do site').press('Space')
  await dialog(page).getByRole('button', { name: 'Apagar daqui' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(keep(page, 'Contato do site')).not.toBeChecked()
})
