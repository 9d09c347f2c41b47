import { excelLimits, isMisread } from '../../../preload/contract/excel.ts'
import type { ExportFormat } from '../../../preload/contract/tables.ts'
import type { Zone } from '../../kernel/times.ts'
import { protectCell } from './protection.ts'
import {
  createRepeats,
  type ExportCell,
  type ExportColumn,
  type ExportTable,
  hasControls,
  joined,
  type WriterDeps,
  type WrittenTable,
  withoutControls,
} from './table.ts'
import { createTextOutput } from './text-output.ts'
import { createIsoTexts, createLocalTexts, type TimeTexts } from './time-texts.ts'
import type { CellCounts } from './xlsx-cells.ts'

/**
 * The two named modes (features.md §9 point 1).
 *
 * `csv-excel`, "para Excel": `;`, UTF-8 with BOM, CRLF, times as dd/MM/yyyy HH:mm:ss in the person's zone, lists joined by
 * `, `, formula-protected (protection.ts), control characters taken out because Excel stops reading at them.
 * `csv-raw`, "para sistemas": `,`, UTF-8 without BOM, LF, RFC 4180 quotes, values as they are, times as the text that
 * the service sent (a number is written as ISO 8601 UTC with milliseconds), lists joined by `|`.
 * Neither is cut: what Excel does not open of it is counted (`long`) or follows from the rows.
 */
type CsvFormat = Exclude<ExportFormat, 'xlsx'>
interface Dialect {
  readonly start: string
  readonly separator: string
  readonly lineEnd: string
  readonly listSeparator: string
  text(value: string): string
  number(value: number): string
  /** Texts of a column, each with the separator before it. */
  times(before: string): TimeTexts
}

/** Writes the heading and every row in order. Throws `cancelled` and what the sink or the rows throw. */
export async function writeCsv(
  { columns, rows }: ExportTable,
  format: CsvFormat,
  deps: WriterDeps,
): Promise<WrittenTable> {
  const { sink, yieldToEventLoop, progress } = deps
  const counts: CellCounts = { long: 0, cleaned: 0 }
  const dialect = format === 'csv-excel' ? excelDialect(deps.zone, counts) : rawDialect()
  const encodeRow = rowEncoder(columns, dialect, counts)
  const output = createTextOutput((block) => sink.write(block))

  output.add(dialect.start + headingLine(columns, dialect))
  let count = 0
  for (const row of rows) {
    output.add(encodeRow(row))
    count += 1
    if (output.full()) await output.drain()
    if (yieldToEventLoop.due()) {
      await yieldToEventLoop()
      progress(count)
    }
  }
  await output.end()
  return { rows: count, sheets: 1, ...counts }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const harmless = /^[A-Za-z\u00c0-\u024f][^\0-\u001f",;|\ufffe\uffff]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const excelSpecial = /[\0-\u001f";]/
const rawSpecial = /[\r\n",]/
function excelDialect(zone: Zone, counts: CellCounts): Dialect {
  return {
    start: '\ufeff',
    separator: ';',
    lineEnd: '\r\n',
    listSeparator: ', ',
    text: (value) => {
      if (harmless.test(value)) return value
      // protectCell and quotes in one step: whole columns of phones come this way.
      if (isMisread(value)) return `"=""${value}"""`
      const clean = withoutControls(value)
      if (clean !== value) counts.cleaned += 1
      const marked = protectCell(clean)
      return excelSpecial.test(marked) ? quoted(marked) : marked
    },
    number: (value) => {
      // With a point, Excel in Portuguese would read 10.5 as a day of May.
      if (!Number.isInteger(value)) return String(value).replace('.', ',')
      return isMisread(String(value)) ? `"=""${value}"""` : String(value)
    },
    times: (before) => createLocalTexts(zone, { before }),
  }
}

function rawDialect(): Dialect {
  return {
    start: '',
    separator: ',',
    lineEnd: '\n',
    listSeparator: '|',
    text: (value) => (rawSpecial.test(value) ? quoted(value) : value),
    number: String,
    times: (before) => createIsoTexts({ before }),
  }
}

function quoted(text: string): string {
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`
}

function headingLine(columns: readonly ExportColumn[], { text, separator, lineEnd }: Dialect): string {
  return endedLine(columns.map(({ heading }) => text(heading)).join(separator), lineEnd)
}

/** A line of one empty field would be read as no line at all. */
function endedLine(line: string, lineEnd: string): string {
  return (line === '' ? '""' : line) + lineEnd
}

function rowEncoder(
  columns: readonly ExportColumn[],
  dialect: Dialect,
  counts: CellCounts,
): (row: readonly ExportCell[]) => string {
  const encoders = columns.map((column, index) =>
    cellEncoder(column, dialect, counts, index === 0 ? '' : dialect.separator),
  )
  return (row) => {
    let line = ''
    let index = 0
    for (const encode of encoders) {
      line += encode(row[index])
      index += 1
    }
    return endedLine(line, dialect.lineEnd)
  }
}

/** `before` is written before each cell: cached with the texts, it costs nothing there. */
function cellEncoder(
  column: ExportColumn,
  { text, number, times, listSeparator }: Dialect,
  counts: CellCounts,
  before: string,
): (cell: ExportCell | undefined) => string {
  const encode = (value: string) => {
    if (value.length > excelLimits.cellCharacters) counts.long += 1
    return before + text(value)
  }
  const encodeText = createRepeats({ remember: encode, encode, mayRemember: (value) => !hasControls(value) })
  const encodeNumber = column.kind === 'time' ? times(before) : (value: number) => before + number(value)
  return (cell) => {
    if (cell === null || cell === undefined) return before
    if (typeof cell === 'string') return encodeText(cell)
    if (typeof cell === 'number') return encodeNumber(cell)
    return encodeText('text' in cell ? cell.text : joined(cell, listSeparator))
  }
}
