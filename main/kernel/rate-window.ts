/** The rank of a request in the queue of a key's budget: for a person, for long work, or for idle time. */
export type Priority = 'interactive' | 'background' | 'idle'

/** Whether a request may go now. Else when it may, if known, and when to check again (ms of the monotonic clock). */
export type Verdict =
  | { readonly go: true }
  | {
      readonly go: false
      readonly until: number | null
      readonly recheckAt: number
      /** Set when the service refused a request; otherwise the wait keeps within its limit. */
      readonly throttled?: true
    }

/** What is known about the service's windows. Times are ms of one monotonic clock, never of the wall clock. */
export interface RateTracker {
  verdict(priority: Priority, now: number): Verdict
  granted(now: number): void
  /** The request granted at this time got its answer or will get none. Called once, before `answered`. */
  ended(grantedAt: number, now: number): void
  /** The request granted at this time never left this machine. Called instead of `ended`. */
  unsent(grantedAt: number, now: number): void
  answered(facts: RateFacts, ok: boolean, now: number): void
  /** The service refused with 429 and requires a wait of this many ms; 0 where it names none. */
  throttled(facts: RateFacts, ms: number, now: number): void
  /** For the display: null where nothing is known. */
  seen(now: number): {
    readonly limit: number | null
    readonly remaining: number | null
    readonly resetsAt: number | null
  }
}

/** The window that the latest answers reported. Every grant lowers `remaining`. */
interface RateWindow {
  readonly limit: number
  readonly remaining: number
  readonly reset: number | null
  readonly resetsAt: number
}

/** The share of the limit that each kind of request leaves for the kinds before it. */
const reserved: Readonly<Record<Priority, number>> = { interactive: 0, background: 0.05, idle: 0.5 }

/** After this long without an answer, a probe no longer delays the other requests. */
const probeTimeoutMs = 5000

/** The service's clock and ours run at slightly different speeds. */
const marginMs = 50

/**
 * Follows the windows of one key. The document grants `limit` requests in `windowMs`; that counts where a proxy removes
 * the service's headers. Until an answer reports the running window, requests go out one at a time to find out.
 */
