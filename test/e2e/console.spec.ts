import type { Locator, Page } from '@playwright/test'
import type { Route } from '../../preload/contract/console.ts'
import { hang, proxyPage } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  connect,
  connectForms,
  expect,
  expectAccessibleState,
  goTo,
  open,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

/** The console: every documented call, its answer in each way, writes, history, data sets. */

let { demo, faults, session } = {} as Started
let platformId: string
let formsId: string
test.beforeEach(async ({ page, start }) => {
  ;({ demo, faults, session } = await start({ leads: 60, entries: 30 }))
  platformId = await connect(session, demo)
  formsId = await connectForms(session, demo)
  await openApp(page, session)
  await goTo(page, 'Console')
})

const answer = (page: Page): Locator => page.getByRole('region', { name: 'Resposta', exact: true })
const status = (page: Page, code: number): Locator => answer(page).getByText(String(code), { exact: true })
const view = (page: Page, name: string) => answer(page).getByText(name, { exact: true }).click()
const part = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Partes do console' }).getByRole('button', { name }).click()
const inCatalogue = (page: Page, method: string, path: string): Locator =>
  page.getByTitle(path, { exact: true }).filter({ has: page.getByText(method, { exact: true }) })

async function choose(page: Page, connection: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Conta consultada' }).getByText(connection, { exact: true }).click()
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
}

type Values = Readonly<Record<string, string>>

/** What routes need to be answered with 200, by parameter; every number is that of a record of the demonstration. */
const ordinary: Values = {
  ...{ id: '1', assistant_id: '1', copilot_thread_id: '1', slug: 'estoque', q: 'a', since: '2026-01-01' },
  ...{
    until: '2026-12-31',
    type: 'account',
    created_after: '2020-01-01',
    metric: 'conversations_handled',
    stats: '{}',
  },
}

/** The same where a route means another record by a name. */
async function special(): Promise<ReadonlyMap<string, Values>> {
  const { platform, forms } = demo
  const read = async (url: string, headers: Values) =>
    (await fetch(url, { headers: { accept: 'application/json', ...headers } })).json()
  const account = `${platform.url}/api/v1/accounts/${platform.accountId}`
  const token = { api_access_token: platform.token }
  const contacts = await read(`${account}/contacts/search?q=a`, token)
  const docs = await read(`${platform.url}/api/docs`, {})
  const entries = await read(`${forms.url}/forms/301/entries`, { authorization: `Bearer ${forms.key}` })
  const [, categoria = '', slug = ''] = /\/api\/docs\/([^/]+)\/([^/]+)$/.exec(docs.articles[0].url) ?? []
  return new Map([
    ['/api/v1/accounts/{account_id}/contacts/{id}/conversations', { id: String(contacts.payload[0].id) }],
    ['/api/docs/{categoria}/{slug}', { categoria, slug }],
    ['/forms/{id}', { id: '301' }],
    ['/forms/{id}/entries', { id: '301', since: '', until: '' }],
    ['/entries/{id}', { id: String(entries.data[0].id) }],
  ])
}

async function fill(page: Page, { parameters }: Route, values: Values): Promise<void> {
  for (const { name, type } of parameters) {
    const value = values[name]
    if (value === undefined) continue
    if (type !== 'choice') {
      await page.getByRole('textbox', { name, exact: true }).fill(value)
      continue
    }
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: value }).click()
  }
}

