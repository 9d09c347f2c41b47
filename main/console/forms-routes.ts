import { choice, query, type RouteRow } from './route-row.ts'

const paging = [query('page', 'integer'), query('per_page', 'integer')]
const statuses = ['active', 'draft', 'archived']

/** Every row of form-collection.md; paths are relative to the address of the connection, which ends in /api/v1. */
export const formsRows: readonly RouteRow[] = [
  {
    group: 'forms',
    method: 'GET',
    path: '/forms',
    query: [...paging, choice('status', statuses), query('search', 'text')],
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
