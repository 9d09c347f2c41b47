/** What work will cost. */
export interface Estimate {
  readonly requests: number
  readonly seconds: number
  /** The connection was measured before; else the time is a first guess. */
  readonly measured: boolean
}

/** How long requests take, by the items that they bring. */
export interface Timing {
  /** Until the last byte of the answer. */
  answerMs(items: number): number
  /** In the data process, which stores one answer at a time. */
  storeMs(items: number): number
  /** The service holds off for `ms` after so many requests. */
  readonly throttle: { readonly every: number; readonly ms: number } | null
}

/** How many items the next request takes. */
export interface RequestSize {
  readonly now: number
  answered(items: number, ms: number): void
}

/** Pages and batches of one size. */
export function fixedSize(items: number): RequestSize {
  return { now: items, answered() {} }
}

export interface RequestPolicy {
  readonly size: RequestSize
  readonly atOnce: number
}

/** More are not played through: those behind them take as long as the later half of these. */
const mostPlayed = 4000

/**
 * Plays the work through as it will go: one request first, one more in flight with each answer (main/kernel/schedule.ts), each as
 * large as `size` says, its answer stored before the next one's.
 */
export function expectedCost(
  items: number,
  { size, atOnce }: RequestPolicy,
  { answerMs, storeMs, throttle }: Timing,
): Pick<Estimate, 'requests' | 'seconds'> {
  const inFlight: { readonly items: number; readonly end: number }[] = []
  let left = items
  let requests = 0
  let width = 1
  let at = 0
  let half = { at, left }
  while ((left > 0 && requests < mostPlayed) || inFlight.length > 0) {
    while (left > 0 && inFlight.length < width && requests < mostPlayed) {
      const taken = Math.min(left, Math.max(1, size.now))
      inFlight.push({ items: taken, end: at + answerMs(taken) })
      left -= taken
      requests += 1
      if (requests === mostPlayed / 2) half = { at, left }
    }
    inFlight.sort((one, other) => one.end - other.end)
    const first = inFlight.shift()
    if (!first) break
    at = Math.max(at, first.end) + storeMs(first.items)
    size.answered(first.items, answerMs(first.items))
    width = Math.min(Math.max(1, atOnce), width + 1)
  }
  if (left > 0) {
    at += (at - half.at) * (left / (half.left - left))
    requests += Math.ceil(left / size.now)
  }
  const pauses = throttle ? Math.floor(Math.max(0, requests - 1) / throttle.every) * throttle.ms : 0
  return { requests, seconds: (at + pauses) / 1000 }
}
