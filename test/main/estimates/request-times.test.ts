import { describe, expect, onTestFinished, test } from 'vitest'
import { createData } from '../../../main/data-calls.ts'
import { createRequestTimes, type Measuring, type RequestsOf } from '../../../main/request-times.ts'
import { refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startDataInProcess } from '../../kit/in-process.ts'
import { everything, phones, startAccount, startRun } from '../../kit/leads.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { envelope, resultOf, startCruzar } from '../cruzar/platform-that-answers.ts'

const of: RequestsOf = { service: 'platform', connection_id: 'one', kind: 'cruzar_batches' }

/** Estimates over a data process of their own, with a clock of the test's. */
async function startTimes() {
  const data = createData({ start: startDataInProcess, dir: await temporaryFolder(), key: '0'.repeat(64) })
  onTestFinished(() => data.close())
  let at = 0
  const times = createRequestTimes({ data, now: () => new Date(at) })
  return {
    times,
    /** The seconds of so many items, in requests of this size, one at a time. */
    async seconds(items: number, size: number, atOnce = 1) {
      const input = { items, atOnce, size, firstGuess: () => 7000 }
      return (await times.estimate(of, input)).seconds
    },
    async measure(work: (measuring: Measuring, pass: (ms: number) => void) => void) {
      const measuring = times.measure(of)
      work(measuring, (ms) => {
        at += ms
      })
      await measuring.keep()
    },
  }
}

describe('what was measured', () => {
  test('replaces the first guess once some requests were answered', async () => {
    const { measure, seconds } = await startTimes()
    await measure(({ answered }) => answered(500, 200, 10))
    expect(await seconds(500, 500)).toBe(7)
    await measure(({ answered }) => {
      for (let turn = 0; turn < 2; turn += 1) answered(500, 200, 10)
    })
    expect(await seconds(500, 500)).toBeCloseTo(0.21, 5)
  })

  test('is not moved by a few slow answers, and follows a service that has changed', async () => {
    const { measure, seconds } = await startTimes()
    const work = (ms: number) =>
      measure(({ answered }) => {
        for (let turn = 0; turn < 400; turn += 1) answered(500, turn % 10 === 0 ? 30_000 : ms, 0)
      })
    await work(200)
    expect(await seconds(500, 500)).toBeCloseTo(0.2, 5)
    await work(900)
    expect(await seconds(500, 500)).toBeCloseTo(0.9, 5)
  })

  test('is by the requests nearest in size, and grows with the items beyond twice the largest', async () => {
    const { measure, seconds } = await startTimes()
    await measure(({ answered }) => {
      for (const items of [500, 750, 1125, 2000, 2000, 2530]) answered(items, items, 0)
      answered(2530, 60_000, 0)
    })
    expect(await seconds(4000, 4000)).toBeCloseTo(2, 5)
    expect(await seconds(6000, 6000)).toBeCloseTo(6, 5)
  })

  test('counts whole requests, as many at once as are allowed, and what is stored one after the other', async () => {
    const { measure, seconds } = await startTimes()
    await measure(({ answered }) => {
      for (let turn = 0; turn < 9; turn += 1) answered(500, 300, 20)
    })
    expect(await seconds(0, 500)).toBe(0)
    expect(await seconds(501, 500)).toBeCloseTo(0.64, 5)
    expect(await seconds(41 * 500, 500, 4)).toBeCloseTo(11 * 0.32, 5)
    expect(await seconds(41 * 500, 500, 40)).toBeCloseTo(0.3 + 41 * 0.02, 5)
  })

  test('has the rhythm of a throttle, and forgets it when the service throttles no more', async () => {
    const { measure, seconds } = await startTimes()
    const pause = (until: number) => ({ for: 'rate_limited' as const, until })
    await measure(({ answered, waiting }, pass) => {
      for (let turn = 1; turn <= 35; turn += 1) {
        answered(500, 100, 0)
        if (turn % 10 !== 0) continue
        // Two requests in flight hear of the same throttle.
        const now = (turn / 10 - 1) * 30_000
        waiting(pause(now + 30_000))
        waiting(pause(now + 30_000))
        pass(30_000)
        waiting(null)
        waiting(null)
      }
    })
    expect(await seconds(10 * 500, 500)).toBeCloseTo(1, 5)
    expect(await seconds(21 * 500, 500)).toBeCloseTo(62.1, 5)
    await measure(({ answered }) => {
      for (let turn = 0; turn < 11; turn += 1) answered(500, 100, 0)
    })
    expect(await seconds(21 * 500, 500)).toBeCloseTo(2.1, 5)
  })

  test('has no time in which the network was away, and no single throttle', async () => {
    const { measure, seconds } = await startTimes()
    await measure(({ answered, waiting }, pass) => {
      for (let turn = 0; turn < 9; turn += 1) {
        answered(500, 100, 0)
        waiting({ for: turn === 4 ? 'rate_limited' : 'offline', until: turn * 60_000 + 60_000 })
        pass(60_000)
        waiting(null)
      }
    })
    expect(await seconds(90 * 500, 500)).toBeCloseTo(9, 5)
  })
})

