import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { refused } from '../faults/faults.ts'
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

/** Plan and usage of an account, month by month (issue 3, section 3). */

const faults = faultSwitch()
let demo: Demo
let full: Server
let host: HostProcess
let session: Session
test.beforeAll(async () => {
  demo = await startDemo({ leads: 50, entries: 200, limits: { forms: 10_000 }, faults, now: new Date() })
  full = await startFullAccount()
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
  await connectForms(session, demo)
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
  full.close()
})
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  faults.set()
  await openApp(page, session)
})

/** A service whose account is nearly used up: it answers what the document says of /account, and no forms. */
async function startFullAccount(): Promise<Server> {
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
      period: new Date().toISOString().slice(0, 7),
      forms: used(79),
      entries: used(83),
      api_calls: used(97),
      storage_mb: used(120),
    },
    '/api/v1/forms': [],
  }
  const meta = { current_page: 1, per_page: 100, total: 0, last_page: 1 }
  const server = createServer((request, response) => {
    const data = answers[new URL(request.url ?? '/', 'http://localhost').pathname]
    response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' })
    const refusal = { error: { code: 'resource_not_found', message: 'Not found.' } }
    response.end(JSON.stringify(data === undefined ? refusal : { data, meta }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function open(page: Page): Promise<void> {
  await goTo(page, 'Formulários')
  await page
    .getByRole('navigation', { name: 'Serviço de formulários' })
    .getByRole('button', { name: 'Conta e uso', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Conta e uso' })).toBeVisible()
}

const month = (by: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by, 1))
}
const monthName = (by: number) =>
  new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month(by))

test('an account that could not be read says so, and is there once it could', async ({ page }) => {
  faults.set(faultPlan().on(/\/account/, { times: 9, fault: refused(403) }))
  await open(page)
  await expect(page.getByText('A conta ainda não foi lida')).toBeVisible()
  await expectAccessibleState(page)
  faults.set()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('sem limite')
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('50.000')
  await expect(page.getByRole('region', { name: `Uso de ${monthName(0)}` })).toContainText('3 · sem limite')
  await expect(page.getByRole('meter', { name: 'Respostas' })).toHaveAttribute('aria-valuetext', /de 50\.000/)
  await expectAccessibleState(page)
})

test('the month before and any other month are asked for, and stay in the trend', async ({ page }) => {
  await open(page)
  await page.getByText('Mês anterior').click()
  await expect(page.getByRole('region', { name: `Uso de ${monthName(-1)}` })).toBeVisible()
  await page.getByText('Outro mês').click()
  await page.getByRole('button', { name: `Escolher o mês: ${monthName(-1)}` }).click()
  await expect(page.getByRole('dialog', { name: 'Escolher o mês' })).toBeVisible()
  await expectAccessibleState(page)
  const wanted = month(-3)
  const short = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' }).format(wanted).replace('.', '')
  if (wanted.getUTCFullYear() !== month(0).getUTCFullYear())
    await page.getByRole('button', { name: 'Ano anterior' }).click()
  await page
    .getByRole('button', { name: new RegExp(`^${short}`, 'i') })
    .first()
    .click()
  await expect(page.getByRole('region', { name: `Uso de ${monthName(-3)}` })).toBeVisible()
  const trend = page.getByRole('region', { name: 'Respostas, mês a mês' })
  await expect(trend.getByRole('button')).toHaveCount(4)
  await expect(trend.getByRole('button', { name: `${monthName(-2)}: não informado` })).toBeVisible()
  await expectAccessibleState(page)
})

test('what was read stands without the service, and a bar of the trend leads to its month', async ({ page }) => {
  faults.set(faultPlan().on(/./, { times: 99, fault: refused(403) }))
  await open(page)
  await expect(page.getByText(/^O que está na tela é de (hoje|ontem)/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Conta', exact: true })).toContainText('Vitrine Móveis')
  const trend = page.getByRole('region', { name: 'Respostas, mês a mês' })
  await trend.getByRole('button', { name: monthName(-3) }).click()
  await expect(page.getByRole('region', { name: `Uso de ${monthName(-3)}` }).getByRole('meter')).toHaveCount(3)
  await trend.getByRole('button', { name: monthName(-2) }).click()
  await expect(page.getByText('Este mês ainda não foi lido')).toBeVisible()
  await expectAccessibleState(page)
})

test('a limit that is near is said in words at 80 and at 95 percent; accounts are chosen in the bar', async ({
  page,
}) => {
  const { port } = full.address() as AddressInfo
  await ask(session, 'connections.save', {
    service: 'forms',
    name: 'Conta cheia',
    base_url: `http://127.0.0.1:${port}/api/v1`,
    secret: 'uma-chave-de-teste',
  })
  await open(page)
  await page.getByRole('combobox', { name: 'Conta de formulários' }).click()
  await page.getByRole('option', { name: 'Conta cheia' }).click()
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('Básico')
  const usage = page.getByRole('region', { name: `Uso de ${monthName(0)}` })
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
