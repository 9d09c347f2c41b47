import { describe, expect, test } from 'vitest'
import { filterPayload } from '../../../main/conversations/filter.ts'
import type { ConversationCondition, ConversationFilter } from '../../../preload/contract/conversations.ts'
import { conversationsTable } from '../../../preload/values/conversation-fields.ts'
import { conversationOf, type Json, setOf, startFilter } from './conversation-kit.ts'

const created = (
  filter_operator: 'is_greater_than' | 'is_less_than' | 'days_before',
  value: string | number,
): ConversationCondition => ({ attribute_key: 'created_at', filter_operator, values: [value] })
const day = 86_400_000

/** What a service that compares whole days of UTC lets through (docs/services.md §4.6). */
function passes(payload: readonly unknown[], at: number, now: Date): boolean {
  const dayOf = (ms: number) => Math.floor(ms / day)
  return (payload as { filter_operator: string; values: [string | number] }[]).every(({ filter_operator, values }) => {
    const [value] = values
    if (filter_operator === 'days_before') return dayOf(at) < dayOf(now.getTime()) - Number(value)
    const limit = dayOf(Date.parse(String(value)))
    return filter_operator === 'is_less_than' ? dayOf(at) < limit : dayOf(at) > limit
  })
}

describe('the days of a filter', () => {
  test('are the person’s own: a day more is asked for at each side, whatever the zone and the hour', () => {
    const filters: ConversationFilter[] = [
      [created('is_greater_than', '2026-03-10')],
      [created('is_less_than', '2026-03-10')],
      [created('days_before', 3)],
      [created('days_before', 1)],
      [created('days_before', 0)],
      [created('is_greater_than', '2026-03-01'), created('is_less_than', '2026-03-12')],
    ]
    for (const zone of ['America/Sao_Paulo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      for (const hour of [0, 5, 11, 17, 23]) {
        const now = new Date(Date.UTC(2026, 2, 13, hour, 30))
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
        for (const filter of filters) {
          const { payload, days } = filterPayload(filter, { now, zone })
          // Every quarter of a day around it: whatever is within the person's days must be asked for.
          for (let at = Date.UTC(2026, 1, 25); at < Date.UTC(2026, 2, 16); at += day / 4) {
            const localDay = local.format(at)
            const { after, before } = days.created_at
            const isWanted = (after === null || localDay > after) && (before === null || localDay < before)
            if (isWanted && !passes(payload, at, now)) {
              expect.fail(`${zone} ${hour} h: ${JSON.stringify(filter)} misses ${new Date(at).toISOString()}`)
            }
          }
        }
      }
    }
  })

  test('of several conditions are the narrowest; days ago count from the person’s day', () => {
    const filter = [
      created('is_greater_than', '2026-03-01'),
      created('is_greater_than', '2026-03-05'),
      created('days_before', 2),
    ]
    const { days, payload } = filterPayload(filter, {
      now: new Date('2026-03-13T01:00:00Z'),
      zone: 'America/Sao_Paulo',
    })
    expect(days).toEqual({
      zone: 'America/Sao_Paulo',
      created_at: { after: '2026-03-05', before: '2026-03-10' },
      last_activity_at: { after: null, before: null },
    })
    expect(payload).toMatchObject([{ values: ['2026-02-28'] }, { values: ['2026-03-04'] }, { values: [1] }])
  })

  test('leave out what lies outside, in pages and in sets, and count it', async () => {
    const at = (id: number, time: string): Json => ({ ...conversationOf(id), created_at: Date.parse(time) / 1000 })
    const all = [
      at(1, '2026-03-10T23:59:59-03:00'),
      at(2, '2026-03-11T00:00:00-03:00'),
      at(3, '2026-03-11T23:30:00-03:00'),
      at(4, '2026-03-12T00:00:00-03:00'),
      { ...conversationOf(5), created_at: 0 },
    ]
    const workspace = await startFilter(() => ({ json: { meta: { all_count: 5 }, payload: all } }))
    const filter = [created('is_greater_than', '2026-03-10'), created('is_less_than', '2026-03-12')]
    const page = await workspace.ask('conversations.page', { filter, page: 1 })
    expect(page.conversations.map(({ id }) => id)).toEqual([2, 3, 5])
    expect(page).toMatchObject({ outside: 2, all_count: 5, has_more: false })

    const set = await workspace.ask('conversations.keep', { filter, name: 'Um dia' })
    expect(await workspace.ended(set)).toMatchObject({ state: 'done', done: 5 })
    expect(await setOf(workspace, set)).toMatchObject({
      state: 'complete',
      rows: 3,
      outside: 2,
      undated: 1,
      all_count: 5,
    })
    const rows = await workspace.rows(conversationsTable(set))
    expect(rows.map(({ id }) => id)).toEqual([2, 3, 5])
    await expect(workspace.ask('conversations.stored', { set: set.id, id: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
