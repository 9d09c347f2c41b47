/**
 * Joins calls into one run: all calls while `run` is busy, and for `restMs` after, cause one more run. A burst of
 * pushes then costs a few questions, and the last state is always read. Each call resolves when a run that started
 * after it has ended. `run` must not throw.
 */
export function coalesce(run: () => unknown, restMs = 0): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  const start = async () => {
    await run()
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  return () => {
    next ??= last.then(() => {
      next = undefined
      last = start()
      return last
    })
    return next
  }
}

export interface Throttled {
  /** Runs now, or after the pause that follows the last run. */
  request(): void
  /** Cancels the next run. */
  stop(): void
}

/** Runs at most once in `pauseMs`, and always once more after the last request. */
export function throttle(run: () => Promise<void>, pauseMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = false
  const start = () => {
    due = false
    timer = setTimeout(() => {
      timer = undefined
      if (due) start()
    }, pauseMs)
    void run()
  }
  return {
    request() {
      due = true
      if (timer === undefined) start()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      due = false
    },
  }
}
