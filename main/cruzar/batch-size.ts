import { AppFailure } from '../kernel/failure.ts'

/** How many keys go into one request of cruzar; the document gives no limit (docs/services.md §3.5). */
export interface BatchSize {
  readonly now: number
  /** The most keys that may be tried. */
  readonly ceiling: number
  /** A batch of this size was answered whole after `ms` milliseconds: grow while that is fast. */
  answered(size: number, ms: number): void
  /**
   * Only `results` keys of a batch of this size were answered. Gives whether the others are to be sent again, in
   * batches of the present, smaller size. They are not when none was answered of a batch that the service is known to
   * have room for.
   */
  incomplete(size: number, results: number): boolean
  /**
   * Gives whether a failed batch was too large, or too slow to be answered in time. The next batches are smaller then.
   */
  refuse(error: unknown, size: number): boolean
  canShrink(size: number): boolean
  /** One key caused what looked like a limit of the service. */
  reopen(ceiling: number): void
}

const firstSize = 500

export const largestBatch = 4000

const smallest = 20

const fastMs = 2000

export function createBatchSize(): BatchSize {
  let size = firstSize
  /** The most that was answered, and the most that may be tried: a size that was found too large is not tried again. */
  let proven = smallest
  let ceiling = largestBatch
  /** The most results that one answer had. */
  let capacity = 0
  const canShrink = (refused: number) => refused > smallest
  return {
    get now() {
      return size
    },
    get ceiling() {
      return ceiling
    },
    answered(answered, ms) {
      capacity = Math.max(capacity, answered)
      proven = Math.min(ceiling, Math.max(proven, answered))
      if (ms < fastMs && answered >= size) size = Math.min(ceiling, Math.max(size + 1, Math.floor(size * 1.5)))
    },
    incomplete(sent, results) {
      const hadRoom = sent <= capacity
      capacity = Math.max(capacity, results)
      if (hadRoom && results === 0) return false
      const limit = results > 0 ? results : Math.max(1, Math.floor(sent / 2))
      size = Math.min(size, limit)
      if (!hadRoom) ceiling = Math.min(ceiling, Math.max(limit, capacity))
      return true
    },
    canShrink,
    refuse(error, refused) {
      const { code, params } = error instanceof AppFailure ? error : { code: null, params: {} }
      const slow = code === 'timeout'
      // A service that has answered as many keys does not object to their number.
      const tooMany = code === 'service_refused' && params.status === 422 && refused > proven
      if (!(slow || tooMany || code === 'too_large') || !canShrink(refused)) return false
      const half = Math.max(smallest, Math.floor(refused / 2))
      // Slowness may pass; a limit of the service stays.
      if (!slow) ceiling = Math.min(ceiling, proven < refused ? Math.max(proven, half) : half)
      size = Math.min(size, half)
      return true
    },
    reopen(to) {
      ceiling = Math.max(ceiling, to)
    },
  }
}

/** What was spent since the last checkpoint: requests, and seconds of clock time. */
export interface Cost {
  readonly requests: number
  readonly seconds: number
}

/** Counts what a run costs, so that each request and each second is written down once, whichever batch it was for. */
export interface Meter {
  request(count?: number): void
  /** Passes the cost since the last call to `write`. When `write` fails, the next call passes it again. */
  charge<T>(write: (cost: Cost) => Promise<T>): Promise<T>
}

export function createMeter(now: () => Date): Meter {
  let requests = 0
  let since = now().getTime()
  return {
    request(count = 1) {
      requests += count
    },
    async charge(write) {
      const at = now().getTime()
      // A clock that was set back costs nothing.
      const cost = { requests, seconds: Math.max(0, at - since) / 1000 }
      requests = 0
      since = at
      try {
        return await write(cost)
      } catch (error) {
        requests += cost.requests
        since -= cost.seconds * 1000
        throw error
      }
    },
  }
}
