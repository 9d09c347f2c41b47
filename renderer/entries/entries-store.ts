import { createStore, type StoreApi } from 'zustand'
import type { EntryCounts, NewestEntries } from '../../preload/contract/entries.ts'
import { type EntriesTable, entriesTable, newestTable } from '../../preload/contract/entries-table.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { coalesce, throttle } from '../kernel/schedule.ts'
import { plainDefaults, type TableDefaults } from '../tables/columns.ts'
import { nothingSelected } from '../tables/selection.ts'
import type { TableState, TableStore, Tables } from '../tables/table-store.ts'
import { createBriefs, createDetails, type Shown } from './caches.ts'
import { entryDefaults, stateColumn, withOrder, withoutStates } from './entry-columns.ts'
import { createListActions, emptyList, type ListActions, type ListState } from './list.ts'
import {
  createReviewMutations,
  noReviewMutations,
  type ReviewMutationState,
  type ReviewMutations,
} from './review-mutations.ts'
import { createFilterActions, type FilterActions, type FilterState } from './saved-filters.ts'
import { reselect } from './select-rows.ts'
import { createServiceActions, type ServiceActions, type ServiceState } from './service-actions.ts'

export type Presentation = 'list' | 'table'

interface OwnState {
  readonly table: EntriesTable
  readonly ref: TableRef
  /** The same entries as a table; it holds the query of both presentations. */
  readonly rows: TableStore
  readonly presentation: Presentation
  /** The open entry. */
  readonly shown: Shown | null
  /** Of the table, and of the query without what it says of states; null until they are known. */
  readonly counts: EntryCounts | null
  /** How many entries of that query have each state. */
  readonly tabs: Readonly<Partial<Record<string, number>>>
}

interface OwnActions {
  /** Begins to work: asks for everything that is on screen, and again for what may have changed. */
  open(): Promise<void>
  /** Nobody looks any more. */
  close(): void
  /** Something of forms, entries, reviews or sheets changed. Does nothing while nobody looks. */
  reload(feature: 'entries' | 'reviews' | 'forms' | 'sheets'): void
  present(presentation: Presentation): void
  /** The entries of a query, newest first where it has no order; none when they cannot be had. */
  idsOf(query: TableQuery): Promise<readonly number[]>
  /** Rows of the table as it is shown, by place, with the entry of each; none when they cannot be had. */
  readRows(from: number, count: number): Promise<readonly { readonly row: number; readonly id: number }[]>
  /** How many entries a deed would reach; null when nobody can tell. */
  countOf(select: EntrySelection): Promise<number | null>
}

export interface EntriesState
  extends OwnState,
    ListState,
    ReviewMutationState,
    ServiceState,
    FilterState,
    OwnActions,
    ListActions,
    ReviewMutations,
    ServiceActions,
    FilterActions {}

export type EntriesStore = StoreApi<EntriesState>

export interface EntriesDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly ref: TableRef
  readonly rows: TableStore
}

/** How often the list looks for new entries while they change, in ms. */
const checkPauseMs = 3000

/** How often what is shown is asked for anew while others work on it, in ms. */
const refreshPauseMs = 1500

