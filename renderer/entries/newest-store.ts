import { createStore } from 'zustand'
import type { NewestEntries } from '../../preload/contract/entries.ts'
import { newestTable } from '../../preload/contract/entries-table.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { plainDefaults, type TableDefaults } from '../tables/columns.ts'
import type { TableStore } from '../tables/table-store.ts'
import type { Tables } from '../tables/tables.ts'

export interface NewestState {
  readonly rows: TableStore
  readonly newest: Loadable<NewestEntries>
  readonly loading: boolean
  /** Asks the service for them, the first time or again. */
  load(): Promise<void>
}

export type NewestStore = ReturnType<typeof createNewestStore>

export interface NewestDeps {
  readonly ask: AppAsk
  readonly tables: Tables
}

const newestDefaults: TableDefaults = { ...plainDefaults, widths: { recorte: 196, remetente: 190, id: 84 } }

/** The newest entries of a form that is not kept. */
export function createNewestStore({ ask, tables }: NewestDeps, connection: string, form: number) {
  const rows = tables.of(newestTable(connection, form), newestDefaults)
  return createStore<NewestState>()((set, get) => {
    const reload = createReload<NewestEntries>(
      () => get().newest,
      (newest) => set({ newest }),
    )
    return {
      rows,
      newest: { status: 'idle' },
      loading: false,
      async load() {
        if (get().loading) return
        set({ loading: true })
        await reload(() => ask('entries.newest', { connection_id: connection, form_id: form }))
        set({ loading: false })
        await rows.getState().reload()
      },
    }
  })
}
