import { createStore } from 'zustand'
import type { KeptPerson } from '../../preload/contract/contacts.ts'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { defineFeature, resetStores } from '../kernel/feature.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'

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

/** What can be found by its name, besides connections, actions and people. */
export interface Findable {
  readonly sheets: readonly Sheet[]
  readonly runs: readonly Run[]
  /** Forms whose entries are stored here. */
  readonly forms: readonly Form[]
  readonly sets: readonly ConversationSet[]
  readonly datasets: readonly Dataset[]
}

export const nothingFindable: Findable = { sheets: [], runs: [], forms: [], sets: [], datasets: [] }

interface SearchState {
  readonly findable: Loadable<Findable>
  /** Ids of the entries that were chosen last, the newest first. People are not stored. */
  readonly recent: readonly string[]
  load(): Promise<boolean>
  /**
   * People of the cached sheets for the typed text; none where they cannot be read, since everything else is still
   * found.
   */
  readonly people: Loadable<readonly KeptPerson[]>
  /** Searches people after a pause in typing; a later text drops the answer. */
  findPeople(text: string): void
  remember(id: string): void
}

const mostRecent = 5
/** The debounce of typing before people are searched. */
const debounceMs = 120

type SearchStore = ReturnType<typeof createSearchStore>

export function createSearchStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<SearchState>()((set, get) => {
    const findable = createLatest({ get, set, key: 'findable' })
    const people = createLatest({ get, set, key: 'people' })
    return {
      findable: { status: 'idle' },
      recent: [],
      load: () =>
        findable.load(async () => {
          const [sheets, runs, storedFacts] = await Promise.all([
            ask('sheets.list', {}),
            ask('cruzar.runs', {}),
            keptOfConnections(ask),
          ])
          return { sheets, runs, ...storedFacts }
        }),
      people: { status: 'idle' },
      findPeople(text) {
        if (text.trim() === '') return people.clear()
        void people.load(
          async (_, { signal }) =>
            (await orNull(ask('contacts.find_kept', { text: text.slice(0, 200) }, { signal }))) ?? [],
          { afterMs: debounceMs, keep: false },
        )
      },
      remember: (id) => set({ recent: [id, ...get().recent.filter((each) => each !== id)].slice(0, mostRecent) }),
    }
  })
}

async function keptOfConnections(ask: AppAsk): Promise<Pick<Findable, 'forms' | 'sets' | 'datasets'>> {
  const connections = await ask('connections.list', {})
  const of = async <T>(
    service: 'forms' | 'platform',
    list: (connection: { connection_id: string }) => Promise<T[]>,
  ) => {
    const ofService = connections.filter((connection) => connection.service === service)
    return (await Promise.all(ofService.map(({ id }) => list({ connection_id: id })))).flat()
  }
  const [forms, sets, datasets] = await Promise.all([
    of('forms', (connection) => ask('forms.list', connection)),
    of('platform', (connection) => ask('conversations.sets', connection)),
    of('platform', (connection) => ask('datasets.list', connection)),
  ])
  return { forms: forms.filter(({ kept }) => kept), sets, datasets }
}
