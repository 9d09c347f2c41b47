import { type EntriesTable, entriesTable } from '../../preload/values/entries-table.ts'
import { defineFeature, lazyComponent } from '../kernel/feature.ts'
import { hideDeletionNotice } from './deletion.tsx'
import { createEntriesStore, createNewestStore, type EntriesStore, type NewestStore } from './entries-store.ts'
import { entryDefaults } from './entry-table.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /**
     * The entries of every stored form of a connection, or their pictures. `set` shows those of a blind review; `entry`
     * opens this one.
     */
    entries: { connection: string; part?: 'entries' | 'pictures' | undefined; set?: string; entry?: number }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    /** Every table of entries that was used, so that the same list and position are there on return. */
    entries: {
      of(table: EntriesTable): EntriesStore
      /** The newest entries of a form that is not stored. */
      newestOf(connection: string, form: number): NewestStore
    }
  }
  interface Slots {
    formEntries: { readonly connection: string; readonly form: number }
    /** The newest entries of a form that is not stored; `name` is that of the form. */
    newestEntries: {
      readonly connection: string
      readonly form: number
      readonly name: string
      readonly onKeep: () => void
      readonly onClose: () => void
    }
  }
}

const placeOfForm = (subject: string) => {
  const [connection = '', form = ''] = subject.split(':')
  return { screen: 'form', connection, id: Number(form) } as const
}

export const entriesFeature = defineFeature('entries', {
  service: 'forms',
  create({ ask, feature }) {
    const tables = feature('tables')
    const stores = new Map<string, EntriesStore>()
    const newest = new Map<string, NewestStore>()
    const reload = (changed: 'entries' | 'forms' | 'sheets') => (ids: readonly string[] | null) => {
      for (const store of stores.values()) store.getState().reload(changed, ids?.map(Number) ?? null)
    }
    return {
      offer: {
        of(table) {
          const ref = entriesTable(table)
          const store =
            stores.get(ref.id) ?? createEntriesStore({ ask, table, ref, rows: tables.of(ref, entryDefaults) })
          stores.set(ref.id, store)
          return store
        },
        newestOf(connection, form) {
          const key = `${connection}:${form}`
          const store = newest.get(key) ?? createNewestStore({ ask, tables }, connection, form)
          newest.set(key, store)
          return store
        },
      },
      // A change of reviews is pushed as one of their entries too.
      reloads: { forms: reload('forms'), entries: reload('entries'), sheets: reload('sheets') },
      reset() {
        for (const store of stores.values()) store.getState().close()
        stores.clear()
        newest.clear()
      },
    }
  },
  screens: {
    entries: {
      area: 'forms',
      service: 'forms',
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).EntriesScreen),
      inConnection: ({ part }, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'entries', connection, part },
      help: ['formulários', 'respostas formulário', 'captação'],
      guide: 'removal',
    },
  },
  slots: {
    formEntries: lazyComponent(async () => (await import('./screen.tsx')).FormEntries),
    newestEntries: lazyComponent(async () => (await import('./screen.tsx')).NewestView),
  },
  tasks: {
    entries: { place: placeOfForm },
    delete_entries: { place: placeOfForm, onEnded: hideDeletionNotice },
  },
})
