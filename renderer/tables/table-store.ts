import { createStore, type StoreApi } from 'zustand'
import type {
  ColumnFilter,
  ExportFormat,
  SavedFile,
  TableQuery,
  TableRef,
  TableShape,
} from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import {
  type ArrangedColumn,
  type ColumnActions,
  createColumnActions,
  plainDefaults,
  type TableDefaults,
} from './columns.ts'
import { createDetailActions, type DetailActions, type Details } from './details.ts'
import { emptyQuery, filterBy, nextSort, type SortDirection, sortBy } from './query.ts'
import { type GridRow, readRows } from './read-rows.ts'
import { createSelectActions, nothingSelected, type SelectActions, type Selection, selectedRows } from './selection.ts'

/** Rows are requested in blocks of this many, and the grid keeps a few blocks. */
export const blockSize = 200

/** What the grid shows: a query that was answered. */
export interface TableView {
  readonly query: TableQuery
  readonly matching: number
  /** Another one when other rows are shown from the top: a new query. */
  readonly generation: number
  /** Another one when the same places must be read again: stored rows changed, a column was shown. */
  readonly revision: number
}

export interface TableState extends QueryActions, ColumnActions, SelectActions, DetailActions, ExportActions {
  readonly table: TableRef
  readonly shape: Loadable<TableShape>
  readonly columns: readonly ArrangedColumn[]
  /** The requested query; the view follows when it is answered. */
  readonly query: TableQuery
  readonly view: TableView | null
  /** A query is on its way. */
  readonly busy: boolean
  /** Why rows could not be read, until they are. */
  readonly failure: Failure | null
  readonly selection: Selection
  readonly details: Details | null
  readonly exporting: ExportState | null

  /** Asks for the arrangement and the shape, and again for what may have changed while nobody looked. */
  open(): Promise<void>
  /** Stops what is under way; nobody looks any more. */
  close(): void
  /** Asks whether the stored rows changed, and reads them again if so. Does nothing while nobody looks. */
  reload(): Promise<void>
  /** Rows of the view by place. Fails when a signal aborts, or with what is then kept in the state's `failure`. */
  rows(from: number, count: number, signal: AbortSignal): Promise<readonly GridRow[]>
  /** The values of a column among the rows that the other filters let through. */
  /** Of all values those that contain `search`; the most frequent without one. */
  values(column: string, search: string, signal: AbortSignal): Promise<ColumnValues>
}

export interface ColumnValues {
  readonly values: readonly { readonly value: string | null; readonly rows: number }[]
  /** There are more than the contract gives at once. */
  readonly more: boolean
}

interface QueryActions {
  search(text: string): Promise<void>
  /** The next order of a heading that was clicked or entered. */
  sortNext(column: string, added: boolean): Promise<void>
  sort(column: string, direction: SortDirection, added: boolean): Promise<void>
  filter(column: string, filter: ColumnFilter | null): Promise<void>
  /** Takes away search and filters; the order stays. */
  clearFilters(): Promise<void>
  /** Shows another query whole, such as one that was saved. */
  apply(query: TableQuery): Promise<void>
  /** Tries again what failed. */
  retry(): Promise<void>
}

export type TableStore = StoreApi<TableState>

export interface TableDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly defaults: TableDefaults
  /** How long an arrangement rests before it is kept, in ms. */
  readonly saveAfterMs?: number
}

