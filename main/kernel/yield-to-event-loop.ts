import { setImmediate } from 'node:timers/promises'
import { stopIfCancelled } from './wait.ts'

/** Between slices of long work: lets other calls run when the slice is over. Throws `cancelled` when the call was cancelled. */
export interface YieldToEventLoop {
  (): Promise<void>
  /** Whether the slice is over, for loops that are too tight to await every row. */
  due(): boolean
}

/** Long enough to work in, short enough that Cancel and other calls are answered at once. */
const sliceMs = 12

/** Yields after each 12 ms of work, and costs nothing in between. */
export function createYieldToEventLoop(signal?: AbortSignal): YieldToEventLoop {
  let sliceEnd = performance.now() + sliceMs
  const due = () => performance.now() >= sliceEnd
  const yieldWhenDue = async () => {
    if (signal) stopIfCancelled(signal)
    if (!due()) return
    await setImmediate()
    if (signal) stopIfCancelled(signal)
    sliceEnd = performance.now() + sliceMs
  }
  return Object.assign(yieldWhenDue, { due })
}

/** Long work that yields wherever it may be interrupted. */
export type InterruptibleWork<Result> = Generator<undefined, Result>

/** Does the work at once. */
export function runSync<Result>(work: InterruptibleWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Does the work in slices. */
export async function runInSlices<Result>(
  work: InterruptibleWork<Result>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}
