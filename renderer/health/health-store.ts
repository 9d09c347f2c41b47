import { createStore } from 'zustand'
import type { ServiceHealth } from '../../preload/contract/health.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'

export interface HealthState {
  readonly list: Loadable<readonly ServiceHealth[]>
  /** The connections with a running probe. */
  readonly probing: readonly string[]
  /** Why a probe could not start, such as a locked vault. */
  readonly failure: Failure | undefined
  load(): Promise<boolean>
  /** Asks the service of a connection its cheapest question, once at a time. */
  probe(connection: string): Promise<void>
  /** The network is back: probes every unreachable service. */
  probeUnreached(): Promise<void>
}

export type HealthStore = ReturnType<typeof createHealthStore>

/** The state of the services by their last responses. */
export function createHealthStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<HealthState>()((set, get) => {
    const list = createLatest({ get, set, key: 'list' })
    return {
      list: { status: 'idle' },
      probing: [],
      failure: undefined,
      load: () => list.load(() => ask('health.list', {})),
      async probe(id) {
        if (get().probing.includes(id)) return
        set({ probing: [...get().probing, id], failure: undefined })
        const probed = await outcomeOf(ask('health.probe', { id }))
        if (probed.ok) list.show(probed.value)
        else set({ failure: probed.failure })
        set({ probing: get().probing.filter((one) => one !== id) })
      },
      async probeUnreached() {
        const unreached = (readyValue(get().list) ?? []).filter(
          ({ state }) => state === 'offline' || state === 'silent',
        )
        await Promise.all(unreached.map(({ connection_id }) => get().probe(connection_id)))
      },
    }
  })
}
