import { createStore, type StoreApi } from 'zustand'
import type {
  Cell,
  ColumnFilter,
  TableLayout,
  TableQuery,
  TableRef,
  TableShape,
} from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import {
  type ArrangedColumn,
  arrangeColumns,
  type ColumnChange,
  changeColumn,
  layoutOf,
  moveColumn,
  orderColumns,
  type TableDefaults,
} from './columns.ts'
import { createExportActions, type ExportActions, type ExportState } from './export-actions.ts'
import { emptyQuery, filterBy, nextSort, type SortDirection, sortBy } from './query.ts'
import { createSelectActions, type SelectActions } from './select-actions.ts'
import { nothingSelected, type Selection } from './selection.ts'

/** Rows are asked for in blocks of this many, and the grid keeps a few blocks. */
export const blockSize = 200

/** A row as the grid draws it: the cells of the columns that were asked for, by key. */
export interface GridRow {
  readonly row: number
  readonly cells: Readonly<Record<string, Cell>>
}

/** What the grid shows: a query that was answered. */
export interface TableView {
  readonly query: TableQuery
  readonly matching: number
  /** Another one when other rows are shown from the top: a new query. */
  readonly generation: number
  /** Another one when the same places must be read again: stored rows changed, a column was shown. */
  readonly revision: number
}

export interface Details {
  /** The place of the row in the view. */
  readonly position: number
  readonly row: Loadable<GridRow>
}

export interface TableState extends ExportActions, SelectActions {
  readonly table: TableRef
  readonly shape: Loadable<TableShape>
  readonly columns: readonly ArrangedColumn[]
  /** What the person asked for; the view follows when it is answered. */
  readonly query: TableQuery
  readonly view: TableView | null
  /** A query is on its way. */
  readonly busy: boolean
  /** Why rows could not be read, until they are. */
  readonly failure: Failure | null
  readonly selection: Selection
  readonly details: Details | null
  readonly exporting: ExportState | null

  /** Asks for the layout and the shape, and again for what may have changed while nobody looked. */
  open(): Promise<void>
  /** Stops what is under way; nobody looks any more. */
  close(): void
  /** Asks whether the stored rows changed, and reads them again if so. Does nothing while nobody looks. */
  reload(): Promise<void>
  /** Rows of the view by place. Fails with `cancelled` when the signal aborts; a failure is also kept in the state. */
  rows(from: number, count: number, signal: AbortSignal): Promise<readonly GridRow[]>
  /** The values of a column among the rows that the other filters let through. */
  values(column: string, signal: AbortSignal): ReturnType<typeof askValues>

  search(text: string): Promise<void>
  /** The next order of a heading that was clicked or entered. */
  sortNext(column: string, added: boolean): Promise<void>
  sort(column: string, direction: SortDirection, added: boolean): Promise<void>
  filter(column: string, filter: ColumnFilter | null): Promise<void>
  /** Takes away search and filters; the order stays. */
  clearFilters(): Promise<void>
  /** Tries again what failed. */
  retry(): Promise<void>

  arrange(column: string, change: ColumnChange): void
  move(column: string, by: -1 | 1): void
  order(columns: readonly string[]): void
  showAllColumns(): void
  restoreColumns(): void

  openDetails(position: number): Promise<void>
  stepDetails(by: -1 | 1): Promise<void>
  closeDetails(): void
}

export type TableStore = StoreApi<TableState>

export interface TableDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly defaults: TableDefaults
  /** How long an arrangement rests before it is kept, in ms. */
  readonly keepAfter?: number
}

function askValues(ask: AppAsk, table: TableRef, query: TableQuery, column: string, signal: AbortSignal) {
  return ask('tables.values', { table, query: filterBy(query, column, null), column }, { signal })
}

