import type { CellPosition, Column, GridApi } from 'ag-grid-community'
import { hasMod } from '../kernel/shortcuts.ts'
import type { GridRow, TableStore } from './table-state.ts'

export interface GridKeysDeps {
  readonly api: GridApi<GridRow>
  readonly store: TableStore
  readonly onMenu: (column: string, anchor: HTMLElement, row?: number) => void
  readonly onRowMenu: (cell: HTMLElement) => void
}

/**
 * Handles keys before the grid and stops those used here. Headings sort and open their menu, rows are selected and
 * opened, Ctrl Home and Ctrl End go to the first and the last. The other arrows, Page, Home, End and Tab stay with the
 * grid, Ctrl C with the page's copy event (copy.tsx).
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
  if (key === ' ') return toggleRow(focused.rowIndex, deps)
  const last = (state.view?.matching ?? 0) - 1
  if (hasMod(event) && (key === 'home' || key === 'end')) {
    return goToRow(key === 'home' ? 0 : last, focused.column, deps)
  }
  const by = arrows[key]
  if (!by || !event.shiftKey) return false
  const position = focused.rowIndex + by
  if (position < 0 || position > last) return true
  void state.selectTo(position)
  return goToRow(position, focused.column, deps)
}

function goToRow(position: number, column: Column, { api }: GridKeysDeps): boolean {
  api.ensureIndexVisible(position)
  api.setFocusedCell(position, column)
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

const arrows: Readonly<Record<string, 1 | -1>> = { arrowdown: 1, arrowup: -1 }

function toggleRow(position: number, { api, store }: GridKeysDeps): boolean {
  const row = api.getDisplayedRowAtIndex(position)?.data
  if (row) store.getState().toggle(position, row)
  return true
}

/** Escape closes the open row first, then clears the selection. */
function leave(store: TableStore): boolean {
  const { details, selection, closeDetails, clearSelection } = store.getState()
  if (details) {
    closeDetails()
    return true
  }
  if (selection.kind === 'rows' && selection.rows.size === 0) return false
  clearSelection()
  return true
}
