import { AppFailure } from '../kernel/failure.ts'

/** How many keys go into one request of cruzar; the document gives no limit (agent-platform.md, "Lead cross-check"). */
export interface BatchSize {
  readonly now: number
  /** A batch of this size was answered after `ms` milliseconds: grow while that is fast. */
  answered(size: number, ms: number): void
  /**
   * Whether a failed batch was too large, or too slow to be answered in time: then its keys are to be asked again in the
   * smaller parts of now.
   */
  refuse(error: unknown, size: number): boolean
  canShrink(size: number): boolean
}

const firstSize = 500
const largest = 4000
const smallest = 20
const fastMs = 2000

export function createBatchSize(): BatchSize {
  let size = firstSize
  /** The most that was answered, and the most that may be tried: a size that was found too large is not tried again. */
  let proven = smallest
  let ceiling = largest
  const canShrink = (refused: number) => refused > smallest
  return {
    get now() {
      return size
    },
    answered(answered, ms) {
      proven = Math.min(ceiling, Math.max(proven, answered))
      if (ms < fastMs && answered >= size) size = Math.min(ceiling, Math.floor(size * 1.5))
    },
    canShrink,
    refuse(error, refused) {
      const slow = error instanceof AppFailure && error.code === 'timeout'
      if (!(slow || isTooLarge(error)) || !canShrink(refused)) return false
      const half = Math.max(smallest, Math.floor(refused / 2))
      // Slowness may pass; a limit of the service stays.
      if (!slow) ceiling = Math.min(ceiling, proven < refused ? Math.max(proven, half) : half)
      size = Math.min(size, half)
      return true
    },
  }
}

function isTooLarge(error: unknown): boolean {
  if (!(error instanceof AppFailure)) return false
  return error.code === 'too_large' || (error.code === 'service_refused' && error.params.status === 422)
}
