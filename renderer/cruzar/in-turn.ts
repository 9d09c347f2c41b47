/**
 * Makes a deed that is asked for more often than it can be done: while it runs, and for `rest` milliseconds after, any
 * number of calls come to one more run. So a storm of pushes costs a few questions, and the last state is always seen.
 * Each call resolves when a run that began after it has ended. The deed must not throw.
 */
export function createInTurn(deed: () => Promise<void>, rest: number): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  const run = async () => {
    await deed()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  }
  return () => {
    next ??= last.then(() => {
      next = undefined
      last = run()
      return last
    })
    return next
  }
}
