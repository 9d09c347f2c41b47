/** What is left for one caller in the running minute. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the window ends, by the real clock, as the Date header. */
  readonly reset: number
  /** Whole seconds until then, at least 1. */
  readonly wait: number
}

/** Counts requests in fixed windows of one minute of the epoch, each caller apart (features.md §8.1, "Consequences"). */
export function createRateWindow(limit: number): (caller: string) => Allowance {
  let minute = 0
  let counts = new Map<string, number>()
  return (caller) => {
    const now = Date.now()
    if (Math.floor(now / 60_000) !== minute) {
      minute = Math.floor(now / 60_000)
      counts = new Map()
    }
    const used = (counts.get(caller) ?? 0) + 1
    counts.set(caller, used)
    const reset = (minute + 1) * 60
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      reset,
      wait: Math.max(1, Math.ceil(reset - now / 1000)),
    }
  }
}
