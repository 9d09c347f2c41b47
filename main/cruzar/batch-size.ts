import type { AppFailure } from '../kernel/failure.ts'

/** How many keys go into one request of cruzar; the document gives no limit (agent-platform.md, "Lead cross-check"). */
export interface BatchSize {
  readonly now: number
  /** A batch of this size was answered after `ms` milliseconds: grow while that is fast. */
  answered(size: number, ms: number): void
  /** Halves after an answer that means "too large" and says true: ask the same keys again in smaller parts. */
  refuse(failure: AppFailure, size: number): boolean
  canShrink(size: number): boolean
}

const firstSize = 500
const largest = 4000
const smallest = 20
const fastMs = 2000

export function createBatchSize(): BatchSize {
  let size = firstSize
  /** Never grown to again, once it was refused. */
  let ceiling = largest
  const canShrink = (refused: number) => refused > smallest
  return {
    get now() {
      return size
    },
    answered(answered, ms) {
      if (ms < fastMs && answered >= size) size = Math.min(ceiling, Math.floor(size * 1.5))
    },
    canShrink,
    refuse(failure, refused) {
      const tooLarge = failure.code === 'too_large' || failure.code === 'timeout' || isUnprocessable(failure)
      if (!tooLarge || !canShrink(refused)) return false
      ceiling = Math.min(ceiling, Math.max(smallest, refused - 1))
      size = Math.max(smallest, Math.min(size, Math.floor(refused / 2)))
      return true
    },
  }
}

function isUnprocessable(failure: AppFailure): boolean {
  return failure.code === 'service_refused' && failure.params.status === 422
}
