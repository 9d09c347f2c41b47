import type { FaultPlan } from '../../main/demo/http-server.ts'
import { createNodeFetch } from '../../main/hosts/node-fetch.ts'
import type { Fetch } from '../../main/kernel/http.ts'
import { createWakeEvents, type WakeEvents } from '../../main/kernel/retry.ts'

/** What a test changes while the app runs: its clock, its network, the faults of the services. */

export interface MovableClock {
  now(): Date
  pass(ms: number): void
  /** Hears of each sleep. */
  readonly resumes: WakeEvents
  /** The same as a sleep of the computer, which ends each wait for the next try that is over by then. */
  sleep(ms: number): Promise<void>
}

/** The time of this machine, which a test moves on. */
export function movableClock(): MovableClock {
  const resumes = createWakeEvents()
  let passed = 0
  return {
    now: () => new Date(Date.now() + passed),
    pass(ms) {
      passed += ms
    },
    resumes,
    async sleep(ms) {
      passed += ms
      await resumes.woke()
    },
  }
}

/** A request on the wire, until the headers of its answer are there. */
export interface Sent {
  readonly url: string
  readonly headers: Headers
  /** How many were on the wire when it was sent, itself included. */
  readonly together: number
}

export interface WatchedFetch {
  readonly fetch: Fetch
  readonly sent: readonly Sent[]
  /** While true, the network is gone. */
  offline: boolean
  /** Holds a request that is on its way until it resolves. */
  beforeSending(url: string): Promise<void>
}

/** The app's own fetch, watched. */
export function watchedFetch(): WatchedFetch {
  const real = createNodeFetch()
  const sent: Sent[] = []
  let flying = 0
  const watched: WatchedFetch & { sent: Sent[] } = {
    sent,
    offline: false,
    beforeSending: async () => {},
    async fetch(url, init) {
      flying += 1
      sent.push({ url, headers: new Headers(init.headers), together: flying })
      try {
        // What Node's fetch throws without a network.
        if (watched.offline) throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } })
        await watched.beforeSending(url)
        return await real(url, init)
      } finally {
        flying -= 1
      }
    },
  }
  return watched
}

/** A plan that a test sets and takes away while the services run. */
export interface FaultSwitch extends FaultPlan {
  /** From now on these faults; without any, none. */
  set(plan?: FaultPlan): void
}

export function faultSwitch(): FaultSwitch {
  let current: FaultPlan | undefined
  return {
    set(plan) {
      current = plan
    },
    next: (request) => current?.next(request),
  }
}
