import { afterAll, describe, expect, test } from 'vitest'
import { forms, platform, startSmall } from './kit.ts'

const demo = await startSmall()
afterAll(() => demo.close())

/**
 * Each documented route of the platform: method, path after the account, body, status, and keys its answer must have.
 */
type Row = readonly [method: string, path: string, body: unknown, status: number, keys: readonly string[]]

const period = 'since=1735700000&until=1800000000'
const filter = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }]

const answer = { question: 'a', answer: 'b', assistant_id: 1 }
const scenario = { title: 'a', description: 'b', instruction: 'c' }

/**
 * The rows of a collection of the AI module: its list, a new record of these fields, and the first one by its number.
 */
function collection(path: string, root: string, fields: Readonly<Record<string, unknown>>, key: string): Row[] {
  const all = `/captain/${path}`
  const one = `${all}/1`
  const changed = { [root]: { [key]: 'x' } }
  return [
    ['GET', all, undefined, 200, ['payload', 'meta']],
    ['POST', all, { [root]: fields }, 200, ['id']],
    ['GET', one, undefined, 200, [key]],
    ['PATCH', one, changed, 200, [key]],
    ['PUT', one, changed, 200, [key]],
    ['DELETE', one, undefined, 204, []],
  ]
}

const rows: readonly Row[] = [
  ['POST', '/conversations/filter?page=1', { payload: filter }, 200, ['meta', 'payload']],
  ['GET', '/contacts/search?q=silva', undefined, 200, ['meta', 'payload']],
  ['GET', '/contacts/1001/conversations', undefined, 200, ['payload']],
  ['POST', '/conversations/50001/messages', { content: 'Olá', message_type: 'outgoing' }, 200, ['id', 'content']],
  ['GET', `/reports/agents?${period}`, undefined, 200, ['0']],
  ['GET', `//api/v2/accounts/7/reports/summary?type=account&${period}`, undefined, 200, ['previous']],
  ['GET', `//api/v2/accounts/7/reports/inboxes?${period}`, undefined, 200, []],
  ['GET', `//api/v2/accounts/7/reports/teams?${period}`, undefined, 200, []],
  ['GET', `//api/v2/accounts/7/reports/labels?${period}`, undefined, 200, []],
  ['GET', '/vitrine/leads?created_after=2026-01-01', undefined, 200, ['meta', 'leads']],
  ['POST', '/vitrine/leads/cruzar', { chaves: ['11999998888'] }, 200, ['meta', 'resultados']],
  ...collection('assistant_responses', 'assistant_response', answer, 'answer'),
  ['GET', '/captain/assistants', undefined, 200, ['payload', 'meta']],
  ['POST', '/captain/assistants', { assistant: { name: 'Lia' } }, 200, ['id', 'name']],
  ['GET', '/captain/assistants/1', undefined, 200, ['name', 'config']],
  ['PATCH', '/captain/assistants/1', { assistant: { name: 'Nina 2' } }, 200, ['name']],
  ['PUT', '/captain/assistants/1', { assistant: { name: 'Nina' } }, 200, ['name']],
  ['DELETE', '/captain/assistants/3', undefined, 204, []],
  ['GET', '/captain/assistants/1/drilldown?metric=handoff_rate', undefined, 200, ['payload']],
  ['GET', '/captain/assistants/1/drilldown?metric=nada', undefined, 422, []],
  ['POST', '/captain/assistants/1/playground', { assistant: { message_content: 'Oi' } }, 200, ['response']],
  ['GET', '/captain/assistants/1/stats?range=7', undefined, 200, ['conversations_handled']],
  ['GET', '/captain/assistants/1/summary?stats[a]=1', undefined, 200, ['message']],
  ['GET', '/captain/assistants/tools', undefined, 200, ['0']],
  ['GET', '/captain/assistants/1/inboxes', undefined, 200, ['payload']],
  ['POST', '/captain/assistants/1/inboxes', { inbox: { inbox_id: 11 } }, 200, ['id']],
  ['DELETE', '/captain/assistants/1/inboxes/11', undefined, 204, []],
  ['GET', '/captain/assistants/1/mcp_servers', undefined, 200, ['payload']],
  ['POST', '/captain/assistants/1/mcp_servers', { assistant_mcp_server: { captain_mcp_server_id: 1 } }, 200, ['id']],
  ['PATCH', '/captain/assistants/1/mcp_servers/1', { assistant_mcp_server: { enabled: false } }, 200, ['enabled']],
  ['PUT', '/captain/assistants/1/mcp_servers/1', { assistant_mcp_server: { enabled: true } }, 200, ['enabled']],
  ['DELETE', '/captain/assistants/1/mcp_servers/1', undefined, 204, []],
  ...collection('assistants/1/scenarios', 'scenario', scenario, 'title'),
  ['POST', '/captain/bulk_actions', { type: 'AssistantResponse', ids: [2], fields: { status: 'approve' } }, 200, ['0']],
  ['POST', '/captain/copilot_threads', { message: 'Resuma', assistant_id: 1 }, 200, ['id', 'title']],
  ['GET', '/captain/copilot_threads', undefined, 200, ['payload']],
  ['POST', '/captain/copilot_threads/1/copilot_messages', { message: 'E agora?' }, 200, ['id', 'message']],
  ['GET', '/captain/copilot_threads/1/copilot_messages', undefined, 200, ['payload']],
  [
    'POST',
    '/captain/custom_tools/test',
    { custom_tool: { endpoint_url: 'https://a.example' } },
    200,
    ['status', 'body'],
  ],
  ...collection('custom_tools', 'custom_tool', { title: 'a', endpoint_url: 'https://a.example' }, 'title'),
  ['GET', '/captain/documents', undefined, 200, ['payload', 'meta']],
  ['POST', '/captain/documents', { document: { external_link: 'https://a.example', assistant_id: 1 } }, 200, ['id']],
  ['GET', '/captain/documents/1', undefined, 200, ['name']],
  ['POST', '/captain/documents/1/sync', {}, 200, ['status']],
  ['DELETE', '/captain/documents/1', undefined, 204, []],
  ['POST', '/captain/mcp_servers/1/connect', {}, 200, ['status', 'tools_count']],
  ...collection('mcp_servers', 'mcp_server', { name: 'a', url: 'https://a.example' }, 'name'),
  ['GET', '//.well-known/oauth-authorization-server/oauth/mcp/7', undefined, 200, ['issuer']],
  ['GET', '//.well-known/oauth-protected-resource/mcp/7/estoque', undefined, 200, ['resource']],
]

