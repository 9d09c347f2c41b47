import type { Failure } from '../../preload/contract/wire.ts'
import { failureOf } from './ask.ts'

/** What a screen knows of something it asked for. A ready value may be stale: then `failure` says why it is not newer. */
export type Loadable<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T; readonly failure?: Failure }
  | { readonly status: 'failed'; readonly failure: Failure }

/** The value where there is one, whatever else is going on. */
export function readyValue<T>(loadable: Loadable<T>): T | undefined {
  return loadable.status === 'ready' ? loadable.value : undefined
}

/**
 * Makes a way to ask for something anew. A value that is there stays on screen meanwhile, and stays with the reason when
 * the new one cannot be had. Answers that a later question has overtaken are dropped, and those to what was asked before
 * the value was let go (`idle` again: another account, another thing). The returned function never throws.
 */
export function createReload<T>(read: () => Loadable<T>, show: (loadable: Loadable<T>) => void) {
  let asked = 0
  let shown = 0
  /** What was asked before this belongs to what was let go. */
  let first = 0
  return async (fetch: () => Promise<T>): Promise<void> => {
    asked += 1
    const turn = asked
    if (read().status === 'idle') first = turn
    const showInTurn = (loadable: Loadable<T>) => {
      if (turn < shown || turn < first || read().status === 'idle') return
      shown = turn
      show(loadable)
    }
    if (read().status !== 'ready') show({ status: 'loading' })
    try {
      showInTurn({ status: 'ready', value: await fetch() })
    } catch (error) {
      const failure = failureOf(error)
      const before = read()
      showInTurn(
        before.status === 'ready' ? { status: 'ready', value: before.value, failure } : { status: 'failed', failure },
      )
    }
  }
}
