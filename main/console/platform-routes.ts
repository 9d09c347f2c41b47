import { choice, query, type RouteRow } from './route-row.ts'

const account = '/api/v1/accounts/{account_id}'
const reports = '/api/v2/accounts/{account_id}/reports'
const statuses = ['open', 'pending', 'resolved', 'snoozed']

/** Parameters of the lead export and, as body, of the cross-check (agent-platform.md, "Lead export"). */
const leadFilter = [
  query('created_after', 'date'),
  query('created_before', 'date'),
  query('updated_after', 'date'),
  query('inbox_ids', 'integers'),
  query('assignee_ids', 'integers'),
  choice('status', statuses, true),
  query('with_labels', 'texts'),
  query('without_labels', 'texts'),
  choice('agrupar', ['contato', 'conversa']),
]

/** The document shows none for the v2 reports; these are what a stored build takes (features.md §8.7). */
const reportQuery = [query('since', 'unix'), query('until', 'unix')]

/** Every row of agent-platform.md but those of the AI module. */
export const platformRows: readonly RouteRow[] = [
  {
    group: 'conversations',
    method: 'POST',
    path: `${account}/conversations/filter`,
    // It only asks.
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
