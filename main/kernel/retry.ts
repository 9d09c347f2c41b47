import { factsOf } from '../../preload/values/failures.ts'
import { AppFailure } from './failure.ts'
import { isPageWithSuccess } from './http-failures.ts'
import { wait } from './schedule.ts'

/** Why the work waits, and until when (epoch ms), for display. */
export interface Waiting {
  readonly for: 'rate_limited' | 'budget' | 'offline' | 'service_failed' | 'second_thoughts'
  readonly until: number
}

export interface RetryPolicy {
  /** Pauses between tries in ms; their number is the number of repeats. Tests make them short. */
  readonly delays: readonly number[]
  /** How long the service may take for one answer, in ms, up to its last byte. */
  readonly timeoutMs: number
  readonly now: () => Date
  /** Reports the sleeps of the computer, where it may sleep. */
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
  /** False for a failure that must not be tried again unchanged. */
  isRetryable?(failure: AppFailure): boolean
}

/**
 * Runs `attempt` until it succeeds. It waits longer each time after failures that may pass: no network, a page instead
 * of an answer, time-outs, 5xx, cut bodies. After a 429 or 503 it waits as long as that requires; after a 429 without
 * Retry-After until the next minute (docs/services.md §1.9). Use it only for reads, and for cruzar, which changes
 * nothing. Every wait ends with the signal. After a sleep of the computer the tries begin anew.
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

/** A complete answer that is not understood will hardly differ the next time. */
const mostMisread = 2

/** A sleep of the computer makes a request in flight fail in this way. */
const isCut = ({ code }: AppFailure) => code === 'offline' || code === 'timeout'

/** Waits `ms` of the wall clock, which continues while the computer sleeps. */
async function waitUntil(
  until: number,
  ms: number,
  { now, resumes, signal }: Pick<RetryPolicy, 'now'> & { resumes: WakeEvents | undefined; signal: AbortSignal },
): Promise<void> {
  for (let remainingMs = ms; remainingMs > 0; remainingMs = until - now().getTime()) {
    const woken = new AbortController()
    const ignore = resumes?.listen(() => woken.abort())
    try {
      return await wait(remainingMs, AbortSignal.any([signal, woken.signal]))
    } catch (reason) {
      if (signal.aborted || !woken.signal.aborted) throw reason
    } finally {
      ignore?.()
    }
  }
}

function waitReasonOf(failure: AppFailure): Waiting['for'] | null {
  const { code } = failure
  const status = Number(failure.params.status ?? 502)
  // A proxy's own refusal does not pass. Beside a shield, the service itself may be closed for a while.
  if ((code === 'proxy_failed' || code === 'shield_page') && status < 500) return null
  return code === 'captive_portal' && !isPageWithSuccess(failure) ? null : factsOf(code).repeats
}

function retryAfterMs(failure: AppFailure): number {
  return Number(failure.params.seconds ?? 0) * 1000
}

/** How long to wait for a throttle, in ms: as long as it requires, else until the next minute. */
export function throttleDelay(failure: AppFailure, pause: number, now: Date): number {
  const required = retryAfterMs(failure)
  // A service that counts whole seconds may accept us a moment late.
  if (required > 0) return required + Math.min(pause, 250)
  const toNextMinute = 60_000 - (now.getTime() % 60_000)
  // The first pause scales the wait, so that tests with short pauses wait briefly here too.
  return Math.min(toNextMinute + 500, pause * 30)
}

/** Counts the sleeps of the computer while the app ran, so that they count as no failure of a service. */
export interface WakeEvents {
  readonly count: number
  /** Calls `woken` after every sleep until the returned function is called. */
  listen(woken: () => void): () => void
}

interface WakeSource extends WakeEvents {
  /** The computer woke up. Requests in flight fail after `count` has changed and before the listeners are called. */
  woke(): Promise<void>
}

/** `dropConnections` ends the requests in flight, whose sockets have lost their other end. */
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
/** A busy event loop never delays a check for so long. */
const sleepMs = 30_000

/**
 * For a host whose system reports no wake-up: checks the clock at intervals, and calls `woke` when far more time than
 * one interval has passed. Returns the function that ends the watch.
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
