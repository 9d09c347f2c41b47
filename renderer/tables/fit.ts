import type { GridApi } from 'ag-grid-community'
import { type CellWords, cellElement, cellText, chipsWidth, isDrawn } from './cells.ts'
import { rangeOf } from './range.ts'
import type { ArrangedColumn, GridRow, TableStore } from './table-state.ts'

/** CSS pixels: the paddings and borders of a cell, and the room of a heading for its menu and signs. */
const cellRoom = 18
const headingRoom = 44
/** Wider columns leave no room for others; their cells are read in the row's details. */
const widest = 600
const narrowest = 56

interface FitDeps {
  readonly host: HTMLElement
  readonly api: GridApi<GridRow>
  readonly store: TableStore
  readonly by: CellWords
}

/** Makes columns as wide as their headings and their cells in the visible rows. */
export function fitColumns(keys: readonly string[], { host, api, store, by }: FitDeps): void {
  const { columns, arrange } = store.getState()
  const rows = visibleRows(api)
  const drawn = columns.filter(({ key }) => keys.includes(key)).map((column) => drawnColumn(column, rows, by))
  for (const [key, width] of measured(host, drawn)) arrange(key, { width })
  // Some cells show what has room.
  api.refreshCells({ columns: [...keys], force: true })
}

/** A double click on the edge of a heading fits its column, or all columns of the range that it is in. */
export function listenForFit(deps: FitDeps): () => void {
  const { host, store } = deps
  const hear = ({ target }: MouseEvent) => {
    const edge = target instanceof Element ? target.closest('.ag-header-cell-resize') : null
    const key = edge?.closest('.ag-header-cell')?.getAttribute('col-id')
    if (!key) return
    const marked = rangeOf(store.getState())?.columns.map((column) => column.key) ?? []
    fitColumns(marked.includes(key) ? marked : [key], deps)
  }
  host.addEventListener('dblclick', hear, true)
  return () => host.removeEventListener('dblclick', hear, true)
}

type DrawnColumn = ReturnType<typeof drawnColumn>

/** Widths in CSS pixels. Columns that are scrolled out are measured as well: all cells are drawn once more, hidden. */
function measured(host: HTMLElement, drawn: readonly DrawnColumn[]): readonly (readonly [string, number])[] {
  const frame = document.createElement('div')
  frame.className = 'table-fit'
  frame.append(...drawn.flatMap(({ heading, cells }) => [heading, cells]))
  host.querySelector('.ag-root-wrapper')?.append(frame)
  const widths = drawn.map(({ key, heading, cells }) => {
    const width = Math.ceil(Math.max(heading.offsetWidth + headingRoom, cells.offsetWidth + cellRoom))
    return [key, Math.min(widest, Math.max(narrowest, width))] as const
  })
  frame.remove()
  return widths
}

function visibleRows(api: GridApi<GridRow>): readonly GridRow[] {
  const first = api.getFirstDisplayedRowIndex()
  const count = api.getLastDisplayedRowIndex() - first + 1
  return Array.from({ length: count }, (_, index) => api.getDisplayedRowAtIndex(first + index)?.data).filter(
    (row) => row !== undefined,
  )
}

function drawnColumn(column: ArrangedColumn, rows: readonly GridRow[], by: CellWords) {
  const heading = document.createElement('div')
  heading.className = 'table-fit-heading'
  heading.textContent = by.words.heading(column)
  const cells = document.createElement('div')
  cells.className = 'figures'
  for (const row of rows) {
    const value = row.cells[column.key]
    const line = document.createElement('div')
    const content = isDrawn(value, column) ? cellElement(value, column, by, Number.POSITIVE_INFINITY) : undefined
    line.append(content ?? cellText(value, column, by))
    line.style.minWidth = `${chipsWidth(value, column, by)}px`
    cells.append(line)
  }
  return { key: column.key, heading, cells }
}
