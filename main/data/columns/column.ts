import type { Cell, ColumnFilter, ColumnType } from '../../../preload/contract/tables.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'

/** A number, date or boolean of a person's own spreadsheet, which is shown as its format says. */
export interface CellValue {
  /** A date as Excel counts days from 1900; 1 and 0 for booleans. */
  readonly number: number
  /** Excel's format code; empty for General, `booleanFormat` for booleans. */
  readonly format: string
}

export const booleanFormat = 'boolean'

/** The rank of an empty cell among whole-number ranks; empty cells sort last in either direction. */
export const emptyRank = 0xffffffff

/** The most frequent values of a column; null stands for empty. `more` when there are others. */
export interface CountedValues {
  readonly values: { readonly value: string | null; readonly rows: number }[]
  readonly more: boolean
}

/**
 * One column of a table in memory: `length` values, reached by row number.
 * Tables, views, search, copies and exports know columns by this interface only; a run shows the lead's columns through
 * an index of rows (`derived-columns.ts`) behind the same interface.
 */
export interface Column {
  readonly type: ColumnType
  readonly length: number
  /** About how much memory the column holds, in bytes. */
  readonly bytes: number
  /** The value for the screen; a time with its original text. */
  cell(row: number): Cell
  /** The value for exports: a time as epoch ms, a list as an array. */
  plain(row: number): string | number | null | readonly string[]
  /** What a cell of the person's own spreadsheet holds, null for a text; absent where all cells are what they show. */
  typed?(row: number): CellValue | null
  /** The value as text for filters and copies; empty for null. */
  text(row: number): string
  isEmpty(row: number): boolean
  /**
   * Numbers whose order is the column's order (texts in pt-BR order), made once and kept.
   * Empty is NaN in a Float64Array and `emptyRank` in a Uint32Array.
   */
  ranks(): Float64Array | Uint32Array
  /** Makes the ranks in slices, so that `ranks()` answers at once. */
  prepareRanks(yieldToEventLoop: YieldToEventLoop): Promise<void>
  /** Marks in `keep` (1 byte a row) stay set only where the filter holds. */
  filter(filter: ColumnFilter, keep: Uint8Array): void
  /**
   * Sets `hits[row]` to 1 where the text without accents and case (`text`), or its digits alone (`digits`), contains the
   * needle. The needle comes folded (`foldText`) or as digits.
   */
  find(needle: string, within: 'text' | 'digits', hits: Uint8Array): void
  /** The `most` most frequent values over the rows of `rows` (all when null). A list counts each of its labels. */
  counts(rows: Uint32Array | null, most: number): CountedValues
}
