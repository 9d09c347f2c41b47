import { createStore } from 'zustand'

/** Where the person is. A screen that takes an id says so here, and nowhere else is there an address. */
export type Place =
  /** With `create` the form of a new sheet is open. */
  | { readonly screen: 'sheets'; readonly create?: true }
  | { readonly screen: 'sheet'; readonly id: string }
  | { readonly screen: 'cruzar' }
  | { readonly screen: 'run'; readonly id: string }
  /** With `create` the form of a new form is open. */
  | { readonly screen: 'forms'; readonly create?: true }
  /** `connection` and the form's number; `part` is the tab, entries when absent. */
  | {
      readonly screen: 'form'
      readonly connection: string
      readonly id: number
      readonly part?: 'entries' | 'pictures' | 'edit'
      /** The newest entries are looked at, where the form is not kept. */
      readonly newest?: true
    }
  /**
   * The entries of every kept form of a connection, or their pictures. With `set` those of a blind review; with `entry`
   * this one is looked at.
   */
  | {
      readonly screen: 'entries'
      readonly connection: string
      readonly part?: 'entries' | 'pictures'
      readonly set?: string
      readonly entry?: number
    }
  /** What is done with reviews. With `set` how far two reviews of the same entries agree. */
  | { readonly screen: 'packages'; readonly connection: string; readonly set?: string }
  | { readonly screen: 'webhooks'; readonly connection: string }
  | { readonly screen: 'account'; readonly connection: string }
  /**
   * Of a platform connection, the one in use when absent. `part` is the tab, those on the service when absent. With
   * `conversation` this one is looked for and opened, which should be of `contact`.
   */
  | {
      readonly screen: 'conversations'
      readonly connection?: string
      readonly part?: 'sets'
      readonly conversation?: number
      readonly contact?: number
    }
  /** An offline set of conversations. */
  | { readonly screen: 'conversation-set'; readonly connection: string; readonly id: string }
  | { readonly screen: 'contacts'; readonly connection?: string }
  | { readonly screen: 'contact'; readonly connection: string; readonly id: number }
  | { readonly screen: 'reports'; readonly connection?: string }
  /** The AI module; `part` is the tab, assistants when absent; with `id` one of its things is open. */
  | { readonly screen: 'captain'; readonly connection?: string; readonly part?: string; readonly id?: number }
  | { readonly screen: 'console'; readonly connection?: string; readonly part?: 'call' | 'history' | 'datasets' }
  | { readonly screen: 'dataset'; readonly connection: string; readonly id: string }
  /** The help on Cruza, or with `part`, `article` or `file` that of a platform. */
  | {
      readonly screen: 'documentation'
      readonly connection?: string
      readonly part?: 'platform'
      readonly article?: { readonly category: string; readonly slug: string }
      /** One of the two files for reading programs. */
      readonly file?: 'index' | 'full'
    }
  | { readonly screen: 'activity'; readonly connection?: string }
  | { readonly screen: 'diagnostics'; readonly connection?: string }
  /** With `create` the form of a new connection is open; with `service` it is to a form service. */
  /** With `create` the form of a new connection is open, with `replace` that of this one, at its access key. */
  | { readonly screen: 'connections'; readonly create?: true; readonly service?: 'forms'; readonly replace?: string }
  | { readonly screen: 'settings' }

/** The places of the form service. */
export type FormsPlace = Extract<
  Place,
  { readonly screen: 'forms' | 'form' | 'entries' | 'packages' | 'webhooks' | 'account' }
>

export function isFormsPlace(place: Place): place is FormsPlace {
  return ['forms', 'form', 'entries', 'packages', 'webhooks', 'account'].includes(place.screen)
}

export interface Navigation {
  readonly place: Place
  /** False until the person went somewhere: the first place takes no focus. */
  readonly moved: boolean
  go(place: Place): void
  /** Goes there and forgets the present place, so that "back" does not lead to something that is gone. */
  goInstead(place: Place): void
  back(): void
}

/** How many places "back" remembers. */
const remembered = 50

export function createNavigation() {
  const history: Place[] = []
  return createStore<Navigation>()((set, get) => ({
    place: { screen: 'sheets' },
    moved: false,
    go(place) {
      if (isSame(place, get().place)) return
      history.push(get().place)
      if (history.length > remembered) history.shift()
      set({ place, moved: true })
    },
    goInstead: (place) => set({ place, moved: true }),
    back: () => set({ place: history.pop() ?? { screen: 'sheets' }, moved: true }),
  }))
}

function isSame(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