describe('each row of the platform document', () => {
  test.each(rows)('%s %s answers as written', async (method, path, body, status, keys) => {
    const reply = await platform(demo, path, { method, body })
    expect(reply.status).toBe(status)
    for (const key of keys) expect(reply.body).toHaveProperty(key)
  })

  test.each(rows)('%s %s wants a token', async (method, path, body) => {
    const reply = await platform(demo, path, { method, body, headers: {} })
    expect(reply.status).toBe(401)
    expect(reply.body.error).toEqual(expect.any(String))
  })
})

describe('the documentation', () => {
  test.each([
    ['/api/docs', ['articles', 'categories']],
    ['/api/docs/leads/cruzar-lista', ['body', 'title']],
    ['/api/docs/search?q=telefone&limite=1&categoria=leads', ['articles']],
  ])('%s is open to anybody and any origin', async (path, keys) => {
    const reply = await platform(demo, `/${path}`, { headers: {} })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(keys))
  })

  test.each(['/llms.txt', '/llms-full.txt'])('%s is text', async (path) => {
    const reply = await platform(demo, `/${path}`, { headers: {} })
    expect(reply.text).toMatch(/^# /)
  })

  test('search ranks by relevance and shows the term without minding accents', async () => {
    const reply = await platform(demo, '//api/docs/search?q=periodo', { headers: {} })
    expect(reply.body.articles[0].slug).toBe('exportar-leads')
    expect(reply.body.articles[0].excerpt).toContain('período')
  })

  test('an unknown article is a 404 that any origin may read', async () => {
    const reply = await platform(demo, '//api/docs/leads/nada', { headers: {} })
    expect(reply.status).toBe(404)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('what is refused', () => {
  const oi = { content: 'Oi' }
  const reports = '//api/v2/accounts/7/reports'
  const asAgent = () => ({ headers: { api_access_token: demo.platform.agentToken } })

  test.each([
    ['a wrong token', '/captain/assistants', { headers: { api_access_token: 'nada' } }, 401],
    ['an account of others', '//api/v1/accounts/8/captain/assistants', {}, 401],
    ['an account that does not exist', '//api/v1/accounts/99/captain/assistants', {}, 404],
    ['an unknown route', '/nada', {}, 404],
    ['another brand', '/outra/leads?created_after=2026-01-01', {}, 404],
    ['a filter that is not JSON', '/conversations/filter', { body: '{"payload":' }, 400],
    ['a blank search', '/contacts/search?q=', {}, 422],
    ['an unknown contact', '/contacts/999999999/conversations', {}, 404],
    ['a message with no content', '/conversations/50001/messages', { body: {} }, 422],
    [
      'a message from the customer',
      '/conversations/50001/messages',
      { body: { ...oi, message_type: 'incoming' } },
      422,
    ],
    ['a message to a conversation that does not exist', '/conversations/1/messages', { body: oi }, 404],
    ['a summary without a type', `${reports}/summary?${period}`, {}, 500],
    ['agents without a period', '/reports/agents', {}, 422],
    ['leads without a period', '/vitrine/leads?inbox_ids[]=11', {}, 422],
    ['leads of a date that is none', '/vitrine/leads?created_after=ontem', {}, 422],
    ['leads of an unknown status', '/vitrine/leads?created_after=2026-01-01&status[]=closed', {}, 422],
    ['leads of an inbox that is no number', '/vitrine/leads?created_after=2026-01-01&inbox_ids[]=vendas', {}, 422],
    ['leads of an unknown grouping', '/vitrine/leads?created_after=2026-01-01&agrupar=pessoa', {}, 422],
    ['a cross-check without a list', '/vitrine/leads/cruzar', { body: {} }, 422],
    ['a cross-check of numbers', '/vitrine/leads/cruzar', { body: { chaves: [5511999998888] } }, 422],
    ['a cross-check of an unknown status', '/vitrine/leads/cruzar', { body: { chaves: [], status: ['closed'] } }, 422],
    ['a cross-check that is not JSON', '/vitrine/leads/cruzar', { body: '{"chaves":' }, 400],
  ])('%s is refused with an error', async (_, path, options, status) => {
    const reply = await platform(demo, path, options)
    expect(reply.status).toBe(status)
    expect(reply.body.error).toEqual(expect.any(String))
  })

  test.each(['summary?type=account', 'teams'])(
    'a report without a period is refused without words (%s)',
    async (path) => {
      expect((await platform(demo, `${reports}/${path}`)).status).toBe(422)
    },
  )

  test('an agent who is no administrator gets 401 from export, cross-check and reports, not from the rest', async () => {
    const statuses = await Promise.all([
      platform(demo, '/vitrine/leads?created_after=2026-01-01', asAgent()),
      platform(demo, '/vitrine/leads/cruzar', { ...asAgent(), body: { chaves: [] } }),
      platform(demo, `//api/v2/accounts/7/reports/inboxes?${period}`, asAgent()),
      platform(demo, '/contacts/search?q=ana', asAgent()),
    ])
    expect(statuses.map((reply) => reply.status)).toEqual([401, 401, 401, 200])
  })
})

test('a call that does not ask for JSON, or sends something else, is refused by both services', async () => {
  const token = { api_access_token: demo.platform.token }
  const key = { authorization: `Bearer ${demo.forms.key}` }
  const any = { accept: '*/*' }
  const plain = { 'content-type': 'text/plain' }
  expect(await platform(demo, '/captain/assistants', { headers: { ...token, ...any } })).toMatchObject({ status: 406 })
  const assistant = { headers: { ...token, ...plain }, body: { name: 'Ana' } }
  expect(await platform(demo, '/captain/assistants', assistant)).toMatchObject({ status: 415 })
  expect(await platform(demo, '//api/docs', { headers: any })).toMatchObject({ status: 200 })
  const refused = { status: 400, body: { error: { code: 'bad_request' } } }
  expect(await forms(demo, '/account', { headers: { ...key, ...any } })).toMatchObject(refused)
  expect(await forms(demo, '/forms', { headers: { ...key, ...plain }, body: { name: 'x' } })).toMatchObject(refused)
})