/** The state of one table: its query, its columns, what is selected. Works on any table of the contract. */
export function createTableStore({ ask, table, defaults, saveAfterMs = 400 }: TableDeps): TableStore {
  return createStore<TableState>()((set, get) => {
    const columns = createColumnActions({ ask, table, defaults, saveAfterMs: saveAfterMs, get, set })
    let isOpen = false
    const details = createDetailActions({ ask, table, get, set })
    const reader = createReader({ ask, table, columns, details, get, set, isOpen: () => isOpen })

    return {
      table,
      shape: { status: 'idle' },
      columns: [],
      query: emptyQuery,
      view: null,
      busy: false,
      failure: null,
      selection: nothingSelected,
      details: null,
      exporting: null,
      ...columns.actions,
      ...createSelectActions({ ask, table, sum: defaults.sum, get, set }),
      ...details.actions,
      ...createExportActions({ ask, table, get, set }),

      async open() {
        isOpen = true
        reader.resume()
        if (get().shape.status === 'ready') return reader.loadShape()
        set({ shape: { status: 'loading' } })
        const { query } = await columns.load()
        // Who filters or searches before the table is there means that, not what was kept.
        if (query && get().query === emptyQuery) set({ query: { ...query, search: '' } })
        if (isOpen) await reader.loadShape()
      },
      close() {
        isOpen = false
        reader.stop()
        get().closeDetails()
        set({ busy: false })
      },
      async reload() {
        if (isOpen) await reader.reload()
      },
      rows: reader.rows,
      values: (column, search, signal) =>
        ask('tables.values', { table, query: filterBy(get().query, column, null), column, search }, { signal }),

      search: (search) => reader.show({ ...get().query, search }),
      sortNext: (column, added) => reader.show(nextSort(get().query, column, added)),
      sort: (column, direction, added) => reader.show(sortBy(get().query, column, direction, added)),
      filter: (column, filter) => reader.show(filterBy(get().query, column, filter)),
      clearFilters: () => reader.show({ ...get().query, search: '', filters: [] }),
      apply: (query) => reader.show(query),
      retry: () => (get().view ? reader.show(get().query) : get().open()),
    }
  })
}

interface ReaderDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly columns: ReturnType<typeof createColumnActions>
  readonly details: ReturnType<typeof createDetailActions>
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
  /** Whether a screen shows the table. */
  readonly isOpen: () => boolean
}

/** Asks for shapes and rows, drops answers that a later question overtook, and notices when stored rows changed. */
function createReader({ ask, table, columns, details, get, set, isOpen }: ReaderDeps) {
  /** The one question about the whole table: its shape, or the first rows of a new query. */
  let asking = new AbortController()
  /** The requested blocks of the view. */
  let reading = new AbortController()
  let ahead: { readonly query: TableQuery; readonly rows: readonly GridRow[] } | null = null
  let reloading = false
  let again = false

  const begin = () => {
    asking.abort()
    asking = new AbortController()
    return asking.signal
  }

  const showShape = (shape: TableShape, query: TableQuery) => {
    const { shape: before, view } = get()
    const moved = before.status === 'ready' && before.value.version !== shape.version
    // The rows of this query were requested and never shown: the screen was left meanwhile, or they could not be had.
    const isOther = view !== null && view.query !== query
    set({
      shape: { status: 'ready', value: shape },
      columns: columns.arranged(shape),
      view: {
        query,
        matching: shape.matching,
        generation: (view?.generation ?? 1) + (isOther ? 1 : 0),
        revision: (view?.revision ?? 0) + (moved ? 1 : 0),
      },
      busy: false,
      failure: null,
      // Row numbers hold until the stored rows change.
      ...(moved ? { selection: nothingSelected } : {}),
    })
  }

  const loadShape = async () => {
    const signal = begin()
    const { query } = get()
    try {
      const shape = await ask('tables.shape', { table, query }, { signal })
      if (signal.aborted) return
      showShape(shape, query)
      if (get().query !== query) await show(get().query)
    } catch (error) {
      if (signal.aborted) return
      const failure = failureOf(error)
      set(get().shape.status === 'ready' ? { busy: false, failure } : { shape: { status: 'failed', failure } })
    }
  }

  /** Changes come by the dozen while a sheet is read: one question at a time, and one more when something came between. */
  const reload = async () => {
    again = true
    if (reloading || get().busy) return
    reloading = true
    while (again && !get().busy) {
      again = false
      await loadShape()
    }
    reloading = false
  }

  const checkVersion = (version: string) => {
    const { shape } = get()
    if (shape.status === 'ready' && shape.value.version !== version) void reload()
  }

  /** Asks for the query's first rows, and only then lets the grid show it, so that nothing flickers. */
  const show = async (query: TableQuery) => {
    // The table is still being opened, and comes with this query.
    if (get().shape.status !== 'ready') return set({ query })
    const before = get().query
    if (before.search !== query.search || before.filters !== query.filters) get().clearSelection()
    set({ query })
    columns.keep()
    // Whoever opens the table again asks for its rows.
    if (!isOpen()) return
    const signal = begin()
    set({ busy: true })
    try {
      const first = { query, from: 0, count: blockSize, columns: columns.requestedKeys(), signal }
      const { matching, rows, version } = await readRows(ask, table, first)
      if (signal.aborted) return
      ahead = { query, rows }
      reading.abort()
      reading = new AbortController()
      const { view } = get()
      const revision = view?.revision ?? 0
      set({
        view: { query, matching, revision, generation: (view?.generation ?? 0) + 1 },
        busy: false,
        failure: null,
      })
      await details.follow()
      checkVersion(version)
    } catch (error) {
      if (!signal.aborted) set({ busy: false, failure: failureOf(error) })
    }
  }

  const rows = async (from: number, count: number, signal: AbortSignal) => {
    const { view } = get()
    if (!view) return []
    if (from === 0 && ahead?.query === view.query) {
      const first = ahead.rows
      ahead = null
      return first
    }
    const either = AbortSignal.any([signal, reading.signal])
    try {
      const request = { query: view.query, from, count, columns: columns.requestedKeys(), signal: either }
      const reply = await readRows(ask, table, request)
      if (get().failure) set({ failure: null })
      checkVersion(reply.version)
      return reply.rows
    } catch (error) {
      if (!either.aborted) set({ failure: failureOf(error) })
      throw error
    }
  }

  return {
    loadShape,
    reload,
    show,
    rows,
    resume() {
      if (reading.signal.aborted) reading = new AbortController()
    },
    stop() {
      asking.abort()
      reading.abort()
    },
  }
}

