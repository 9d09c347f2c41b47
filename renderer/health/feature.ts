import { useStore } from 'zustand'
import { type Feature, resetStores } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { createHealthStore, type HealthStore } from './health-store.ts'
import { healthSentence } from './health-words.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    health: {
      readonly store: HealthStore
      /** The trouble of a connection's service by its last responses, as a sentence; null without any. */
      useTroubleOf(): (connection: string) => string | null
    }
  }
}

export const healthFeature: Feature<'health'> = {
  create({ ask, now }) {
    const store = createHealthStore({ ask })
    return {
      offer: {
        store,
        useTroubleOf() {
          const known = readyValue(useStore(store, (state) => state.list)) ?? []
          const words = { now: now(), messages: useMessages(), format: useFormat() }
          return (connection) => healthSentence(known, connection, words)
        },
      },
      reloads: { health: store.getState().load },
      reset: () => resetStores(store),
    }
  },
}
