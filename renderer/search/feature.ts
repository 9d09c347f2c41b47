import { defineFeature, resetStores } from '../kernel/feature.ts'
import { createSearchStore, type SearchStore } from './search-store.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    search: SearchStore
  }
}

export const searchFeature = defineFeature('search', {
  create({ ask }) {
    const store = createSearchStore({ ask })
    const { load } = store.getState()
    return { offer: store, reloads: { search: load, forms: load }, reset: () => resetStores(store) }
  },
})
