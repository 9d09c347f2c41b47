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

/** A column with more different texts than this is no list of statuses or agents; remembering it would only cost. */
const maxDifferent = 2_000

const longestRemembered = 100

/**
 * Encodes the texts of one column, remembering them while the column repeats itself (statuses, agents, inboxes, labels). A
 * column of mostly different texts (names, phones) gives up after its first 2,000.
 */
export function createRepeats({
  remember,
  encode,
  mayRemember,
}: {
  /** For a text that is seen for the first time; the answer is cached. */
  remember(text: string): string
  /** For a text that is not cached. */
  encode(text: string): string
  /** False for a text whose encoding must be made, and counted, each time. */
  mayRemember(text: string): boolean
}): (text: string) => string {
  const memory = new Map<string, string>()
  let repeating = true
  return (text) => {
    if (!repeating) return encode(text)
    const known = memory.get(text)
    if (known !== undefined) return known
    if (text.length > longestRemembered || !mayRemember(text)) return encode(text)
    const encoded = flat(remember(text))
    memory.set(text, encoded)
    if (memory.size >= maxDifferent) {
      repeating = false
      memory.clear()
    }
    return encoded
  }
}

/**
 * The same text in one piece. V8 keeps a concatenation as a tree of its parts; a text of a million cells is
 * worth copying once, or each of them walks the tree again.
 */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}

/** The items with the separator between them; several times faster than `join` for the one or two labels of a cell. */
export function joined(items: readonly string[], separator: string): string {
  let text = items[0] ?? ''
  for (let index = 1; index < items.length; index += 1) text += separator + items[index]
  return text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const control = /[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/
const controls = new RegExp(control, 'g')
/** True for a text with characters that XML cannot hold and at which Excel stops reading a CSV. */
export function hasControls(text: string): boolean {
  return control.test(text)
}

/** The text without them; tab, line feed and carriage return stay. */
export function withoutControls(text: string): string {
  return text.replace(controls, '')
}
