import type { ColDef, ColumnState, IHeaderComp } from 'ag-grid-community'
import { cellElement } from './cell-element.ts'
import { type CellWords, cellHover, cellText, isIdentifier } from './cell-text.ts'
import type { ArrangedColumn } from './columns.ts'
import type { GridRow } from './read-rows.ts'

/** The grid's definition of a column. */
export function columnDefinition(
  column: ArrangedColumn,
  by: CellWords,
  heading: new () => IHeaderComp,
): ColDef<GridRow> {
  return {
    headerName: by.words.heading(column),
    headerComponent: heading,
    ...alignment(column),
    ...columnState(column),
    minWidth: 56,
    // The order is the store's: the grid itself never sorts, and leaves `aria-sort` to the heading.
    sortable: false,
    valueGetter: ({ data }) => data?.cells[column.key],
    valueFormatter: ({ value }) => cellText(value, column, by),
    tooltipValueGetter: ({ value }) => cellHover(value, column, by) || undefined,
    ...(drawn.has(column.type)
      ? {
          cellRenderer: ({ value, column: place }: { value: never; column?: { getActualWidth(): number } }) =>
            cellElement(value, column, by, place?.getActualWidth() ?? column.width),
        }
      : {}),
  }
}

const drawn: ReadonlySet<string> = new Set(['list', 'code', 'codes', 'status', 'outcome'])
const figures: ReadonlySet<string> = new Set(['integer', 'number', 'phone', 'time'])

/** Amounts stand at the right under one another; numbers that name a record are read like words. */
function alignment({ key, type }: ArrangedColumn): ColDef<GridRow> {
  if (type === 'number' || (type === 'integer' && !isIdentifier(key)))
    return { cellClass: 'figures table-right', headerClass: 'table-right' }
  return figures.has(type) || /digitos|telefone/.test(key) ? { cellClass: 'figures' } : {}
}

/** Where the column stands and how wide it is, as the grid's API takes it. */
export function columnState({ key, width, hidden, pinned }: ArrangedColumn) {
  return { colId: key, width, hide: hidden, pinned } satisfies ColumnState
}
