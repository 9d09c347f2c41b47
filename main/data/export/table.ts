import type { FileSink } from '../../kernel/save-file.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Zone } from '../../kernel/times.ts'
import type { CellValue } from '../columns/column.ts'

/** What every writer of this folder takes and gives. One more format: one more file like csv.ts, named in export-table.ts. */

/** How a column's numbers and lists are meant; a text stays a text in every kind. A `number` may be whole or not. */
export type ExportKind = 'text' | 'integer' | 'number' | 'time' | 'list'

export interface ExportColumn {
  readonly heading: string
  readonly kind: ExportKind
}

/** In a `time` column a number is epoch milliseconds, UTC. `null` and the empty text are an empty cell. */
export type ExportCell = string | number | null | readonly string[] | TypedCell

/** A cell of the person's own spreadsheet: XLSX keeps its value and format, the others write its text. */
export interface TypedCell extends CellValue {
  readonly text: string
}

export interface ExportTable {
  readonly columns: readonly ExportColumn[]
  /** Cells in the order of the columns; a row that is too short is filled with empty cells. */
  readonly rows: Iterable<readonly ExportCell[]>
}

/** What a writer reports about the file besides its size. */
export interface WrittenTable {
  readonly rows: number
  /** Worksheets; 1 for CSV. */
  readonly sheets: number
  /** Cells longer than Excel takes: cut with `…` at their end in XLSX, whole in a CSV. */
  readonly long: number
  /** Cells that lost control characters which the format cannot hold (XLSX and `csv-excel`). */
  readonly cleaned: number
}

export interface WriterDeps {
  readonly sink: FileSink
  readonly zone: Zone
  readonly yieldToEventLoop: YieldToEventLoop
  /** Rows written so far, after each slice of work. */
  progress(rows: number): void
}
