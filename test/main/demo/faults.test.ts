import { describe, expect, onTestFinished, test } from 'vitest'
import type { Demo, DemoOptions } from '../../../main/demo/demo.ts'
import { type Fault, type FaultPlan, parseFaults } from '../../../main/demo/http-server.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { forms, leadsPath, platform, startSmall } from './kit.ts'

async function withFaults(faults: FaultPlan, options: DemoOptions = {}): Promise<Demo> {
  const demo = await startSmall({ leads: 300, faults, ...options })
  onTestFinished(() => demo.close())
  return demo
}
const query = '?created_after=2020-01-01&per_page=50'

describe('a fault', () => {
  test('a 429 of the form service speaks its language', async () => {
    const one = await withFaults(faultPlan().on('/forms', { fault: fault.throttled(4) }))
    expect((await forms(one, '/forms')).body.error).toMatchObject({ code: 'rate_limit_exceeded', retry_after: 4 })
  })

  test('a delayed answer is the true one, later', async () => {
    const one = await withFaults(faultPlan().on('/leads', { fault: fault.delay(80) }))
    const start = performance.now()
    expect((await platform(one, leadsPath(one, query))).body.leads).toHaveLength(50)
    expect(performance.now() - start).toBeGreaterThan(75)
  })
})

describe('random faults', () => {
  const request = { service: 'platform' as const, method: 'GET', path: '/a/leads', query: new URLSearchParams() }
  const many = (plan: FaultPlan) => Array.from({ length: 4000 }, () => plan.next(request)?.kind)

  test('strike in the shares of their text, the same for the same seed', () => {
    const text = '429=0.05, reset=0.1, drift'
    const kinds = many(parseFaults(text, 9))
    expect(many(parseFaults(text, 9))).toEqual(kinds)
    const share = (kind: Fault['kind']) => kinds.filter((one) => one === kind).length / kinds.length
    expect(share('status')).toBeCloseTo(0.05, 1)
    expect(share('reset')).toBeCloseTo(0.1, 1)
    expect(share('drift')).toBeCloseTo(0.3, 1)
  })

  test.each(['nada=0.1', '429=2', '429=', 'reset=x'])('%s is not understood', (text) => {
    expect(() => parseFaults(text, 1)).toThrow(/unknown fault/)
  })

  test('drift changes the totals while pages are read', async () => {
    const one = await withFaults(parseFaults('drift=1', 3))
    const totals = new Set<number>()
    for (let page = 1; page <= 5; page++) {
      totals.add((await platform(one, leadsPath(one, `${query}&page=${page}`))).body.meta.total)
    }
    expect(totals.size).toBeGreaterThan(1)
  })
})

describe('the record of requests', () => {
  test('has every request with its status and none of the secrets', async () => {
    const one = await withFaults(faultPlan())
    await platform(one, leadsPath(one, query))
    await platform(one, '/captain/assistants', { headers: {} })
    await forms(one, '/account')
    const account = '/api/v1/accounts/7'
    expect(one.requests()).toMatchObject([
      { service: 'platform', method: 'GET', path: `${account}/vitrine/leads`, status: 200, query: query.slice(1) },
      { service: 'platform', path: `${account}/captain/assistants`, status: 401 },
      { service: 'forms', path: '/api/v1/account', status: 200 },
    ])
    const text = JSON.stringify(one.requests())
    for (const secret of [one.platform.token, one.platform.agentToken, one.forms.key])
      expect(text).not.toContain(secret)
  })
})

describe('throttles of the platform', () => {
  test('answer in plain text and without a time to wait', async () => {
    const one = await withFaults(faultPlan(), { limits: { contactSearch: 2, reports: 2, platform: 10 } })
    const search = await Promise.all(Array.from({ length: 9 }, () => platform(one, '/contacts/search?q=ana')))
    const refused = search.filter((reply) => reply.status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(5)
    expect(refused[0]?.headers.get('content-type')).toContain('text/plain')
    expect(refused[0]?.headers.get('retry-after')).toBeNull()
  })
})
