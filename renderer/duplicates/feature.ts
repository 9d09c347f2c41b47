import { createStore } from 'zustand'
import type { DuplicateSummary } from '../../preload/contract/duplicates.ts'
import {
  contactPrefixes,
  type DuplicateScope,
  duplicateColumns,
  duplicatesTable,
} from '../../preload/values/duplicate-pairs.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent } from '../kernel/feature.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import type { TableDefaults } from '../tables/columns.ts'
import type { TableStore } from '../tables/table-state.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** Of the sheet with this id, or of all sheets of the connection. */
    duplicates: { connection: string; id?: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    duplicates: {
      readonly store: DuplicatesStore
      tableOf(scope: DuplicateScope): TableStore
    }
  }
}

const ofBoth = (field: string) => contactPrefixes.map((prefix) => prefix + field)

/** Phones are shown as stored digits, since two that differ may look equal when formatted. */
const defaults: TableDefaults = {
  order: [],
  pinned: [duplicateColumns.reason],
  hidden: [duplicateColumns.rung, ...ofBoth('telefone')],
  widths: {
    [duplicateColumns.reason]: 150,
    ...Object.fromEntries(ofBoth('nome').map((key) => [key, 170])),
    ...Object.fromEntries(ofBoth('telefone_digitos').map((key) => [key, 150])),
  },
}

export const duplicatesFeature = defineFeature('duplicates', {
  service: 'platform',
  create({ ask, feature }) {
    const store = createDuplicatesStore({ ask })
    return {
      offer: { store, tableOf: (scope) => feature('tables').of(duplicatesTable(scope), defaults) },
      reloads: { sheets: () => store.getState().load() },
      reset: () => store.getState().close(),
    }
  },
  screens: {
    duplicates: {
      area: 'sheets',
      service: 'platform',
      perRecord: true,
      component: lazyComponent(async () => (await import('./duplicates-screen.tsx')).DuplicatesScreen),
      inConnection: () => ({ screen: 'sheets' }),
      help: ['contatos duplicados', 'mesclar contatos', 'contatos'],
      guide: 'complete',
    },
  },
  commands({ messages: { duplicates }, go, connectionOf }) {
    const connection = connectionOf('platform')
    if (connection === null) return []
    return [{ id: 'duplicates', label: duplicates.title, run: go({ screen: 'duplicates', connection }) }]
  },
})

interface DuplicatesState {
  /** Null while the screen is closed. */
  readonly scope: DuplicateScope | null
  readonly summary: Loadable<DuplicateSummary>
  open(scope: DuplicateScope): Promise<boolean>
  load(): Promise<boolean>
  close(): void
}

export type DuplicatesStore = ReturnType<typeof createDuplicatesStore>

/** Contacts that look like one person, of one sheet or of all sheets of a connection: how many pairs, and why. */
export function createDuplicatesStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<DuplicatesState>()((set, get) => {
    const summary = createLatest({ get, set, key: 'summary', scope: () => get().scope })
    const load = () => summary.load((scope, call) => ask('duplicates.summary', scope, call))
    return {
      scope: null,
      summary: { status: 'idle' },
      open(scope) {
        const { scope: previous } = get()
        const isSame = previous !== null && duplicatesTable(previous).id === duplicatesTable(scope).id
        if (!isSame) {
          summary.clear()
          set({ scope })
        }
        return load()
      },
      load,
      close() {
        summary.clear()
        set({ scope: null })
      },
    }
  })
}
