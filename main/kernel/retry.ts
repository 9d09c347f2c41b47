import { factsOf } from '../../preload/values/failures.ts'
import { AppFailure } from './failure.ts'
import { isPageWithSuccess } from './http-failures.ts'
import { wait } from './schedule.ts'

/** Why the work waits, and until when (epoch ms), so that a wait is shown as a wait. */
export interface Waiting {
  readonly for: 'rate_limited' | 'budget' | 'offline' | 'service_failed' | 'second_thoughts'
  readonly until: number
}

export interface RetryPolicy {
  /** Pauses between tries in ms; their number is the number of repeats. Tests make them short. */
  readonly delays: readonly number[]
  /** How long the service may take for one answer, in ms, to its last byte. */
  readonly timeoutMs: number
  readonly now: () => Date
  /** Where the computer may sleep meanwhile. */
  readonly resumes?: WakeEvents
}

export const defaultRetryPolicy: Omit<RetryPolicy, 'now' | 'resumes'> = {
  delays: [1000, 2000, 4000, 8000, 15_000, 30_000],
  timeoutMs: 60_000,
}

export interface RetryContext {
  readonly signal: AbortSignal
  /** Called with every pause, and with null when it is over. */
  waiting(waiting: Waiting | null): void
  /** False for a failure that must not be tried again as it is. */
  isRetryable?(failure: AppFailure): boolean
}

/**
 * Runs `attempt` until it succeeds, with growing pauses after what may pass by itself: no network, a page instead of an
 * answer, time-outs, 5xx, cut bodies. A 429 or 503 waits as long as it requires; a 429 without a Retry-After until the
 * next minute, since such throttles count by the minute (docs/services.md §1.9). Only for reads, and for cruzar, which
 * changes nothing. Every wait ends with the signal. A sleep of the computer is no failure of the service: the tries
 * begin anew after it.
 */
export async function retryWithBackoff<T>(
  attempt: () => Promise<T>,
  { delays, now, resumes }: Pick<RetryPolicy, 'delays' | 'now' | 'resumes'>,
  { signal, waiting, isRetryable = () => true }: RetryContext,
): Promise<T> {
  let slept = resumes?.count
  let misread = 0
  for (let tries = 0; ; tries += 1) {
    const resumesAtStart = resumes?.count
    try {
      return await attempt()
    } catch (error) {
      if (resumes?.count !== slept) tries = 0
      slept = resumes?.count
      const delay = delays[tries]
      if (!(error instanceof AppFailure) || delay === undefined || signal.aborted) throw error
      if (!(resumesAtStart !== slept && isCut(error)) && !isRetryable(error)) throw error
      if (error.code === 'unexpected_body' && ++misread > mostMisread) throw error
      const why = waitReasonOf(error)
      if (!why) throw error
      const ms = why === 'rate_limited' ? throttleDelay(error, delay, now()) : Math.max(delay, retryAfterMs(error))
      const until = now().getTime() + ms
      waiting({ for: why, until })
      await waitUntil(until, ms, { now, resumes, signal })
      waiting(null)
    }
  }
}

/** A whole answer that is not understood will hardly be another the next time. */
const mostMisread = 2

/** What a sleep makes of a request in flight. */
const isCut = ({ code }: AppFailure) => code === 'offline' || code === 'timeout'

/** Waits `ms` of the clock on the wall, which goes on while the computer sleeps. */
async function waitUntil(
  until: number,
  ms: number,
  { now, resumes, signal }: Pick<RetryPolicy, 'now'> & { resumes: WakeEvents | undefined; signal: AbortSignal },
): Promise<void> {
  if (!resumes) return wait(ms, signal)
  for (let remainingMs = ms; remainingMs > 0; remainingMs = until - now().getTime()) {
    const woken = new AbortController()
    const ignore = resumes.listen(() => woken.abort())
    try {
      return await wait(remainingMs, AbortSignal.any([signal, woken.signal]))
    } catch (reason) {
      if (signal.aborted || !woken.signal.aborted) throw reason
    } finally {
      ignore()
    }
  }
}

function waitReasonOf(failure: AppFailure): Waiting['for'] | null {
  const { code } = failure
  const status = Number(failure.params.status ?? 502)
  // A proxy's own no does not pass by itself; beside a shield it may be the service that is closed for a while.
  if ((code === 'proxy_failed' || code === 'shield_page') && status < 500) return null
  return code === 'captive_portal' && !isPageWithSuccess(failure) ? null : factsOf(code).repeats
}

function retryAfterMs(failure: AppFailure): number {
  return Number(failure.params.seconds ?? 0) * 1000
}

/** How long to wait for a throttle, in ms: as long as it requires, else until the next minute. */
export function throttleDelay(failure: AppFailure, pause: number, now: Date): number {
  const required = retryAfterMs(failure)
  // A service that counts whole seconds may let us in a moment late.
  if (required > 0) return required + Math.min(pause, 250)
  const toNextMinute = 60_000 - (now.getTime() % 60_000)
  // The first pause scales the wait, so that short delays of a test are short here too.
  return Math.min(toNextMinute + 500, pause * 30)
}

/**
 * How often the computer has slept and woken up while the app ran, so that its sleep counts for no failure of a
 * service.
 */
export interface WakeEvents {
  readonly count: number
  /** Calls `woken` after every sleep until the returned function is called. */
  listen(woken: () => void): () => void
}

interface WakeSource extends WakeEvents {
  /**
   * The computer woke up. Requests that were in flight fail after `count` has changed, and before anybody learns of it.
   */
  woke(): Promise<void>
}

/** `dropConnections` ends the requests in flight: their sockets have no other end any more. */
export function createWakeEvents(dropConnections: () => Promise<void> = async () => {}): WakeSource {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    get count() {
      return count
    },
    listen(woken) {
      listeners.add(woken)
      return () => void listeners.delete(woken)
    },
    async woke() {
      count += 1
      await dropConnections().catch(() => undefined)
      for (const woken of [...listeners]) woken()
    },
  }
}

const checkMs = 5_000
/** No busy event loop of main delays a check for so long. */
const sleepMs = 30_000

/**
 * For a host whose system reports no wake-up: reads the clock now and then, and calls `woke` when far more time has
 * passed between two checks than was waited for. Gives what ends the watch.
 */
export function watchSleep(woke: () => void, now = Date.now, everyMs = checkMs): () => void {
  let last = now()
  const timer = setInterval(() => {
    const passed = now() - last
    last = now()
    if (passed > everyMs + sleepMs) woke()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
