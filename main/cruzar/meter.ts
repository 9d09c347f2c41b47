/** What was spent since the last checkpoint: requests, and seconds by the clock on the wall. */
export interface Cost {
  readonly requests: number
  readonly seconds: number
}

/** Counts what a run costs, so that each request and each second is written down once, whichever batch it was for. */
export interface Meter {
  /** A request, or so many, are about to be sent. */
  request(count?: number): void
  /** Hands over what is owed; when `write` fails, it is owed still. */
  charge<T>(write: (cost: Cost) => Promise<T>): Promise<T>
}

export function createMeter(now: () => Date): Meter {
  let requests = 0
  let since = now().getTime()
  return {
    request(count = 1) {
      requests += count
    },
    async charge(write) {
      const at = now().getTime()
      // A clock that was set back costs nothing.
      const cost = { requests, seconds: Math.max(0, at - since) / 1000 }
      requests = 0
      since = at
      try {
        return await write(cost)
      } catch (error) {
        requests += cost.requests
        since -= cost.seconds * 1000
        throw error
      }
    },
  }
}
