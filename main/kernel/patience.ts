import { AppFailure } from './failure.ts'
import { isPageWithSuccess } from './http-refusal.ts'
import { wait } from './wait.ts'

/** Why the work waits, and until when (epoch ms), so that a wait is shown as a wait. */
export interface Waiting {
  readonly for: 'rate_limited' | 'offline' | 'service_failed' | 'second_thoughts'
  readonly until: number
}

export interface Patience {
  /** Pauses between tries in ms; their number is the number of repeats. Tests make them short. */
  readonly pauses: readonly number[]
  /** How long the service may take for one answer, in ms, to its last byte. */
  readonly answerMs: number
  readonly now: () => Date
}

export const ordinaryPatience: Omit<Patience, 'now'> = {
  pauses: [1000, 2000, 4000, 8000, 15_000, 30_000],
  answerMs: 60_000,
}

export interface Attempting {
  readonly signal: AbortSignal
  /** Hears of every pause, and null when it is over. */
  waiting(waiting: Waiting | null): void
  /** False for a failure that must not be tried again as it is. */
  passes?(failure: AppFailure): boolean
}

/**
 * Runs `attempt` until it succeeds, with growing pauses after what may pass by itself: no network, a page in its place, time-outs,
 * 5xx, cut bodies. A 429 or 503 waits as long as it asks; a 429 without a Retry-After until the next minute, since such throttles
 * count by the minute (features.md §8.1). Only for reads, and for cruzar, which changes nothing. Every wait hears the
 * signal.
 */
export async function patiently<T>(
  attempt: () => Promise<T>,
  { pauses, now }: Pick<Patience, 'pauses' | 'now'>,
  { signal, waiting, passes = () => true }: Attempting,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      const pause = pauses[tries]
      if (!(error instanceof AppFailure) || pause === undefined || signal.aborted || !passes(error)) throw error
      const why = passing(error)
      if (!why) throw error
      const ms = why === 'rate_limited' ? throttlePause(error, pause, now()) : Math.max(pause, askedMs(error))
      waiting({ for: why, until: now().getTime() + ms })
      await wait(ms, signal)
      waiting(null)
    }
  }
}

function passing(failure: AppFailure): Waiting['for'] | undefined {
  switch (failure.code) {
    case 'rate_limited':
      return 'rate_limited'
    case 'captive_portal':
      return isPageWithSuccess(failure) ? 'offline' : undefined
    case 'offline':
      return 'offline'
    case 'timeout':
    case 'service_failed':
    case 'unexpected_body':
      return 'service_failed'
    default:
      return undefined
  }
}

function askedMs(failure: AppFailure): number {
  return Number(failure.params.seconds ?? 0) * 1000
}

/** How long a throttle is waited out, in ms: as it asks, else until the next minute. */
export function throttlePause(failure: AppFailure, pause: number, now: Date): number {
  const asked = askedMs(failure)
  // A service that counts whole seconds may let us in a moment late.
  if (asked > 0) return asked + Math.min(pause, 250)
  const toNextMinute = 60_000 - (now.getTime() % 60_000)
  // The first pause scales the wait, so that a test's short patience is short here too.
  return Math.min(toNextMinute + 500, pause * 30)
}
