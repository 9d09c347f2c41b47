import { createStore } from 'zustand'
import type { TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { TableShape } from '../../preload/contract/tables.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { noPace } from '../../preload/values/progress.ts'
import { withinColumns } from '../../preload/values/within-columns.ts'
import { type AppAsk, AskFailure, orNull, outcomeOf } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import { createMutation, noMutation } from '../kernel/mutation.ts'
import { coalesce } from '../kernel/schedule.ts'
import { createArrangement } from './arrangement.ts'
import { createColumnActions, plainDefaults, type TableDefaults } from './columns.ts'
import { createDetailActions, readRows } from './details.ts'
import { createExportActions } from './export-actions.ts'
import { groupDefaults, groupsTable, readGroups, rowsOfGroup } from './groups.ts'
import { filterBy, hasSameFilters, movesBy, narrows, nextSort, sortBy } from './query.ts'
import { createSelectActions, nothingSelected } from './selection.ts'
import type { GridRow, GroupChoice, Selection, TableSlot, TableState, TableStore } from './table-state.ts'

const minuteMs = 60_000

/** Rows are requested in blocks of this many, and the grid keeps a few blocks. */
export const blockSize = 200

export interface TableDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly defaults: TableDefaults
  /** The debounce of storing an arrangement, in ms. */
  readonly saveAfterMs?: number
  /** What opening a row does in place of showing its fields. */
  readonly opens?: (row: GridRow) => void
  /** The table whose rows are grouped. */
  readonly outer?: () => TableState
}

/** The state of one table of the contract: its query, columns and selection. */
export function createTableStore({ ask, table, defaults, saveAfterMs = 400, opens, outer }: TableDeps): TableStore {
  let remember: ReturnType<typeof createArrangement>['remember'] = () => undefined
  const store = createStore<TableState>()((set, get) => {
    const columns = createColumnActions({ ask, table, defaults, saveAfterMs: saveAfterMs, get, set })
    let isOpen = false
    const details = createDetailActions({ ask, table, opens, get, set })
    const isFixed = defaults.fixedRows === true
    const selecting = createSelectActions({ ask, table, ids: defaults.ids, get, set })
    const parts = { columns, details, selecting, isFixed, isOpen: () => isOpen }
    const reader = createReader({ ask, table, ...parts, get, set })
    const groupRows = (grouping: GroupChoice | null, query: TableQuery) => {
      const { groups: previous } = get()
      if (!grouping) return set({ grouping, groups: null })
      const groups = createTableStore({
        ask,
        table: groupsTable(table, query, grouping),
        defaults: groupDefaults(grouping),
        outer: get,
        opens(row) {
          const rowsQuery = rowsOfGroup(get().query, grouping, row)
          get().clearSelection()
          // One change, so that one undo leads back to the groups.
          set({ grouping: null, groups: null, query: rowsQuery })
          void reader.show(rowsQuery)
        },
      })
      // Other rows in the same groups keep their order.
      if (previous && get().grouping === grouping) groups.setState({ query: previous.getState().query })
      set({ grouping, groups })
    }
    const show = (query: TableQuery) => {
      if (get().grouping && !hasSameFilters(get().query, query)) groupRows(get().grouping, query)
      return reader.show(query)
    }

    const arrangement = createArrangement({
      ask,
      table,
      get,
      set,
      showQuery: reader.show,
      showColumns: columns.showLayout,
      showGroups: groupRows,
      keep: columns.keep,
      outer,
    })
    remember = arrangement.remember

    return {
      table,
      shape: { status: 'idle' },
      arranged: false,
      columns: [],
      query: emptyQuery,
      view: null,
      busy: false,
      failure: null,
      selection: nothingSelected,
      cursor: null,
      head: null,
      details: null,
      summary: null,
      overview: false,
      exporting: { ...noMutation, pace: noPace },
      grouping: null,
      groups: null,
      past: [],
      future: [],
      ...arrangement.state,
      ...columns.actions,
      ...selecting.actions,
      ...details.actions,
      ...createExportActions({ ask, table, get, set }),

      async open() {
        isOpen = true
        if (get().shape.status === 'ready') return reader.loadShape()
        set({ shape: { status: 'loading' } })
        const { layout, savedViews } = await columns.load()
        const { query, grouping = null, view = null, overview = false } = layout
        // A query that the person made during the load wins over the stored one.
        if (query && get().query === emptyQuery) set({ query: { ...emptyQuery, ...query, search: '' } })
        if (grouping) groupRows(grouping, get().query)
        set({ arranged: true, savedViews, savedView: view, overview })
        if (isOpen) await reader.loadShape()
      },
      close() {
        isOpen = false
        reader.stop()
        get().closeDetails()
        get().summarize(null)
      },
      async reload() {
        await Promise.all([reader.reload(), get().groups?.getState().reload()])
      },
      rows: reader.rows,
      values: (column, search, signal) =>
        ask('tables.values', { table, query: filterBy(get().query, column, null), column, search }, { signal }),

      searchHits: (query, columns, signal) =>
        ask('tables.search_hits', { table, query, columns: [...columns] }, { signal }),

      groupsOf(choice, { sort, without }, signal) {
        const query = get().view?.query ?? get().query
        const rows = { table, query: without === null ? query : filterBy(query, without, null) }
        return readGroups(ask, rows, { choice, sort, signal })
      },

      statistics: (column, signal) =>
        ask('tables.statistics', { table, query: get().view?.query ?? get().query, column }, { signal }),

      search: (search) => show({ ...get().query, search }),
      sortNext: (column, added) => show(nextSort(get().query, column, added)),
      sort: (column, direction, added) => show(sortBy(get().query, column, direction, added)),
      filter: (column, filter) => show(filterBy(get().query, column, filter)),
      clearFilters: () => show({ ...emptyQuery, sort: get().query.sort }),
      apply: show,
      showOverview(overview) {
        set({ overview })
        columns.keep()
      },
      group(choice) {
        groupRows(choice, get().query)
        columns.keep()
      },
      retry: () => (get().view ? reader.show(get().query) : get().open()),
    }
  })
  store.subscribe(remember)
  return store
}

