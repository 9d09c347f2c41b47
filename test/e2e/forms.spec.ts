import type { Locator, Page } from '@playwright/test'
import { cut, hang, refused, reset } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  chooseItem,
  clipboard,
  dialog,
  download,
  expect,
  expectAccessibleState,
  goTo,
  type Opened,
  press,
  test,
} from './kit.ts'

/** The forms of an account: kept offline, made, changed, archived, deleted. */

let { demo, faults, session, connection } = {} as Opened
test.beforeEach(async ({ openForms }) => {
  ;({ demo, faults, session, connection } = await openForms({ leads: 50, entries: 200 }))
})

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
const fields = (page: Page) => page.getByRole('list', { name: 'Campos, na ordem do formulário' }).getByRole('listitem')
const keep = (page: Page, name: string) =>
  page.getByRole('switch', { name: `Guardar as respostas de ${name} neste computador` })

const menu = (page: Page, name: string, item: string) => chooseItem(page, `Mais ações de ${name}`, item)
const chooseAction = (page: Page, item: string) => chooseItem(page, 'Mais ações', item)

async function openList(page: Page): Promise<void> {
  await goTo(page, 'Formulários')
  await expect(row(page, 'Contato do site')).toBeVisible()
}

interface ServedForm {
  readonly id: number
  readonly description: string
  readonly status: string
  readonly fields: readonly { readonly label: string; readonly type: string }[]
}

/** Asks the service itself, as somebody else would. */
async function elsewhere(method: string, path: string, form?: Readonly<Record<string, unknown>>): Promise<ServedForm> {
  const headers = { accept: 'application/json', authorization: `Bearer ${demo.forms.key}` }
  const json = { 'content-type': 'application/json' }
  const init = form ? { body: JSON.stringify(form), headers: { ...headers, ...json } } : { headers }
  return (await (await fetch(`${demo.forms.url}${path}`, { method, ...init })).json()).data
}

const served = (id: number) => elsewhere('GET', `/forms/${id}`)

/** A draft with two fields, there before the app reads the list. */
const makeSurvey = () =>
  elsewhere('POST', '/forms', {
    name: 'Pesquisa',
    fields: [
      { label: 'Nome completo', type: 'text', required: false },
      { label: 'Nota', type: 'number', required: false },
    ],
  })

/** The number of a form by its name, as the app knows it. */
async function idOf(name: string): Promise<number> {
  const forms = await ask(session, 'forms.list', { connection_id: connection })
  return forms.find((form) => form.name === name)?.id ?? 0
}

test('the list of forms is retried after a failure, and searched by name and state', async ({ page }) => {
  faults.set(faultPlan().on(/\/forms$/, { times: 9, fault: refused(403) }))
  await goTo(page, 'Formulários')
  await expect(page.getByText('O serviço não permite isto para a sua chave.')).toBeVisible()
  await expect(page.getByText('A lista de formulários ainda não foi lida')).toBeVisible()
  await expectAccessibleState(page)
  faults.set()
  await press(page, 'Tentar de novo')
  await expect(row(page, 'Contato do site')).toContainText('ativo')
  await expect(row(page, 'Inscrição Black Friday')).toContainText('arquivado')
  await page.keyboard.press('/')
  await page.keyboard.type('orcamento')
  await expect(page.getByText('1 de 3 formulários')).toBeVisible()
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.getByRole('option', { name: 'arquivado' }).click()
  await expect(page.getByText('Nem aqui, nem no serviço.')).toBeVisible()
  await expectAccessibleState(page)
})

test('the entries of a form are kept with progress, resumed after a stop, read without the service and forgotten', async ({
  page,
}) => {
  const name = 'Contato do site'
  await openList(page)
  await test.step('a reading that was stopped resumes where it was', async () => {
    faults.set(faultPlan().on(/\/entries$/, { fromPage: 2, times: 99, fault: hang() }))
    await keep(page, name).press('Space')
    await expect(dialog(page)).toContainText('o formulário inteiro')
    await expect(dialog(page)).toContainText(/Consultas\s*5/)
    await expect(dialog(page)).toContainText(/usa menos de 1% das consultas que restam do plano neste mês/)
    await expectAccessibleState(page, '[role=dialog]')
    await page.keyboard.press('Enter')
    const progress = page.getByRole('progressbar', { name: `Leitura das respostas de ${name}` })
    await expect(progress).toHaveAttribute('aria-valuenow', '83')
    await expect(row(page, name)).toContainText('lendo')
    await expectAccessibleState(page)
    await press(page, `Cancelar a leitura de ${name}`)
    await expect(row(page, name)).toContainText('parcial')
    faults.set()
    await menu(page, name, 'Atualizar respostas')
    await expect(row(page, name)).toContainText('completo')
    await expect(row(page, name)).toContainText('120 de 120 respostas aqui')
  })
  await test.step('while the service refuses everything, the list remains with its date, and the form opens', async () => {
    faults.set(faultPlan().on(/./, { times: 999, fault: refused(403) }))
    await press(page, 'Atualizar lista')
    await expect(page.getByText(/^A lista mostrada é de (hoje|ontem)/)).toBeVisible()
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('listbox', { name: 'Respostas', exact: true })).toBeVisible()
    await press(page, 'Voltar')
  })
  await test.step('it is forgotten after its numbers were named', async () => {
    await keep(page, name).press('Space')
    await expect(dialog(page)).toContainText('120 respostas lidas neste computador')
    await expectAccessibleState(page, '[role=dialog]')
    await press(dialog(page), 'Apagar daqui')
    await expect(dialog(page)).toBeHidden()
    await expect(keep(page, name)).not.toBeChecked()
  })
})