/** What goes into the file: rows and columns of the screen, the selected rows, or every row and column. */
export type ExportScope = 'shown' | 'selection' | 'all'

type ExportState =
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly failure: Failure }

interface ExportActions {
  /** Writes a file. Gives what was saved, or null when it failed (kept in `exporting`), was cancelled or not chosen. */
  save(scope: ExportScope, format: ExportFormat, name: string): Promise<SavedFile | null>
  cancelSave(): void
  /** Takes the notice of a failed export away. */
  dismissSave(): void
}

interface ExportDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
}

function createExportActions({ ask, table, get, set }: ExportDeps): ExportActions {
  let saving = new AbortController()

  const requestOf = (scope: ExportScope) => {
    const { view, columns, selection } = get()
    if (scope === 'all') return { query: emptyQuery, columns: null, rows: null }
    const shown = columns.filter((column) => !column.hidden).map((column) => column.key)
    const query = view?.query ?? emptyQuery
    return { query, columns: shown, rows: scope === 'selection' ? selectedRows(selection) : null }
  }

  return {
    async save(scope, format, name) {
      if (get().exporting?.state === 'running') return null
      saving = new AbortController()
      const { signal } = saving
      set({ exporting: { state: 'running', done: 0, total: 0 } })
      const progress = ({ rows, total }: { readonly rows: number; readonly total: number }) => {
        if (!signal.aborted) set({ exporting: { state: 'running', done: rows, total } })
      }
      try {
        const saved = await ask('tables.export', { table, ...requestOf(scope), format, name }, { signal, progress })
        set({ exporting: null })
        return saved.saved ? saved : null
      } catch (error) {
        set({ exporting: signal.aborted ? null : { state: 'failed', failure: failureOf(error) } })
        return null
      }
    },
    cancelSave: () => saving.abort(),
    dismissSave: () => set({ exporting: null }),
  }
}

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
