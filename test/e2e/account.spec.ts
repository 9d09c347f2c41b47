import type { Page } from '@playwright/test'
import { refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import type { Serve } from '../kit/scripted-service.ts'
import {
  connectForms,
  dialog,
  expect,
  expectAccessibleState,
  type Opened,
  openFormsPart,
  press,
  test,
  useAccount,
} from './kit.ts'

/** Plan and usage of an account, month by month. */

let { faults, session } = {} as Opened
test.beforeEach(async ({ openForms }) => {
  ;({ faults, session } = await openForms({ leads: 50, entries: 20, now: new Date(now) }))
})

/** The months are those of the service, by its clock. */
const now = '2026-02-10T12:00:00Z'

/** A service whose account is nearly used up: it answers /account by the document, and no forms. */
async function connectFullAccount(serve: Serve): Promise<void> {
  const used = (value: number) => ({ used: value, limit: 100 })
  const answers: Readonly<Record<string, unknown>> = {
    '/api/v1/account': {
      id: 1,
      name: 'Conta cheia',
      email: 'cheia@vitrine.example',
      plan: { name: 'Básico', forms_limit: 100, entries_limit: 100, api_access: true },
      created_at: '2024-01-01T00:00:00Z',
    },
    '/api/v1/account/usage': {
      period: '2026-02',
      forms: used(79),
      entries: used(83),
      api_calls: used(97),
      storage_mb: used(120),
    },
    '/api/v1/forms': [],
  }
  const meta = { current_page: 1, per_page: 100, total: 0, last_page: 1 }
  const { origin } = await serve(({ path }) => {
    const data = answers[path]
    if (data === undefined)
      return { status: 404, json: { error: { code: 'resource_not_found', message: 'Not found.' } } }
    return { json: { data, meta } }
  })
  await connectForms(session, { forms: { url: `${origin}/api/v1`, key: 'uma-chave-de-teste' } }, 'Conta cheia')
}

const open = (page: Page) => openFormsPart(page, 'Conta e uso')
const usageOf = (page: Page, month: string) => page.getByRole('region', { name: `Uso de ${month}` })

test('plan and usage are read month by month, and remain with their trend when the service fails', async ({ page }) => {
  faults.set(faultPlan().on(/\/account/, { times: 9, fault: refused(403) }))
  await open(page)
  await expect(page.getByText('A conta ainda não foi lida')).toBeVisible()
  // The sentence is there before the service has refused.
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  faults.set()
  await press(page, 'Tentar de novo')
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('sem limite')
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('50.000')
  await expect(usageOf(page, 'fevereiro de 2026')).toContainText('3 · sem limite')
  await expect(page.getByRole('meter', { name: 'Respostas' })).toHaveAttribute('aria-valuetext', /de 50\.000/)
  await expectAccessibleState(page)
  const trend = page.getByRole('region', { name: 'Respostas, mês a mês' })
  await test.step('the month before and any other month are read', async () => {
    await page.getByText('Mês anterior').click()
    await expect(usageOf(page, 'janeiro de 2026')).toBeVisible()
    await page.getByText('Outro mês').click()
    await press(page, 'Escolher o mês: janeiro de 2026')
    await expect(dialog(page)).toBeVisible()
    await expectAccessibleState(page)
    await press(page, 'Ano anterior')
    await page.getByRole('button', { name: /^nov/i }).first().click()
    await expect(usageOf(page, 'novembro de 2025')).toBeVisible()
    await expect(trend.getByRole('button')).toHaveCount(4)
    await expect(trend.getByRole('button', { name: 'dezembro de 2025: não informado' })).toBeVisible()
    await expectAccessibleState(page)
  })
  await test.step('what was read remains with its date, and a bar of the trend leads to its month', async () => {
    faults.set(faultPlan().on(/./, { times: 99, fault: refused(403) }))
    await open(page)
    await expect(page.getByText(/^O que está na tela é de (hoje|ontem)/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Conta', exact: true })).toContainText('Vitrine Móveis')
    await press(trend, /^novembro de 2025/)
    await expect(usageOf(page, 'novembro de 2025').getByRole('meter')).toHaveCount(3)
    await press(trend, /^dezembro de 2025/)
    await expect(page.getByText('Este mês ainda não foi lido')).toBeVisible()
    await expectAccessibleState(page)
  })
})

test('another account is chosen in the top bar, whose use near a limit is shown in words', async ({ page, serve }) => {
  await connectFullAccount(serve)
  await open(page)
  await useAccount(page, 'Conta cheia')
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('Básico')
  const usage = usageOf(page, 'fevereiro de 2026')
  await expect(usage).toContainText('Respostas: 83% do limite do plano já foi usado.')
  await expect(usage).toContainText('Consultas à API: 97% do limite do plano já foi usado.')
  await expect(usage).toContainText('Armazenamento: o limite do plano foi atingido (120%).')
  await expect(usage).not.toContainText('Formulários: ')
  await expect(usage).toContainText('perto do limite: 83%')
  await expect(usage).toContainText('quase no limite: 97%')
  await expectAccessibleState(page)
  await page.getByRole('navigation', { name: 'Serviço de formulários' }).getByText('Formulários').click()
  await expect(page.getByText('Nenhum formulário nesta conta')).toBeVisible()
  await expectAccessibleState(page)
})
