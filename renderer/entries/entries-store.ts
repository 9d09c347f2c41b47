import { createStore, type StoreApi } from 'zustand'
import type { entries, NewestEntries } from '../../preload/contract/entries.ts'
import type { Input } from '../../preload/contract/question.ts'
import type { TableRef } from '../../preload/contract/table-queries.ts'
import { type EntriesTable, newestTable } from '../../preload/values/entries-table.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation } from '../kernel/mutation.ts'
import { plainDefaults } from '../tables/columns.ts'
import type { TableStore } from '../tables/table-state.ts'
import type { Tables } from '../tables/table-store.ts'
import { createBriefs, createDetails } from './caches.ts'
import { type EntriesData, noEntries, type OpenDialog } from './entries-state.ts'
import { createEntryRequests, type EntryRequests } from './entry-requests.ts'
import { createEntryUpdates, type EntryUpdates } from './entry-updates.ts'
import { createListActions, type ListActions } from './list.ts'
import { createReviewMutations, type ReviewMutations } from './review-mutations.ts'

/** Unless stated otherwise, a request resolves when its result is shown, and throws its failure. */
export interface EntriesState extends EntriesData, ListActions, ReviewMutations, EntryRequests, EntryUpdates {
  /** Null closes it. */
  openDialog(dialog: OpenDialog | null): void
  /** Loads new entries; with `reconcile` deletions and changes too. */
  sync(reconcile: boolean): Promise<unknown>
  /** Gives the id of the new entry. */
  create(entry: Omit<Input<(typeof entries)['entries.create']>, 'connection_id'>): Promise<number>
}

export type EntriesStore = StoreApi<EntriesState>

interface EntriesDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly ref: TableRef
  readonly rows: TableStore
}

/** The review of one table of entries: its list, the open entry and the changes. Works offline. */
export function createEntriesStore({ ask, table, ref, rows }: EntriesDeps): EntriesStore {
  const { connection_id, form_id } = table
  return createStore<EntriesState>()((set, get) => {
    const slot = { ask, get, set, table, ref, rows }
    const briefs = createBriefs(slot)
    const details = createDetails(slot, briefs)
    const requests = createEntryRequests({ ...slot, details })
    const { actions: list, inUse } = createListActions({ ...slot, briefs, details })
    const { readRows } = requests
    const {
      actions: updates,
      forms,
      ...refresh
    } = createEntryUpdates({ ...slot, briefs, details, list, inUse, readRows })
    const mutation = createMutation({ get, set, concurrency: 'replace' })
    return {
      table,
      ref,
      rows,
      ...noEntries,
      ...list,
      ...updates,
      ...requests,
      ...createReviewMutations({ ...slot, ...refresh, briefs, details, list, mutation }),
      openDialog: (dialog) => set({ dialog }),
      sync(reconcile) {
        const ids = form_id === null ? null : [form_id]
        return mutation.run('sync', () => ask('forms.sync', { connection_id, ids, reconcile }), forms.show)
      },
      async create(entry) {
        const { id } = await ask('entries.create', { connection_id, ...entry })
        await list.refreshList()
        void refresh.refreshAll()
        return id
      },
    }
  })
}

interface NewestState {
  readonly rows: TableStore
  readonly newest: Loadable<NewestEntries>
  readonly loading: boolean
  load(): Promise<void>
}

export type NewestStore = ReturnType<typeof createNewestStore>

export function createNewestStore(
  { ask, tables }: { readonly ask: AppAsk; readonly tables: Tables },
  connection_id: string,
  form_id: number,
) {
  const defaults = { ...plainDefaults, widths: { recorte: 196, remetente: 190, id: 84 } }
  const rows = tables.of(newestTable(connection_id, form_id), defaults)
  return createStore<NewestState>()((set, get) => {
    const newest = createLatest({ get, set, key: 'newest', busy: 'loading' })
    return {
      rows,
      newest: { status: 'idle' },
      loading: false,
      async load() {
        // Each request counts against the plan.
        if (get().loading) return
        await newest.load(() => ask('entries.newest', { connection_id, form_id }))
        await rows.getState().reload()
      },
    }
  })
}
