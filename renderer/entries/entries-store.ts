import { createStore, type StoreApi } from 'zustand'
import type { AsideEntry, EntryDetail, entries, NewestEntries } from '../../preload/contract/entries.ts'
import { type EntriesTable, newestTable } from '../../preload/contract/entries-table.ts'
import type { FormField } from '../../preload/contract/forms.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import type { Input, Output } from '../../preload/contract/wire.ts'
import { type AppAsk, orNull, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { createMutation } from '../kernel/mutation.ts'
import { coalesce, throttle } from '../kernel/schedule.ts'
import { plainDefaults } from '../tables/columns.ts'
import { createSavedFilters } from '../tables/saved-filters.ts'
import { nothingSelected } from '../tables/selection.ts'
import type { TableState, TableStore } from '../tables/table-state.ts'
import type { Tables } from '../tables/table-store.ts'
import { createBriefs, createDetails } from './caches.ts'
import { type EntriesData, noEntries, type OpenDialog } from './entries-state.ts'
import { reselect, stateColumn, withOrder, withoutStates } from './entry-table.ts'
import { createListActions, type ListActions } from './list.ts'
import { createReviewMutations, type ReviewMutations } from './review-mutations.ts'

/** The least time between two checks for new entries, in ms. */
const checkPauseMs = 3000
/** The least time between two refreshes while others work on the entries, in ms. */
const refreshPauseMs = 1500

type EntriesContract = typeof entries

/** Requests without another promise resolve when their result is shown, and throw what was refused. */
export interface EntriesState extends EntriesData, ListActions, ReviewMutations {
  /** Loads everything on screen, and what may have changed since the last time. */
  open(): Promise<void>
  close(): void
  /** Records of a feature changed: these, or any where `ids` is null. Does nothing while closed. */
  reload(feature: 'entries' | 'forms' | 'sheets', ids: readonly number[] | null): void
  present(presentation: EntriesData['presentation']): void
  /** With null it closes. */
  openDialog(dialog: OpenDialog | null): void
  /** The entries of a query, newest first where it has no order; none when they cannot be read. */
  idsOf(query: TableQuery): Promise<readonly number[]>
  /** Rows of the table as it is shown, by position, with the entry of each; none when they cannot be read. */
  readRows(from: number, count: number): Promise<readonly { readonly row: number; readonly id: number }[]>
  /** The number of selected entries. */
  countOf(select: EntrySelection): Promise<number>
  loadForms(): Promise<unknown>
  /** Loads what is new; with `reconcile` deletions and changes too. */
  sync(reconcile: boolean): Promise<unknown>
  /** The single read of the open entry, for what only it contains. Silent: nothing depends on it. */
  complete(detail: EntryDetail): Promise<void>
  raw(id: number, reveal: boolean): Promise<Output<EntriesContract['entries.raw']>>
  /** What could not be kept of a form's entries. */
  rejected(form: number): Promise<readonly AsideEntry[]>
  /** Names and tags in use. */
  known(): Promise<Output<EntriesContract['entries.known']>>
  /** The fields of a form: from the service where it was never read whole. */
  fieldsOf(form: number): Promise<readonly FormField[]>
  /** The id of the new entry. */
  create(entry: Omit<Input<EntriesContract['entries.create']>, 'connection_id'>): Promise<number>
  /** Starts the ten seconds after which the service is asked to delete. */
  remove(ids: readonly number[], typed: string): Promise<Output<EntriesContract['entries.delete']>>
  /** Whether the deletion was cancelled in time. */
  cancelDeletion(task: string): Promise<boolean>
}

export type EntriesStore = StoreApi<EntriesState>

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
  const { connection_id, form_id, set: reviewSet } = table
  return createStore<EntriesState>()((set, get) => {
    const slot = { ask, get, set }
    const briefs = createBriefs(slot)
    const details = createDetails(slot, briefs)
    const { actions: list, inUse } = createListActions({ ...slot, briefs, details })
    const mutation = createMutation({ get, set, concurrency: 'replace' })
    const figures = createLatest({ get, set, key: 'figures' })
    const forms = createLatest({ get, set, key: 'forms' })
    const completed = new Set<number>()

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
      await Promise.all([briefs.load(inUse()), details.refresh(), loadFigures()])
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
      if (get().presentation === 'list') await list.checkList()
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
      if (get().presentation === 'list') void list.refreshList()
      // The figures under way are of another query.
      figures.cancel()
      void count()
    }
    let stop: (() => void) | null = null
    const loadForms = () => forms.load(() => ask('forms.list', { connection_id }))
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
      ...noEntries,
      ...list,
      ...createReviewMutations({ ...slot, briefs, details, list, mutation, count, refreshAll }),

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
        await Promise.all([loadForms(), get().saved.getState().load()])
      },
      close() {
        stop?.()
        stop = null
        set({ dialog: null })
        check.stop()
        refreshSoon.stop()
        refreshChanged.stop()
      },
      reload(feature, ids) {
        if (!stop) return
        if (feature === 'forms') return void loadForms()
        const listed = ids && new Set(readyValue(get().list))
        const isListed = ids?.every((id) => listed?.has(id)) ?? false
        if (get().presentation === 'table') void rows.getState().reload()
        else if (feature === 'entries' && !isListed) check.request()
        // What is being changed here is pushed before the change is answered, and is loaded after its answer.
        const { working } = get()
        if (working === 'change' || working === 'undo') return
        if (!ids) return refreshSoon.request()
        const others = ids.filter((id) => !briefs.isPreviewed(id))
        for (const id of others) changed.add(id)
        if (others.length > 0) refreshChanged.request()
      },
      idsOf: async (query) => (await orFailure(ask('entries.ids', { table: ref, query: withOrder(query) })))?.ids ?? [],
      async readRows(from, count) {
        const query = rows.getState().view?.query ?? rows.getState().query
        const reply = await orFailure(ask('tables.rows', { table: ref, query, from, count, columns: ['id'] }))
        return reply?.rows.map(({ row, cells }) => ({ row, id: Number(cells[0]) })) ?? []
      },
      countOf: async (select) =>
        'ids' in select
          ? select.ids.length
          : (await ask('entries.counts', { table: ref, query: select.query })).matching,
      present(presentation) {
        set({ presentation })
        if (presentation === 'table') return
        if (get().listed !== rows.getState().query) void list.refreshList()
        else check.request()
      },
      openDialog: (dialog) => set({ dialog }),
      loadForms,
      sync(reconcile) {
        const ids = form_id === null ? null : [form_id]
        return mutation.run('sync', () => ask('forms.sync', { connection_id, ids, reconcile }), forms.show)
      },
      async complete({ id, is_complete, gone_at }) {
        if (is_complete !== null || gone_at !== null || completed.has(id)) return
        completed.add(id)
        // Offline or refused: the entry is readable without it.
        const detail = await orNull(ask('entries.complete', { connection_id, set: reviewSet, id }))
        if (detail) details.receive(detail)
      },
      raw: (id, reveal) => ask('entries.raw', { connection_id, id, reveal }),
      rejected: (form) => ask('entries.aside', { connection_id, form_id: form }),
      known: () => ask('entries.known', { connection_id }),
      async fieldsOf(id) {
        const { fields } = await ask('forms.read', { connection_id, id, fresh: false })
        return fields ?? (await ask('forms.read', { connection_id, id, fresh: true })).fields ?? []
      },
      async create(entry) {
        const { id } = await ask('entries.create', { connection_id, ...entry })
        await list.refreshList()
        void refreshAll()
        return id
      },
      remove: (ids, typed) => ask('entries.delete', { connection_id, ids: [...ids], typed }),
      async cancelDeletion(id) {
        const task = (await ask('tasks.cancel', { id })).find((each) => each.id === id)
        // A waiting task ends in the same moment.
        return task?.done === 0 && ['cancelled', 'waiting'].includes(task.state)
      },
    }
  })
}

/** The selection went because stored rows changed, and not because the person let go of it. */
function lostSelection(now: TableState, before: TableState): boolean {
  const isLess = now.selection === nothingSelected && before.selection !== nothingSelected
  return isLess && now.query === before.query && now.shape !== before.shape
}

interface NewestState {
  readonly rows: TableStore
  readonly newest: Loadable<NewestEntries>
  readonly loading: boolean
  /** Requests them from the service. */
  load(): Promise<void>
}

export type NewestStore = ReturnType<typeof createNewestStore>

/** The newest entries of a form that is not kept. */
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
