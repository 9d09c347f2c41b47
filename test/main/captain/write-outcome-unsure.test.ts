import { expect, test } from 'vitest'
import type { Scripted } from '../../kit/service.ts'
import { startAnswering } from './account.ts'

const nina = { id: 3, name: 'Nina' }
const assistants = { resource: 'assistants' as const, parent: null }
const inboxes = { resource: 'inboxes' as const, parent: 1 }

test.each<[name: string, did: 'create' | 'remove', kind: typeof assistants | typeof inboxes, Scripted]>([
  [
    'made by a list that has the same, with an older date by a clock that is behind',
    'create',
    assistants,
    { json: { payload: [{ ...nina, created_at: '2020-01-01T00:00:00Z' }] } },
  ],
  [
    'made by a list whose total exceeds its records',
    'create',
    assistants,
    { json: { payload: [], meta: { total_count: 40 } } },
  ],
  [
    'deleted by a list whose total exceeds its records',
    'remove',
    inboxes,
    { json: { payload: [{ id: 9, created_at: '2020-01-01T00:00:00Z' }], meta: { total_count: 40 } } },
  ],
  ['deleted by an answer without anything', 'remove', assistants, { status: 204, text: '' }],
])('a write stays unknown: %s', async (_, did, kind, body) => {
  const { ask, answer } = await startAnswering()
  answer(() => (response) => response.destroy())
  const write =
    did === 'create'
      ? ask('captain.create', { ...kind, fields: { name: 'Nina' } })
      : ask('captain.remove', { ...kind, id: 3 })
  await expect(write).rejects.toMatchObject({ code: 'sent_unknown' })
  answer(() => body)
  const [noted] = await ask('activity.list', {})
  expect(await ask('activity.check', { id: noted?.id ?? '' })).toMatchObject({ state: 'unknown' })
})
