import { createNodeFetch } from '../../main/hosts/node-fetch.ts'
import type { Fetch } from '../../main/kernel/http.ts'

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
