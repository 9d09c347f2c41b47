import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../main/demo/http-server.ts'
import type { ConversationFilter } from '../../../preload/contract/conversations.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { conversationAttributes, valueOperators } from '../../../preload/values/conversation-fields.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startAccount } from '../../kit/leads.ts'
import { any, conversationOf, open, startFilter } from './conversation-kit.ts'

const leads = 300

/** What the app makes of one answer of the filter. */
async function pageFrom(json: unknown, page = 1) {
  const { ask } = await startFilter(() => ({ json }))
  return ask('conversations.page', { filter: open, page })
}

describe('a page of conversations', () => {
  test('has twenty-five, what the service counts, and whether there are more', async () => {
    const { ask } = await startAccount({ leads })
    const first = await ask('conversations.page', { filter: any, page: 1 })
    expect(first).toMatchObject({ page: 1, outside: 0, has_more: true })
    expect(first.conversations).toHaveLength(25)
    const all = first.all_count ?? 0
    const last = await ask('conversations.page', { filter: any, page: Math.ceil(all / 25) })
    expect(last.conversations).toHaveLength(all % 25 || 25)
    expect(last.has_more).toBe(all % 25 === 0)
    const beyond = await ask('conversations.page', { filter: any, page: Math.ceil(all / 25) + 1 })
    expect(beyond).toMatchObject({ conversations: [], has_more: false })
    const times = first.conversations.map(({ last_activity_at }) => last_activity_at ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('asks with the filter as the service wants it: chained by AND, null on the last, ids as numbers', async () => {
    const { ask, service } = await startFilter(() => ({ json: { meta: { all_count: 0 }, payload: [] } }))
    const filter: ConversationFilter = [
      { attribute_key: 'inbox_id', filter_operator: 'equal_to', values: ['11', 12] },
      { attribute_key: 'labels', filter_operator: 'not_equal_to', values: ['boleto'] },
      { attribute_key: 'team_id', filter_operator: 'is_not_present', values: [] },
      { attribute_key: 'created_at', filter_operator: 'is_greater_than', values: ['2026-01-01'] },
    ]
    await ask('conversations.page', { filter, page: 3 })
    const request = service.asked.at(-1)
    expect(request?.query.get('page')).toBe('3')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      payload: [
        { attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [11, 12], query_operator: 'AND' },
        { attribute_key: 'labels', filter_operator: 'not_equal_to', values: ['boleto'], query_operator: 'AND' },
        { attribute_key: 'team_id', filter_operator: 'is_not_present', values: [], query_operator: 'AND' },
        {
          attribute_key: 'created_at',
          filter_operator: 'is_greater_than',
          values: ['2025-12-31'],
          query_operator: null,
        },
      ],
    })
  })

  test('may compare every attribute with every operator that the document allows', async () => {
    const { ask } = await startAccount({ leads: 5 })
    for (const [attribute_key, { kind }] of Object.entries(conversationAttributes)) {
      if (kind === 'date') continue
      for (const filter_operator of valueOperators) {
        const isAbout = filter_operator === 'is_present' || filter_operator === 'is_not_present'
        const value = kind === 'id' || kind === 'number' ? 1 : 'palavra'
        const condition = { attribute_key, filter_operator, values: isAbout ? [] : [value] }
        const filter = [condition] as ConversationFilter
        const page = await ask('conversations.page', { filter, page: 1 })
        expect.soft(page.all_count, JSON.stringify(condition)).toEqual(expect.any(Number))
      }
    }
  })

  test('is not asked for with what the service would refuse', async () => {
    const { ask, demo } = await startAccount({ leads: 5 })
    const requestsBefore = demo.requests().length
    const wrong: ConversationFilter = [
      { attribute_key: 'status', filter_operator: 'days_before', values: [1] },
      { attribute_key: 'inbox_id', filter_operator: 'equal_to', values: ['Vendas'] },
      { attribute_key: 'created_at', filter_operator: 'is_less_than', values: ['2026-02-30'] },
      { attribute_key: 'created_at', filter_operator: 'is_less_than', values: ['2026-02-01', '2026-02-02'] },
      { attribute_key: 'created_at', filter_operator: 'days_before', values: ['x'] },
      { attribute_key: 'labels', filter_operator: 'equal_to', values: [] },
      { attribute_key: 'labels', filter_operator: 'is_present', values: ['boleto'] },
    ]
    for (const condition of wrong) {
      const answer = ask('conversations.page', { filter: [...open, condition], page: 1 })
      await expect(answer).rejects.toMatchObject({ code: 'bad_request', params: { place: 'filter.1' } })
    }
    expect(demo.requests()).toHaveLength(requestsBefore)
  })

  test.each<[string, Fault, string]>([
    ['the page of a proxy', fault.proxyPage(502), 'service_failed'],
    ['a refusal of the filter', fault.refused(422), 'service_refused'],
    ['a body that is cut', fault.cut(), 'offline'],
    ['the page of a hotel network', fault.captivePortal(), 'captive_portal'],
    ['a throttle', fault.throttledText(), 'rate_limited'],
    ['a missing right', fault.refused(403), 'forbidden'],
    ['a token that only this route does not know', fault.refused(401), 'forbidden'],
  ])('reports the failure: %s', async (_what, struck, code) => {
    const plan = faultPlan().on('/conversations/filter', { after: 1, fault: struck })
    const { ask } = await startAccount({ leads: 100, faults: plan })
    const page = ask('conversations.page', { filter: open, page: 1 })
    await expect(page).rejects.toMatchObject({ code })
    expect(plan.struck()).toBe(1)
  })
})

describe('an answer of the filter is understood', () => {
  const two = [conversationOf(1), conversationOf(2)]
  test.each<[string, unknown, number | null]>([
    ['with its counts beside the list', { meta: { all_count: 40 }, payload: two }, 40],
    ['wrapped in data', { data: { meta: { all_count: 40 }, payload: two } }, 40],
    ['bare', two, null],
    ['as a list alone', { payload: two }, null],
    ['with a list in data', { data: two, meta: { all_count: '40' } }, 40],
    ['with counts that are none', { meta: { all_count: null, mine_count: 3 }, payload: two }, null],
  ])('%s', async (_what, json, all_count) => {
    const page = await pageFrom(json)
    expect(page.conversations.map(({ id }) => id)).toEqual([1, 2])
    expect(page).toMatchObject({ all_count, has_more: all_count !== null })
  })

  test('as the last page where it is empty, however many it counts', async () => {
    const page = await pageFrom({ meta: { all_count: 40 }, payload: [] })
    expect(page).toMatchObject({ conversations: [], all_count: 40, has_more: false })
  })

  test.each<[string, unknown]>([
    ['no list', { message: 'ok' }],
    ['a word', 'ok'],
    ['items that are no conversations', [{ name: 'x' }, 7]],
  ])('or refused: %s', async (_what, json) => {
    await expect(pageFrom(json)).rejects.toMatchObject({ code: 'unexpected_body' })
  })

  test('with times of any writing, and 0 as none', async () => {
    const times = [1_793_502_000, 1_793_502_000_000, '1793502000', '2026-11-01T00:00:00-03:00', '2026-11-01 03:00:00']
    const none = [0, '0', null, '', 'ontem', -5]
    const json = [...times, ...none].map((created_at, place) => ({ id: place + 1, created_at, last_activity_at: 0 }))
    const { conversations } = await pageFrom(json)
    expect(conversations.map(({ created_at }) => created_at)).toEqual([
      ...times.map(() => '2026-11-01T03:00:00.000Z'),
      ...none.map(() => null),
    ])
  })
})

describe('a filter that the service breaks on', () => {
  const contains = { attribute_key: 'display_id' as const, filter_operator: 'contains' as const, values: [12] }
  const breaking = async () => {
    const { demo, ...rest } = await startAccount({ leads, modes: { filter: 'breaking' } })
    const filterRequests = () => demo.requests().filter(({ path }) => path.endsWith('/conversations/filter'))
    return { ...rest, asked: filterRequests, before: filterRequests().length }
  }
  const wrong = { code: 'filter_breaks', params: { condition: 2, attribute: 'display_id', operator: 'contains' } }

  test('is asked for once more, and the condition is named by its place', async () => {
    const { ask, asked, before } = await breaking()
    const filter: ConversationFilter = [...open, contains, ...open]
    await expect(ask('conversations.page', { filter, page: 1 })).rejects.toMatchObject(wrong)
    // Twice whole, once the account, and the conditions up to the one.
    expect(asked()).toHaveLength(before + 5)
    expect(ptBR.failures.filter_breaks(wrong.params)).toContain('condição 2, “Número da conversa contém”')
    const one = ask('conversations.page', { filter: [contains], page: 1 })
    await expect(one).rejects.toMatchObject({ code: 'filter_breaks', params: { condition: 1 } })
  })

  test('ends the reading of a set at once', async () => {
    const { ask, ended, asked, before } = await breaking()
    const started = await ask('conversations.keep', { filter: [...open, contains], name: 'Com 12' })
    expect(await ended(started)).toMatchObject({ state: 'failed', failure: wrong })
    expect(asked()).toHaveLength(before + 5)
  })

  test('is distinguished from a service that answers no filter, and from one that fails once', async () => {
    const faults = faultPlan().on('/conversations/filter', { after: 1, times: 4, fault: fault.refused(500) })
    const { ask } = await startAccount({ leads, faults })
    const page = () => ask('conversations.page', { filter: open, page: 1 })
    await expect(page()).rejects.toMatchObject({ code: 'service_failed', params: { status: 500 } })
    expect((await page()).conversations.length).toBeGreaterThan(0)
    expect(faults.struck()).toBe(4)
  })
})
