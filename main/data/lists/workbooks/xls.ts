import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { booleanFormat, type CellValue } from '../../columns/column.ts'
import { listLimits, tooLarge, type UnreadableCause, unreadable } from '../plan.ts'
import { blockOfRows, type ListRow, type RowBlock } from '../row-block.ts'
import { type CompoundFile, openCompoundFile } from './compound-file.ts'
import { type CellStyle, createStyles, falseText, trueText } from './number-formats.ts'
import type { WorkbookSheet } from './sheet.ts'

/** Records by their number (MS-XLS, 2.3). */
const records = {
  begin: 0x809,
  end: 0x0a,
  sheet: 0x85,
  encryption: 0x2f,
  dateSystem: 0x22,
  codePage: 0x42,
  format: 0x41e,
  cellFormat: 0xe0,
  strings: 0xfc,
  more: 0x3c,
  row: 0x208,
  sharedText: 0xfd,
  label: 0x204,
  richLabel: 0xd6,
  number: 0x203,
  shortNumber: 0x27e,
  shortNumbers: 0xbd,
  formula: 0x06,
  formulaText: 0x207,
  boolean: 0x205,
} as const

const biff5 = 0x500
const biff8 = 0x600
/** Of the format. */
const mostRows = 65_536
const mostColumns = 256
const rowsAtOnce = 2000
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

/** A record of a stream: its number, and where its data is. */
interface XlsRecord {
  readonly type: number
  readonly start: number
  readonly end: number
}

/** What cells refer to. */
interface Referred {
  readonly strings: readonly string[]
  /** Of all texts in BIFF5; null in BIFF8, whose texts say how wide their characters are. */
  readonly encoding: string | null
  style(index: number): CellStyle
}

/**
 * Opens a spreadsheet of Excel 5 to 2003 (BIFF5 and BIFF8). Throws `list_unreadable` when it is damaged, has a password or is older, and
 * `list_too_large` when it has more than a list may have.
 */
export function openXls(bytes: Uint8Array, signal?: AbortSignal): readonly WorkbookSheet[] {
  const file = openCompoundFile(bytes)
  const name = ['Workbook', 'Book'].find(file.has)
  if (name === undefined) throw unreadable(causeOf(file), 'ole: no workbook')
  const stream = Buffer.from(file.read(name))
  const { sheets, ...referred } = readGlobals(stream)
  if (sheets.length === 0) throw unreadable('damaged', 'xls: no sheet')
  return sheets.map(({ name, hidden, start }) => ({
    name,
    hidden,
    rows: () => readXlsSheet(stream, start, referred, signal),
  }))
}

/** What else the container of old Office files holds (MS-OFFCRYPTO 1.3: new ones with a password as well). */
function causeOf({ has }: CompoundFile): UnreadableCause {
  if (has('EncryptedPackage')) return 'password'
  return has('WordDocument') || has('PowerPoint Document') ? 'document' : 'damaged'
}

/** The records of a stream from one place on, up to the end of what begins there. */
function* recordsFrom(stream: Buffer, start: number): Generator<XlsRecord> {
  let depth = 0
  for (let at = start; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    if (end > stream.length) throw unreadable('damaged', 'xls: a record is cut off')
    if (type === records.begin) depth++
    // What a chart within a sheet has is not of the sheet.
    if (depth === 1) yield { type, start: at + 4, end }
    if (type === records.end && --depth === 0) return
    if (depth === 0) throw unreadable('damaged', 'xls: no record begins here')
    at = end
  }
  throw unreadable('damaged', 'xls: its end is missing')
}

/** How texts are encoded that do not say so: those of BIFF5; null for BIFF8. */
function encodingOf(stream: Buffer): string | null {
  const reader = createReader(stream, null)
  for (const record of recordsFrom(stream, 0)) {
    reader.open(record)
    if (record.type === records.begin) {
      const version = reader.uint16()
      if (version === biff8) return null
      if (version !== biff5) throw unreadable('old_excel', 'xls: an old version')
    } else if (record.type === records.codePage) {
      const page = reader.uint16()
      return page >= 1250 && page <= 1258 ? `windows-${page}` : (codePages[page] ?? westEuropean)
    }
  }
  return westEuropean
}

const westEuropean = 'windows-1252'
const codePages: Readonly<Record<number, string>> = { 866: 'ibm866', 10000: 'macintosh' }

function readGlobals(stream: Buffer) {
  const sheets: { name: string; hidden: boolean; start: number }[] = []
  const formats = new Map<number, string>()
  const ofCells: number[] = []
  let strings: readonly string[] = []
  let starts1904 = false
  const encoding = encodingOf(stream)
  const reader = createReader(stream, encoding)
  for (const record of recordsFrom(stream, 0)) {
    const { type } = record
    reader.open(record)
    if (type === records.encryption) throw unreadable('password', 'xls: encrypted')
    else if (type === records.dateSystem) starts1904 = reader.uint16() === 1
    else if (type === records.format)
      formats.set(reader.uint16(), reader.text(encoding === null ? reader.uint16() : reader.uint8()))
    else if (type === records.cellFormat) {
      reader.skip(2)
      ofCells.push(reader.uint16())
    } else if (type === records.strings) strings = readStrings(reader)
    else if (type === records.sheet) {
      const place = reader.uint32()
      const state = reader.uint8()
      const isCells = reader.uint8() === 0
      const name = reader.text(reader.uint8())
      if (sheets.length >= listLimits.sheets) throw tooLarge('sheets')
      if (isCells) sheets.push({ name, hidden: (state & 3) !== 0, start: place })
    }
    if (formats.size > listLimits.styles || ofCells.length > listLimits.styles) throw tooLarge('styles')
  }
  return { sheets, strings, encoding, style: createStyles(ofCells, formats, starts1904) }
}

