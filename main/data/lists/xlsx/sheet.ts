import { createBreath } from '../breath.ts'
import type { ReadOptions, RowBatch } from '../plan.ts'
import { dateText, numberText } from './cell-text.ts'
import { unreadable } from './unreadable.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'
import { attribute, createXmlScanner, decodeText, type XmlListener } from './xml.ts'

/** Limits of the format: a cell beyond them is damage. */
const mostRows = 1_048_576
const mostColumns = 16_384
/** Cells that one piece of 128 KB may spread over, gaps counted: more is a sheet made to exhaust memory. */
const mostCellsAtOnce = 4_000_000

/**
 * Reads the cells of a sheet as text, row by row: shared and inline strings as they are, numbers as plain digits, dates
 * as ISO text, formulas as their last value, booleans as TRUE and FALSE. Blank rows are left out, their numbers are not.
 * Throws `list_unreadable` when the sheet is damaged.
 */
export async function* readSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  options: ReadOptions = {},
): AsyncGenerator<RowBatch> {
  const breath = createBreath(options.signal)
  const listener = createSheetListener(workbook)
  const scanner = createXmlScanner(listener)
  const decoder = new TextDecoder()
  for await (const piece of workbook.archive.read(sheet.part, options)) {
    scanner.feed(decoder.decode(piece, { stream: true }))
    const batch = listener.take()
    if (batch.rows.length > 0) yield batch
    await breath.take()
  }
  if (!listener.ended()) throw unreadable('xlsx: a sheet is cut off')
}

interface SheetListener extends XmlListener {
  /** The rows that ended since the last time. */
  take(): RowBatch
  /** Whether the end of the sheet was seen. */
  ended(): boolean
}

function createSheetListener(workbook: Workbook): SheetListener {
  let batch: RowBatch = { rows: [], numbers: [] }
  let ended = false
  let cells = 0
  let number = 0
  let row: string[] = []
  let column = -1
  let type = ''
  let style = 0
  let raw = ''
  let collecting = false
  let inAid = false

  const openCell = (attributes: string) => {
    const place = attribute(attributes, 'r')
    column = place === null ? column + 1 : columnOf(place)
    if (column >= mostColumns) throw unreadable('xlsx: a cell outside of the sheet')
    type = attribute(attributes, 't') ?? 'n'
    style = Number(attribute(attributes, 's') ?? 0)
    raw = ''
  }
  const closeCell = () => {
    const text = cellText(workbook, type, style, raw)
    if (text === '') return
    while (row.length < column) row.push('')
    row[column] = text
  }
  const closeRow = () => {
    cells += row.length
    if (cells > mostCellsAtOnce) throw unreadable('xlsx: too many gaps')
    if (!row.some((cell) => cell.trim() !== '')) return
    batch.rows.push(row)
    batch.numbers.push(number)
  }

  return {
    ended: () => ended,
    take() {
      const taken = batch
      cells = 0
      batch = { rows: [], numbers: [] }
      return taken
    },
    open(name, attributes) {
      if (name === 'c') openCell(attributes)
      else if (name === 'v' || name === 't') collecting = !inAid
      else if (name === 'rPh') inAid = true
      else if (name === 'row') {
        number = Number(attribute(attributes, 'r') ?? number + 1)
        if (!(number >= 1 && number <= mostRows)) throw unreadable('xlsx: a row outside of the sheet')
        row = []
        column = -1
      }
    },
    close(name) {
      if (name === 'v' || name === 't') collecting = false
      else if (name === 'c') closeCell()
      else if (name === 'row') closeRow()
      else if (name === 'rPh') inAid = false
      else if (name === 'worksheet') ended = true
    },
    text(part) {
      if (collecting) raw += part
    },
  }
}

function cellText(workbook: Workbook, type: string, style: number, raw: string): string {
  switch (type) {
    case 's':
      return workbook.strings[Number(raw)] ?? ''
    case 'b':
      return raw.trim() === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      if (raw === '') return ''
      return workbook.dateStyles[style] ? dateText(raw, workbook.starts1904) : numberText(raw)
    default:
      // inlineStr, str, e and d hold their text.
      return decodeText(raw)
  }
}

/** `BC12` is column 54, counted from 0. */
function columnOf(place: string): number {
  let column = 0
  for (let index = 0; index < place.length; index += 1) {
    const letter = place.charCodeAt(index) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  if (column === 0) throw unreadable('xlsx: a cell without a place')
  return column - 1
}
