import { createStore } from 'zustand'

/** Every screen by its name, with the parameters of its place. A feature adds its own in its manifest. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the manifests (`declare module`)
export interface Places {}

export type PlaceOf<K extends keyof Places> = { readonly screen: K } & Readonly<Places[K]>
/** The present place. The app has no other address. */
export type Place = { [K in keyof Places]: PlaceOf<K> }[keyof Places]

export interface Navigation {
  readonly place: Place
  /** False until the person went somewhere: the first place takes no focus. */
  readonly moved: boolean
  go(place: Place): void
  /** Goes there and drops the present place, so that "back" does not lead to something deleted. */
  goInstead(place: Place): void
  back(): void
}

export type NavigationStore = ReturnType<typeof createNavigation>

/** How many places "back" stores. */
const remembered = 50

/** `home`: the first place, and the target of "back" when no other is stored. */
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

export function connectionOfPlace(place: Place): string | undefined {
  return 'connection' in place ? place.connection : undefined
}

function isSame(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
