import { setImmediate, setTimeout } from 'node:timers/promises'
import { AppFailure } from './failure.ts'

/** Runs one piece of work at a time for each key, in the order of the calls. */
export interface KeyedQueue {
  /** Runs `work` at its turn. Rejects with the signal's reason when that comes during the wait. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  return {
    async run(key, signal, work) {
      const previous = last.get(key) ?? Promise.resolve()
      let end = () => {}
      const completion = new Promise<void>((resolve) => {
        end = resolve
      })
      // A cancelled waiter still lets the next one begin only when those before it are done.
      last.set(
        key,
        previous.then(() => completion),
      )
      try {
        await orAborted(previous, signal)
        return await work()
      } finally {
        end()
      }
    },
  }
}

function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    void turn.then(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
  })
}

/** Waits `ms` milliseconds. An abort ends the wait at once and throws the signal's reason. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

/** Calls `tick` repeatedly until the signal aborts. Its calls may overlap; it never throws. */
export type Ticker = (tick: () => Promise<void>, signal: AbortSignal) => void

/** A ticker that calls every `ms` milliseconds and keeps no process alive. */
export function createTicker(ms: number): Ticker {
  return (tick, signal) => {
    const timer = setInterval(() => void tick(), ms).unref()
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }
}

export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppFailure('cancelled')
}

/** Lets other calls run between slices of long work. Throws `cancelled` when the call was cancelled. */
export interface YieldToEventLoop {
  (): Promise<void>
  /** Whether the slice is over, for loops that are too tight to await at every row. */
  due(): boolean
}

/** Long enough for work, and short enough that Cancel and other calls are answered at once. */
const sliceMs = 12

/** Yields after each 12 ms of work, at no cost in between. */
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

/** Long work that yields wherever it can be interrupted. */
export type InterruptibleWork<Result> = Generator<undefined, Result>

export function runSync<Result>(work: InterruptibleWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

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

/** How many requests may be in flight: one until the service has kept up, then up to `maxWidth`. */
interface AdaptiveConcurrency {
  readonly width: number
  /** A request succeeded: allows one more in flight, unless `single` was called. */
  widen(): void
  /** A request failed or was throttled: allows half as many. */
  narrow(): void
  /** Allows one at a time from now on, since answers do not come in the expected order. */
  single(): void
}

export function createAdaptiveConcurrency(maxWidth: number): AdaptiveConcurrency {
  let width = 1
  let isFixed = false
  return {
    get width() {
      return width
    },
    widen() {
      if (!isFixed) width = Math.min(maxWidth, width + 1)
    },
    narrow() {
      width = Math.max(1, Math.floor(width / 2))
    },
    single() {
      isFixed = true
      width = 1
    },
  }
}

/** Calls at most once in `ms` and drops the calls in between. */
export function atMostEvery<Values extends readonly unknown[]>(
  ms: number,
  call: (...values: Values) => void,
): (...values: Values) => void {
  let last = Number.NEGATIVE_INFINITY
  return (...values) => {
    if (performance.now() - last < ms) return
    last = performance.now()
    call(...values)
  }
}
