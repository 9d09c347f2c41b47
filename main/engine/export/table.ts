import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import type { CellValue, StoredValues } from '../columns/column.ts'
import type { ClockTimes } from './time-texts.ts'

/**
 * What every writer of this folder takes and gives. One more format: one more file like csv.ts, named in
 * export-table.ts.
 */

/** What a column's numbers and lists mean; a text stays a text in every kind. A `number` may be whole or not. */
export type ExportKind = 'text' | 'integer' | 'number' | 'time' | 'list'

export interface ExportColumn {
  readonly heading: string
  readonly kind: ExportKind
  /** The cell of a row of the table; undefined is empty. */
  cell(row: number): ExportCell | undefined
  /** The same cells as they are stored, where they are: the writer uses these and makes no texts. */
  readonly stored?: StoredValues | undefined
}

/** In a `time` column a number is epoch milliseconds, UTC. `null` and the empty text are an empty cell. */
export type ExportCell = string | number | null | readonly string[] | TypedCell

/** A cell of the person's own spreadsheet: XLSX keeps its value and format, the others write its text. */
export interface TypedCell extends CellValue {
  readonly text: string
}

export interface ExportTable {
  readonly columns: readonly ExportColumn[]
  /** The rows of the table to write, in the order of the file. */
  readonly rows: Uint32Array
}

export interface CellCounts {
  /** Cells longer than Excel takes: cut with `…` at their end in XLSX, whole in a CSV. Parquet counts none. */
  long: number
  /** Cells that lost control characters which the format cannot hold (XLSX and `csv-excel`). */
  cleaned: number
}

/** What every thread knows of a file whose rows are texts. */
export interface FileFormat {
  readonly format: Exclude<ExportFormat, 'parquet'> | 'list'
  /** IANA zone of the person; `csv-raw` and `list` write UTC. */
  readonly zone: string
  readonly kinds: readonly ExportKind[]
}

/** One column as a format writes it. */
export interface CellFormat {
  /** The texts around values that are written as they are stored, and around texts that are held as such in Excel. */
  readonly around: Readonly<Record<'text' | 'held' | 'number' | 'time', readonly [before: string, after: string]>>
  /** How moments are written; null for the texts that the service sent. */
  readonly times: ClockTimes | null
  /** A cell with everything that belongs to it, empty for an empty one. Counts what is lost or long. */
  encode(cell: ExportCell): string
  /** Does the same for a text that other rows may have too. */
  encodeRepeated(text: string): string
  /** The text of a cell with these values. */
  list(values: readonly string[]): string
}

/** The texts of a format around its cells. */
export interface RowFormat {
  readonly columns: readonly CellFormat[]
  /** The text before each column's cells. */
  readonly starts: readonly string[]
  /** The text in place of each column's empty cells. */
  readonly empties: readonly string[]
  /** Whether the number of the row in the file follows the start of the row and of each cell. */
  readonly numbered: boolean
  /** The texts before the number of the row, behind it, and behind the last cell. */
  readonly row: readonly [start: string, head: string, end: string]
  /** What `columns` have counted. */
  readonly counts: CellCounts
  readonly texts: TextRule
}

/** Which texts are written as they are stored, as kernels/rows/ tells from their bytes alone. */
export interface TextRule {
  readonly rule: 'plain' | 'xlsx' | 'excel' | 'quotes'
  /** The Latin-1 bytes with which a text is not written as it is: in quotes for `quotes`, else by `encode`. */
  readonly care: string
  /** What each byte may be, for `excel`, which needs `encode` for few texts with such bytes. */
  readonly parts?: Uint8Array
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const controls = /[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/g

/**
 * The text without what XML cannot hold and at which Excel stops reading a CSV; tab, line feed and carriage return
 * stay.
 */
export function withoutControls(text: string): string {
  return text.replace(controls, '')
}
