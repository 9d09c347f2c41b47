import type { ArrangedColumn, CellAt, TableState } from './table-state.ts'

/** A rectangle of cells: positions of the view, both included, and visible columns. */
export interface CellRange {
  readonly first: number
  readonly last: number
  /** From left to right. */
  readonly columns: readonly ArrangedColumn[]
}

/** The rectangle between the cursor and the head; null for a single cell, or where a column of it is hidden. */
export function rangeOf({ cursor, head, columns }: Pick<TableState, 'cursor' | 'head' | 'columns'>): CellRange | null {
  if (!cursor || !head || isSameCell(cursor, head)) return null
  const visible = columns.filter(({ hidden }) => !hidden)
  const places = [cursor, head].map(({ column }) => visible.findIndex(({ key }) => key === column))
  const left = Math.min(...places)
  if (left < 0) return null
  return {
    first: Math.min(cursor.position, head.position),
    last: Math.max(cursor.position, head.position),
    columns: visible.slice(left, Math.max(...places) + 1),
  }
}

/** The number of cells of a range. */
export function cellCount({ first, last, columns }: CellRange): number {
  return (last - first + 1) * columns.length
}

export function isSameCell(one: CellAt | null, other: CellAt | null): boolean {
  return one?.position === other?.position && one?.column === other?.column
}

/** How a key moves through cells. An arrow goes one cell, `page` goes as many rows as are visible. */
interface Move {
  readonly rows?: -1 | 1
  readonly columns?: -1 | 1
  readonly page?: true
}

const moves: Readonly<Record<string, Move>> = {
  arrowup: { rows: -1 },
  arrowdown: { rows: 1 },
  arrowleft: { columns: -1 },
  arrowright: { columns: 1 },
  pageup: { rows: -1, page: true },
  pagedown: { rows: 1, page: true },
}

export interface CellSpace {
  /** The keys of the visible columns, from left to right. */
  readonly columns: readonly string[]
  readonly rows: number
  /** How many rows are visible at once. */
  readonly page: number
}

/**
 * The cell to which a key leads, as in Excel; null for other keys. With `toEdge` (Ctrl) arrows go to the first or last
 * row or column, and Home and End to a corner. Without it Home and End stay in the row.
 */
export function cellAfterKey(key: string, toEdge: boolean, from: CellAt, space: CellSpace): CellAt | null {
  const lastRow = space.rows - 1
  const lastColumn = space.columns.length - 1
  const at = (position: number, column: number): CellAt => ({
    position: Math.max(0, Math.min(position, lastRow)),
    column: space.columns[Math.max(0, Math.min(column, lastColumn))] ?? from.column,
  })
  if (key === 'home') return at(toEdge ? 0 : from.position, 0)
  if (key === 'end') return at(toEdge ? lastRow : from.position, lastColumn)
  const move = moves[key]
  if (!move || (move.page && toEdge)) return null
  const place = space.columns.indexOf(from.column)
  const pageStep = move.page ? space.page : 1
  const rowStep = toEdge ? space.rows : pageStep
  const columnStep = toEdge ? space.columns.length : 1
  return at(from.position + (move.rows ?? 0) * rowStep, place + (move.columns ?? 0) * columnStep)
}
