import { createStore } from 'zustand'

/** Every screen by its name, with the parameters of its place. A feature adds its own in its manifest. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the manifests (`declare module`)
export interface Places {}

export type PlaceOf<K extends keyof Places> = { readonly screen: K } & Readonly<Places[K]>
/** Where the person is: there is no other address. */
export type Place = { [K in keyof Places]: PlaceOf<K> }[keyof Places]

export interface Navigation {
  readonly place: Place
  /** False until the person went somewhere: the first place takes no focus. */
  readonly moved: boolean
  go(place: Place): void
  /** Goes there and forgets the present place, so that "back" does not lead to something that is gone. */
  goInstead(place: Place): void
  back(): void
}

export type NavigationStore = ReturnType<typeof createNavigation>

/** How many places "back" remembers. */
const remembered = 50

/** `home`: the first place, and where "back" leads when no other is remembered. */
export function createNavigation(home: Place) {
  const history: Place[] = []
  return createStore<Navigation>()((set, get) => ({
    place: home,
    moved: false,
    go(place) {
      if (isSame(place, get().place)) return
      history.push(get().place)
      if (history.length > remembered) history.shift()
      set({ place, moved: true })
    },
    goInstead: (place) => set({ place, moved: true }),
    back: () => set({ place: history.pop() ?? home, moved: true }),
  }))
}

/** The connection that a place names. */
export function connectionOfPlace(place: Place): string | undefined {
  return 'connection' in place ? place.connection : undefined
}

function isSame(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
