import type { CellPosition } from 'ag-grid-community'
import { hasMod } from '../kernel/shortcuts.ts'
import { extendTo, focusedAt, type GridRangeDeps } from './grid-range.ts'
import { cellAfterKey, rangeOf } from './range.ts'
import type { TableStore } from './table-state.ts'

export interface GridKeysDeps extends GridRangeDeps {
  readonly onMenu: (column: string, anchor: HTMLElement, row?: number) => void
  readonly onRowMenu: (cell: HTMLElement) => void
}

/**
 * Handles keys before the grid and stops those used here. Headings sort and open their menu, rows are selected and
 * opened. Home, End, and arrows with Ctrl or Shift move through cells and mark them as in Excel. The plain arrows, Page
 * and Tab stay with the grid, Ctrl C with the page's copy event (copy.tsx).
 */
export function listenForGridKeys(host: HTMLElement, deps: GridKeysDeps): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement)) return
    const heading = event.target.closest<HTMLElement>('.ag-header-cell')
    const isHandled = heading ? handleHeadingKey(event, heading, deps) : handleRowKey(event, deps)
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  host.addEventListener('keydown', onKeyDown, true)
  return () => host.removeEventListener('keydown', onKeyDown, true)
}

function handleHeadingKey(event: KeyboardEvent, heading: HTMLElement, { store, onMenu }: GridKeysDeps): boolean {
  const column = heading.getAttribute('col-id')
  if (!column) return false
  if (event.key === 'Enter' && !hasMod(event)) {
    void store.getState().sortNext(column, event.shiftKey)
    return true
  }
  if (!isMenuKey(event)) return false
  onMenu(column, heading)
  return true
}

function isMenuKey(event: KeyboardEvent): boolean {
  if (event.key === 'ContextMenu') return true
  if (event.key === 'Enter') return hasMod(event)
  return (event.key === 'ArrowDown' && event.altKey) || (event.key === 'F10' && event.shiftKey)
}

function handleRowKey(event: KeyboardEvent, deps: GridKeysDeps): boolean {
  const state = deps.store.getState()
  const key = event.key.toLowerCase()
  if (hasMod(event) && key === 'a') {
    state.selectAll()
    return true
  }
  if (key === 'escape') return leave(deps.store)
  const focused = deps.api.getFocusedCell()
  if (!focused) return false
  if (key === 'contextmenu' || (key === 'f10' && event.shiftKey)) {
    if (event.target instanceof HTMLElement) deps.onRowMenu(event.target)
    return true
  }
  if (key === 'arrowdown' && event.altKey) return openColumnMenu(focused, event, deps)
  if (key === 'enter') {
    void state.openDetails(focused.rowIndex)
    return true
  }
  if (key === ' ' && event.shiftKey) {
    state.markRows()
    return true
  }
  if (key === ' ') return toggleRow(focused.rowIndex, deps)
  return moveBy(key, event, deps)
}

/** Goes to another cell, or marks the cells up to it with Shift. */
function moveBy(key: string, event: KeyboardEvent, deps: GridKeysDeps): boolean {
  const { api, store } = deps
  const { columns, head, view } = store.getState()
  const focused = focusedAt(api)
  if (!focused || !view || event.altKey) return false
  const isPlain = !event.shiftKey && !hasMod(event)
  if (isPlain && key !== 'home' && key !== 'end') return false
  const visible = columns.filter(({ hidden }) => !hidden)
  const cell = cellAfterKey(key, hasMod(event), (event.shiftKey && head) || focused, {
    columns: visible.map((column) => column.key),
    rows: view.matching,
    page: Math.max(1, api.getLastDisplayedRowIndex() - api.getFirstDisplayedRowIndex() - 1),
  })
  if (!cell) return false
  // The first column may be pinned, and its row scrolled.
  const start = visible.find(({ pinned }) => pinned === null)
  if (key === 'home' && start) api.ensureColumnVisible(start.key)
  if (event.shiftKey) extendTo(deps, cell)
  else {
    api.ensureIndexVisible(cell.position)
    api.ensureColumnVisible(cell.column)
    api.setFocusedCell(cell.position, cell.column)
  }
  return true
}

/** The menu opens at the heading. On closing, the focus returns to the cell. */
function openColumnMenu({ column, rowIndex }: CellPosition, event: KeyboardEvent, { onMenu }: GridKeysDeps): boolean {
  const key = column.getColId()
  const host = event.currentTarget instanceof HTMLElement ? event.currentTarget : null
  const heading = host?.querySelector<HTMLElement>(`.ag-header-cell[col-id="${CSS.escape(key)}"]`)
  if (heading) onMenu(key, heading, rowIndex)
  return true
}

function toggleRow(position: number, { api, store }: GridKeysDeps): boolean {
  const row = api.getDisplayedRowAtIndex(position)?.data
  if (row) store.getState().toggle(row)
  return true
}

/** Escape closes the panel beside the rows first, then clears the range and the selection. */
function leave(store: TableStore): boolean {
  const { details, summary, selection, closeDetails, summarize, clearSelection } = store.getState()
  if (details || summary !== null) {
    closeDetails()
    summarize(null)
    return true
  }
  if (!rangeOf(store.getState()) && selection.kind === 'rows' && selection.rows.size === 0) return false
  clearSelection()
  return true
}