/** Loads shapes and rows, drops late answers, and detects changes of the stored rows. */
function createReader({
  ask,
  table,
  columns,
  details,
  selecting,
  isFixed,
  isOpen,
  get,
  set,
}: TableSlot & {
  columns: ReturnType<typeof createColumnActions>
  details: ReturnType<typeof createDetailActions>
  selecting: ReturnType<typeof createSelectActions>
  /** Rows keep their numbers (`TableDefaults`). */
  isFixed: boolean
  isOpen: () => boolean
}) {
  /** The request for the whole table: its shape, or the first rows of a new query. */
  const request = createMutation<'shape' | 'query'>({
    get: () => noMutation,
    set({ working, failure }) {
      if (working !== undefined) set({ busy: working === 'query' })
      if (failure) set(get().shape.status === 'ready' ? { failure } : { shape: { status: 'failed', failure } })
    },
    concurrency: 'replace',
  })
  /** The blocks of the view, of which the grid reads many at once. */
  const blocks = createMutation<'rows'>({
    get: () => noMutation,
    // The grid cancels requests for rows far from the visible ones.
    set: ({ failure }) => failure && failure.code !== 'cancelled' && set({ failure }),
    concurrency: 'parallel',
  })
  let ahead: { readonly query: TableQuery; readonly rows: readonly GridRow[] } | null = null

  const hasMoved = (shape: TableShape) => {
    const previous = readyValue(get().shape)
    return previous !== undefined && previous.version !== shape.version
  }

  /** Whether other rows may match, or the rows show other values: columns of other features count too. */
  const hasChanged = (shape: TableShape) => hasMoved(shape) || readyValue(get().shape)?.added !== shape.added

  let moving: ReturnType<typeof setTimeout> | undefined
  /** Loads the rows again when the periods of the shown query have moved on. */
  const moveOn = () => {
    clearTimeout(moving)
    const { view } = get()
    const step = view && movesBy(view.query)
    if (!step || !isOpen()) return
    const now = new Date()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()
    moving = setTimeout(() => void loadShape(), step === 'day' ? midnight : minuteMs)
  }

  const showShape = (shape: TableShape, query: TableQuery, selection: Selection | null) => {
    const { view } = get()
    const moved = hasMoved(shape)
    const changed = view !== null && hasChanged(shape)
    // The rows of this query were requested and never shown: the screen was left meanwhile, or they could not be had.
    const isOther = view !== null && view.query !== query
    set({
      shape: { status: 'ready', value: shape },
      columns: columns.arranged(shape),
      view: {
        query,
        matching: shape.matching,
        generation: (view?.generation ?? 1) + (isOther ? 1 : 0),
        revision: (view?.revision ?? 0) + (changed || movesBy(query) ? 1 : 0),
      },
      failure: null,
      ...(changed || isOther ? { head: null } : {}),
      // A row number is valid until the stored rows change.
      ...(moved && !isFixed ? { selection: nothingSelected } : {}),
      ...(selection ? { selection } : {}),
    })
    moveOn()
  }

  /** The shape, with the query that it is of: columns may have gone that a stored query filters or sorts by. */
  const readShape = async (query: TableQuery, signal: AbortSignal) => {
    const first = await outcomeOf(ask('tables.shape', { table, query }, { signal }))
    if (first.ok) return { query, shape: first.value }
    if (first.failure.code === 'bad_request') {
      const { columns, derived = [] } = await ask('tables.shape', { table, query: emptyQuery }, { signal })
      const reducedQuery = withinColumns(query, [...columns, ...derived])
      if (reducedQuery !== query)
        return { query: reducedQuery, shape: await ask('tables.shape', { table, query: reducedQuery }, { signal }) }
    }
    throw new AskFailure(first.failure)
  }

  const loadShape = async () => {
    const requested = get().query
    const loaded = await request.run(
      'shape',
      async (_, { signal }) => {
        const { shape, query } = await readShape(requested, signal)
        const { selection: previous } = get()
        const isNarrowed = isFixed && hasMoved(shape) && narrows(query)
        const followed = isNarrowed ? await orNull(selecting.follow(previous, query, signal)) : null
        signal.throwIfAborted()
        return { shape, query, previous, selection: isNarrowed ? (followed ?? nothingSelected) : null }
      },
      ({ shape, query, previous, selection }) => {
        const { added } = readyValue(get().shape) ?? {}
        // Without a part of its query, it is no longer what the view's name says.
        if (get().query === requested) set({ query, ...(query === requested ? {} : { savedView: null }) })
        showShape(shape, query, previous === get().selection ? selection : null)
        if (shape.added !== added) void details.reread()
      },
    )
    if (loaded && get().query !== loaded.query) await show(get().query)
  }

  /** Changes come by the dozen while a sheet is read: one request at a time, and one more for changes during it. */
  const reload = coalesce(async () => {
    if (isOpen() && !get().busy) await loadShape()
  })

  const checkVersion = (version: string) => {
    const { shape } = get()
    if (shape.status === 'ready' && shape.value.version !== version) void reload()
  }

  /** Loads the query's first rows before the grid shows it, so that nothing flickers. */
  const show = async (query: TableQuery) => {
    // The table is still opening, and will use this query.
    if (get().shape.status !== 'ready') return set({ query })
    const previous = get().query
    if (!hasSameFilters(previous, query)) get().clearSelection()
    set({ query })
    columns.keep()
    // The next `open` loads the rows.
    if (!isOpen()) return
    const first = { query, from: 0, count: blockSize, columns: columns.requestedKeys() }
    const reply = await request.run(
      'query',
      (_, { signal }) => readRows(ask, table, { ...first, signal }),
      ({ matching, rows }) => {
        ahead = { query, rows }
        blocks.cancel()
        const { view } = get()
        const revision = view?.revision ?? 0
        set({ view: { query, matching, revision, generation: (view?.generation ?? 0) + 1 }, head: null, failure: null })
        moveOn()
      },
    )
    if (!reply) return
    await details.follow()
    checkVersion(reply.version)
  }

  const rows: TableState['rows'] = async (from, count, signal) => {
    const { view } = get()
    if (!view) return []
    if (from === 0 && ahead?.query === view.query) {
      const first = ahead.rows
      ahead = null
      return first
    }
    const block = { query: view.query, from, count, columns: columns.requestedKeys() }
    const reply = await blocks.run(
      'rows',
      (_, options) => readRows(ask, table, { ...block, signal: AbortSignal.any([signal, options.signal]) }),
      ({ version }) => {
        if (get().failure) set({ failure: null })
        checkVersion(version)
      },
    )
    return reply?.rows ?? null
  }

  return {
    loadShape,
    reload,
    show,
    rows,
    stop() {
      clearTimeout(moving)
      request.cancel()
      blocks.cancel()
    },
  }
}

/** The stores of all tables that were open: each keeps its query and selection. */
export interface Tables {
  /** The store of a table, created on first use. */
  of(table: TableRef, defaults?: TableDefaults): TableStore
  /** Reloads the open tables of this kind. */
  reload(kind: TableRef['kind']): void
  /** Reloads the views of all tables. */
  loadViews(): void
  /** Called when another account opens. */
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
    loadViews() {
      for (const store of stores.values()) void store.getState().loadViews()
    },
    clear() {
      for (const store of stores.values()) store.getState().close()
      stores.clear()
    },
  }
}
