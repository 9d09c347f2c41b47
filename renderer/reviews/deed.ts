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
 * Makes the way in which a store does things: the last one is shown, the reason where one fails, unless nobody wants it
 * any more. Gives what the deed gave, or undefined. Never throws.
 */
export function createDeeds<D extends string>(show: (state: Partial<Doing<D>>) => void) {
  let begun = 0
  return async <T>(name: D, deed: () => Promise<T>, isWanted: () => boolean = () => true): Promise<T | undefined> => {
    begun += 1
    const turn = begun
    const end = () => (turn === begun ? { doing: null } : {})
    show({ doing: name, failure: undefined })
    try {
      const result = await deed()
      show(end())
      return result
    } catch (error) {
      show({ ...end(), ...(isWanted() ? { failure: failureOf(error) } : {}) })
      return undefined
    }
  }
}