export function createRateTracker({ limit, windowMs }: { limit: number; windowMs: number }): RateTracker {
  let lastWindow: RateWindow | undefined
  let closedUntil = 0
  /** True when the service answers without reporting windows: then our own count of the last minute decides. */
  let counting = false
  /** When the requests of the last window ended: until then the service may count one at any moment. */
  let ends: number[] = []
  let inFlight = 0
  const probes = new Set<number>()

  const current = (now: number) => (lastWindow && now < lastWindow.resetsAt + marginMs ? lastWindow : undefined)
  const reserve = (priority: Priority, of: number) => Math.floor(of * reserved[priority])
  const used = (now: number) => {
    ends = ends.filter((at) => at > now - windowMs)
    return inFlight + ends.length
  }

  const verdictOf = (priority: Priority, now: number): Verdict => {
    const over = used(now) - (limit - reserve(priority, limit))
    if (over < 0) return { go: true }
    const freed = ends[over]
    const opens = freed === undefined ? null : freed + windowMs + marginMs
    return { go: false, until: opens, recheckAt: opens ?? now + probeTimeoutMs }
  }

  return {
    verdict(priority, now) {
      if (now < closedUntil) return { go: false, until: closedUntil, recheckAt: closedUntil, throttled: true }
      const window = current(now)
      if (window) {
        if (window.remaining > reserve(priority, window.limit)) return { go: true }
        const opens = window.resetsAt + marginMs
        return { go: false, until: opens, recheckAt: opens }
      }
      if (counting) return verdictOf(priority, now)
      const latest = Math.max(...probes)
      if (now < latest + probeTimeoutMs) return { go: false, until: null, recheckAt: latest + probeTimeoutMs }
      return lastWindow ? { go: true } : verdictOf(priority, now)
    },
    granted(now) {
      inFlight += 1
      const window = current(now)
      if (window) lastWindow = { ...window, remaining: window.remaining - 1 }
      else if (!counting) probes.add(now)
    },
    ended(grantedAt, now) {
      inFlight -= 1
      ends.push(now)
      probes.delete(grantedAt)
    },
    unsent(grantedAt, now) {
      inFlight -= 1
      probes.delete(grantedAt)
      // This request was taken off the window, either when it was granted or as one in flight.
      const window = current(now)
      if (window) lastWindow = { ...window, remaining: window.remaining + 1 }
    },
    answered(facts, ok, now) {
      if (facts.remaining === null) {
        if (ok && !current(now)) counting = true
        return
      }
      counting = false
      const window = current(now)
      const remaining = facts.remaining - inFlight
      const resetsAt = facts.resetsInMs === null ? now + windowMs : now + facts.resetsInMs
      if (!window || isNewer(facts.reset, window.reset)) {
        lastWindow = { limit: facts.limit ?? lastWindow?.limit ?? limit, remaining, reset: facts.reset, resetsAt }
      } else if (facts.reset === window.reset) {
        // Each estimate of the reset is up to a second too late, so the earliest is the best.
        const earliest = facts.reset === null ? window.resetsAt : Math.min(window.resetsAt, resetsAt)
        lastWindow = { ...window, remaining: Math.min(window.remaining, remaining), resetsAt: earliest }
      }
    },
    throttled(facts, ms, now) {
      const window = current(now)
      // A late answer from the previous window does not describe this one.
      if (window && facts.reset !== null && isNewer(window.reset, facts.reset)) return
      const requiredMs = Math.max(ms, facts.resetsInMs ?? 0)
      closedUntil = Math.max(closedUntil, now + (requiredMs > 0 ? requiredMs : windowMs) + marginMs)
      // Our count of what is left was wrong: the first request afterwards finds out.
      if (lastWindow) lastWindow = { ...lastWindow, resetsAt: Number.NEGATIVE_INFINITY }
    },
    seen(now) {
      const window = current(now)
      if (window) {
        const { remaining, resetsAt } = window
        return { limit: window.limit, remaining: now < closedUntil ? 0 : Math.max(0, remaining), resetsAt }
      }
      if (now < closedUntil) return { limit: lastWindow?.limit ?? limit, remaining: 0, resetsAt: closedUntil }
      if (counting) return { limit, remaining: Math.max(0, limit - used(now)), resetsAt: null }
      // The window is over and no request was sent since, so all of the next one should be left.
      return { limit: lastWindow?.limit ?? null, remaining: lastWindow?.limit ?? null, resetsAt: null }
    },
  }
}

function isNewer(reset: number | null, than: number | null): boolean {
  return reset !== null && than !== null && reset > than
}

/** What an answer states about the window that counts its request (docs/services.md §9.4). */
export interface RateFacts {
  readonly limit: number | null
  readonly remaining: number | null
  /** The window's end by the service's clock, in epoch seconds. It identifies the window. */
  readonly reset: number | null
  /** Milliseconds until then, at most an hour. */
  readonly resetsInMs: number | null
}

const longestMs = 3_600_000

/**
 * Reads X-RateLimit-Limit, -Remaining and -Reset. The time to the reset uses the service's own Date header, which is
 * cut to the second, so that the time is never too short. Without a Date it uses `wallMs` (this machine's clock, epoch
 * ms).
 */
export function rateFacts(headers: Headers, wallMs: number): RateFacts {
  const number = (name: string) => {
    // A header that a proxy doubled reads "100, 100".
    const digits = /^\s*(\d{1,15})/.exec(headers.get(name) ?? '')?.[1]
    return digits === undefined ? null : Number(digits)
  }
  const reset = number('x-ratelimit-reset')
  const serverMs = Date.parse(headers.get('date') ?? '') || wallMs
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset,
    resetsInMs: reset === null ? null : Math.min(reset * 1000 - serverMs, longestMs),
  }
}
