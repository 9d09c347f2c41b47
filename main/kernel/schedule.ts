/** One piece of work after another for each key, in the order in which they asked. */
export interface KeyedQueue {
  /** Runs `work` when it is its turn. Rejects with the signal's reason when that comes while it waits. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  return {
    async run(key, signal, work) {
      const before = last.get(key) ?? Promise.resolve()
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      // Who gives up while it waits lets the next one begin only when those before it are done.
      last.set(
        key,
        before.then(() => ended),
      )
      try {
        await orAborted(before, signal)
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
