import { booleanFormat, type CellValue } from '../../engine/columns/column.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { listLimits, tooLarge, unreadable } from '../plan.ts'
import { blockOfRows, type ListRow, type RowBlock } from '../row-block.ts'
import { linkInBytes, withLink } from './cell-links.ts'
import { type CellStyle, falseText, trueText } from './number-formats.ts'
import { createReader, records, recordsFrom, type XlsReader } from './xls-records.ts'

/** The limit of the format. */
const mostRows = 65_536
const mostColumns = 256
const rowsAtOnce = 2000
/** The number of the function HYPERLINK in a formula. */
const hyperlink = Buffer.from([0x67, 0x01])
/** So many rows may share one link. */
const mostLinked = 100
const recordsAtOnce = 20_000
const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

export interface Referred {
  readonly strings: readonly string[]
  style(index: number): CellStyle
}

interface SheetRow {
  readonly texts: string[]
  readonly values: (CellValue | null)[]
  hidden: boolean
}

/**
 * Reads the cells of a sheet as the person saw them. `values` has what numbers, dates and booleans hold. Blank rows are
 * left out, their numbers are not.
 */
export async function* readXlsSheet(
  stream: Buffer,
  start: number,
  referred: Referred,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const rows: (SheetRow | undefined)[] = []
  const cells = createCells(rows)
  const reader = createReader(stream)
  let formula: { row: number; column: number } | null = null
  let seen = 0
  for (const record of recordsFrom(stream, start)) {
    const { type } = record
    if (!sheetRecords.has(type)) continue
    reader.open(record)
    const bytes = stream.subarray(record.start, record.end)
    if (type === records.link) {
      // Cells are read without it as well.
      if (reader.left() >= 6) cells.link(reader.uint16(), reader.uint16(), reader.uint16(), linkInBytes(bytes))
      continue
    }
    if (type === records.formula && bytes.includes(hyperlink)) {
      const [row, column] = [reader.uint16(), reader.uint16()]
      cells.link(row, row, column, linkInBytes(bytes))
      reader.open(record)
    }
    if (type !== records.formulaText) formula = readCells(type, reader, cells, referred) ?? formula
    else if (formula) {
      cells.set(formula.row, formula.column, reader.text(reader.uint16()))
      formula = null
    }
    if (++seen % recordsAtOnce === 0) await yieldToEventLoop()
  }
  cells.showLinks()
  let waiting: ListRow[] = []
  for (const [index, row] of rows.entries()) {
    if (!row?.texts.some((text) => text.trim() !== '')) continue
    const texts = Array.from(row.texts, (text) => text ?? '')
    waiting.push({ texts, values: row.values, number: index + 1, hidden: row.hidden })
    if (waiting.length < rowsAtOnce) continue
    yield blockOfRows(waiting)
    await yieldToEventLoop()
    waiting = []
  }
  if (waiting.length > 0) yield blockOfRows(waiting)
}

/** Sets the cells that a record has; gives the place of a formula whose text follows. */
function readCells(
  type: number,
  reader: XlsReader,
  cells: ReturnType<typeof createCells>,
  { strings, style }: Referred,
): { row: number; column: number } | null {
  if (type === records.row) {
    // It only hides rows; cells are read without it as well.
    if (reader.left() < 16) return null
    const row = reader.uint16()
    reader.skip(10)
    if (reader.uint32() & 0x20) cells.hide(row)
    return null
  }
  const row = reader.uint16()
  const column = reader.uint16()
  const setNumber = (at: number, format: number, number: number) => {
    const { text, value } = style(format)(String(number))
    cells.set(row, at, text, value)
  }
  if (type === records.shortNumbers) {
    for (let at = column; reader.left() > 2; at++) setNumber(at, reader.uint16(), shortNumber(reader.uint32()))
    return null
  }
  const format = reader.uint16()
  if (type === records.sharedText) cells.set(row, column, strings[reader.uint32()] ?? '')
  else if (type === records.label || type === records.richLabel) cells.set(row, column, reader.text(reader.uint16()))
  else if (type === records.number) setNumber(column, format, reader.double())
  else if (type === records.shortNumber) setNumber(column, format, shortNumber(reader.uint32()))
  else if (type === records.boolean) setFlag(reader.uint8(), reader.uint8() === 1)
  else return readResult()
  return null

  function setFlag(value: number, isError: boolean): void {
    if (isError) cells.set(row, column, errors[value] ?? '#N/A')
    else cells.set(row, column, value ? trueText : falseText, { number: value ? 1 : 0, format: booleanFormat })
  }
  /** Reads the last result of a formula, which may be no number. */
  function readResult() {
    const result = Buffer.alloc(8)
    result.writeUInt32LE(reader.uint32(), 0)
    result.writeUInt32LE(reader.uint32(), 4)
    const [kind, , value = 0] = result
    if (result.readUInt16LE(6) !== 0xffff) setNumber(column, format, result.readDoubleLE())
    else if (kind === 0) return { row, column }
    else if (kind === 1 || kind === 2) setFlag(value, kind === 2)
    return null
  }
}

/** The records that are read: others hold nothing of cells. */
const sheetRecords: ReadonlySet<number> = new Set([
  records.row,
  records.formulaText,
  records.sharedText,
  records.label,
  records.richLabel,
  records.number,
  records.shortNumber,
  records.shortNumbers,
  records.formula,
  records.boolean,
  records.link,
])

function createCells(rows: (SheetRow | undefined)[]) {
  const links: { readonly row: number; readonly last: number; readonly column: number; readonly link: string }[] = []
  let characters = 0
  const rowAt = (index: number): SheetRow => {
    if (index >= mostRows) throw unreadable('damaged', 'xls: a row outside of the sheet')
    const row = rows[index] ?? { texts: [], values: [], hidden: false }
    rows[index] = row
    return row
  }
  return {
    hide(row: number): void {
      rowAt(row).hidden = true
    },
    /** The link of the cells of a column from one row to the last. */
    link(row: number, last: number, column: number, link: string | undefined): void {
      if (link !== undefined) links.push({ row, last, column, link })
    },
    /** Links and the texts of formulas stand behind their cells. */
    showLinks(): void {
      for (const { row, last, column, link } of links) {
        for (const { texts, values } of rows
          .slice(row, Math.min(last, row + mostLinked) + 1)
          .filter((each) => !!each)) {
          const text = texts[column]
          if (!text || values[column]) continue
          texts[column] = withLink(text, link)
          characters += link.length
          if (characters > listLimits.characters) throw tooLarge('characters')
        }
      }
    },
    set(row: number, column: number, text: string, value: CellValue | null = null): void {
      if (column >= mostColumns) throw unreadable('damaged', 'xls: a cell outside of the sheet')
      const { texts, values } = rowAt(row)
      characters += text.length
      if (characters > listLimits.characters) throw tooLarge('characters')
      while (texts.length < column) texts.push('')
      texts[column] = text
      if (value) values[column] = value
    },
  }
}

/**
 * Reads 30 bits of a whole number, or the first 30 of a double. A bit says that the number was a hundred times as
 * large.
 */
function shortNumber(bits: number): number {
  const double = Buffer.alloc(8)
  double.writeUInt32LE((bits & 0xfffffffc) >>> 0, 4)
  const number = bits & 2 ? (bits | 0) >> 2 : double.readDoubleLE()
  return bits & 1 ? number / 100 : number
}
