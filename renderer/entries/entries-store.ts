import { createStore } from 'zustand'
import type { NewestEntries } from '../../preload/contract/entries.ts'
import { type EntriesTable, entriesTable, newestTable } from '../../preload/contract/entries-table.ts'
import type { TableRef } from '../../preload/contract/tables.ts'
import { type AppAsk, orNull, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { createMutation, noMutation } from '../kernel/mutation.ts'
import { coalesce, throttle } from '../kernel/schedule.ts'
import { plainDefaults, type TableDefaults } from '../tables/columns.ts'
import { createSavedFilters } from '../tables/saved-filters.ts'
import { nothingSelected } from '../tables/selection.ts'
import type { TableState, TableStore } from '../tables/table-state.ts'
import type { Tables } from '../tables/table-store.ts'
import { createBriefs, createDetails } from './caches.ts'
import type { EntriesState, EntriesStore } from './entries-state.ts'
import { entryDefaults, stateColumn, withOrder, withoutStates } from './entry-columns.ts'
import { createListActions, emptyList } from './list.ts'
import { createReviewMutations } from './review-mutations.ts'
import { reselect } from './selection.ts'
import { createServiceActions } from './service-actions.ts'

/** The least time between two checks for new entries, in ms. */
const checkPauseMs = 3000
/** The least time between two refreshes while others work on the entries, in ms. */
const refreshPauseMs = 1500

/** The review of one table of entries: its list, the open entry and what is changed. Works offline. */
export function createEntriesStore({
  ask,
  table,
  ref,
  rows,
}: {
  ask: AppAsk
  table: EntriesTable
  ref: TableRef
  rows: TableStore
}): EntriesStore {
  const { connection_id } = table
  return createStore<EntriesState>()((set, get) => {
    const briefs = createBriefs({ ask, table, read: () => get().briefs, show: (shown) => set({ briefs: shown }) })
    const details = createDetails({ ask, table, read: () => get().shown, show: (shown) => set({ shown }) })
    const list = createListActions({ ask, briefs, details, query: () => rows.getState().query, get, set })
    const mutation = createMutation({ get, set, concurrency: 'replace' })
    const figures = createLatest({ get, set, key: 'figures' })

    const loadFigures = () =>
      figures.load(async (_, { signal }) => {
        const query = withoutStates(rows.getState().query)
        const [counts, states] = await Promise.all([
          ask('entries.counts', { table: ref, query }, { signal }),
          ask('tables.values', { table: ref, query, column: stateColumn }, { signal }),
        ])
        return { ...counts, tabs: Object.fromEntries(states.values.map(({ value, rows }) => [value ?? '', rows])) }
      })
    const count = coalesce(loadFigures)
    const refreshAll = coalesce(async () => {
      briefs.markStale()
      await Promise.all([briefs.load(list.inUse()), details.refresh(), loadFigures()])
    })
    const refreshSoon = throttle(refreshAll, refreshPauseMs)
    const changed = new Set<number>()
    const refreshChanged = throttle(async () => {
      const ids = [...changed]
      changed.clear()
      await Promise.all([briefs.reload(ids.filter((id) => get().briefs.has(id))), details.refresh(ids), loadFigures()])
    }, refreshPauseMs)
    const check = throttle(async () => {
      await rows.getState().reload()
      if (get().presentation === 'list') await get().checkList()
    }, checkPauseMs)
    /** Shows what changed of the open row of the table, unless another row has its position by now. */
    const reloadOpenRow = async () => {
      const { details, openDetails } = rows.getState()
      if (details?.row.status !== 'ready' || details.position === null) return
      const [row] = await get().readRows(details.position, 1)
      const isThere = row?.id === details.row.value.cells.id && rows.getState().details === details
      if (isThere) await openDetails(details.position)
    }
    const refresh = () => {
      if (get().presentation === 'list') void get().refreshList()
      // The figures under way are of another query.
      figures.cancel()
      void count()
    }
    let stop: (() => void) | null = null
    /** Null, with the failure in the state. */
    const orFailure = async <T>(answer: Promise<T>): Promise<T | null> => {
      const outcome = await outcomeOf(answer)
      if (outcome.ok) return outcome.value
      set({ failure: outcome.failure })
      return null
    }

    return {
      table,
      ref,
      rows,
      saved: createSavedFilters({
        list: () => ask('reviews.filters', { connection_id }),
        save: (filter) => ask('reviews.save_filter', { connection_id, filter }),
        remove: (id) => ask('reviews.forget_filter', { connection_id, id }),
        isSame: (one, other) => one.name === other.name && one.form_id === other.form_id,
      }),
      presentation: 'list',
      shown: null,
      figures: { status: 'idle' },
      forms: { status: 'idle' },
      changesMade: 0,
      unsaved: [],
      noteDrafts: new Map(),
      comments: [],
      ...noMutation,
      ...emptyList,
      ...list.actions,

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
        else if (ready) get().reload('entries', null)
        await Promise.all([get().loadForms(), get().saved.getState().load()])
      },
      close() {
        stop?.()
        stop = null
        check.stop()
        refreshSoon.stop()
        refreshChanged.stop()
      },
      reload(feature, ids) {
        if (!stop) return
        if (feature === 'forms') return void get().loadForms()
        const listed = ids && new Set(readyValue(get().list))
        const isListed = ids?.every((id) => listed?.has(id)) ?? false
        if (get().presentation === 'table') void rows.getState().reload()
        else if (feature === 'entries' && !isListed) check.request()
        for (const id of ids ?? []) changed.add(id)
        if (ids) refreshChanged.request()
        else refreshSoon.request()
      },
      idsOf: async (query) => (await orFailure(ask('entries.ids', { table: ref, query: withOrder(query) })))?.ids ?? [],
      async readRows(from, count) {
        const query = rows.getState().view?.query ?? rows.getState().query
        const reply = await orFailure(ask('tables.rows', { table: ref, query, from, count, columns: ['id'] }))
        return reply?.rows.map(({ row, cells }) => ({ row, id: Number(cells[0]) })) ?? []
      },
      async countOf(select) {
        if ('ids' in select) return select.ids.length
        return (await orNull(ask('entries.counts', { table: ref, query: select.query })))?.matching ?? null
      },
      present(presentation) {
        set({ presentation })
        if (presentation === 'table') return
        if (get().listed !== rows.getState().query) void get().refreshList()
        else check.request()
      },
      ...createReviewMutations({ ask, table, briefs, details, mutation, count, refreshAll, get, set }),
      ...createServiceActions({ ask, table, details, mutation, refreshAll, get, set }),
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
  /** Reloads the open stores. */
  reload(feature: 'entries' | 'reviews' | 'forms' | 'sheets', ids: readonly number[] | null): void
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
    reload(feature, ids) {
      for (const store of stores.values()) store.getState().reload(feature, ids)
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