function readStrings(reader: Reader): string[] {
  reader.skip(4)
  const count = reader.uint32()
  const strings: string[] = []
  // Some systems count them wrong.
  while (!reader.isAtEnd() && (strings.length < count || reader.left() > 2)) strings.push(reader.richText())
  return strings
}

type Reader = ReturnType<typeof createReader>

/** Reads the values of one record after the other, which may go on in further ones. Throws `list_unreadable` behind their end. */
function createReader(stream: Buffer, encoding: string | null) {
  const decoder = encoding === null ? null : new TextDecoder(encoding)
  let at = 0
  let end = 0

  const goesOn = () => end + 4 <= stream.length && stream.readUInt16LE(end) === records.more
  function nextPart(): void {
    if (!goesOn()) throw unreadable('damaged', 'xls: a record is too short')
    at = end + 4
    end = Math.min(stream.length, at + stream.readUInt16LE(end + 2))
  }

  /** Where so many bytes begin, which never lie in two parts. */
  function take(bytes: number): number {
    while (at >= end) nextPart()
    if (at + bytes > end) throw unreadable('damaged', 'xls: a record is too short')
    at += bytes
    return at - bytes
  }

  function skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      while (at >= end) nextPart()
      const taken = Math.min(left, end - at)
      at += taken
      left -= taken
    }
  }

  /** Characters of one byte or two; a further part says anew which. No cell can show or store NUL. */
  function characters(count: number, firstFlags: number): string {
    let text = ''
    let isWide = (firstFlags & 1) === 1
    for (let left = count; left > 0; ) {
      if (at >= end) {
        nextPart()
        isWide = (stream[take(1)] ?? 0) % 2 === 1
      }
      const taken = Math.min(left, isWide ? (end - at) >> 1 : end - at)
      if (taken === 0) throw unreadable('damaged', 'xls: a text is cut off')
      const from = take(isWide ? taken * 2 : taken)
      text += stream.toString(isWide ? 'utf16le' : 'latin1', from, at)
      left -= taken
    }
    return text.includes('\0') ? text.replaceAll('\0', '') : text
  }

  const uint8 = () => stream.readUInt8(take(1))
  const uint16 = () => stream.readUInt16LE(take(2))
  const uint32 = () => stream.readUInt32LE(take(4))
  return {
    open(record: XlsRecord): void {
      at = record.start
      end = record.end
    },
    uint8,
    uint16,
    uint32,
    double: () => stream.readDoubleLE(take(8)),
    /** Bytes of the part that is read. */
    left: () => end - at,
    skip,
    isAtEnd: () => at >= end && !goesOn(),
    text(count: number): string {
      if (!decoder) return characters(count, uint8())
      const from = count === 0 ? at : take(count)
      return decoder.decode(stream.subarray(from, from + count)).replaceAll('\0', '')
    },
    /** A text with its length, whose formats and reading aids are behind it. */
    richText(): string {
      const count = uint16()
      const flags = uint8()
      const runs = flags & 8 ? uint16() : 0
      const aids = flags & 4 ? uint32() : 0
      const text = characters(count, flags)
      skip(runs * 4 + aids)
      return text
    },
  }
}

interface SheetRow {
  readonly texts: string[]
  readonly values: (CellValue | null)[]
  hidden: boolean
}

/**
 * Reads the cells of a sheet as the person saw them. `values` has what numbers, dates and booleans hold. Blank rows are left
 * out, their numbers are not.
 */
async function* readXlsSheet(
  stream: Buffer,
  start: number,
  referred: Referred,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const rows: (SheetRow | undefined)[] = []
  const cells = createCells(rows)
  const reader = createReader(stream, referred.encoding)
  let formula: { row: number; column: number } | null = null
  let seen = 0
  for (const record of recordsFrom(stream, start)) {
    const { type } = record
    if (!sheetRecords.has(type)) continue
    reader.open(record)
    if (type !== records.formulaText) formula = readCells(type, reader, cells, referred) ?? formula
    else if (formula) {
      cells.set(formula.row, formula.column, reader.text(reader.uint16()))
      formula = null
    }
    if (++seen % recordsAtOnce === 0) await yieldToEventLoop()
  }
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
  reader: Reader,
  cells: ReturnType<typeof createCells>,
  { strings, style }: Referred,
): { row: number; column: number } | null {
  if (type === records.row) {
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
  /** The last result of a formula, which may be no number. */
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

/** Others say nothing of cells. */
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
])

function createCells(rows: (SheetRow | undefined)[]) {
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

/** 30 bits of a whole number, or the first 30 of a double; a bit says that the number was a hundred times as large. */
function shortNumber(bits: number): number {
  const double = Buffer.alloc(8)
  double.writeUInt32LE((bits & 0xfffffffc) >>> 0, 4)
  const number = bits & 2 ? (bits | 0) >> 2 : double.readDoubleLE()
  return bits & 1 ? number / 100 : number
}
