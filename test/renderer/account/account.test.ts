import { describe, expect, it } from 'vitest'
import type { FormsAccount, Usage } from '../../../preload/contract/form-service.ts'
import { createAccountStore } from '../../../renderer/account/feature.ts'
import { monthAfter, monthOfPeriod, nearness, percentOf, trendOf } from '../../../renderer/account/months.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createFakeBridge, refuses } from '../../kit/fake-bridge.ts'

const account: FormsAccount = {
  id: 512,
  name: 'Vitrine Móveis',
  email: null,
  plan: { name: 'Profissional', forms_limit: -1, entries_limit: 50_000, api_access: true },
  created_at: '2023-02-14T12:30:00Z',
  read_at: '2026-11-20T12:00:00Z',
}
const usage = (period: string, entries: number): Usage => ({
  period,
  forms: { used: 3, limit: -1 },
  entries: { used: entries, limit: 1000 },
  api_calls: null,
  storage_mb: { used: 1, limit: 2048 },
  read_at: '2026-11-20T12:00:00Z',
})

describe('the account', () => {
  function setUp() {
    const months: Usage[] = [usage('2026-09', 100)]
    const bridge = createFakeBridge({
      'account.read': () => account,
      'account.months': () => [...months],
      'account.usage': ({ period }) => {
        const answer = usage(period === 'current' ? '2026-11' : period, 200)
        months.push(answer)
        return answer
      },
    })
    return { bridge, store: createAccountStore({ ask: createAsk(bridge) }) }
  }

  it('is read with the month that the service calls the current one', async () => {
    const { store } = setUp()
    await store.getState().open('c1')
    expect(readyValue(store.getState().account)).toEqual(account)
    expect(store.getState().named).toEqual({ current: '2026-11' })
    expect(readyValue(store.getState().months)?.map(({ period }) => period)).toEqual(['2026-09', '2026-11'])
  })

  it('shows the months that were seen when the service does not answer', async () => {
    const { bridge, store } = setUp()
    bridge.answer('account.usage', refuses('offline'))
    bridge.answer('account.read', ({ fresh }) => (fresh ? refuses('offline')() : account))
    await store.getState().open('c1')
    await store.getState().choose('2026-09')
    expect(store.getState()).toMatchObject({ failure: { code: 'offline' }, working: null, period: '2026-09' })
    expect(readyValue(store.getState().months)).toHaveLength(1)
  })

  it('asks for a month once it is chosen', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('c1')
    await store.getState().choose('2026-05')
    await store.getState().choose('2026-05')
    expect(bridge.inputs('account.usage')).toEqual([
      { connection_id: 'c1', period: 'current' },
      { connection_id: 'c1', period: '2026-05' },
    ])
  })
})

describe('a use towards its limit', () => {
  it('warns at 80 and at 95 percent, and not without a limit', () => {
    const states = [799, 800, 949, 950, 1000, 1200].map((used) => nearness(percentOf({ used, limit: 1000 })))
    expect(states).toEqual(['fine', 'near', 'near', 'almost', 'reached', 'reached'])
    expect(nearness(percentOf({ used: 5000, limit: -1 }))).toBe('none')
    expect(percentOf({ used: 0, limit: 0 })).toBe(0)
  })
})

describe('months', () => {
  it('go over the turn of the year', () => {
    expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
  })

  it('are named as the service named them, else by this computer’s clock', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    expect(monthOfPeriod('current', {}, now)).toBe('2026-11')
    expect(monthOfPeriod('previous', {}, now)).toBe('2026-10')
    expect(monthOfPeriod('current', { current: '2026-12' }, now)).toBe('2026-12')
    expect(monthOfPeriod('2026-03', {}, now)).toBe('2026-03')
  })

  it('that were never opened are gaps in the trend', () => {
    expect(trendOf([usage('2026-11', 7), usage('2026-09', 5)], 'entries')).toEqual([
      { month: '2026-09', used: 5 },
      { month: '2026-10', used: null },
      { month: '2026-11', used: 7 },
    ])
    expect(trendOf([], 'entries')).toEqual([])
  })
})
