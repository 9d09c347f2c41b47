import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import type { Fetch } from '../../../main/kernel/http.ts'

export interface RecordedFetch {
  readonly fetch: Fetch
  /** Every write so far: its method, its path below /api/v1, and its body as it was sent. */
  readonly writes: { readonly method: string; readonly path: string; readonly body: unknown }[]
  /** While true, the service gets requests, and the app gets no answer to its writes. */
  silent: boolean
  /** While true, writes leave and never arrive. */
  swallowing: boolean
  /** While true, no answer comes to a write, and it reaches the service only at `arrive`. */
  late: boolean
  arrive(): Promise<unknown>
  /** While true, writes leave and nothing is heard of them. */
  hanging: boolean
  /** Done when the answer to a write is on its way. */
  afterWrite: () => void
  /** While true, there is no network. */
  offline: boolean
}

/** The app's own fetch, which shows what was written and can lose answers on their way. */
export function recordedFetch(): RecordedFetch {
  const real = createNodeFetch()
  const underway: (() => Promise<unknown>)[] = []
  const recorded: RecordedFetch = {
    writes: [],
    silent: false,
    swallowing: false,
    late: false,
    arrive: () => Promise.all(underway.splice(0).map((send) => send())),
    hanging: false,
    offline: false,
    afterWrite() {},
    async fetch(url, init) {
      // What Node's fetch throws without a network, and when a connection breaks.
      if (recorded.offline) throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } })
      const method = init.method ?? 'GET'
      if (method === 'GET') return real(url, init)
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      recorded.writes.push({ method, path: new URL(url).pathname.replace('/api/v1', ''), body })
      if (recorded.hanging) return new Promise(() => {})
      if (recorded.late) underway.push(() => real(url, init))
      const answer = recorded.swallowing || recorded.late ? undefined : await real(url, init)
      recorded.afterWrite()
      if (!answer || recorded.silent) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      return answer
    },
  }
  return recorded
}
