import { createStore } from 'zustand'

/** Where the person is. A screen that takes an id says so here, and nowhere else is there an address. */
export type Place =
  | { readonly screen: 'sheets' }
  | { readonly screen: 'sheet'; readonly id: string }
  | { readonly screen: 'cruzar' }
  | { readonly screen: 'run'; readonly id: string }
  | { readonly screen: 'connections' }
  | { readonly screen: 'settings' }

export interface Navigation {
  readonly place: Place
  go(place: Place): void
  back(): void
}

export function createNavigation() {
  const history: Place[] = []
  return createStore<Navigation>()((set, get) => ({
    place: { screen: 'sheets' },
    go(place) {
      history.push(get().place)
      set({ place })
    },
    back() {
      set({ place: history.pop() ?? { screen: 'sheets' } })
    },
  }))
}
