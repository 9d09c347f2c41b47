import { setImmediate } from 'node:timers/promises'
import { type KernelMemory, type KernelModule, kernelModule, kernelOver, provideKernel } from '../kernel-memory.ts'
import type { Done, Thread } from '../thread.ts'
import { type RowExports, type RowMemory, type Run, stateOf } from './row-kernel.ts'

/**
 * A run that is placed is made by the thread that takes it. The rest of a full one is for the thread of the file, which
 * alone makes room.
 */
const states = { placed: 0, taken: 1, made: 2, full: 3 } as const
/** In place of the number of runs that were placed: there are no more. */
const noMore = -1

interface PlacedRuns {
  readonly kernel: KernelModule
  readonly memory: KernelMemory
  /** How many were placed so far: run i is `places[i % places.length]`. */
  readonly placed: Int32Array
  readonly places: readonly number[]
}

export type RowWork = typeof rowWork

/** The work of another thread for the rows of files. */
export const rowWork = {
  /** Makes whatever run is placed and not taken, until there are no more. */
  'rows.make': ({ kernel, memory, placed, places }: PlacedRuns): Done<null> => {
    provideKernel('rows', kernel)
    const { putRows } = kernelOver<RowExports>('rows', memory)
    const all = places.map((place) => stateOf(memory, place))
    for (let run = 0; ; run++) {
      while (Atomics.load(placed, 0) === run) Atomics.wait(placed, 0, run)
      if (Atomics.load(placed, 0) === noMore) return { value: null, transfer: [] }
      const slot = run % places.length
      const state = all[slot] as Uint32Array
      if (!take(state)) continue
      Atomics.store(state, 0, putRows(places[slot] as number) ? states.made : states.full)
    }
  },
}

function take(state: Uint32Array): boolean {
  return Atomics.compareExchange(state, 0, states.placed, states.taken) === states.placed
}

/** Lets this thread, and another one where there is one, make the runs that are placed one after the other. */
export function shareRuns({ memory }: Pick<RowMemory, 'memory'>, runs: readonly Run[], thread: Thread<RowWork> | null) {
  const placed = new Int32Array(new SharedArrayBuffer(4))
  let failure: { readonly error: unknown } | null = null
  thread
    ?.ask('rows.make', {
      kernel: kernelModule('rows'),
      memory,
      placed,
      places: runs.map(({ place }) => place),
    })
    .catch((error: unknown) => {
      failure = { error }
    })
  const isMade = ({ state }: Run) => Atomics.load(state, 0) >= states.made
  return {
    place({ state }: Run): void {
      Atomics.store(state, 0, states.placed)
      Atomics.add(placed, 0, 1)
      Atomics.notify(placed, 0)
    },
    /** Waits until the first of these runs is made; makes the others meanwhile. */
    async finish(waiting: readonly Run[]): Promise<void> {
      const [run] = waiting
      if (!run) return
      while (!isMade(run)) {
        if (failure) throw failure.error
        const free = waiting.find(({ state }) => take(state))
        if (free) {
          free.put()
          Atomics.store(free.state, 0, states.made)
        } else await setImmediate()
      }
      if (Atomics.load(run.state, 0) === states.full) run.put()
    },
    end(): void {
      Atomics.store(placed, 0, noMore)
      Atomics.notify(placed, 0)
    },
  }
}