test('an answer is shown as tree, table, text and type, and a list of it becomes a data set joined with leads', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await readSheet(session, platformId, 'Todos')
  await choose(page, 'Equipe Vendas')
  await inCatalogue(page, 'GET', '/api/v1/accounts/{account_id}/contacts/search').click()
  await page.getByRole('textbox', { name: 'q', exact: true }).fill('a')
  await send(page)
  await expect(status(page, 200)).toBeVisible()
  await answer(page)
    .getByRole('button', { name: /^payload/ })
    .click()
  await answer(page).getByRole('button', { name: /^0 / }).click()
  await expect(answer(page).getByText('phone_number')).toBeVisible()
  await expectAccessibleState(page)

  await view(page, 'Tabela')
  await expect(answer(page).getByRole('columnheader', { name: 'phone_number' })).toBeVisible()
  const path = answer(page).getByRole('textbox', { name: 'JSONPath' })
  await expect(path).toHaveValue('$.payload')
  await path.fill('$.payload[?(')
  await path.press('Enter')
  await expect(answer(page).getByText('Não é um JSONPath válido.')).toBeVisible()
  await path.fill('$.payload[?(@.id > 0)]')
  await path.press('Enter')
  await expect(answer(page).getByText(/achados?$/)).toBeVisible()
  await view(page, 'Texto')
  await expect(answer(page).getByText('"payload"')).toBeVisible()
  await view(page, 'Tipo')
  await expect(answer(page).getByRole('cell', { name: 'payload[].phone_number' })).toBeVisible()

  await answer(page).getByRole('button', { name: 'Guardar como dados' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Contatos achados')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('“Contatos achados” guardado')).toBeVisible()
  const [dataset] = await ask(session, 'datasets.list', { connection_id: platformId })
  const join = { column: 'id', by: 'contato_id' as const }
  await ask(session, 'datasets.join', { connection_id: platformId, id: dataset?.id ?? '', join })
  await part(page, /^Dados guardados/)
  await open(page, 'Contatos achados')
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos achados' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /lead_|Nome/ }).first()).toBeVisible()
})

test('a write is reviewed before it is sent once, and an unconfirmed one is not repeated', async ({ page }) => {
  await choose(page, 'Equipe Vendas')
  await page.getByText('Todas', { exact: true }).click()
  const tools = '/api/v1/accounts/{account_id}/captain/custom_tools'
  await inCatalogue(page, 'POST', tools).click()
  const body = page.getByRole('textbox', { name: 'Corpo em JSON' })
  await body.fill('{"custom_tool": {')
  await expect(page.getByText(/^Não é JSON/)).toBeVisible()
  const tool = { title: 'Do console', endpoint_url: 'https://a.example', auth_config: { token: 'segredo-do-teste' } }
  await body.fill(JSON.stringify({ custom_tool: tool }))
  await page.getByRole('button', { name: 'Conferir e enviar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conferir antes de enviar' })
  await expect(dialog).toContainText('/captain/custom_tools')
  await expect(dialog).toContainText('••••••')
  await expect(dialog).not.toContainText('segredo-do-teste')
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await expect(status(page, 200)).toBeVisible()
  await view(page, 'Texto')
  await expect(answer(page).getByText('Do console')).toBeVisible()
  await expect(answer(page)).not.toContainText('segredo-do-teste')

  // A deletion wants a word typed.
  await inCatalogue(page, 'DELETE', `${tools}/{id}`).click()
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('999999')
  await page.getByRole('button', { name: 'Conferir e enviar…' }).click()
  await expect(dialog.getByRole('button', { name: 'Enviar agora' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('apagar')
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await expect(status(page, 404)).toBeVisible()

  faults.set(faultPlan().on(/assistants$/, { times: 1, fault: proxyPage(504) }))
  const before = (await ask(session, 'activity.list', { connection_id: platformId })).length
  await inCatalogue(page, 'POST', '/api/v1/accounts/{account_id}/captain/assistants').click()
  await page.getByRole('button', { name: 'Conferir e enviar…' }).click()
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await expect(status(page, 504)).toBeVisible()
  await expect(answer(page).getByText(/^Veio uma página/)).toBeVisible()
  const writes = await ask(session, 'activity.list', { connection_id: platformId })
  expect(writes).toHaveLength(before + 1)
  expect(writes[0]).toMatchObject({ kind: 'call', target: 'POST /captain/assistants', state: 'unknown' })
})

test('a slow call is cancelled, a free path is sent, and the history shows its answer again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await choose(page, 'Formulários do site')
  faults.set(faultPlan().on(/webhooks$/, { times: 1, fault: hang() }))
  await inCatalogue(page, 'GET', '/webhooks').click()
  await send(page)
  await expect(page.getByText('Esperando a resposta…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Esperando a resposta…')).toBeHidden()
  await page.getByRole('button', { name: /^Outro caminho/ }).click()
  const path = page.getByRole('textbox', { name: 'Caminho' })
  await path.fill('/../account')
  await send(page)
  await expect(page.getByText(/^O caminho precisa começar com uma barra/)).toBeVisible()
  await path.fill('/account')
  await send(page)
  await expect(status(page, 200)).toBeVisible()

  await part(page, /^Histórico/)
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Conta e plano', exact: true }).first().click()
  await expect(status(page, 200)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Conta e plano' })).toBeVisible()
  await part(page, /^Histórico/)
  await page.getByRole('textbox', { name: 'Buscar no histórico' }).fill('sem nenhuma assim')
  await expect(page.getByText('Nenhuma chamada com estas palavras')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar o histórico' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Limpar' }).click()
  await expect(page.getByText('Nenhuma chamada ainda')).toBeVisible()
})

test('every documented GET of both services is answered and recorded in the history', { tag: '@all' }, async ({
  page,
}) => {
  test.slow()
  const thread = { connection_id: platformId, method: 'POST' as const, query: [], confirmed: true }
  const path = '/api/v1/accounts/{account_id}/captain/copilot_threads'
  await ask(session, 'console.run', { ...thread, path, body: '{"message":"Oi","assistant_id":1}' })
  await ask(session, 'console.forget', { connection_id: platformId, id: null })
  const others = await special()
  for (const [connection, id] of [
    ['Equipe Vendas', platformId],
    ['Formulários do site', formsId],
  ] as const) {
    await choose(page, connection)
    const routes = (await ask(session, 'console.routes', { connection_id: id })).filter(
      ({ method }) => method === 'GET',
    )
    for (const route of routes) {
      await inCatalogue(page, 'GET', route.path).click()
      await fill(page, route, { ...ordinary, ...others.get(route.path) })
      await send(page)
      await expect(status(page, 200), route.id).toBeVisible()
    }
    const history = await ask(session, 'console.history', { connection_id: id })
    expect(history.map((call) => call.route).sort()).toEqual(routes.map((route) => route.id).sort())
  }
})
