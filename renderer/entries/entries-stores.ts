import { type EntriesTable, entriesTable } from '../../preload/contract/entries-table.ts'
import type { AppAsk } from '../kernel/ask.ts'
import type { Tables } from '../tables/tables.ts'
import { createEntriesStore, type EntriesStore } from './entries-store.ts'
import { entryDefaults } from './entry-columns.ts'
import { createNewestStore, type NewestStore } from './newest-store.ts'

/** Every table of entries that was worked on, so that coming back finds the same list and place. */
export interface Entries {
  /** The store of a table, created on first use. */
  of(table: EntriesTable): EntriesStore
  /** The newest entries of a form that is not kept. */
  newestOf(connection: string, form: number): NewestStore
  /** Tells the stores that are looked at what changed. */
  reload(feature: 'entries' | 'reviews' | 'forms' | 'sheets'): void
  /** Another account is open: what was read belongs to nobody here. */
  clear(): void
}

export function createEntries({ ask, tables }: { readonly ask: AppAsk; readonly tables: Tables }): Entries {
  const stores = new Map<string, EntriesStore>()
  const newest = new Map<string, NewestStore>()
  return {
    of(table) {
      const ref = entriesTable(table)
      const store = stores.get(ref.id) ?? createEntriesStore({ ask, table, ref, rows: tables.of(ref, entryDefaults) })
      stores.set(ref.id, store)
      return store
    },
    newestOf(connection, form) {
      const key = `${connection}:${form}`
      const store = newest.get(key) ?? createNewestStore({ ask, tables }, connection, form)
      newest.set(key, store)
      return store
    },
    reload(feature) {
      for (const store of stores.values()) store.getState().reload(feature)
    },
    clear() {
      for (const store of stores.values()) store.getState().close()
      stores.clear()
      newest.clear()
    },
  }
}
