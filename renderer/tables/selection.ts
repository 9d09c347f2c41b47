/**
 * What is selected. Rows are named by their number in the table, so that a selection survives sorting; the number beside
 * each is its value in the column that the status bar sums.
 */
export type Selection =
  | {
      readonly kind: 'rows'
      readonly rows: ReadonlyMap<number, number>
      /** The rows were chosen as rows. A plain click only goes to a cell, whose row is then selected too. */
      readonly marked: boolean
    }
  /** Every row of the query, without reading them. */
  | { readonly kind: 'all' }

export interface SelectedRow {
  readonly row: number
  readonly summed: number
}

export const nothingSelected: Selection = { kind: 'rows', rows: new Map(), marked: false }

export function selectionOf(rows: readonly SelectedRow[], marked = true): Selection {
  return { kind: 'rows', rows: new Map(rows.map(({ row, summed }) => [row, summed])), marked }
}

/** Whether Ctrl C means the selected rows, and not the cell with the focus. */
export function hasMarkedRows(selection: Selection): boolean {
  return selection.kind === 'all' || (selection.marked && selection.rows.size > 0)
}

export function isSelected(selection: Selection, row: number): boolean {
  return selection.kind === 'all' || selection.rows.has(row)
}

/** How many rows are selected, of a query with so many rows. */
export function selectedCount(selection: Selection, matching: number): number {
  return selection.kind === 'all' ? matching : selection.rows.size
}

/** The sum over the selection, or null where it would mean reading every row. */
export function selectedSum(selection: Selection): number | null {
  if (selection.kind === 'all') return null
  let sum = 0
  for (const value of selection.rows.values()) sum += value
  return sum
}

/** The selection with one row more, or less when it was in it. Of everything, only the one row stays. */
export function toggled(selection: Selection, { row, summed }: SelectedRow): Selection {
  if (selection.kind === 'all') return selectionOf([{ row, summed }])
  const rows = new Map(selection.rows)
  if (!rows.delete(row)) rows.set(row, summed)
  return { kind: 'rows', rows, marked: true }
}

/** The numbers for a question of the contract, ascending, or null for all of the query. */
export function selectedRows(selection: Selection): number[] | null {
  return selection.kind === 'all' ? null : [...selection.rows.keys()].sort((one, other) => one - other)
}
