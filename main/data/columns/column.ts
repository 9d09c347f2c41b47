import type { Cell, ColumnFilter, ColumnType } from '../../../preload/contract/tables.ts'

/**
 * One column of a table in memory: `length` values, reached by row number.
 * Tables, views, search, copies and exports know columns by this interface only; a run shows the lead's columns through
 * an index of rows (`through.ts`) behind the same interface.
 */
export interface Column {
  readonly type: ColumnType
  readonly length: number
  /** The value for the screen; a time with its original text. */
  cell(row: number): Cell
  /** The value for exports: a time as epoch ms, a list as an array. */
  plain(row: number): string | number | null | readonly string[]
  /** The value as text for filters and copies; empty for null. */
  text(row: number): string
  isEmpty(row: number): boolean
  /** Numbers whose order is the column's order (names in pt-BR order), made once and kept; empty is NaN and sorts last. */
  ranks(): Float64Array | Uint32Array | Int32Array
  /** Marks in `keep` (1 byte a row) stay set only where the filter holds. */
  filter(filter: ColumnFilter, keep: Uint8Array): void
  /** Distinct values with counts over the rows of `rows` (all when null). */
  counts(rows: Uint32Array | null): Map<string | null, number>
}
