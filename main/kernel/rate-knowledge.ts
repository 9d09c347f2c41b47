import type { RateFacts } from './rate-headers.ts'

/** How a request stands in the queue of a key's budget: people first, then long work, then what fills idle time. */
export type Priority = 'interactive' | 'background' | 'idle'

/** May a request go now? Else since when, as far as that is known, and when to look again (ms of the monotonic clock). */
export type Verdict =
  | { readonly go: true }
  | { readonly go: false; readonly until: number | null; readonly lookAgain: number }

/** What is known of the service's windows. Times are ms of one monotonic clock, so that no clock of a wall matters. */
export interface RateKnowledge {
  verdict(priority: Priority, now: number): Verdict
  /** A request goes; gives whether it goes to find out what is left. */
  granted(now: number): { readonly probe: boolean }
  /** The probe granted at this time got its answer, or will get none. */
  probeEnded(at: number): void
  /** An answer came; `inFlight` are the requests whose answers did not come yet. */
  answered(facts: RateFacts, ok: boolean, inFlight: number, now: number): void
  /** The service refused with 429 and wants this many ms of peace; 0 where it does not say. */
  throttled(facts: RateFacts, ms: number, now: number): void
  /** For the meter: null where nothing is known. */
  seen(now: number): {
    readonly limit: number | null
    readonly remaining: number | null
    readonly resetsAt: number | null
  }
}

/** The window that the latest answers told of. `remaining` falls with every grant. */
interface Told {
  readonly limit: number
  readonly remaining: number
  readonly reset: number | null
  readonly resetsAt: number
}

/** Shares of the limit that are kept: for people, and from what only fills idle time. */
const kept: Readonly<Record<Priority, number>> = { interactive: 0, background: 0.05, idle: 0.5 }
/** A probe without an answer for this long does not hold up the others. */
const probePatienceMs = 5000
/** The service's clock and ours tick apart a little. */
const marginMs = 50

/**
 * Follows the windows of one key. `limit` requests in `windowMs` are what the document grants, for services whose headers a
 * proxy takes away. Until an answer told of the running window, one request at a time goes out to find out.
 */
export function createRateKnowledge({ limit, windowMs }: { limit: number; windowMs: number }): RateKnowledge {
  let told: Told | undefined
  let closedUntil = 0
  /** The service answers, but says nothing of windows: our own count of the last minute decides. */
  let counting = false
  let grants: number[] = []
  const probes = new Set<number>()

  const current = (now: number) => (told && now < told.resetsAt + marginMs ? told : undefined)
  const reserve = (priority: Priority, of: number) => Math.floor(of * kept[priority])
  const recent = (now: number) => {
    grants = grants.filter((at) => at > now - windowMs)
    return grants
  }

  const counted = (priority: Priority, now: number): Verdict => {
    const sent = recent(now)
    const most = limit - reserve(priority, limit)
    if (sent.length < most) return { go: true }
    const opens = (sent[sent.length - most] ?? now) + windowMs + marginMs
    return { go: false, until: opens, lookAgain: opens }
  }

  return {
    verdict(priority, now) {
      if (now < closedUntil) return { go: false, until: closedUntil, lookAgain: closedUntil }
      const window = current(now)
      if (window) {
        if (window.remaining > reserve(priority, window.limit)) return { go: true }
        const opens = window.resetsAt + marginMs
        return { go: false, until: opens, lookAgain: opens }
      }
      if (counting) return counted(priority, now)
      const latest = Math.max(...probes)
      if (now < latest + probePatienceMs) return { go: false, until: null, lookAgain: latest + probePatienceMs }
      return told ? { go: true } : counted(priority, now)
    },
    granted(now) {
      recent(now).push(now)
      const window = current(now)
      if (window) told = { ...window, remaining: window.remaining - 1 }
      if (window || counting) return { probe: false }
      probes.add(now)
      return { probe: true }
    },
    probeEnded: (at) => void probes.delete(at),
    answered(facts, ok, inFlight, now) {
      if (facts.remaining === null) {
        if (ok && !current(now)) counting = true
        return
      }
      counting = false
      const window = current(now)
      const remaining = facts.remaining - inFlight
      const resetsAt = facts.resetsInMs === null ? now + windowMs : now + facts.resetsInMs
      if (!window || isNewer(facts.reset, window.reset)) {
        told = { limit: facts.limit ?? told?.limit ?? limit, remaining, reset: facts.reset, resetsAt }
      } else if (facts.reset === window.reset) {
        // Each estimate of the reset is too late by up to a second: the earliest is the best.
        const earliest = facts.reset === null ? window.resetsAt : Math.min(window.resetsAt, resetsAt)
        told = { ...window, remaining: Math.min(window.remaining, remaining), resetsAt: earliest }
      }
    },
    throttled(facts, ms, now) {
      const window = current(now)
      // A late answer from the window before says nothing of this one.
      if (window && facts.reset !== null && isNewer(window.reset, facts.reset)) return
      const asked = Math.max(ms, facts.resetsInMs ?? 0)
      closedUntil = Math.max(closedUntil, now + (asked > 0 ? asked : windowMs) + marginMs)
      // What we thought was left is not: the first request afterwards finds out.
      if (told) told = { ...told, resetsAt: Number.NEGATIVE_INFINITY }
    },
    seen(now) {
      const window = current(now)
      if (window) {
        const { remaining, resetsAt } = window
        return { limit: window.limit, remaining: now < closedUntil ? 0 : Math.max(0, remaining), resetsAt }
      }
      if (now < closedUntil) return { limit: told?.limit ?? limit, remaining: 0, resetsAt: closedUntil }
      if (counting) return { limit, remaining: Math.max(0, limit - recent(now).length), resetsAt: null }
      // The window is over and nothing was asked since: all of it is there, as far as we know.
      return { limit: told?.limit ?? null, remaining: told?.limit ?? null, resetsAt: null }
    },
  }
}

function isNewer(reset: number | null, than: number | null): boolean {
  return reset !== null && than !== null && reset > than
}
