import { expect, test } from 'vitest'
import { openDatasets } from './open-datasets.ts'

test('an answer whose end was never noted is not shown nor saved: its secrets are not covered', async () => {
  const { ask } = openDatasets()
  const of = { connection_id: 'c1', id: 'call1' }
  const call = {
    id: of.id,
    at: '2026-11-20T12:00:00.000Z',
    method: 'GET' as const,
    path: '/x',
    query: [],
    body: null,
    route: 'GET /x',
    status: null,
    failure: 'host_gone' as const,
    ms: 0,
    headers: [],
    bytes: 0,
    cut: false,
  }
  await ask('console.begin', { connection_id: of.connection_id, call })
  await ask('console.append', { ...of, bytes: Buffer.from('{"secret":"s3nha-crua"}') })
  expect(await ask('console.text', { ...of, from: 0, count: 100 })).toEqual({ text: '', total: 0 })
  expect(await ask('console.bytes', { ...of, part: 0 })).toBeNull()
  await ask('console.finish', { connection_id: of.connection_id, call: { ...call, failure: null, bytes: 23 } })
  expect((await ask('console.text', { ...of, from: 0, count: 100 })).text).not.toContain('s3nha')
})
