import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { defaultRetryPolicy, retryWithBackoff, type Waiting } from '../../../main/kernel/retry.ts'
import { wait } from '../../../main/kernel/schedule.ts'

const noon = new Date('2026-11-20T12:00:00.000Z')
const never = new AbortController().signal

/** Fails with these in order, then returns 'done' with the waits that were reported. */
async function through(failures: readonly Error[], pauses: readonly number[] = [1, 2, 3], now = () => noon) {
  const remaining = [...failures]
  const seenWaits: (Waiting | null)[] = []
  let tries = 0
  const attempt = async () => {
    tries += 1
    const failure = remaining.shift()
    if (failure) throw failure
    return 'done'
  }
  const outcome = await retryWithBackoff(
    attempt,
    { delays: pauses, now },
    { signal: never, waiting: (one) => seenWaits.push(one) },
  ).catch((error: unknown) => error)
  return { outcome, tries, seenWaits }
}

describe('retryWithBackoff', () => {
  test('tries again after what may pass, with growing delays, and reports why and until when it waits', async () => {
    const failures = [new AppFailure('offline'), new AppFailure('service_failed'), new AppFailure('timeout')]
    const { outcome, tries, seenWaits } = await through(failures)
    expect(outcome).toBe('done')
    expect(tries).toBe(4)
    expect(seenWaits).toEqual([
      { for: 'offline', until: noon.getTime() + 1 },
      null,
      { for: 'service_failed', until: noon.getTime() + 2 },
      null,
      { for: 'service_failed', until: noon.getTime() + 3 },
      null,
    ])
  })

  test('reports no wait when there was none', async () => {
    expect((await through([])).seenWaits).toEqual([])
  })

  test('ends with the last failure when the pauses are used up', async () => {
    const { outcome, tries } = await through(Array.from({ length: 9 }, () => new AppFailure('offline')))
    expect(outcome).toMatchObject({ code: 'offline' })
    expect(tries).toBe(4)
  })

  test.each(['unauthorized', 'forbidden', 'service_refused', 'captive_portal', 'redirected', 'disk_full'] as const)(
    'is none for %s',
    async (code) => {
      expect((await through([new AppFailure(code)])).tries).toBe(1)
    },
  )

  test('is none for bugs', async () => {
    const { outcome, tries } = await through([new TypeError('bug')])
    expect(outcome).toBeInstanceOf(TypeError)
    expect(tries).toBe(1)
  })

  // A throttle that counts whole seconds gets a moment more.
  test.each([
    ['a throttle', 'rate_limited', 51],
    ['a service that is down for maintenance', 'service_failed', 50],
  ] as const)('waits as long as %s requires', async (_, code, ms) => {
    const { seenWaits } = await through([new AppFailure(code, { seconds: 0.05 })])
    expect(seenWaits[0]).toEqual({ for: code, until: noon.getTime() + ms })
  })

  test('waits for the next minute when a throttle does not say how long', async () => {
    const late = new Date(noon.getTime() + 59_990)
    const { seenWaits } = await through([new AppFailure('rate_limited', { seconds: 0 })], [1000], () => late)
    expect(seenWaits[0]).toEqual({ for: 'rate_limited', until: late.getTime() + 510 })
  })

  test('does not retry what isRetryable refuses', async () => {
    let tries = 0
    const attempt = () => {
      tries += 1
      return Promise.reject(new AppFailure('timeout'))
    }
    const attempting = { signal: never, waiting() {}, isRetryable: ({ code }: AppFailure) => code !== 'timeout' }
    await expect(retryWithBackoff(attempt, { delays: [1], now: () => noon }, attempting)).rejects.toMatchObject({
      code: 'timeout',
    })
    expect(tries).toBe(1)
  })

  test('of a person spans a minute', () => {
    expect(defaultRetryPolicy.delays.reduce((sum, pause) => sum + pause)).toBeGreaterThanOrEqual(60_000)
  })
})

describe('a wait', () => {
  test('that is over leaves nothing behind on its signal', async () => {
    const { signal } = new AbortController()
    const waiting = wait(1, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await waiting
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('on a signal that was aborted before does not begin', async () => {
    await expect(wait(60_000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  })
})
