/** What is left for one caller in the running window. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the window ends, by the real clock, as the Date header. */
  readonly reset: number
  /** Whole seconds until then, at least 1. */
  readonly wait: number
}

/**
 * Counts requests in fixed windows of the epoch, each caller apart (features.md §8.1, "Consequences"). A window is a minute
 * unless `seconds`, whole ones, says otherwise.
 */
export function createRateWindow(limit: number, seconds = 60): (caller: string) => Allowance {
  let window = 0
  let counts = new Map<string, number>()
  return (caller) => {
    const now = Date.now() / 1000
    if (Math.floor(now / seconds) !== window) {
      window = Math.floor(now / seconds)
      counts = new Map()
    }
    const used = (counts.get(caller) ?? 0) + 1
    counts.set(caller, used)
    const reset = (window + 1) * seconds
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      reset,
      wait: Math.max(1, Math.ceil(reset - now)),
    }
  }
}