describe('the plan of a sheet', () => {
  test('is by what the connection was measured to take, after a pull that ended early as well', async () => {
    const faults = faultPlan().on('/leads', { fromPage: 5, times: 99, fault: refused(503) })
    const { demo, connection_id, ask, connect, ended, reopen } = await startAccount({ leads: 4000, faults })
    const other = await connect(demo.platform)
    const plan = (id: string) => ask('sheets.plan', { connection_id: id, filter: everything })
    const sheet = await ask('sheets.create', { connection_id, filter: everything, name: 'Tudo' })
    expect(await ended(sheet)).toMatchObject({ state: 'failed' })
    expect((await ask('sheets.list', {}))[0]?.rows).toBeGreaterThanOrEqual(1500)
    await reopen()
    expect(await plan(connection_id)).toMatchObject({ total: 4000, requests: 8, measured: true })
    expect(await plan(other)).toMatchObject({ total: 4000, requests: 8, measured: false })
  })
})

describe('the cost of a list', () => {
  test('has the batches that the service was found to take', async () => {
    const { service, connection_id, ...workspace } = await startCruzar((keys) =>
      keys.length > 700 ? { status: 413, json: { error: 'demais' } } : envelope(keys.map(resultOf)),
    )
    const cost = (keys: number) => workspace.ask('cruzar.cost', { connection_id, keys })
    const before = await cost(7000)
    expect(before.measured).toBe(false)
    await workspace.ended(await startRun(workspace, { list: phones(7000).join('\n') }))
    const sent = service.batches().map(({ length }) => length)
    const { requests, measured } = await cost(7000)
    expect(measured).toBe(true)
    expect(requests).toBeGreaterThan(before.requests)
    expect(Math.abs(requests - sent.filter((size) => size <= 700).length)).toBeLessThanOrEqual(3)
  })

  test('follows the pace of the account and what is in flight now', async () => {
    const { connection_id, ...workspace } = await startAccount({ leads: 20_000, latencyMs: 20 })
    const seconds = async () => (await workspace.ask('cruzar.cost', { connection_id, keys: 400_000 })).seconds
    const alone = await seconds()
    const sheet = await workspace.ask('sheets.create', { connection_id, filter: everything, name: 'Tudo' })
    await expect.poll(async () => (await seconds()) / alone, { interval: 5 }).toBeGreaterThan(1.9)
    await workspace.ended(sheet)
    expect(await seconds()).toBe(alone)
    workspace.preferences.write({ requests_at_once: 1 })
    expect((await seconds()) / alone).toBeGreaterThan(3.8)
  })

  test('is not measured by a cached sheet', async () => {
    const { connection_id, ...workspace } = await startAccount({ leads: 600 })
    const sheet = await workspace.readSheet({ connection_id })
    const list = phones(6000).join('\n')
    await startRun(workspace, { sheet_id: sheet.id, list })
    expect(await workspace.ask('cruzar.cost', { connection_id, keys: 10 })).toMatchObject({ measured: false })
  })
})
