import type { Locator, Page } from '@playwright/test'
import { hang } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  chooseItem,
  clipboard,
  dialog,
  expect,
  expectAccessibleState,
  goTo,
  type Opened,
  press,
  test,
} from './kit.ts'

/** The forms of an account: kept offline, made, published, changed. */

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

test('the entries of a form are kept with progress, and a reading that was stopped resumes where it was', async ({
  page,
}) => {
  const name = 'Contato do site'
  await openList(page)
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

test('a form is drafted, corrected where the service refuses it, and published', async ({ page }) => {
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
