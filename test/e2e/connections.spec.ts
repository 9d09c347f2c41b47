import type { Locator, Page } from '@playwright/test'
import { refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { chooseItem, expect, expectAccessibleState, goTo, type Opened, press, test } from './kit.ts'

/** A connection is created, checked and repaired. */

let { demo, faults } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo, faults } = await openPlatform({ leads: 20, name: 'Principal', area: 'Conexões' }))
})

const form = (page: Page) => page.getByRole('region', { name: /^(Nova conexão|Editar )/ })
const check = (page: Page) => page.getByRole('region', { name: 'Verificação' })
/** What the check came to. */
const result = (page: Page) => check(page).getByRole('status')
const step = (page: Page, name: string) =>
  check(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name} `) })
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) })

const token = (page: Page): Locator => form(page).getByRole('textbox', { name: 'Chave de acesso' })

test('a new connection is checked step by step; a rejected token stays until another one replaces it', async ({
  page,
}) => {
  await test.step('a rejected token is reported at its step', async () => {
    await press(page, 'Nova conexão')
    const { url, accountId, brand } = demo.platform
    const values = { Nome: 'Equipe Vendas', Endereço: url, 'Número da conta': `${accountId}`, Marca: brand }
    for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label).fill(value)
    await token(page).fill('um-token-errado')
    await press(form(page), 'Salvar e verificar')
    await expect(result(page)).toHaveText('Salva, mas ainda não funciona. Veja o que falta:')
    await expect(step(page, 'Chave')).toContainText('falhou')
    await expect(step(page, 'Chave')).toContainText('A chave não foi aceita. Ela continua guardada')
    await expect(step(page, 'Conta')).toContainText('Não verificado, porque uma etapa anterior falhou.')
    await expectAccessibleState(page)
    await expect(row(page, 'Equipe Vendas')).not.toContainText('sem chave')
    await expect(token(page)).toHaveValue('')
  })
  await test.step('a connection that passes leads to a first sheet', async () => {
    await chooseItem(page, 'Mais ações de Equipe Vendas', 'Trocar a chave')
    await expect(token(page)).toBeFocused()
    await token(page).fill(demo.platform.token)
    await token(page).press('Enter')
    await expect(result(page)).toHaveText('Tudo certo: a conexão está pronta para usar.')
    await expect(step(page, 'Relógio')).toContainText('O relógio deste computador está certo.')
    await expectAccessibleState(page)
    expect(await page.content()).not.toContain(demo.platform.token)
    const facts = `conta ${demo.platform.accountId} · marca vitrine · 0 planilhas`
    await expect(row(page, 'Equipe Vendas')).toContainText(facts)
    await press(check(page), 'Criar uma planilha')
    await expect(page.getByRole('dialog', { name: 'Nova planilha' })).toBeVisible()
  })
})

test('a key that is refused later is shown in the list, and every screen leads to its field', async ({ page }) => {
  faults.set(faultPlan().on(/./, { times: 9, fault: refused(401) }))
  await goTo(page, 'Conversas')
  await press(page.getByRole('main'), 'Trocar a chave')
  await expect(token(page)).toBeFocused()
  await expect(row(page, 'Principal')).toContainText('O serviço recusa a chave de acesso desde')
  await goTo(page, 'Relatórios')
  await press(page.getByRole('banner'), 'trocar a chave')
  await expect(token(page)).toBeFocused()
  faults.set()
  await token(page).fill(demo.platform.token)
  await token(page).press('Enter')
  await expect(result(page)).toContainText('Tudo certo')
  await expect(row(page, 'Principal')).not.toContainText('recusa')
})
