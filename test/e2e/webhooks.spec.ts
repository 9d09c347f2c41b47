import type { Locator, Page } from '@playwright/test'
import { cut, refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  clipboard,
  connectForms,
  dialog,
  expect,
  expectAccessibleState,
  openApp,
  openFormsPart,
  type Started,
  test,
} from './kit.ts'

/** Webhooks: made, changed, paused, deleted, and their secret replaced. */

const integration = 'https://integra.vitrine.example/formularios'
const old = 'https://antigo.vitrine.example/webhook'
let { faults, session } = {} as Started
test.beforeEach(async ({ page, start }) => {
  const started = await start({ leads: 50, entries: 10 })
  ;({ faults, session } = started)
  await connectForms(session, started.demo)
  await openApp(page, session)
})

const event = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })
const row = (page: Page, url: string): Locator => page.getByRole('row').filter({ hasText: url })

const open = (page: Page) => openFormsPart(page, 'Webhooks')

async function menu(page: Page, url: string, item: string): Promise<void> {
  await row(page, url).getByRole('button', { name: 'Mais ações de' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a webhook is made with a secret shown once, then changed, paused, resumed and deleted', async ({ page }) => {
  await open(page)
  const made = 'https://sistema.example/aviso'
  await test.step('it needs an https address and an event', async () => {
    await page.keyboard.press('n')
    const url = dialog(page).getByRole('textbox', { name: 'Endereço que recebe os avisos' })
    await url.fill('http://sistema.example/aviso')
    await expect(url).toHaveAccessibleDescription(/O serviço só aceita endereços https/)
    await url.fill(made)
    await event(page, 'Resposta criada').uncheck()
    await dialog(page).getByRole('button', { name: 'Criar webhook' }).click()
    await expect(dialog(page).getByText('Escolha ao menos um evento.')).toBeVisible()
    await expectAccessibleState(page, '[role=dialog]')
    await event(page, 'Resposta excluída').check()
    await dialog(page).getByRole('combobox', { name: 'De qual formulário' }).click()
    await page.getByRole('option', { name: 'Contato do site' }).click()
    await dialog(page).getByRole('button', { name: 'Criar webhook' }).click()
  })
  await test.step('its secret is nowhere once it was copied', async () => {
    const secret = dialog(page).getByRole('textbox', { name: 'Segredo de assinatura' })
    await expect(secret).toHaveValue(/^whsec_/)
    const shown = await secret.inputValue()
    await expectAccessibleState(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toContainText('O segredo ainda não foi copiado')
    await dialog(page).getByRole('button', { name: 'Copiar o segredo' }).click()
    await expect.poll(() => clipboard(page)).toBe(shown)
    await dialog(page).getByRole('button', { name: 'Já guardei o segredo' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, made)).toContainText('Contato do site')
    expect(await page.content()).not.toContain(shown)
  })
  await test.step('it is changed, paused and resumed', async () => {
    await menu(page, made, 'Editar…')
    await expect(dialog(page).getByText('O serviço não permite mudar o formulário de um webhook.')).toBeVisible()
    await event(page, 'Formulário alterado').check()
    await expectAccessibleState(page, '[role=dialog]')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, made)).toContainText('Formulário alterado')
    await expect(dialog(page)).toBeHidden()
    // The list may show a change before its own answer arrives: until then the switch is disabled.
    const active = row(page, made).getByRole('switch')
    await expect(active).toBeEnabled()
    await active.press('Space')
    await expect(row(page, made)).toContainText('pausado')
    await expect(active).toBeEnabled()
    await menu(page, made, 'Retomar')
    await expect(row(page, made)).toContainText('ativo')
    await expect(active).toBeEnabled()
  })
  await menu(page, made, 'Excluir…')
  await expect(dialog(page)).toContainText(`os avisos para ${made}`)
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Excluir webhook' }).click()
  await expect(row(page, made)).toBeHidden()
})

test('a secret is replaced by a new webhook, and the old one is paused once the secret is in place', async ({
  page,
}) => {
  await open(page)
  await menu(page, integration, 'Trocar o segredo…')
  await expect(dialog(page)).toContainText('O serviço não troca o segredo de um webhook.')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Criar o novo webhook' }).click()
  await expect(dialog(page).getByText('O novo está ativo no serviço.')).toBeVisible()
  const field = dialog(page).getByRole('textbox', { name: 'Segredo de assinatura' })
  await expect(field).toHaveValue(/^whsec_/)
  const secret = await field.inputValue()
  await expect(dialog(page).getByRole('button', { name: 'Continuar' })).toBeDisabled()
  await expectAccessibleState(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText('O novo webhook continua criado.')
  await dialog(page).getByRole('checkbox', { name: 'Coloquei o segredo novo no meu sistema' }).check()
  await dialog(page).getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog(page)).toContainText('será pausado')
  await dialog(page).getByRole('button', { name: 'Pausar o antigo' }).click()
  await expect(page.getByText('Segredo trocado.')).toBeVisible()
  await expect(row(page, integration)).toHaveCount(2)
  await expect(row(page, integration).filter({ hasText: 'nº 71' })).toContainText('pausado')
  await expect(row(page, integration).filter({ hasNotText: 'nº 71' })).toContainText('ativo')
  expect(await page.content()).not.toContain(secret)
})

test('a deletion without confirmation is reported, and checked on request', async ({ page }) => {
  await open(page)
  faults.set(faultPlan().on(/\/webhooks\/\d+$/, { method: 'DELETE', fault: cut() }))
  await menu(page, old, 'Excluir…')
  await dialog(page).getByRole('button', { name: 'Excluir webhook' }).click()
  const band = page.getByRole('alert').filter({ hasText: 'excluir webhook' })
  await expect(band).toContainText('Não repita; verifique antes.')
  await band.getByRole('button', { name: /^Verificar/ }).click()
  await expect(page.getByText(/^Confirmado:/)).toBeVisible()
  await expect(row(page, old)).toBeHidden()

  faults.set(faultPlan().on(/\/webhooks$/, { times: 9, fault: refused(403) }))
  await page.getByRole('button', { name: 'Atualizar', exact: true }).click()
  await expect(page.getByText(/^A lista mostrada é de (hoje|ontem)/)).toBeVisible()
  await expect(row(page, integration)).toContainText('ativo')
})
