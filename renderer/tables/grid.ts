import { createGrid, type GridApi, type GridOptions, type IDatasource, type IRowNode } from 'ag-grid-community'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { hasMod } from '../kernel/shortcuts.ts'
import { type CellWords, cellHover } from './cells.ts'
import { listenForGridKeys } from './grid-keys.ts'
import { columnDefinition, columnState, gridModules, gridTheme, headingClass } from './grid-parts.ts'
import { createRowFocus, focusedCell, type RowFocus } from './row-focus.ts'
import { isSelected } from './selection.ts'
import type { ArrangedColumn, CellPlace, Details, FocusedCell, GridRow, TableStore } from './table-state.ts'
import { blockSize } from './table-store.ts'

export interface TableGrid {
  /** What the table is called, for screen readers. */
  setLabel(label: string): void
  /** Puts the keyboard on a row, or on the first one that is seen. */
  focus(position?: number): void
  /** The cell that the keyboard is, or was last, on. */
  focusedCell(): FocusedCell | null
  /** Puts the keyboard on the heading of a column. */
  focusHeading(column: string): void
  /** Makes a column as wide as what is seen of it. */
  fit(column: string): void
  destroy(): void
}

export interface TableGridDeps extends CellWords {
  readonly store: TableStore
  readonly messages: Messages
  /** Opens the menu of a column; `row` is the place that the keyboard comes back to, where it was on a cell. */
  readonly onMenu: (column: string, anchor: HTMLElement, row?: number) => void
  readonly onRowMenu: (place: CellPlace) => void
}

/** Draws the store's view into the host element, and reports the user's actions to the store. */
export function createTableGrid(host: HTMLElement, deps: TableGridDeps): TableGrid {
  const { store } = deps
  let rows: GridRows | undefined
  const api = createGrid<GridRow>(
    host,
    gridOptions(deps, {
      rows: () => rows,
      // Nothing has the focus before the grid is made.
      onFocused: (event) => rowFocus.onFocused(event),
    }),
    { modules: gridModules },
  )
  const rowFocus = createRowFocus(host, api, store)

  const showView = () => {
    const { view } = store.getState()
    if (!view) return
    rows?.stop()
    rows = createGridRows(
      store,
      () => api,
      () => {
        rowFocus.onLoaded()
        markSelected(api, store)
      },
    )
    api.setGridOption('datasource', rows.datasource)
    api.setRowCount(view.matching, true)
    if (view.matching > 0) api.ensureIndexVisible(0, 'top')
  }
  showView()
  // A row that was opened from another screen is there before the grid is.
  showOpenRow(api, store.getState().details, null)

  const openRowMenu = (cell: HTMLElement, at: { readonly left: number; readonly top: number }) => {
    const focused = api.getFocusedCell()
    const row = focused && api.getDisplayedRowAtIndex(focused.rowIndex)?.data
    if (!row || !cell.closest('.ag-row')) return
    const { selection, select } = store.getState()
    if (!isSelected(selection, row.row)) select(focused.rowIndex, row)
    deps.onRowMenu({ row, column: focused.column.getColId(), position: focused.rowIndex, ...at })
  }
  const stopHearing = listenForGridKeys(host, {
    api,
    store,
    onMenu: deps.onMenu,
    onRowMenu: (cell) => {
      const { left, bottom } = cell.getBoundingClientRect()
      openRowMenu(cell, { left, top: bottom })
    },
  })
  const hearMenu = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.closest('.ag-cell')) return
    event.preventDefault()
    openRowMenu(event.target, { left: event.clientX, top: event.clientY })
  }
  host.addEventListener('contextmenu', hearMenu)
  const stopHover = showHovers(host, api, deps)
  const stopScroll = markScroll(host)
  const stopStore = store.subscribe((state, previous) => {
    if (state.columns !== previous.columns) showColumns(api, deps, state.columns, previous.columns)
    if (state.view?.generation !== previous.view?.generation) showView()
    else if (state.view && state.view.revision !== previous.view?.revision) {
      api.setRowCount(state.view.matching, true)
      api.refreshInfiniteCache()
    }
    rowFocus.onStore(state, previous)
    if (state.selection !== previous.selection) markSelected(api, store)
    showOpenRow(api, state.details, previous.details)
  })

  return {
    setLabel: (label) => api.setGridAriaProperty('label', label),
    focus: (position) => void focusRow(api, position ?? api.getFirstDisplayedRowIndex()),
    focusedCell: () => focusedCell(api),
    focusHeading(column) {
      api.ensureColumnVisible(column)
      api.setFocusedHeader(column)
    },
    fit: (column) => api.autoSizeColumns([column]),
    destroy() {
      stopStore()
      stopHearing()
      host.removeEventListener('contextmenu', hearMenu)
      stopHover()
      stopScroll()
      rows?.stop()
      api.destroy()
    },
  }
}

