import { setImmediate } from 'node:timers/promises'
import { AppFailure } from '../../kernel/failure.ts'
import type { Pause } from './column.ts'

/** Long work that says where it may be interrupted. */
export type Sliced<Result> = Generator<undefined, Result>

/** Does the work at once. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Does the work with a breath wherever it may be interrupted. */
export async function inSlices<Result>(work: Sliced<Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await pause()
  }
}

const sliceMs = 12

/** A pause that lets other calls run after each 12 ms of work, and throws `cancelled` when this one was cancelled. */
export function createPause(signal?: AbortSignal): Pause {
  let sliceEnd = performance.now() + sliceMs
  return async () => {
    if (performance.now() < sliceEnd) return
    await setImmediate()
    if (signal?.aborted) throw new AppFailure('cancelled')
    sliceEnd = performance.now() + sliceMs
  }
}
