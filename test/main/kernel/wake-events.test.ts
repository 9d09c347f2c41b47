import { describe, expect, test, vi } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createWakeEvents, retryWithBackoff, type Waiting, watchSleep } from '../../../main/kernel/retry.ts'
import { until } from '../../kit/until.ts'

/** Work with retries on a computer that may sleep. */
function createWork(
  attempt: (tries: number) => Promise<string>,
  options: { pauses: readonly number[]; passes?: boolean },
) {
  const resumes = createWakeEvents()
  const waits: (Waiting | null)[] = []
  let clock = Date.parse('2026-11-20T12:00:00.000Z')
  let tries = 0
  const end = () =>
    retryWithBackoff(
      () => {
        tries += 1
        return attempt(tries)
      },
      { delays: options.pauses, now: () => new Date(clock), resumes },
      {
        signal: new AbortController().signal,
        waiting: (one) => waits.push(one),
        isRetryable: () => options.passes ?? true,
      },
    )
  const sleep = (ms: number) => {
    clock += ms
    return resumes.woke()
  }
  return { end, sleep, waits, tries: () => tries }
}
describe('work on a computer that slept', () => {
  test('has all its tries again, whatever failed before', async () => {
    const work = createWork(
      async (tries) => {
        // The last of the tries that it had, and the first of the new ones.
        if (tries === 3) await work.sleep(3_600_000)
        if (tries <= 4) throw new AppFailure('offline')
        return 'done'
      },
      { pauses: [1, 1] },
    )
    expect(await work.end()).toBe('done')
    expect(work.tries()).toBe(5)
  })

  test('takes a time-out that a sleep made for none, even where it would not be tried again', async () => {
    const work = createWork(
      async (tries) => {
        if (tries > 1) return 'done'
        await work.sleep(3_600_000)
        throw new AppFailure('timeout')
      },
      { pauses: [1], passes: false },
    )
    expect(await work.end()).toBe('done')
  })

  test('waits by the wall clock: the time of the sleep counts, and the rest is waited out', async () => {
    const work = createWork(
      async (tries) => {
        if (tries === 1) throw new AppFailure('rate_limited', { seconds: 600 })
        return 'done'
      },
      { pauses: [0] },
    )
    const ended = work.end()
    await until(() => expect(work.waits).toHaveLength(1))
    await work.sleep(60_000)
    expect(work.tries()).toBe(1)
    await work.sleep(540_000)
    expect(await ended).toBe('done')
  })

  test('ends what is in flight before anybody tries again', async () => {
    const order: string[] = []
    const resumes = createWakeEvents(async () => {
      order.push(`dropped at ${resumes.count}`)
    })
    resumes.listen(() => order.push('woken'))
    await resumes.woke()
    expect(order).toEqual(['dropped at 1', 'woken'])
  })
})
test('a check that comes far too late means a sleep, one that is a little late does not', () => {
  vi.useFakeTimers()
  let slept = 0
  let woke = 0
  const stop = watchSleep(
    () => (woke += 1),
    () => Date.now() + slept,
  )
  vi.advanceTimersByTime(20_000)
  slept = 20_000
  vi.advanceTimersByTime(5_000)
  expect(woke).toBe(0)
  slept += 3_600_000
  vi.advanceTimersByTime(5_000)
  expect(woke).toBe(1)
  stop()
  vi.useRealTimers()
})
