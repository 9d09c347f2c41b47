import { booleanFormat } from '../../engine/columns/column.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { listLimits, tooLarge, unreadable } from '../plan.ts'
import type { RowBlock } from '../row-block.ts'
import { recogniseEncoding, utf8Pieces } from '../source.ts'
import { linkOfFormula, withLink } from './cell-links.ts'
import { createCellStyle, dayNumber, falseText, type SheetCell, trueText } from './number-formats.ts'
import type { WorkbookSheet } from './sheet.ts'
import { createSheetRows } from './sheet-rows.ts'
import { attribute, joinedText, readXml, type XmlAttributes } from './xml.ts'

/** What the formats of this kind are called that have a name. */
const namedFormats: Readonly<Record<string, string>> = {
  'Short Date': 'dd/mm/yyyy',
  'General Date': 'dd/mm/yyyy hh:mm',
  'Short Time': 'hh:mm',
  Standard: '#,##0.00',
  Fixed: '0.00',
  Percent: '0.00%',
  Currency: '"R$" #,##0.00',
}

/**
 * Opens a spreadsheet in the XML of Excel 2002 and 2003, which many systems export under the name .xls. Throws
 * `list_unreadable` when it is damaged, `list_too_large` when it has more than a list may have.
 */
export async function openExcelXml(bytes: Uint8Array, signal?: AbortSignal): Promise<readonly WorkbookSheet[]> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const sheets: { name: string; hidden: boolean }[] = []
  const formats = new Map<string, string>()
  let style = ''
  let inVisible = false
  const reading = readXml(piecesOf(bytes), {
    open(name, attributes) {
      inVisible = name === 'Visible'
      if (name === 'Style') style = attribute(attributes, 'ID') ?? ''
      else if (name === 'NumberFormat') formats.set(style, attribute(attributes, 'Format') ?? '')
      else if (name === 'Worksheet') sheets.push({ name: attribute(attributes, 'Name') ?? '', hidden: false })
      if (sheets.length > listLimits.sheets) throw tooLarge('sheets')
      if (formats.size > listLimits.styles) throw tooLarge('styles')
    },
    close() {
      inVisible = false
    },
    text(part) {
      const sheet = sheets.at(-1)
      if (inVisible && sheet) sheet.hidden ||= part.includes('Hidden')
    },
  })
  for await (const _ of reading) await yieldToEventLoop()
  if (sheets.length === 0) throw unreadable('damaged', 'xml: no sheet')
  return sheets.map((sheet, index) => ({ ...sheet, rows: () => readRows(bytes, index, formats, signal) }))
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* utf8Pieces(bytes, recogniseEncoding(bytes), true)
}

async function* readRows(
  bytes: Uint8Array,
  sheet: number,
  formats: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const reader = createRowReader(sheet, createStyles(formats))
  for await (const _ of readXml(piecesOf(bytes), reader)) {
    yield* reader.take()
    if (reader.hasEnded()) return
    await yieldToEventLoop()
  }
}

function createRowReader(sheet: number, show: (attributes: XmlAttributes, type: string, raw: string) => SheetCell) {
  const rows = createSheetRows()
  let current = -1
  let number = 0
  let column = -1
  let type = ''
  let raw = ''
  let inData = false
  /** Notes hold texts as well. */
  let inNote = false

  function endCell(attributes: XmlAttributes): void {
    const cell = show(attributes, type, raw)
    const link = attribute(attributes, 'HRef') ?? linkOfFormula(attribute(attributes, 'Formula') ?? '')
    rows.set(column, cell.value === null ? { ...cell, text: withLink(cell.text, link) } : cell)
    column += Number(attribute(attributes, 'MergeAcross') ?? 0) || 0
    raw = ''
  }

  function endRow(attributes: XmlAttributes): void {
    rows.endRow(number, attribute(attributes, 'Hidden') === '1')
    number += Number(attribute(attributes, 'Span') ?? 0) || 0
  }

  return {
    open(name: string, attributes: XmlAttributes): void {
      if (name === 'Worksheet') current++
      if (current !== sheet) return
      if (name === 'Row') {
        number = placeOf(attributes, number)
        column = -1
      } else if (name === 'Cell') column = placeOf(attributes, column + 1) - 1
      else if (name === 'Comment') inNote = true
      else if (name === 'Data' && !inNote) {
        inData = true
        type = attribute(attributes, 'Type') ?? 'String'
      }
    },
    close(name: string, attributes: XmlAttributes): void {
      if (current !== sheet) return
      if (name === 'Data') inData = false
      else if (name === 'Comment') inNote = false
      else if (name === 'Cell') endCell(attributes)
      else if (name === 'Row') endRow(attributes)
    },
    text(part: string): void {
      if (inData) raw = joinedText(raw, part)
    },
    hasEnded: () => current > sheet,
    take: rows.take,
  }
}

/** Where a row or cell is, from 1: as its index says, or behind the one before. */
function placeOf(attributes: XmlAttributes, previous: number): number {
  const index = Number(attribute(attributes, 'Index') ?? previous + 1)
  return Number.isInteger(index) && index > 0 ? index : previous + 1
}

/** What the cells of a style show; dates without a format as days, with their time where they have one. */
function createStyles(formats: ReadonlyMap<string, string>) {
  const made = new Map<string, ReturnType<typeof createCellStyle>>()
  const styleOf = (code: string) => {
    const style = made.get(code) ?? createCellStyle(code, false)
    made.set(code, style)
    return style
  }
  return (attributes: XmlAttributes, type: string, raw: string): SheetCell => {
    const format = formats.get(attribute(attributes, 'StyleID') ?? '') ?? ''
    const code = namedFormats[format] ?? (format || 'General')
    if (type === 'Number') return styleOf(code)(raw)
    if (type === 'Boolean' && raw !== '') {
      const holds = raw.trim() === '1'
      return { text: holds ? trueText : falseText, value: { number: holds ? 1 : 0, format: booleanFormat } }
    }
    const day = type === 'DateTime' ? dayNumber(raw) : null
    if (day === null) return { text: raw, value: null }
    const usual = day.includes('.') ? 'dd/mm/yyyy hh:mm:ss' : 'dd/mm/yyyy'
    return styleOf(code === 'General' ? usual : code)(day)
  }
}
