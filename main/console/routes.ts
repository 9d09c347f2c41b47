import type { Route, RouteParameter } from '../../preload/contract/console.ts'
import { conversationStatuses } from '../../preload/values/conversation-fields.ts'
import { leadFilterNames, leadFilters } from '../../preload/values/lead-filters.ts'

/** A row of a document, with properties that it does not state itself. */
export interface RouteRow {
  readonly group: string
  readonly method: Route['method']
  readonly path: string
  readonly query?: readonly RouteParameter[]
  readonly body?: unknown
  /** By default a GET reads, a DELETE destroys, and anything else writes. */
  readonly effect?: Route['effect']
  readonly open?: true
}

/** The effect of a method where the document states nothing else. */
export function effectOf(method: Route['method']): Route['effect'] {
  if (method === 'GET') return 'reads'
  return method === 'DELETE' ? 'destroys' : 'writes'
}

type QueryType = Exclude<RouteParameter['type'], 'choice' | 'choices'>

/** An optional query parameter. */
export function query(name: string, type: QueryType): RouteParameter {
  return { name, in: 'query', type, required: false, choices: [] }
}

/** One of some words; with `many` any of them, in array form. */
export function choice(name: string, choices: readonly string[], many = false): RouteParameter {
  return { name, in: 'query', type: many ? 'choices' : 'choice', required: false, choices: [...choices] }
}

const account = '/api/v1/accounts/{account_id}'

const reports = '/api/v2/accounts/{account_id}/reports'

const leadFilterTypes = { day: 'date', id: 'integers', label: 'texts' } as const

/** Parameters of the lead export and, as body, of the cross-check (docs/services.md §2.3). */
const leadFilter = [
  ...leadFilterNames.map((name) => {
    const { values } = leadFilters[name]
    return values === 'status' ? choice(name, conversationStatuses, true) : query(name, leadFilterTypes[values])
  }),
  choice('agrupar', ['contato', 'conversa']),
]

/** The document shows none for the v2 reports; these are what a stored build accepts (docs/services.md §6.3). */
const reportQuery = [query('since', 'unix'), query('until', 'unix')]

/** Every documented route of the agent platform except those of the AI module. */
export const platformRows: readonly RouteRow[] = [
  {
    group: 'conversations',
    method: 'POST',
    path: `${account}/conversations/filter`,
    // It only searches.
    effect: 'reads',
    query: [query('page', 'integer')],
    body: {
      payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }],
    },
  },
  { group: 'contacts', method: 'GET', path: `${account}/contacts/search`, query: [query('q', 'text')] },
  { group: 'contacts', method: 'GET', path: `${account}/contacts/{id}/conversations` },
  {
    group: 'conversations',
    method: 'POST',
    path: `${account}/conversations/{id}/messages`,
    body: { content: '', message_type: 'outgoing' },
  },
  { group: 'reports', method: 'GET', path: `${account}/reports/agents`, query: reportQuery },
  {
    group: 'reports',
    method: 'GET',
    path: `${reports}/summary`,
    query: [choice('type', ['account']), ...reportQuery, query('timezone_offset', 'text')],
  },
  { group: 'reports', method: 'GET', path: `${reports}/inboxes`, query: reportQuery },
  { group: 'reports', method: 'GET', path: `${reports}/teams`, query: reportQuery },
  { group: 'reports', method: 'GET', path: `${reports}/labels`, query: reportQuery },
  {
    group: 'leads',
    method: 'GET',
    path: `${account}/{brand}/leads`,
    query: [...leadFilter, query('page', 'integer'), query('per_page', 'integer'), choice('formato', ['csv'])],
  },
  {
    group: 'leads',
    method: 'POST',
    path: `${account}/{brand}/leads/cruzar`,
    effect: 'reads',
    body: { chaves: ['11987654321'] },
  },
  { group: 'mcp', method: 'GET', path: '/.well-known/oauth-authorization-server/oauth/mcp/{account_id}' },
  { group: 'mcp', method: 'GET', path: '/.well-known/oauth-protected-resource/mcp/{account_id}/{slug}' },
  { group: 'documentation', method: 'GET', path: '/api/docs', open: true },
  { group: 'documentation', method: 'GET', path: '/api/docs/{categoria}/{slug}', open: true },
  {
    group: 'documentation',
    method: 'GET',
    path: '/api/docs/search',
    query: [query('q', 'text'), query('limite', 'integer'), query('categoria', 'text')],
    open: true,
  },
  { group: 'documentation', method: 'GET', path: '/llms.txt', open: true },
  { group: 'documentation', method: 'GET', path: '/llms-full.txt', open: true },
]

const paging = [query('page', 'integer'), query('per_page', 'integer')]
const formStatuses = ['active', 'draft', 'archived']
/**
 * Every documented route of the form service. Paths are relative to the connection's address, which ends in /api/v1.
 */
export const formsRows: readonly RouteRow[] = [
  {
    group: 'forms',
    method: 'GET',
    path: '/forms',
    query: [...paging, choice('status', formStatuses), query('search', 'text')],
  },
  {
    group: 'forms',
    method: 'POST',
    path: '/forms',
    body: { name: '', status: 'draft', fields: [{ type: 'text', label: '', required: false }] },
  },
  { group: 'forms', method: 'GET', path: '/forms/{id}' },
  { group: 'forms', method: 'PUT', path: '/forms/{id}', body: { name: '' } },
  { group: 'forms', method: 'DELETE', path: '/forms/{id}' },
  {
    group: 'forms',
    method: 'GET',
    path: '/forms/{id}/entries',
    query: [...paging, query('since', 'text'), query('until', 'text')],
  },
  { group: 'entries', method: 'GET', path: '/entries/{id}' },
  { group: 'entries', method: 'POST', path: '/entries', body: { form_id: 1, fields: {} } },
  { group: 'entries', method: 'DELETE', path: '/entries/{id}' },
  { group: 'webhooks', method: 'GET', path: '/webhooks' },
  { group: 'webhooks', method: 'POST', path: '/webhooks', body: { url: 'https://', events: ['entry.created'] } },
  { group: 'webhooks', method: 'PUT', path: '/webhooks/{id}', body: { is_active: true } },
  { group: 'webhooks', method: 'DELETE', path: '/webhooks/{id}' },
  { group: 'account', method: 'GET', path: '/account' },
  { group: 'account', method: 'GET', path: '/account/usage', query: [query('period', 'text')] },
]
