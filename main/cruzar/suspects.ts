import type { FailureCode } from '../../preload/values/failures.ts'
import type { KeyRange } from '../leads/sheet-calls.ts'

/** Keys to send: of the list, or of a batch that failed. */
export interface Part extends KeyRange {
  readonly suspect: Suspect | null
}

/** A batch that failed as a whole, while its parts are sent one by one. */
export interface Suspect {
  readonly failure: FailureCode
  /** The most keys that a batch could have before it failed. */
  readonly ceiling: number
  /** How many answers the run had when it failed: a later one proves that the service is well. */
  readonly since: number
  failures: number
  inARow: number
  /** Too much of it has failed: the rest of it is not sent. */
  isGivenUp: boolean
}

/** Requests of one batch that may fail one after the other: 4,000 keys are halved twelve times until one is alone. */
const mostInARow = 16
/** Requests of one batch, and of one run, that may fail altogether: some eight keys of a batch are found with them. */
const mostOfABatch = 64
const mostOfARun = 2000

/**
 * Finds the keys with which the service fails: a batch that fails is retried in halves, down to a single key, while
 * that stays within bounds. Such a key is blamed only when the service has answered others since its batch failed.
 */
export interface Suspects {
  /** A batch of this suspect, or of no suspect, was answered. */
  answered(suspect: Suspect | null): void
  /** A request for `sent` keys of this part failed. Gives what to send instead, or what to give up. */
  failed(part: Part, sent: number, failure: FailureCode, ceiling: number): Verdict
  /** The keys that are known to be to blame by now, each once. */
  blamed(): FailedRange[]
  /** Asked at the end: the keys that were alone when they failed, with no answer afterwards. */
  unproven(): FailedRange[]
}

export interface FailedRange {
  readonly range: KeyRange
  readonly failure: FailureCode
}
/**
 * Two parts to send instead, or nothing, since the key was alone or the bounds are reached. `isUnproven` where nothing
 * was answered since the batch failed: the service may be the reason.
 */
type Verdict =
  | { readonly halves: readonly Part[] }
  | { readonly suspect: Suspect; readonly isAlone: boolean; readonly isUnproven: boolean }

export function createSuspects(): Suspects {
  let answers = 0
  let failures = 0
  let alone: (FailedRange & { readonly suspect: Suspect })[] = []

  return {
    answered(suspect) {
      answers += 1
      if (suspect) suspect.inARow = 0
    },
    blamed() {
      const proven = alone.filter((one) => answers > one.suspect.since)
      alone = alone.filter((one) => !proven.includes(one))
      return proven
    },
    failed(part, sent, failure, ceiling) {
      const suspect = part.suspect ?? { failure, ceiling, since: answers, failures: 0, inARow: 0, isGivenUp: false }
      suspect.failures += 1
      suspect.inARow += 1
      failures += 1
      suspect.isGivenUp ||= suspect.inARow >= mostInARow || suspect.failures >= mostOfABatch || failures >= mostOfARun
      const isUnproven = answers === suspect.since
      if (sent === 1) {
        alone.push({ range: part, failure, suspect })
        return { suspect, isAlone: true, isUnproven }
      }
      if (suspect.isGivenUp) return { suspect, isAlone: false, isUnproven }
      const half = Math.ceil(part.count / 2)
      return {
        halves: [
          { from: part.from, count: half, suspect },
          { from: part.from + half, count: part.count - half, suspect },
        ],
      }
    },
    unproven: () => alone.splice(0),
  }
}
