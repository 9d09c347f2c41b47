import type { Page } from '@playwright/test'
import type { ScriptedService } from '../kit/scripted-service.ts'
import { connect, connectForms, dialog, expect, goTo, type Opened, test, useAccount } from './kit.ts'

/** Several accounts of each service: one of each is in use, and named wherever something is written. */

let { demo, session } = {} as Opened
let support: ScriptedService
test.beforeEach(async ({ openPlatform, serve }) => {
  ;({ demo, session } = await openPlatform({ leads: 50, entries: 20, name: 'Vendas', sheets: ['Todos'] }))
  support = await serve(() => ({ json: { meta: { all_count: 0 }, payload: [] } }))
  await connect(session, { platform: { ...demo.platform, url: support.origin } }, 'Suporte')
  await connectForms(session, demo, 'Site')
  await connectForms(session, demo, 'Loja')
})

const inUse = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Conexão em uso/ })

test('the account of the top bar is the one that every screen of the platform asks, after a restart too', async ({
  page,
}) => {
  await useAccount(page, 'Suporte')
  const [asked, others] = [support.asked.length, demo.requests().length]
  const asks = { Conversas: '/filter', Contatos: '/contacts/search', Relatórios: '/reports', IA: '/captain' }
  for (const [area, path] of Object.entries(asks)) {
    await goTo(page, area)
    if (area === 'Contatos') await page.getByRole('textbox', { name: 'Buscar contato' }).fill('maria')
    await expect.poll(() => support.asked.slice(asked).some((one) => one.path.includes(path))).toBe(true)
    await expect(inUse(page)).toHaveText('Suporte')
    await expect(page.getByRole('main').getByRole('combobox', { name: /conta/i })).toHaveCount(0)
  }
  await goTo(page, 'Console')
  await expect(page.getByRole('main')).toContainText(new URL(support.origin).host)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(dialog(page).getByRole('combobox', { name: 'Conexão', exact: true })).toHaveValue('Suporte')
  await page.keyboard.press('Escape')
  await goTo(page, 'Formulários')
  await expect(inUse(page)).toHaveText('Site')
  await useAccount(page, 'Loja')
  const later = demo.requests().slice(others)
  expect(later.filter(({ path }) => !path.startsWith('/api/v1/forms'))).toEqual([])

  await page.reload()
  await expect(inUse(page)).toHaveText('Suporte')
  await goTo(page, 'Formulários')
  await expect(inUse(page)).toHaveText('Loja')
})
