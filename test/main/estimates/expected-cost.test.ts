import { describe, expect, test } from 'vitest'
import { createBatchSize } from '../../../main/cruzar/batch-size.ts'
import { expectedCost, fixedSize, type Timing } from '../../../main/request-times.ts'

const timing = (change: Partial<Timing> = {}): Timing => ({
  answerMs: () => 300,
  storeMs: () => 0,
  throttle: null,
  ...change,
})
const pages = (total: number, atOnce = 4, change: Partial<Timing> = {}) =>
  expectedCost(total, { atOnce, size: fixedSize(500) }, timing(change))
const batches = (keys: number, change: Partial<Timing> = {}) =>
  expectedCost(keys, { atOnce: 4, size: createBatchSize() }, timing(change))

describe('what work will cost', () => {
  test('counts whole pages', () => {
    expect(pages(0)).toEqual({ requests: 0, seconds: 0 })
    expect(pages(500)).toEqual({ requests: 1, seconds: 0.3 })
    expect(pages(501)).toEqual({ requests: 2, seconds: 0.6 })
  })

  test('goes from one request at a time to as many as are allowed', () => {
    // One, then two, then four in each round of 300 ms.
    expect(pages(41 * 500)).toEqual({ requests: 41, seconds: expect.closeTo(0.3 * 12, 5) })
    expect(pages(41 * 500, 2).seconds).toBeCloseTo(0.3 * 21, 5)
    expect(pages(41 * 500, 1).seconds).toBeCloseTo(0.3 * 41, 5)
  })

  test('is what storing takes where that is slower than the service', () => {
    expect(pages(100 * 500, 4, { answerMs: () => 10, storeMs: () => 20 }).seconds).toBeCloseTo(2.02, 5)
  })

  test('has batches that grow as those of a run do, while answers are fast', () => {
    const fast = batches(40_000)
    expect(fast.requests).toBeLessThanOrEqual(20)
    const slow = batches(40_000, { answerMs: () => 2500 })
    expect(slow.requests).toBe(80)
    expect(slow.seconds).toBeCloseTo(2.5 * 22, 5)
  })

  test('has the pauses of a throttle', () => {
    const throttle = { every: 60, ms: 40_000 }
    const free = pages(60 * 500)
    expect(pages(60 * 500, 4, { throttle })).toEqual(free)
    expect(pages(61 * 500, 4, { throttle }).seconds).toBeCloseTo(40 + pages(61 * 500).seconds, 5)
    expect(pages(600 * 500, 4, { throttle }).seconds).toBeCloseTo(9 * 40 + pages(600 * 500).seconds, 5)
  })

  test.each([
    ['pages', (items: number) => pages(items), 1e12 / 500, (1e12 / 500) * 0.075],
    ['batches', (items: number) => batches(items), 1e12 / 4000, (1e12 / 4000) * 0.075],
  ])('is estimated at once for a trillion rows or keys in %s', (_what, cost, requests, seconds) => {
    const { requests: found, seconds: took } = cost(1e12)
    expect(found / requests).toBeCloseTo(1, 2)
    expect(took / seconds).toBeCloseTo(1, 2)
  })
})
