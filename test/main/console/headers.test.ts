import { expect, test } from 'vitest'
import { startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'

const json = 'application/json'
const account = '/api/v1/accounts/7'

/** A service that answers anything, and what each request said of types. */
async function listening() {
  const service = await startService(() => ({ json: { data: { id: 3, name: 'Contato', fields: [] } } }))
  const types = () =>
    service.asked.map(({ method, path, headers }) => [method, path, headers.accept, headers['content-type']])
  return { origin: service.origin, types }
}

test('every call of the console to the form service asks for JSON, and sends JSON where it has a body', async () => {
  const { origin, types } = await listening()
  const { ask, connectForms } = await startWorkspace()
  await connectForms({ url: origin, key: 'chave-1' })
  const run = (method: 'GET' | 'POST' | 'DELETE', path: string, body: string | null = null) =>
    ask('console.run', { method, path, query: [], body, confirmed: true })
  await run('GET', '/forms/3')
  await run('GET', '/qualquer')
  await run('POST', '/forms', '{"name":"Contato"}')
  await run('DELETE', '/webhooks/3')
  expect(types()).toEqual(expect.arrayContaining([['GET', '/api/v1/qualquer', json, undefined]]))
  expect(types()).toEqual(expect.arrayContaining([['POST', '/api/v1/forms', json, json]]))
  expect(types()).toEqual(types().map(([method, path]) => [method, path, json, method === 'POST' ? json : undefined]))
})

test('a call of the console to the platform asks for what its row answers', async () => {
  const { origin, types } = await listening()
  const { ask, connect } = await startWorkspace()
  await connect({ url: origin, accountId: 7, brand: 'casa', token: 'chave-1' })
  const run = (method: 'GET' | 'POST', path: string, more: object = {}) =>
    ask('console.run', { method, path, query: [], body: null, confirmed: true, ...more })
  await run('GET', `${account}/captain/assistants`)
  await run('POST', `${account}/captain/assistants`, { body: '{"name":"Ana"}' })
  await run('GET', `${account}/casa/leads`, { query: [['formato', 'csv']] })
  await run('GET', '/api/v2/accounts/7/reports/labels')
  await run('GET', '/llms.txt')
  expect(types().slice(-5)).toEqual([
    ['GET', `${account}/captain/assistants`, json, undefined],
    ['POST', `${account}/captain/assistants`, json, json],
    ['GET', `${account}/casa/leads`, 'text/csv, */*;q=0.5', undefined],
    ['GET', '/api/v2/accounts/7/reports/labels', 'application/json, text/csv;q=0.9, */*;q=0.5', undefined],
    ['GET', '/llms.txt', 'application/json, text/markdown, text/plain;q=0.9', undefined],
  ])
})