interface GridParts {
  readonly rows: () => GridRows | undefined
  readonly onFocused: RowFocus['onFocused']
}

function gridOptions(deps: TableGridDeps, { rows, onFocused }: GridParts): GridOptions<GridRow> {
  const { store, messages } = deps
  const { ariaRowSelect, ariaRowDeselect } = messages.tables
  return {
    theme: gridTheme,
    rowModelType: 'infinite',
    // The library's own words, by their names there.
    localeText: { ariaRowSelect, ariaRowDeselect },
    columnDefs: definitions(deps, store.getState().columns),
    maintainColumnOrder: true,
    cacheBlockSize: blockSize,
    infiniteInitialRowCount: store.getState().view?.matching ?? 0,
    maxBlocksInCache: 8,
    maxConcurrentDatasourceRequests: 2,
    blockLoadDebounceMillis: 20,
    rowBuffer: 8,
    // Rows are drawn with the scroll that shows them, and not in tasks behind it.
    suppressAnimationFrame: true,
    rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: false },
    suppressDragLeaveHidesColumns: true,
    suppressColumnMoveAnimation: true,
    suppressOverlays: ['noRows', 'loading'],
    animateRows: false,
    ...columnEvents(store),
    onRowClicked: ({ event, rowIndex, data }) => {
      if (rowIndex !== null && data && event instanceof MouseEvent) click(store, event, rowIndex, data)
    },
    onRowDoubleClicked: ({ rowIndex }) => {
      if (rowIndex !== null) void store.getState().openDetails(rowIndex)
    },
    onCellFocused: (event) => {
      const { rowIndex } = event
      const { details, openDetails } = store.getState()
      if (details && rowIndex !== null && rowIndex !== details.position) void openDetails(rowIndex)
      onFocused(event)
    },
    onViewportChanged: () => rows()?.syncRequests(),
    // One stop of Tab, entered at the cell that had the focus last (WAI-ARIA Authoring Practices, "Grid"); arrows move
    // inside.
    tabToNextHeader: () => false,
    tabToNextCell: () => false,
    focusGridInnerElement: ({ api }) =>
      focusRow(api, api.getFocusedCell()?.rowIndex ?? api.getFirstDisplayedRowIndex()),
  }
}

/** What the person does to columns with the mouse; what the store does to them itself has the source `api`. */
function columnEvents(store: TableStore): GridOptions<GridRow> {
  return {
    onColumnMoved: ({ finished, source, api }) => {
      if (finished && source !== 'api')
        store.getState().order(api.getAllGridColumns().map((column) => column.getColId()))
    },
    onColumnPinned: ({ column, pinned, source }) => {
      if (column && source !== 'api') store.getState().arrange(column.getColId(), { pinned: pinnedEdge(pinned) })
    },
    onColumnResized: ({ finished, column, source, api }) => {
      if (!finished || !column || source === 'api') return
      store.getState().arrange(column.getColId(), { width: column.getActualWidth() })
      api.refreshCells({ columns: [column], force: true })
    },
  }
}

function pinnedEdge(pinned: unknown): 'left' | 'right' | null {
  return pinned === 'left' || pinned === 'right' ? pinned : null
}

function click(store: TableStore, event: MouseEvent, position: number, row: GridRow) {
  const state = store.getState()
  if (event.shiftKey) void state.selectTo(position)
  else if (hasMod(event)) state.toggle(position, row)
  else state.select(position, row)
}

function definitions(deps: TableGridDeps, columns: readonly ArrangedColumn[]) {
  const heading = headingClass(deps)
  return columns.map((column) => columnDefinition(column, deps, heading))
}

function showColumns(
  api: GridApi<GridRow>,
  deps: TableGridDeps,
  columns: readonly ArrangedColumn[],
  previous: readonly ArrangedColumn[],
) {
  const previousKeys = new Set(previous.map((column) => column.key))
  if (columns.length !== previous.length || columns.some((column) => !previousKeys.has(column.key))) {
    api.setGridOption('columnDefs', definitions(deps, columns))
  }
  api.applyColumnState({ state: columns.map(columnState), applyOrder: true })
}

/** The grid's own selection only draws; what is selected stands in the store, also for rows that are not loaded. */
function markSelected(api: GridApi<GridRow>, store: TableStore) {
  const { selection } = store.getState()
  const selected: IRowNode<GridRow>[] = []
  const deselected: IRowNode<GridRow>[] = []
  api.forEachNode((node) => {
    if (!node.data) return
    const shouldSelect = isSelected(selection, node.data.row)
    if (shouldSelect !== node.isSelected()) (shouldSelect ? selected : deselected).push(node)
  })
  if (deselected.length > 0) api.setNodesSelected({ nodes: deselected, newValue: false })
  if (selected.length > 0) api.setNodesSelected({ nodes: selected, newValue: true })
}

