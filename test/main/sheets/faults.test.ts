import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../main/demo/http-server.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { movableClock } from '../../kit/controls.ts'
import { everything, exportedLeads, fromPage, startAccount, startDemoServices } from '../../kit/leads.ts'
import { startService } from '../../kit/service.ts'
import { startWorkspace, type WorkspaceOptions } from '../../kit/workspace.ts'

/**
 * Pulls 3,000 leads (six pages) while the service does `struck` to requests of pages; the first is that of the check.
 */
async function pullWith(struck: Fault, { times = 1, ...options }: WorkspaceOptions & Strikes = {}) {
  const plan = faultPlan().on('/leads', { after: 2, times, fault: struck })
  const { demo, connection_id, ...workspace } = await startAccount({ leads: 3000, faults: plan }, options)
  const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
  return { plan, demo, workspace, connection_id, created }
}
interface Strikes {
  readonly times?: number
}

describe('a pull goes through', () => {
  test.each<[string, Fault, number]>([
    ['a throttle in plain text without a duration', fault.throttledText(), 2],
    ['a page of a proxy with status 502', fault.proxyPage(502), 3],
    ['status 500 in the words of the service', fault.refused(500), 2],
    ['status 503', fault.proxyPage(503), 2],
    ['a gateway that gave up', fault.proxyPage(504), 1],
    ['connections that are reset', fault.reset(), 3],
    ['pages of a proxy with status 200', fault.captivePortal(), 2],
    ['bodies that are cut in the middle', fault.cut(), 2],
  ])('%s', async (_what, struck, times) => {
    const { plan, demo, workspace, created } = await pullWith(struck, { times })
    expect(await workspace.ended(created)).toMatchObject({ state: 'done', done: 3000 })
    expect(plan.struck()).toBe(times)
    expect(await workspace.ask('sheets.list', {})).toMatchObject([{ rows: 3000, badge: { kind: 'complete' } }])
    expect(await workspace.rows({ kind: 'sheet', id: created.id })).toEqual(await exportedLeads(demo))
  })

  test('a service that does not answer, after the time that an answer may take', async () => {
    const { workspace, created } = await pullWith(fault.hang(), { retryPolicy: { timeoutMs: 1500 } })
    expect(await workspace.ended(created)).toMatchObject({ state: 'done', done: 3000 })
  })

  test('a throttle with a duration: it waits that long, and shows it', async () => {
    const clock = movableClock()
    const { now, resumes } = clock
    const started = now().getTime()
    const { workspace, created } = await pullWith(fault.throttled(600), { now, retryPolicy: { resumes } })
    await expect.poll(() => workspace.task(created)?.state, { interval: 5 }).toBe('waiting')
    const { waiting_for, waiting_until } = workspace.task(created) ?? {}
    expect(waiting_for).toBe('rate_limited')
    expect(Date.parse(waiting_until ?? '')).toBeGreaterThanOrEqual(started + 600_000)
    await clock.sleep(300_000)
    await nextTurn()
    expect(workspace.task(created)?.state).toBe('waiting')
    await clock.sleep(301_000)
    expect(await workspace.ended(created)).toMatchObject({ state: 'done', waiting_for: null, waiting_until: null })
  })

  test('a 200 that is JSON but no page of leads, by requesting it again', async () => {
    const demo = await startDemoServices({ leads: 900 })
    let broken = 2
    const service = await startService(async ({ path, query, headers, method, body }) => {
      if (query.get('page') === '2' && broken-- > 0) return { json: { meta: { total: 900 }, leads: 'none' } }
      const init = {
        method,
        headers: { accept: 'application/json', api_access_token: String(headers.api_access_token) },
      }
      const passed = await fetch(`${demo.platform.url}${path}?${query}`, method === 'GET' ? init : { ...init, body })
      return { status: passed.status, text: await passed.text() }
    })
    const workspace = await startWorkspace()
    await workspace.connect({ ...demo.platform, url: service.origin })
    const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await workspace.ended(created)).toMatchObject({ state: 'done', done: 900 })
    const pages = service.asked.map(({ query }) => query.get('page')).slice(-4)
    expect(pages).toEqual(['1', '2', '2', '2'])
  })
})

describe('a pull gives up', () => {
  test.each<[string, Fault, string]>([
    ['a page of a hotel network', fault.captivePortal(), 'captive_portal'],
    ['a redirect', fault.redirect(), 'redirected'],
    ['a service that stays broken', fault.proxyPage(500), 'service_failed'],
    ['a network that stays away', fault.reset(), 'offline'],
    ['a throttle that never ends', fault.throttledText(), 'rate_limited'],
    ['a refusal', fault.refused(422), 'service_refused'],
    ['a plan without the export', fault.refused(402), 'payment_required'],
  ])('on %s, reports the reason, and keeps its pages', async (_what, struck, code) => {
    const { demo, ...workspace } = await startAccount(
      { leads: 3000, faults: fromPage(3, struck) },
      { retryPolicy: { delays: [2, 2] } },
    )
    const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await workspace.ended(created)).toMatchObject({ state: 'failed', failure: { code } })
    const [sheet] = await workspace.ask('sheets.list', {})
    expect(sheet).toMatchObject({ rows: 1000, badge: { kind: 'partial', reason: 'failed', failure: code } })
    // One page was due, two were requested ahead; each was tried three times at most.
    const tried = demo.requests().filter(({ query }) => /&page=[3-9]&/.test(query)).length
    expect(tried).toBeLessThanOrEqual(9)
  })

  test('on Cancel at once, even while it waits for minutes', async () => {
    const { workspace, created } = await pullWith(fault.throttled(600))
    await expect.poll(() => workspace.task(created)?.state, { interval: 5 }).toBe('waiting')
    await workspace.ask('tasks.cancel', { id: created.task_id ?? '' })
    expect(await workspace.ended(created)).toMatchObject({ state: 'cancelled' })
  })
})
