import { createGrid, type GridApi, type GridOptions, type IDatasource, type IRowNode } from 'ag-grid-community'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { hasMod } from '../kernel/shortcuts.ts'
import { type CellWords, cellHover } from './cells.ts'
import { fitColumns, listenForFit } from './fit.ts'
import { listenForGridKeys } from './grid-keys.ts'
import { columnDefinition, columnState, gridModules, gridTheme, headingClass } from './grid-parts.ts'
import { drawRange, listenForRangeMouse } from './grid-range.ts'
import { wordsOfColumns } from './hits.ts'
import { createRowFocus, focusedCell, type RowFocus } from './row-focus.ts'
import { isSelected } from './selection.ts'
import type { ArrangedColumn, CellPlace, Details, FocusedCell, GridRow, TableStore } from './table-state.ts'
import { blockSize } from './table-store.ts'

export interface TableGrid {
  /** The name of the table for screen readers. */
  setLabel(label: string): void
  /** Moves the focus to a row, or to the first visible one. */
  focus(position?: number): void
  /** The cell that has the focus, or had it last. */
  focusedCell(): FocusedCell | null
  /** Moves the focus to the heading of a column. */
  focusHeading(column: string): void
  /** Makes columns as wide as their visible cells. */
  fit(columns: readonly string[]): void
  destroy(): void
}

export interface TableGridDeps extends CellWords {
  readonly store: TableStore
  readonly messages: Messages
  /** Opens the menu of a column. If the focus was on a cell, `row` is the position that it returns to. */
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
      // Called only once the grid exists.
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
  // A row that another screen opened is in the store before the grid exists.
  showOpenRow(api, store.getState().details, null)

  const openRowMenu = (cell: HTMLElement, at: { readonly left: number; readonly top: number }) => {
    const focused = api.getFocusedCell()
    const row = focused && api.getDisplayedRowAtIndex(focused.rowIndex)?.data
    if (!row || !cell.closest('.ag-row')) return
    const { selection, select } = store.getState()
    if (!isSelected(selection, row.row)) select(row)
    deps.onRowMenu({ row, column: focused.column.getColId(), position: focused.rowIndex, ...at })
  }
  const stopDrawing = drawRange(host, store)
  const stopMouse = listenForRangeMouse(host, { api, store })
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
  const fitting = { host, api, store, by: deps }
  const stopFitting = listenForFit(fitting)
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
    fit: (columns) => fitColumns(columns, fitting),
    destroy() {
      stopStore()
      stopHearing()
      stopMouse()
      stopDrawing()
      host.removeEventListener('contextmenu', hearMenu)
      stopFitting()
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
    // The keys are AG Grid's.
    localeText: { ariaRowSelect, ariaRowDeselect },
    columnDefs: definitions(deps, store.getState().columns),
    maintainColumnOrder: true,
    cacheBlockSize: blockSize,
    infiniteInitialRowCount: store.getState().view?.matching ?? 0,
    maxBlocksInCache: 8,
    maxConcurrentDatasourceRequests: 2,
    blockLoadDebounceMillis: 20,
    rowBuffer: 8,
    // Rows are drawn in the frame of the scroll, and not in later tasks.
    suppressAnimationFrame: true,
    rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: false },
    suppressDragLeaveHidesColumns: true,
    suppressColumnMoveAnimation: true,
    suppressOverlays: ['noRows', 'loading'],
    animateRows: false,
    ...columnEvents(store),
    onRowClicked: ({ event, data }) => {
      if (!data || !(event instanceof MouseEvent) || event.shiftKey) return
      if (hasMod(event)) store.getState().toggle(data)
      else store.getState().select(data)
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

/** Reports what the person does to columns with the mouse. Changes by the store have the source `api`. */
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

function definitions(deps: TableGridDeps, columns: readonly ArrangedColumn[]) {
  const heading = headingClass(deps)
  const by = { ...deps, wordsOf: wordsOfColumns(deps.store) }
  return columns.map((column) => columnDefinition(column, by, heading))
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

/** Draws the store's selection, which also has rows that are not loaded. The grid's own selection has no meaning. */
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

/** Moves the focus to the row that is opened. If another query moved the open row, it only scrolls there. */
function showOpenRow(api: GridApi<GridRow>, now: Details | null, previous: Details | null) {
  if (!now || now.position === null || now.position === previous?.position) return
  if (previous?.position === null) api.ensureIndexVisible(now.position)
  else focusRow(api, now.position)
}

/** Sets a cell's hover when the pointer enters it. The grid's own tooltips would cost time for every drawn cell. */
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

/** Below this offset Chromium paints rows at exact pixels; it stores offsets in 24 bits. */
const exactPixels = 16_000_000
/** A scroll ends after this many ms without an event. */
const rollingMs = 150

/**
 * Marks states for which the styles change the compositor's layers. Rows far down need them (`data-far`). Cells of
 * pinned columns need none during a vertical scroll (`data-rolling`).
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

/** Moves the focus to a row, in the column that had it last. Returns false if there is no such row. */
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
   * Cancels requests far from the visible rows, repeats cancelled ones of visible rows, and requests the next block
   * of a scroll.
   */
  syncRequests(): void
  /** Cancels every request. */
  stop(): void
}

/**
 * The rows of one view for the grid's infinite model. When a person drags the scroll bar over a million rows, it
 * cancels requests for rows that are no longer visible.
 */
function createGridRows(store: TableStore, api: () => GridApi<GridRow>, onLoaded: () => void): GridRows {
  const running = new Map<number, AbortController>()
  const dropped = new Set<number>()
  let stopped = false
  let previousFirst = 0

  /** Asking the grid for a row makes it load the row's block. Visible rows come first. */
  const loadAhead = (first: number, last: number) => {
    const ahead = first < previousFirst ? first - blockSize : last + blockSize
    previousFirst = first
    const isInside = ahead >= 0 && ahead < (store.getState().view?.matching ?? 0)
    if (isInside && running.size === 0) api().getDisplayedRowAtIndex(ahead)
  }

  const syncRequests = () => {
    // Read now and not from an event, since late events of a fast scroll would cancel visible rows.
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
        // The grid counts its requests over all sources, so every one must be answered. The rows are of another view.
        if (stopped) return failCallback()
        const controller = new AbortController()
        running.set(startRow, controller)
        dropped.delete(startRow)
        const loaded = await store.getState().rows(startRow, endRow - startRow, controller.signal)
        if (running.get(startRow) === controller) running.delete(startRow)
        if (stopped) return failCallback()
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