/**
 * The keyboard goes to the row that is opened; one that another query has moved is only shown, wherever the person is.
 */
function showOpenRow(api: GridApi<GridRow>, now: Details | null, previous: Details | null) {
  if (!now || now.position === null || now.position === previous?.position) return
  if (previous?.position === null) api.ensureIndexVisible(now.position)
  else focusRow(api, now.position)
}

/** Gives a cell its hover when the pointer comes over it: the grid's own tooltips cost every cell that is drawn. */
function showHovers(host: HTMLElement, api: GridApi<GridRow>, deps: TableGridDeps): () => void {
  const hear = ({ target }: Event) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.ag-cell') : null
    const row = cell && api.getDisplayedRowAtIndex(Number(cell.closest('[row-index]')?.getAttribute('row-index')))
    const column = deps.store.getState().columns.find(({ key }) => key === cell?.getAttribute('col-id'))
    if (cell && column) cell.title = cellHover(row?.data?.cells[column.key], column, deps)
  }
  host.addEventListener('mouseover', hear)
  return () => host.removeEventListener('mouseover', hear)
}

/** Below this many pixels Chromium paints every row where it is; it counts them in 24 bits. */
const exactPixels = 16_000_000
/** After so many ms without a step the rows are at rest. */
const rollingMs = 150

/**
 * Marks what the styles give layers of the compositor for: rows that are far down (`data-far`). Cells of pinned columns
 * need none while rows roll by and no column does (`data-rolling`).
 */
function markScroll(host: HTMLElement): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  const end = () => host.removeAttribute('data-rolling')
  const hear = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || !target.matches('.ag-grid-viewport')) return
    const { scrollTop, scrollLeft } = target
    host.toggleAttribute('data-far', scrollTop > exactPixels)
    host.toggleAttribute('data-rolling', scrollLeft === 0)
    clearTimeout(rest)
    rest = setTimeout(end, rollingMs)
  }
  // Scrolling does not bubble.
  host.addEventListener('scroll', hear, true)
  return () => {
    clearTimeout(rest)
    host.removeEventListener('scroll', hear, true)
  }
}

/** Puts the keyboard on a row, in the column that had it last. False where there is no such row. */
function focusRow(api: GridApi<GridRow>, position: number): boolean {
  const column = api.getFocusedCell()?.column ?? api.getAllDisplayedColumns()[0]
  if (position < 0 || !column) return false
  api.ensureIndexVisible(position)
  api.setFocusedCell(position, column)
  return true
}

interface GridRows {
  readonly datasource: IDatasource
  /**
   * Gives up requests for places that are far from what is seen now, asks again for given-up ones that are seen, and
   * for the block ahead of a scroll.
   */
  syncRequests(): void
  /** Lets every request go. */
  stop(): void
}

/**
 * The rows of one view for the grid's infinite model. When a person drags the scroll bar over a million rows, answers
 * for the places passed by are no longer needed: those requests are cancelled.
 */
function createGridRows(store: TableStore, api: () => GridApi<GridRow>, onLoaded: () => void): GridRows {
  const running = new Map<number, AbortController>()
  const dropped = new Set<number>()
  let stopped = false
  let previousFirst = 0

  /**
   * The grid asks for the block of a row that it is asked for. Not while what is seen is on its way: that comes first.
   */
  const loadAhead = (first: number, last: number) => {
    const ahead = first < previousFirst ? first - blockSize : last + blockSize
    previousFirst = first
    const isInside = ahead >= 0 && ahead < (store.getState().view?.matching ?? 0)
    if (isInside && running.size === 0) api().getDisplayedRowAtIndex(ahead)
  }

  const syncRequests = () => {
    // Read now, not taken from an event: those of a fast scroll come late and would give up what is seen.
    const first = api().getFirstDisplayedRowIndex()
    const last = api().getLastDisplayedRowIndex()
    loadAhead(first, last)
    for (const [from, controller] of running) {
      if (from > last + blockSize || from + blockSize < first - blockSize) controller.abort()
    }
    const missing = [...dropped].some((from) => from <= last && from + blockSize > first)
    if (!missing || store.getState().failure) return
    dropped.clear()
    api().refreshInfiniteCache()
  }

  return {
    syncRequests,
    datasource: {
      async getRows({ startRow, endRow, successCallback, failCallback }) {
        const controller = new AbortController()
        running.set(startRow, controller)
        dropped.delete(startRow)
        const loaded = await store.getState().rows(startRow, endRow - startRow, controller.signal)
        if (running.get(startRow) === controller) running.delete(startRow)
        if (stopped) return
        if (loaded) {
          successCallback([...loaded], store.getState().view?.matching)
          onLoaded()
        } else {
          dropped.add(startRow)
          failCallback()
          syncRequests()
        }
      },
    },
    stop() {
      stopped = true
      for (const controller of running.values()) controller.abort()
    },
  }
}
