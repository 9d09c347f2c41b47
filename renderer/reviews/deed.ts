import type { Failure } from '../../preload/contract/wire.ts'
import { failureOf } from '../kernel/ask.ts'

/** What a store shows of something that a person asked for. */
export interface Doing<D extends string> {
  /** What is under way; null when nothing is. */
  readonly doing: D | null
  /** Why the last deed did not succeed; gone when the next begins. */
  readonly failure: Failure | undefined
}

/**
 * Makes the way in which a store does things: one at a time on screen, the reason where one fails. Gives what the deed
 * gave, or undefined. Never throws.
 */
export function createDeeds<D extends string>(show: (state: Doing<D>) => void) {
  return async <T>(name: D, deed: () => Promise<T>): Promise<T | undefined> => {
    show({ doing: name, failure: undefined })
    try {
      const result = await deed()
      show({ doing: null, failure: undefined })
      return result
    } catch (error) {
      show({ doing: null, failure: failureOf(error) })
      return undefined
    }
  }
}