test('the newest entries of a form are shown without storing it, then a period of it is kept, and then all', async ({
  page,
}) => {
  const name = 'Contato do site'
  await openList(page)
  const id = await idOf(name)
  const kept = () => ask(session, 'forms.read', { connection_id: connection, id, fresh: false })
  await test.step('the newest are a part wherever they are shown', async () => {
    await keep(page, name).press('Space')
    await press(dialog(page), 'Ver as 100 mais recentes')
    await expect(page.getByText('Parcial: só as 100 mais recentes de 120 respostas.')).toBeVisible()
    await expect(page.getByText('100 linhas · parcial, de 120 respostas')).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'Parcial: 100 mais recentes' }).first()).toBeVisible()
    await expectAccessibleState(page)
    await page.keyboard.press('Control+e')
    const file = await download(page, () => press(dialog(page), /^Excel/))
    expect(file.name).toBe(`${name} (parcial, só as 100 mais recentes).xlsx`)
    expect((await kept()).kept).toBe(false)
  })
  await test.step('a period is stored after its cost is shown, and the form shows the period', async () => {
    await press(page.getByRole('status'), 'Guardar offline…')
    await dialog(page).getByRole('radio', { name: 'Dos últimos 90 dias em diante' }).check()
    await expect(dialog(page)).toContainText(/Ficará guardado\s*só desde/)
    await expectAccessibleState(page, '[role=dialog]')
    await press(dialog(page), 'Guardar offline')
    await expect(page.getByText('completo, só um período')).toBeVisible()
    await expect(page.getByText(/^Guardado só desde .* As outras respostas estão só no serviço/)).toBeVisible()
    const { entries, sync } = await kept()
    expect(entries).toBeLessThan(120)
    expect(sync).toMatchObject({ kind: 'complete', total: entries, period: { to: null } })
    await expectAccessibleState(page)
  })
  await test.step('the rest is kept when it is asked for', async () => {
    await press(page.getByRole('note'), 'Guardar mais…')
    await expect(dialog(page)).toContainText('o formulário inteiro')
    await press(dialog(page), 'Guardar offline')
    await expect(page.getByText('120 de 120 respostas aqui')).toBeVisible()
    await expect(page.getByText('só um período')).toBeHidden()
  })
})

