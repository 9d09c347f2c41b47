import { describe, expect, test } from 'vitest'
import { createBatchSize, createMeter } from '../../../main/cruzar/batch-size.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { finishRun, phones } from '../../kit/leads.ts'
import type { Scripted } from '../../kit/service.ts'
import type { WorkspaceOptions } from '../../kit/workspace.ts'
import { type AnswerKeys, good, startCruzar } from './platform-that-answers.ts'

async function runAgainst(count: number, answer: AnswerKeys, options?: WorkspaceOptions) {
  const { service, ...workspace } = await startCruzar(answer, options)
  return { service, ...(await finishRun(workspace, { list: phones(count).join('\n') })) }
}

const sizes = (batches: readonly string[][]) => batches.map(({ length }) => length)
const html413: Scripted = { status: 413, text: '<html><h1>413 Request Entity Too Large</h1></html>' }
describe('batches', () => {
  test('start at 500 keys and grow while the service is fast', async () => {
    const { service, run } = await runAgainst(9000, good)
    const sent = sizes(service.batches())
    expect(sent[0]).toBe(500)
    expect(Math.max(...sent)).toBeGreaterThan(1500)
    expect(run).toMatchObject({ answered_keys: 9000, requests: sent.length, outcomes: { sem_resposta: 0 } })
  })

  test.each<[string, Scripted]>([
    ['413', { status: 413, json: { error: 'demais' } }],
    ['413 of a proxy', html413],
    ['422', { status: 422, json: { error: 'chaves demais' } }],
  ])('halve on %s, and are not tried so large again', async (_what, refusal) => {
    const { service, run } = await runAgainst(6000, (keys) => (keys.length > 700 ? refusal : good(keys)))
    const sent = sizes(service.batches())
    const refused = sent.filter((size) => size > 700)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(4)
    expect(run).toMatchObject({ state: 'finished', answered_keys: 6000, requests: sent.length })
  })

  test.each<[string, () => Scripted]>([
    ['does not answer in time', () => () => {}],
    ['has a gateway that gives up', () => ({ status: 504, text: '<html>504</html>' })],
  ])('halve when the service %s', async (_what, slow) => {
    const answer = (keys: string[]) => (keys.length > 300 ? slow() : good(keys))
    const { service, run } = await runAgainst(900, answer, { retryPolicy: { timeoutMs: 1500 } })
    expect(sizes(service.batches()).slice(0, 2)).toEqual([500, 250])
    expect(run).toMatchObject({ state: 'finished', answered_keys: 900, outcomes: { sem_resposta: 0 } })
  })
})
describe('the size of a batch', () => {
  const tooLarge = new AppFailure('too_large')

  test('does not grow while answers are slow, or while batches are mere remainders', () => {
    const size = createBatchSize()
    size.answered(500, 5000)
    size.answered(40, 10)
    expect(size.now).toBe(500)
    size.answered(500, 100)
    expect(size.now).toBe(750)
  })

  test('grows again up to what was proven after a refusal, and no further', () => {
    const size = createBatchSize()
    size.answered(500, 1)
    size.answered(750, 1)
    expect(size.refuse(tooLarge, 1125)).toBe(true)
    expect(size.now).toBe(562)
    for (let turn = 0; turn < 9; turn += 1) size.answered(size.now, 1)
    expect(size.now).toBe(750)
  })

  test('comes back after slowness, which may pass', () => {
    const size = createBatchSize()
    expect(size.refuse(new AppFailure('timeout'), 500)).toBe(true)
    expect(size.now).toBe(250)
    for (let turn = 0; turn < 9; turn += 1) size.answered(size.now, 1)
    expect(size.now).toBeGreaterThan(1000)
  })

  test('ends at twenty keys: then the failure is the failure', () => {
    const size = createBatchSize()
    for (let refused = size.now; size.refuse(tooLarge, refused); refused = size.now) expect(refused).toBeGreaterThan(20)
    expect(size.now).toBe(20)
  })

  test.each(['offline', 'unauthorized', 'rate_limited', 'service_failed'] as const)(
    'has nothing to do with %s',
    (code) => {
      const size = createBatchSize()
      expect(size.refuse(new AppFailure(code), 500)).toBe(false)
      expect(size.refuse(new AppFailure('service_refused', { status: 400 }), 500)).toBe(false)
      expect(size.refuse(new Error('bug'), 500)).toBe(false)
      expect(size.now).toBe(500)
    },
  )
})
test('a meter charges each request and each second once, and again only when writing it down failed', async () => {
  let at = 0
  const meter = createMeter(() => new Date(at))
  const costs: unknown[] = []
  const write = async (cost: unknown) => costs.push(cost)
  meter.request()
  meter.request()
  at = 1500
  await meter.charge(write)
  at = 2000
  await expect(meter.charge(() => Promise.reject(new AppFailure('disk_full')))).rejects.toThrow('disk_full')
  meter.request()
  await meter.charge(write)
  at = 1000
  await meter.charge(write)
  expect(costs).toEqual([
    { requests: 2, seconds: 1.5 },
    { requests: 1, seconds: 0.5 },
    { requests: 0, seconds: 0 },
  ])
})
