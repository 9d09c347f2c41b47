import { listLimits, tooLarge, type UnreadableCause, unreadable } from '../plan.ts'
import { type CompoundFile, openCompoundFile } from './compound-file.ts'
import { createStyles } from './number-formats.ts'
import type { WorkbookSheet } from './sheet.ts'
import { createReader, records, recordsFrom, type XlsReader } from './xls-records.ts'
import { readXlsSheet } from './xls-sheet.ts'

const biff5 = 0x500
const biff8 = 0x600
const westEuropean = 'windows-1252'
const codePages: Readonly<Record<number, string>> = { 866: 'ibm866', 10000: 'macintosh' }

/**
 * Opens a spreadsheet of Excel 5 to 2003 (BIFF5 and BIFF8). Throws `list_unreadable` when it is damaged, has a password
 * or is older, and `list_too_large` when it has more than a list may have.
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

function readGlobals(stream: Buffer) {
  const sheets: { name: string; hidden: boolean; start: number }[] = []
  const formats = new Map<number, string>()
  const ofCells: number[] = []
  let strings: readonly string[] = []
  let starts1904 = false
  const encoding = encodingOf(stream)
  const reader = createReader(stream, encoding)
  for (const record of recordsFrom(stream, 0)) {
    const { type, start, end } = record
    const length = end - start
    reader.open(record)
    // What says nothing of cells is read as far as it goes.
    if (type === records.encryption) throw unreadable('password', 'xls: encrypted')
    else if (type === records.dateSystem) starts1904 = length >= 2 && reader.uint16() === 1
    else if (type === records.format) {
      if (length >= 4)
        formats.set(reader.uint16(), reader.shortText(encoding === null ? reader.uint16() : reader.uint8()))
    } else if (type === records.cellFormat) {
      // Cells count them.
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
  return { sheets, strings, encoding, style: createStyles(ofCells, formats, starts1904) }
}

function readStrings(reader: XlsReader): string[] {
  reader.skip(4)
  const count = reader.uint32()
  const strings: string[] = []
  // Some systems count them wrong.
  while (!reader.isAtEnd() && (strings.length < count || reader.left() > 2)) strings.push(reader.richText())
  return strings
}
