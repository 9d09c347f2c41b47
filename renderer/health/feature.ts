import { createStore, useStore } from 'zustand'
import type { ServiceHealth } from '../../preload/contract/health.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { type AppAsk, outcomeOf } from '../kernel/ask.ts'
import { defineFeature, resetStores } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    health: {
      readonly store: HealthStore
      /** The trouble of a connection's service by its last responses, as a sentence; null without any. */
      useTroubleOf(): (connection: string) => string | null
    }
  }
}

export const healthFeature = defineFeature('health', {
  create({ ask, now }) {
    const store = createHealthStore({ ask })
    return {
      offer: {
        store,
        useTroubleOf() {
          const states = readyValue(useStore(store, ({ list }) => list)) ?? []
          const words = { now: now(), messages: useMessages(), format: useFormat() }
          return (connection) => {
            const health = states.find(({ connection_id }) => connection_id === connection)
            return health ? troubleSentence(health, words.messages.health.service, words) : null
          }
        },
      },
      reloads: { health: store.getState().load },
      reset: () => resetStores(store),
    }
  },
})

interface HealthState {
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

/** When it began, as short as possible: 05:23 of today, with the date for another day. */
export function sinceWords(since: string, now: number, format: Format): string {
  const [at, today] = [format.dateTime(Date.parse(since)), format.dateTime(now)]
  return at.slice(0, 10) === today.slice(0, 10) ? at.slice(-5) : at
}

interface TroubleWords {
  readonly now: number
  readonly messages: Messages
  readonly format: Format
}

/** What is wrong with a service of this name, and since when, in one line; null while it answers. */
export function troubleSentence(
  { state, since, failure }: ServiceHealth,
  name: string,
  { now, messages, format }: TroubleWords,
): string | null {
  if (state === 'answers') return null
  const { trouble, before } = messages.health
  const words = failure?.code === 'header_dropped' || failure?.code === 'shield_page' ? before[failure.code] : null
  return (words ?? trouble[state])(name, sinceWords(since, now, format))
}
