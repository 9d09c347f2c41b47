import { listLimits, tooLarge, type UnreadableCause, unreadable } from '../plan.ts'
import { type CompoundFile, openCompoundFile } from './compound-file.ts'
import { createStyles } from './number-formats.ts'
import type { WorkbookSheet } from './sheet.ts'
import { createReader, records, recordsFrom, type XlsReader } from './xls-records.ts'
import { readXlsSheet } from './xls-sheet.ts'

const biff8 = 0x600

/**
 * Opens a spreadsheet of Excel 97 to 2003 (BIFF8). Throws `list_unreadable` when it is damaged, has a password
 * or is older, and `list_too_large` when it has more than a list may have.
 */
export function openXls(bytes: Uint8Array, signal?: AbortSignal): readonly WorkbookSheet[] {
  const file = openCompoundFile(bytes)
  if (!file.has('Workbook')) throw unreadable(causeOf(file), 'ole: no workbook')
  const stream = Buffer.from(file.read('Workbook'))
  const { sheets, ...referred } = readGlobals(stream)
  if (sheets.length === 0) throw unreadable('damaged', 'xls: no sheet')
  return sheets.map(({ name, hidden, start }) => ({
    name,
    hidden,
    rows: () => readXlsSheet(stream, start, referred, signal),
  }))
}

/**
 * The cause for other content of the container of old Office files (MS-OFFCRYPTO 1.3: new ones with a password as
 * well).
 */
function causeOf({ has }: CompoundFile): UnreadableCause {
  if (has('EncryptedPackage')) return 'password'
  if (has('Book')) return 'old_excel'
  return has('WordDocument') || has('PowerPoint Document') ? 'document' : 'damaged'
}

function readGlobals(stream: Buffer) {
  const sheets: { name: string; hidden: boolean; start: number }[] = []
  const formats = new Map<number, string>()
  const ofCells: number[] = []
  let strings: readonly string[] = []
  let starts1904 = false
  const reader = createReader(stream)
  for (const record of recordsFrom(stream, 0)) {
    const { type, start, end } = record
    const length = end - start
    reader.open(record)
    // Records that hold nothing of cells are read as far as possible.
    if (type === records.begin && reader.uint16() !== biff8) throw unreadable('old_excel', 'xls: an old version')
    else if (type === records.encryption) throw unreadable('password', 'xls: encrypted')
    else if (type === records.dateSystem) starts1904 = length >= 2 && reader.uint16() === 1
    else if (type === records.format) {
      if (length >= 4) formats.set(reader.uint16(), reader.shortText(reader.uint16()))
    } else if (type === records.cellFormat) {
      // Cells refer to them by their index.
      ofCells.push(length < 4 ? 0 : reader.uint32() >>> 16)
    } else if (type === records.strings) strings = readStrings(reader)
    else if (type === records.sheet) {
      const place = reader.uint32()
      const state = reader.uint8()
      const isCells = reader.uint8() === 0
      const name = reader.shortText(reader.uint8())
      if (sheets.length >= listLimits.sheets) throw tooLarge('sheets')
      if (isCells) sheets.push({ name, hidden: (state & 3) !== 0, start: place })
    }
    if (formats.size > listLimits.styles || ofCells.length > listLimits.styles) throw tooLarge('styles')
  }
  return { sheets, strings, style: createStyles(ofCells, formats, starts1904) }
}

function readStrings(reader: XlsReader): string[] {
  reader.skip(4)
  const count = reader.uint32()
  const strings: string[] = []
  // Some systems count them wrong.
  while (!reader.isAtEnd() && (strings.length < count || reader.left() > 2)) strings.push(reader.richText())
  return strings
}
