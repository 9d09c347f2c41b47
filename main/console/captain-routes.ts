import type { RouteParameter } from '../../preload/contract/console.ts'
import { query, type RouteRow } from './routes.ts'

/** One row of the table "AI and MCP module routes"; bodies begin with the root keys of features.md §8.8. */
interface CaptainRow {
  readonly methods: readonly RouteRow['method'][]
  /** After the prefix. */
  readonly path: string
  /** Of the GET. */
  readonly query?: readonly RouteParameter[]
  /** Of what is sent. */
  readonly body?: unknown
}

const prefix = '/api/v1/accounts/{account_id}/captain'
const all = ['GET', 'PATCH', 'PUT', 'DELETE'] as const
const period = [query('range', 'text'), query('timezone_offset', 'text')]
const paged = query('page', 'integer')

const response = { assistant_response: { question: '', answer: '', assistant_id: 1 } }
const assistant = { assistant: { name: '', description: '', config: { product_name: '' } } }
const scenario = { scenario: { title: '', description: '', instruction: '', enabled: true, tools: [] } }
const ownServer = { assistant_mcp_server: { captain_mcp_server_id: 1, enabled: true, tool_filters: [] } }
const server = { mcp_server: { name: '', description: '', url: 'https://', auth_type: 'none', enabled: true } }
const tool = {
  custom_tool: { title: '', description: '', endpoint_url: 'https://', http_method: 'GET', auth_type: 'none' },
}

const rows: readonly CaptainRow[] = [
  {
    methods: ['GET', 'POST'],
    path: '/assistant_responses',
    query: [query('assistant_id', 'integer'), query('document_id', 'integer'), query('search', 'text'), paged],
    body: response,
  },
  { methods: all, path: '/assistant_responses/{id}', body: response },
  { methods: ['GET', 'POST'], path: '/assistants', body: assistant },
  { methods: all, path: '/assistants/{id}', body: assistant },
  {
    methods: ['GET'],
    path: '/assistants/{id}/drilldown',
    query: [query('metric', 'text'), ...period, paged, query('per_page', 'integer')],
  },
  {
    methods: ['POST'],
    path: '/assistants/{id}/playground',
    body: { assistant: { message_content: '', message_history: [] } },
  },
  { methods: ['GET'], path: '/assistants/{id}/stats', query: period },
  { methods: ['GET'], path: '/assistants/{id}/summary', query: [...period, query('stats', 'text')] },
  { methods: ['GET'], path: '/assistants/tools' },
  { methods: ['GET', 'POST'], path: '/assistants/{assistant_id}/inboxes', body: { inbox: { inbox_id: 1 } } },
  { methods: ['DELETE'], path: '/assistants/{assistant_id}/inboxes/{inbox_id}' },
  { methods: ['GET', 'POST'], path: '/assistants/{assistant_id}/mcp_servers', body: ownServer },
  { methods: ['PATCH', 'PUT', 'DELETE'], path: '/assistants/{assistant_id}/mcp_servers/{id}', body: ownServer },
  { methods: ['GET', 'POST'], path: '/assistants/{assistant_id}/scenarios', body: scenario },
  { methods: all, path: '/assistants/{assistant_id}/scenarios/{id}', body: scenario },
  {
    methods: ['POST'],
    path: '/bulk_actions',
    body: { type: 'AssistantResponse', ids: [], fields: { status: 'approve' } },
  },
  {
    methods: ['GET', 'POST'],
    path: '/copilot_threads',
    query: [paged],
    body: { message: '', assistant_id: 1 },
  },
  {
    methods: ['GET', 'POST'],
    path: '/copilot_threads/{copilot_thread_id}/copilot_messages',
    body: { message: '' },
  },
  { methods: ['GET', 'POST'], path: '/custom_tools', query: [paged], body: tool },
  { methods: all, path: '/custom_tools/{id}', body: tool },
  { methods: ['POST'], path: '/custom_tools/test', body: tool },
  {
    methods: ['GET', 'POST'],
    path: '/documents',
    query: [query('assistant_id', 'integer'), paged],
    body: { document: { name: '', external_link: 'https://', assistant_id: 1 } },
  },
  { methods: ['GET', 'DELETE'], path: '/documents/{id}' },
  { methods: ['POST'], path: '/documents/{id}/sync' },
  { methods: ['GET', 'POST'], path: '/mcp_servers', query: [paged], body: server },
  { methods: all, path: '/mcp_servers/{id}', body: server },
  { methods: ['POST'], path: '/mcp_servers/{id}/connect' },
]

/** Every row of the AI module, a method each. */
export const captainRows: readonly RouteRow[] = rows.flatMap(({ methods, path, query: asked, body }) =>
  methods.map((method) => ({
    group: 'captain',
    method,
    path: prefix + path,
    ...(method === 'GET' && asked ? { query: asked } : {}),
    ...(method !== 'GET' && method !== 'DELETE' && body !== undefined ? { body } : {}),
    // It can delete responses, each of them for good.
    ...(path === '/bulk_actions' ? { effect: 'destroys' as const } : {}),
  })),
)
