import type { Locator, Page } from '@playwright/test'
import { cut } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { clipboard, dialog, expect, expectAccessibleState, type Opened, openFormsPart, press, test } from './kit.ts'

/** Webhooks: made, changed, paused, deleted. */

let { faults } = {} as Opened
test.beforeEach(async ({ page, openForms }) => {
  ;({ faults } = await openForms({ leads: 50 }))
  await openFormsPart(page, 'Webhooks')
})

const event = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })
const row = (page: Page, url: string): Locator => page.getByRole('row').filter({ hasText: url })

async function menu(page: Page, url: string, item: string): Promise<void> {
  await press(row(page, url), /^Mais ações de/)
  await page.getByRole('menuitem', { name: item }).click()
}

test('a webhook is made with a secret shown once, then changed, paused and deleted', async ({ page }) => {
  const made = 'https://sistema.example/aviso'
  await test.step('it needs an https address and an event', async () => {
    await page.keyboard.press('n')
    const url = dialog(page).getByRole('textbox', { name: 'Endereço que recebe os avisos' })
    await url.fill('http://sistema.example/aviso')
    await expect(url).toHaveAccessibleDescription(/O serviço só aceita endereços https/)
    await url.fill(made)
    await event(page, 'Resposta criada').uncheck()
    await press(dialog(page), 'Criar webhook')
    await expect(dialog(page).getByText('Escolha ao menos um evento.')).toBeVisible()
    await expectAccessibleState(page, '[role=dialog]')
    await event(page, 'Resposta excluída').check()
    await dialog(page).getByRole('combobox', { name: 'De qual formulário' }).click()
    await page.getByRole('option', { name: 'Contato do site' }).click()
    await press(dialog(page), 'Criar webhook')
  })
  await test.step('its secret is nowhere once it was copied', async () => {
    const secret = dialog(page).getByRole('textbox', { name: 'Segredo de assinatura' })
    await expect(secret).toHaveValue(/^whsec_/)
    const shown = await secret.inputValue()
    await expectAccessibleState(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toContainText('O segredo ainda não foi copiado')
    await press(dialog(page), 'Copiar o segredo')
    await expect.poll(() => clipboard(page)).toBe(shown)
    await press(dialog(page), 'Já guardei o segredo')
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, made)).toContainText('Contato do site')
    expect(await page.content()).not.toContain(shown)
  })
  await test.step('it is changed and paused', async () => {
    await menu(page, made, 'Editar…')
    await expect(dialog(page).getByText('O serviço não permite mudar o formulário de um webhook.')).toBeVisible()
    await event(page, 'Formulário alterado').check()
    await expectAccessibleState(page, '[role=dialog]')
    await press(dialog(page), 'Salvar')
    await expect(row(page, made)).toContainText('Formulário alterado')
    await expect(dialog(page)).toBeHidden()
    // The list may show a change before its own answer arrives: until then the switch is disabled.
    const active = row(page, made).getByRole('switch')
    await expect(active).toBeEnabled()
    await active.press('Space')
    await expect(row(page, made)).toContainText('pausado')
  })
  await test.step('its deletion without confirmation is reported, and checked on request', async () => {
    faults.set(faultPlan().on(/\/webhooks\/\d+$/, { method: 'DELETE', fault: cut() }))
    await menu(page, made, 'Excluir…')
    await expect(dialog(page)).toContainText(`os avisos para ${made}`)
    await expectAccessibleState(page, '[role=dialog]')
    await press(dialog(page), 'Excluir webhook')
    const band = page.getByRole('alert').filter({ hasText: 'excluir webhook' })
    await expect(band).toContainText('Não repita; verifique antes.')
    await press(band, /^Verificar/)
    await expect(page.getByText(/^Confirmado:/)).toBeVisible()
    await expect(row(page, made)).toBeHidden()
  })
})
