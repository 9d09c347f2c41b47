import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work before messages are let in. */
const longest = 8

/**
 * Keeps long work polite: `take()` throws when the signal is aborted, and lets waiting messages in whenever more than
 * 8 ms have passed since it last did. It costs nothing in between.
 */
export interface Breath {
  take(): Promise<void>
}

export function createBreath(signal: AbortSignal | undefined): Breath {
  let last = performance.now()
  return {
    async take() {
      signal?.throwIfAborted()
      if (performance.now() - last < longest) return
      await nextTurn()
      last = performance.now()
      signal?.throwIfAborted()
    },
  }
}