/** The review of one table of entries: its list, the open entry, and what is done. Works offline. */
export function createEntriesStore({ ask, table, ref, rows }: EntriesDeps): EntriesStore {
  return createStore<EntriesState>()((set, get) => {
    const briefs = createBriefs({ ask, table, read: () => get().briefs, show: (shown) => set({ briefs: shown }) })
    const details = createDetails({ ask, table, read: () => get().shown, show: (shown) => set({ shown }) })
    const list = createListActions({ ask, briefs, details, query: () => rows.getState().query, get, set })

    let counting = new AbortController()
    const loadCounts = async () => {
      counting.abort()
      counting = new AbortController()
      const { signal } = counting
      const query = withoutStates(rows.getState().query)
      try {
        const [counts, states] = await Promise.all([
          ask('entries.counts', { table: ref, query }, { signal }),
          ask('tables.values', { table: ref, query, column: stateColumn }, { signal }),
        ])
        if (signal.aborted) return
        set({ counts, tabs: Object.fromEntries(states.values.map((state) => [state.value ?? '', state.rows])) })
      } catch {
        // The figures stay as they were; the list itself says what is wrong.
      }
    }
    const count = coalesce(loadCounts)
    /** Every deed of anybody says that reviews and entries changed, one's own as well. */
    const refreshSoon = throttle(async () => refreshAll(), refreshPauseMs)
    const check = throttle(async () => {
      await rows.getState().reload()
      if (get().presentation === 'list') await get().checkList()
    }, checkPauseMs)
    const refreshAll = coalesce(async () => {
      briefs.markStale()
      await Promise.all([briefs.load(list.working()), details.refresh(), loadCounts()])
    })
    /** The row that is open shows what changed of it, as long as it stands at its place. */
    const reloadOpenRow = async () => {
      const { details, openDetails } = rows.getState()
      if (details?.row.status !== 'ready' || details.position === null) return
      const [row] = await get().readRows(details.position, 1)
      const isThere = row?.id === details.row.value.cells.id && rows.getState().details === details
      if (isThere) await openDetails(details.position)
    }
    const refresh = () => {
      if (get().presentation === 'list') void get().refreshList()
      // What is counted now belongs to another query.
      counting.abort()
      void count()
    }
    let stop: (() => void) | null = null

    return {
      table,
      ref,
      rows,
      presentation: 'list',
      shown: null,
      counts: null,
      tabs: {},
      forms: { status: 'idle' },
      filters: [],
      ...emptyList,
      ...noReviewMutations,
      ...list.actions,
      ...createReviewMutations({ ask, briefs, details, count, refreshAll, get, set }),
      ...createServiceActions({ ask, table, details, refreshAll: refreshAll, get, set }),
      ...createFilterActions({ ask, table, get, set }),

      async open() {
        stop?.()
        stop = rows.subscribe((now, before) => {
          const first = before.shape.status !== 'ready'
          if (now.shape.status === 'ready' && (first || now.query !== before.query)) refresh()
          if (lostSelection(now, before)) void reselect(get(), before.selection)
          if (now.view?.revision !== before.view?.revision) void reloadOpenRow()
        })
        const ready = rows.getState().shape.status === 'ready'
        if (ready && get().listed !== rows.getState().query) refresh()
        else if (ready) get().reload('entries')
        await Promise.all([get().loadForms(), get().loadFilters()])
      },
      close() {
        stop?.()
        stop = null
        check.stop()
        refreshSoon.stop()
      },
      reload(feature) {
        if (!stop) return
        if (feature === 'forms') return void get().loadForms()
        if (get().presentation === 'table') void rows.getState().reload()
        else if (feature === 'entries') check.request()
        refreshSoon.request()
      },
      async idsOf(query) {
        try {
          return (await ask('entries.ids', { table: ref, query: withOrder(query) })).ids
        } catch (error) {
          set({ failure: failureOf(error) })
          return []
        }
      },
      async readRows(from, number) {
        const query = rows.getState().view?.query ?? rows.getState().query
        try {
          const reply = await ask('tables.rows', { table: ref, query, from, count: number, columns: ['id'] })
          return reply.rows.map(({ row, cells }) => ({ row, id: Number(cells[0]) }))
        } catch (error) {
          set({ failure: failureOf(error) })
          return []
        }
      },
      async countOf(select) {
        if ('ids' in select) return select.ids.length
        try {
          return (await ask('entries.counts', { table: ref, query: select.query })).matching
        } catch {
          return null
        }
      },
      present(presentation) {
        set({ presentation })
        if (presentation === 'table') return
        if (get().listed !== rows.getState().query) void get().refreshList()
        else check.request()
      },
    }
  })
}

/** The selection went because stored rows changed, and not because the person let go of it. */
function lostSelection(now: TableState, before: TableState): boolean {
  const isLess = now.selection === nothingSelected && before.selection !== nothingSelected
  return isLess && now.query === before.query && now.shape !== before.shape
}

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

interface NewestState {
  readonly rows: TableStore
  readonly newest: Loadable<NewestEntries>
  readonly loading: boolean
  /** Requests them from the service. */
  load(): Promise<void>
}

export type NewestStore = ReturnType<typeof createNewestStore>

const newestDefaults: TableDefaults = { ...plainDefaults, widths: { recorte: 196, remetente: 190, id: 84 } }

/** The newest entries of a form that is not kept. */
function createNewestStore({ ask, tables }: { ask: AppAsk; tables: Tables }, connection_id: string, form_id: number) {
  const rows = tables.of(newestTable(connection_id, form_id), newestDefaults)
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
