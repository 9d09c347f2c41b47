import type { CellFocusedEvent, GridApi } from 'ag-grid-community'
import { hasMod } from '../kernel/shortcuts.ts'
import { focusedAt } from './grid-range.ts'
import { isSameCell } from './range.ts'
import { hasMarkedRows, isSelected, nothingSelected } from './selection.ts'
import type { FocusedCell, GridRow, TableState, TableStore } from './table-state.ts'

/**
 * Keeps the row with the focus and the selected row one, so that every key acts on the row that is seen as selected.
 */
export interface RowFocus {
  /** The focus moved to another cell. */
  onFocused(event: CellFocusedEvent<GridRow>): void
  /** Rows were loaded, perhaps others than before at the same positions. */
  onLoaded(): void
  onStore(now: TableState, previous: TableState): void
}

/**
 * The selected row follows the focus, unless rows or a range of cells are marked. Where the rows or the selection
 * change otherwise, the focus follows the selected row; a focus that would stand on another row is given up.
 */
export function createRowFocus(host: HTMLElement, api: GridApi<GridRow>, store: TableStore): RowFocus {
  /** The row with the focus must be selected once it is loaded. */
  let isDue = false
  /** Where the focus was when the grid last reported it: it does that a moment after the keyboard has gone on. */
  let reported: number | null = null

  const selectFocused = () => {
    const { selection, head, select, clearSelection } = store.getState()
    const focused = api.getFocusedCell()
    if (!focused || head || hasMarkedRows(selection)) return
    const row = focusedCell(api)?.row
    isDue = row === undefined
    if (!row) clearSelection()
    else if (!isSelected(selection, row.row)) select(row)
  }

  const focusSelected = () => {
    const { selection } = store.getState()
    const focused = focusedCell(api)
    if (!focused || selection.kind === 'all' || selection.marked || selection.rows.size === 0) return
    const isReported = api.getFocusedCell()?.rowIndex === reported
    if (!isReported || selection.rows.has(focused.row.row)) return
    const position = placeOf(api, selection.rows)
    const isKeyboardHere = host.contains(document.activeElement)
    if (position !== null && isKeyboardHere) api.setFocusedCell(position, focused.column)
    else api.clearFocusedCell()
  }

  return {
    onFocused({ rowIndex, sourceEvent }) {
      reported = rowIndex
      // A click with Shift or Ctrl marks rows by itself.
      const marks = sourceEvent instanceof MouseEvent && (sourceEvent.shiftKey || hasMod(sourceEvent))
      const { cursor, moveTo } = store.getState()
      const focused = focusedAt(api)
      if (!isSameCell(cursor, focused)) moveTo(focused, marks)
      if (rowIndex !== null && !marks) selectFocused()
    },
    onLoaded() {
      if (isDue) selectFocused()
      else focusSelected()
    },
    onStore(now, previous) {
      if (now.selection === previous.selection) return
      const isReplaced = now.view?.revision !== previous.view?.revision
      if (isReplaced && now.selection === nothingSelected && !hasMarkedRows(previous.selection)) {
        isDue = previous.selection !== nothingSelected
      } else focusSelected()
    },
  }
}

/** The cell that the keyboard is, or was last, on; null also for one that is not loaded. */
export function focusedCell(api: GridApi<GridRow>): FocusedCell | null {
  const focused = api.getFocusedCell()
  const row = focused && api.getDisplayedRowAtIndex(focused.rowIndex)?.data
  return row ? { row, column: focused.column.getColId() } : null
}

function placeOf(api: GridApi<GridRow>, rows: ReadonlyMap<number, number>): number | null {
  let place: number | null = null
  api.forEachNode(({ data, rowIndex }) => {
    if (data && rows.has(data.row)) place = rowIndex
  })
  return place
}