/** The state of one table: its query, its columns, what is selected. Works on any table of the contract. */
export function createTableStore({ ask, table, defaults, keepAfter = 400 }: TableDeps): TableStore {
  return createStore<TableState>()((set, get) => {
    let looking = false
    let asking = new AbortController()
    let reading = new AbortController()
    let detailing = new AbortController()
    let keeping: ReturnType<typeof setTimeout> | undefined
    let layout: TableLayout = { columns: [] }
    let ahead: { readonly query: TableQuery; readonly rows: readonly GridRow[] } | null = null
    let reloading = false
    let reloadAgain = false

    const askedColumns = () => {
      const shown = get().columns.filter((column) => !column.hidden || column.key === defaults.sum)
      return shown.map((column) => column.key)
    }

    const readRows = async (query: TableQuery, from: number, count: number, columns: string[], signal: AbortSignal) => {
      const reply = await ask('tables.rows', { table, query, from, count, columns }, { signal })
      const rows = reply.rows.map(({ row, cells }) => ({
        row,
        cells: Object.fromEntries(columns.map((key, index) => [key, cells[index] ?? null])),
      }))
      return { rows, matching: reply.matching, version: reply.version }
    }

    const showShape = (shape: TableShape, query: TableQuery) => {
      const before = get()
      const known = before.shape.status === 'ready' ? before.shape.value.version : undefined
      const moved = known !== undefined && known !== shape.version
      set({
        shape: { status: 'ready', value: shape },
        columns: arrangeColumns(
          shape.columns,
          before.columns.length > 0 ? { columns: layoutOf(before.columns) } : layout,
          defaults,
        ),
        view: {
          query,
          matching: shape.matching,
          generation: before.view?.generation ?? 1,
          revision: (before.view?.revision ?? 0) + (moved ? 1 : 0),
        },
        failure: null,
        ...(moved ? { selection: nothingSelected } : {}),
      })
    }

    const askShape = async () => {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      const { query } = get()
      try {
        const shape = await ask('tables.shape', { table, query }, { signal })
        if (!signal.aborted) showShape(shape, query)
      } catch (error) {
        if (signal.aborted) return
        const failure = failureOf(error)
        const { shape } = get()
        set(shape.status === 'ready' ? { failure } : { shape: { status: 'failed', failure } })
      }
    }

    const hearVersion = (version: string) => {
      const { shape } = get()
      if (shape.status === 'ready' && shape.value.version !== version) void get().reload()
    }

    /** Asks for the query's first rows, and only then lets the grid show it, so that nothing flickers. */
    const show = async (query: TableQuery) => {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      const before = get()
      const narrowed = before.query.search !== query.search || before.query.filters !== query.filters
      set({ query, busy: true, ...(narrowed ? { selection: nothingSelected } : {}) })
      keep()
      try {
        const { matching, rows, version } = await readRows(query, 0, blockSize, askedColumns(), signal)
        if (signal.aborted) return
        ahead = { query, rows }
        const generation = (get().view?.generation ?? 0) + 1
        set({ view: { query, matching, generation, revision: get().view?.revision ?? 0 }, busy: false, failure: null })
        reading.abort()
        reading = new AbortController()
        get().closeDetails()
        hearVersion(version)
      } catch (error) {
        if (!signal.aborted) set({ busy: false, failure: failureOf(error) })
      }
    }

    /** Keeps columns, filters and order a moment after the last change; a search is for now only. */
    const keep = () => {
      clearTimeout(keeping)
      keeping = setTimeout(() => {
        const { columns, query } = get()
        layout = { columns: layoutOf(columns), query: { ...query, search: '' } }
        // An arrangement that could not be kept is no reason to disturb: the screen shows it all the same.
        ask('tables.arrange', { table, layout }).catch(() => undefined)
      }, keepAfter)
    }

    const showColumns = (columns: readonly ArrangedColumn[]) => {
      const before = new Set(askedColumns())
      set({ columns })
      const { view } = get()
      if (view && askedColumns().some((key) => !before.has(key))) {
        set({ view: { ...view, revision: view.revision + 1 } })
      }
      keep()
    }

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
      ...createSelectActions({ ask, table, sum: defaults.sum, get, set }),
      ...createExportActions({ ask, table, get, set }),

      async open() {
        looking = true
        if (get().shape.status === 'ready') return askShape()
        set({ shape: { status: 'loading' } })
        try {
          layout = await ask('tables.layout', { table })
        } catch {
          // Without the person's arrangement the table still shows, in its standard one.
          layout = { columns: [] }
        }
        if (layout.query) set({ query: { ...layout.query, search: '' } })
        await askShape()
      },
      close() {
        looking = false
        asking.abort()
        reading.abort()
        detailing.abort()
        set({ details: null, busy: false })
      },
      async reload() {
        reloadAgain = true
        if (reloading || !looking || get().busy) return
        reloading = true
        while (reloadAgain && looking) {
          reloadAgain = false
          await askShape()
        }
        reloading = false
      },
      async rows(from, count, signal) {
        const { view } = get()
        if (!view) return []
        if (from === 0 && ahead?.query === view.query) {
          const { rows } = ahead
          ahead = null
          return rows
        }
        const together = AbortSignal.any([signal, reading.signal])
        try {
          const reply = await readRows(view.query, from, count, askedColumns(), together)
          if (get().failure) set({ failure: null })
          hearVersion(reply.version)
          return reply.rows
        } catch (error) {
          if (!together.aborted) set({ failure: failureOf(error) })
          throw error
        }
      },
      values: (column, signal) => askValues(ask, table, get().query, column, signal),

      search: (search) => show({ ...get().query, search }),
      sortNext: (column, added) => show(nextSort(get().query, column, added)),
      sort: (column, direction, added) => show(sortBy(get().query, column, direction, added)),
      filter: (column, filter) => show(filterBy(get().query, column, filter)),
      clearFilters: () => show({ ...get().query, search: '', filters: [] }),
      async retry() {
        if (get().view) await show(get().query)
        else await get().open()
      },

      arrange: (column, change) => showColumns(changeColumn(get().columns, column, change)),
      move: (column, by) => showColumns(moveColumn(get().columns, column, by)),
      order: (columns) => showColumns(orderColumns(get().columns, columns)),
      showAllColumns: () => showColumns(get().columns.map((column) => ({ ...column, hidden: false }))),
      restoreColumns() {
        const { shape } = get()
        if (shape.status === 'ready') showColumns(arrangeColumns(shape.value.columns, { columns: [] }, defaults))
      },

      async openDetails(position) {
        const { view, shape, details } = get()
        if (!view || shape.status !== 'ready' || position < 0 || position >= view.matching) return
        detailing.abort()
        detailing = new AbortController()
        const { signal } = detailing
        set({ details: { position, row: details?.row ?? { status: 'loading' } } })
        const keys = shape.value.columns.map((column) => column.key)
        try {
          const [row] = (await readRows(view.query, position, 1, keys, signal)).rows
          if (!signal.aborted && row) set({ details: { position, row: { status: 'ready', value: row } } })
        } catch (error) {
          if (!signal.aborted) set({ details: { position, row: { status: 'failed', failure: failureOf(error) } } })
        }
      },
      async stepDetails(by) {
        const { details } = get()
        if (details) await get().openDetails(details.position + by)
      },
      closeDetails() {
        detailing.abort()
        set({ details: null })
      },
    }
  })
}