test('a form is drafted, corrected where the service refuses it, published and duplicated', async ({ page }) => {
  await openList(page)
  await test.step('what is missing or refused is shown at its field', async () => {
    await page.keyboard.press('n')
    await press(page, 'Criar formulário')
    await expect(page.getByText('Dê um nome ao formulário.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toBeFocused()
    await page.keyboard.type('Pesquisa')
    for (const label of ['Nome completo', 'Nota']) {
      await press(page, 'Adicionar campo')
      await page.keyboard.type(label)
    }
    const type = page.getByRole('combobox', { name: 'Tipo, Campo 2: Nota' })
    const typeName = page.getByRole('textbox', { name: 'Nome do tipo no serviço, Campo 2: Nota' })
    await type.click()
    await page.getByRole('option', { name: 'Outro tipo…' }).click()
    await typeName.fill('estrelas')
    await expectAccessibleState(page)
    await press(page, 'Criar formulário')
    await expect(page.getByText('The selected type is invalid.')).toBeVisible()
    await expect(typeName).toBeFocused()
    await type.click()
    await page.getByRole('option', { name: 'Número' }).click()
    await press(page, 'Criar formulário')
    await expect(page.getByRole('heading', { level: 1, name: 'Pesquisa' })).toBeVisible()
    await expect(page.getByText('rascunho')).toBeVisible()
    expect((await served(await idOf('Pesquisa'))).fields.map(({ label, type }) => [label, type])).toEqual([
      ['Nome completo', 'text'],
      ['Nota', 'number'],
    ])
  })
  await test.step('its status is changed, its public address copied', async () => {
    await chooseAction(page, 'Mudar o estado…')
    await dialog(page).getByRole('radio', { name: 'Ativo' }).check()
    await expect(dialog(page)).toContainText('Publicado: recebe respostas no endereço público.')
    await expectAccessibleState(page, '[role=dialog]')
    await press(dialog(page), 'Mudar o estado')
    await expect(page.getByText('“Pesquisa” agora está ativo.')).toBeVisible()
    expect((await served(await idOf('Pesquisa'))).status).toBe('active')
    await chooseAction(page, 'Copiar o endereço público')
    await expect(page.getByText('Endereço público copiado.')).toBeVisible()
    expect(await clipboard(page)).toContain('https://forms.vitrine.example/f/pesquisa')
  })
  await test.step('its copy is a draft', async () => {
    await chooseAction(page, 'Duplicar como rascunho…')
    await expect(dialog(page).getByRole('textbox')).toHaveValue('Cópia de Pesquisa')
    await expectAccessibleState(page, '[role=dialog]')
    await press(dialog(page), 'Criar rascunho')
    await expect(page.getByRole('heading', { level: 1, name: 'Cópia de Pesquisa' })).toBeVisible()
    expect(await served(await idOf('Cópia de Pesquisa'))).toMatchObject({ status: 'draft', fields: [{}, {}] })
  })
})

test('an edit sends only what changed, shown before, and does not overwrite what others changed', async ({ page }) => {
  const { id } = await makeSurvey()
  await openList(page)
  await menu(page, 'Pesquisa', 'Editar')
  await expect(page.getByText('Nada mudou.')).toBeVisible()
  await press(page, 'Subir Campo 2: Nota')
  await expect(page.getByRole('button', { name: 'Descer Campo 1: Nota' })).toBeFocused()
  await press(page, 'Adicionar campo')
  await page.keyboard.type('Cidade')
  const top = await fields(page).first().boundingBox()
  await fields(page).nth(2).locator('.field-handle').hover()
  await page.mouse.down()
  await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 20)
  await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 4)
  await page.mouse.up()
  await expect(fields(page).first()).toHaveAccessibleName('Campo 1: Cidade')
  await press(page, 'Remover Campo 3: Nome completo')
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Pesquisa de satisfação')

  await elsewhere('PUT', `/forms/${id}`, { description: 'de outra pessoa' })
  await press(page, 'Salvar…')
  await expect(dialog(page)).toContainText('Pesquisa de satisfação')
  await expect(dialog(page)).toContainText('Removido: Nome completo')
  await expect(dialog(page)).toContainText('A lista de campos é substituída inteira')
  await expect(dialog(page)).toContainText('As respostas antigas guardam o que já foi respondido')
  await expectAccessibleState(page, '[role=dialog]')
  await press(dialog(page), 'Enviar ao serviço')
  await expect(page.getByRole('heading', { level: 1, name: 'Pesquisa de satisfação' })).toBeVisible()
  await expect(page.getByText('Nada mudou.')).toBeVisible()
  const form = await served(id)
  expect(form.description).toBe('de outra pessoa')
  expect(form.fields.map(({ label }) => label)).toEqual(['Cidade', 'Nota'])
})

test('a write without confirmation is not sent twice, and is checked on request', async ({ page }) => {
  await openList(page)
  for (const [name, fault, found] of [
    ['Feito', cut(), 'Confirmado: o serviço fez o que foi pedido em “Feito”.'],
    ['Perdido', reset(), 'Ainda não se sabe o que aconteceu com “Perdido”'],
  ] as const) {
    faults.set(faultPlan().on(/\/forms$/, { method: 'POST', fault }))
    await press(page, 'Novo formulário')
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
    await press(page, 'Criar formulário')
    const band = page.getByRole('alert').filter({ hasText: `criar formulário “${name}”` })
    await expect(band).toContainText('Enviado, sem confirmação do serviço')
    await expectAccessibleState(page)
    await press(page, 'Envios, 1 sem confirmação')
    await expect(dialog(page)).toContainText('enviado, sem confirmação')
    await expectAccessibleState(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await press(band, /^Verificar/)
    await expect(page.getByText(found)).toBeVisible()
    // "Not done" is not offered so soon: the service may still be working.
    await expect(band).toHaveCount(name === 'Feito' ? 0 : 1)
    await expect(row(page, name)).toHaveCount(name === 'Feito' ? 1 : 0)
  }
  const posts = demo.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/forms'))
  expect(posts).toHaveLength(2)
})

test('a form is deleted after its entries were copied and its name was typed', async ({ page }) => {
  const name = 'Pedido de orçamento'
  await openList(page)
  const id = await idOf(name)
  await menu(page, name, 'Excluir no serviço…')
  await expect(dialog(page)).toContainText('Arquivar não apaga nada')
  await expectAccessibleState(page, '[role=dialog]')
  await press(dialog(page), 'Quero excluir mesmo assim')
  await expect(dialog(page)).toContainText('60 respostas do formulário')
  await expect(dialog(page).getByRole('textbox')).toBeDisabled()
  await press(dialog(page), 'Fazer a cópia')
  await expect(dialog(page)).toContainText('Cópia completa: 60 respostas.')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('textbox').fill(name)
  await press(dialog(page), 'Excluir para sempre')
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, name)).toContainText('excluído no serviço')
  expect(await served(id)).toBeUndefined()
})
