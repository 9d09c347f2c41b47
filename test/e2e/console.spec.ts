import type { Locator, Page } from '@playwright/test'
import type { Route } from '../../preload/contract/console.ts'
import { proxyPage } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { ask, connectForms, dialog, expect, expectAccessibleState, type Opened, press, test } from './kit.ts'

/** The console: every documented call, its answer in each way, writes, history, data sets. */

let { demo, faults, session, connection } = {} as Opened
let formsId: string
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo, faults, session, connection } = await openPlatform({ leads: 60, entries: 30, area: 'Console' }))
  formsId = await connectForms(session, demo)
})

const answer = (page: Page): Locator => page.getByRole('region', { name: 'Resposta', exact: true })
const status = (page: Page, code: number): Locator => answer(page).getByText(String(code), { exact: true })
const view = (page: Page, name: string) => answer(page).getByText(name, { exact: true }).click()
const part = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Partes do console' }).getByRole('button', { name }).click()
const inCatalogue = (page: Page, method: string, path: string): Locator =>
  page.getByTitle(path, { exact: true }).filter({ has: page.getByText(method, { exact: true }) })

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Conta consultada' }).getByText(name, { exact: true }).click()
}

const send = (page: Page) => press(page, 'Enviar')

type Values = Readonly<Record<string, string>>

/** What routes need to be answered with 200, by parameter; every number is that of a record of the demonstration. */
const ordinary: Values = {
  ...{ id: '1', assistant_id: '1', copilot_thread_id: '1', slug: 'estoque', q: 'a', type: 'account', stats: '{}' },
  ...{ since: '2026-01-01', until: '2026-12-31', created_after: '2020-01-01', metric: 'conversations_handled' },
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

test('an answer is shown as tree, table, text and type, and a list of it becomes a data set', async ({ page }) => {
  await choose(page, 'Equipe Vendas')
  await inCatalogue(page, 'GET', '/api/v1/accounts/{account_id}/contacts/search').click()
  await page.getByRole('textbox', { name: 'q', exact: true }).fill('a')
  await send(page)
  await expect(status(page, 200)).toBeVisible()
  await press(answer(page), /^payload/)
  await press(answer(page), /^0 /)
  await expect(answer(page).getByText('phone_number')).toBeVisible()
  await expectAccessibleState(page)

  await view(page, 'Tabela')
  await expect(answer(page).getByRole('columnheader', { name: 'phone_number' })).toBeVisible()
  const path = answer(page).getByRole('textbox', { name: 'JSONPath' })
  await expect(path).toHaveValue('$.payload')
  await path.fill('$.payload[?(@.id > 0)]')
  await path.press('Enter')
  await expect(answer(page).getByText(/achados?$/)).toBeVisible()
  await view(page, 'Texto')
  await expect(answer(page).getByText('"payload"')).toBeVisible()
  await view(page, 'Tipo')
  await expect(answer(page).getByRole('cell', { name: 'payload[].phone_number' })).toBeVisible()

  await press(answer(page), 'Guardar como dados')
  await dialog(page).getByRole('textbox', { name: 'Nome' }).fill('Contatos achados')
  await press(dialog(page), 'Guardar')
  await expect(page.getByText('“Contatos achados” guardado')).toBeVisible()
  await part(page, /^Dados guardados/)
  await press(page, 'Contatos achados')
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos achados' })).toBeVisible()
})

test('a write is reviewed before it is sent once, and an unconfirmed one is not repeated', async ({ page }) => {
  await choose(page, 'Equipe Vendas')
  await page.getByText('Todas', { exact: true }).click()
  const tools = '/api/v1/accounts/{account_id}/captain/custom_tools'
  await inCatalogue(page, 'POST', tools).click()
  const tool = { title: 'Do console', endpoint_url: 'https://a.example', auth_config: { token: 'segredo-do-teste' } }
  await page.getByRole('textbox', { name: 'Corpo em JSON' }).fill(JSON.stringify({ custom_tool: tool }))
  await press(page, 'Conferir e enviar…')
  await expect(dialog(page)).toContainText('/captain/custom_tools')
  await expect(dialog(page)).toContainText('••••••')
  await expect(dialog(page)).not.toContainText('segredo-do-teste')
  await expectAccessibleState(page)
  await press(dialog(page), 'Enviar agora')
  await expect(status(page, 200)).toBeVisible()
  await view(page, 'Texto')
  await expect(answer(page).getByText('Do console')).toBeVisible()
  await expect(answer(page)).not.toContainText('segredo-do-teste')

  // A deletion wants a word typed.
  await inCatalogue(page, 'DELETE', `${tools}/{id}`).click()
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('999999')
  await press(page, 'Conferir e enviar…')
  await expect(dialog(page).getByRole('button', { name: 'Enviar agora' })).toBeDisabled()
  await dialog(page).getByRole('textbox').fill('apagar')
  await press(dialog(page), 'Enviar agora')
  await expect(status(page, 404)).toBeVisible()

  faults.set(faultPlan().on(/assistants$/, { times: 1, fault: proxyPage(504) }))
  const before = (await ask(session, 'activity.list', { connection_id: connection })).length
  await inCatalogue(page, 'POST', '/api/v1/accounts/{account_id}/captain/assistants').click()
  await press(page, 'Conferir e enviar…')
  await press(dialog(page), 'Enviar agora')
  await expect(status(page, 504)).toBeVisible()
  await expect(answer(page).getByText(/^Veio uma página/)).toBeVisible()
  const writes = await ask(session, 'activity.list', { connection_id: connection })
  expect(writes).toHaveLength(before + 1)
  expect(writes[0]).toMatchObject({ kind: 'call', target: 'POST /captain/assistants', state: 'unknown' })
})

test('a path outside of the catalogue is sent to the same host alone, and the history shows its answer again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await choose(page, 'Formulários do site')
  await press(page, /^Outro caminho/)
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
})

test('every documented GET of both services is answered and recorded in the history', { tag: '@all' }, async ({
  page,
}) => {
  test.slow()
  const thread = { connection_id: connection, method: 'POST' as const, query: [], confirmed: true }
  const path = '/api/v1/accounts/{account_id}/captain/copilot_threads'
  await ask(session, 'console.run', { ...thread, path, body: '{"message":"Oi","assistant_id":1}' })
  await ask(session, 'console.forget', { connection_id: connection, id: null })
  const others = await special()
  for (const [name, id] of [
    ['Equipe Vendas', connection],
    ['Formulários do site', formsId],
  ] as const) {
    await choose(page, name)
    const all = await ask(session, 'console.routes', { connection_id: id })
    const routes = all.filter(({ method }) => method === 'GET')
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
