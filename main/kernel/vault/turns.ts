/** Lets one piece of work run at a time, in the order asked. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take(work) {
      const turn = last.then(work, work)
      last = turn
      return turn
    },
  }
}
