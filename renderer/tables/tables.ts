import type { TableRef } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { plainDefaults, type TableDefaults } from './columns.ts'
import { createTableStore, type TableStore } from './table-store.ts'

/** Every table that was looked at, so that coming back finds the same query and selection. */
export interface Tables {
  /** The store of a table, created on first use. */
  of(table: TableRef, defaults?: TableDefaults): TableStore
  /** Asks the tables of this kind that are on screen whether their rows changed. */
  reload(kind: TableRef['kind']): void
  /** Another account is open: what was read belongs to nobody here. */
  clear(): void
}

export function createTables({ ask }: { readonly ask: AppAsk }): Tables {
  const stores = new Map<string, TableStore>()
  return {
    of(table, defaults = plainDefaults) {
      const key = `${table.kind}:${table.id}`
      const store = stores.get(key) ?? createTableStore({ ask, table, defaults })
      stores.set(key, store)
      return store
    },
    reload(kind) {
      for (const store of stores.values()) {
        if (store.getState().table.kind === kind) void store.getState().reload()
      }
    },
    clear() {
      for (const store of stores.values()) store.getState().close()
      stores.clear()
    },
  }
}
