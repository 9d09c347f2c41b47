import { excelLimits } from '../../../preload/values/excel.ts'
import { booleanFormat } from '../../engine/columns/column.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { listLimits } from '../plan.ts'
import type { RowBlock } from '../row-block.ts'
import { linkOfFormula, withLink } from './cell-links.ts'
import {
  type CellStyle,
  createCellStyle,
  dayNumber,
  falseText,
  type SheetCell,
  trueText,
  withDigits,
} from './number-formats.ts'
import { createSheetRows } from './sheet-rows.ts'
import { attribute, joinedText, readXml, type XmlAttributes } from './xml.ts'

/** Elements beside the text of a cell: notes, drawings, reading aids. */
const asides: ReadonlySet<string> = new Set(
  'annotation frame custom-shape caption rect line g control ruby-text'.split(' '),
)

/**
 * Reads the rows of a table of ODF, which is all that the pieces hold, as the person saw them. Each cell has the text
 * that it displays, or that of its value where it has none. `values` has what numbers, dates and booleans hold, where a
 * format of Excel shows them alike. Rows that are hidden or filtered away are marked. Blank rows are left out, their
 * numbers are not. Throws `list_unreadable` when the table is damaged, `list_too_large` when what it repeats would fill
 * memory.
 */
export async function* readOdsSheet(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const table = createTable()
  for await (const _ of readXml(pieces, table)) {
    yield* table.take()
    await yieldToEventLoop()
  }
}

function createTable() {
  const rows = createSheetRows()
  let number = 1
  let column = 0
  let tables = 0
  let aside = 0
  let text = createCellText()

  function endCell(attributes: XmlAttributes): void {
    const repeated = repeats(attributes, 'number-columns-repeated')
    const cell = cellOf(attributes, text.take())
    const link = text.link() ?? linkOfFormula(attribute(attributes, 'formula') ?? '')
    rows.set(column, cell.value === null ? { ...cell, text: withLink(cell.text, link) } : cell, repeated)
    text = createCellText()
    column = Math.min(column + repeated, listLimits.columns)
  }

  function endRow(attributes: XmlAttributes): void {
    const repeated = repeats(attributes, 'number-rows-repeated')
    const visibility = attribute(attributes, 'visibility') ?? 'visible'
    rows.endRow(number, visibility !== 'visible', repeated)
    number += repeated
    column = 0
  }

  return {
    open(name: string, attributes: XmlAttributes): void {
      if (aside > 0 || asides.has(name)) aside++
      else if (name === 'table') tables++
      else text.open(name, attributes)
    },
    close(name: string, attributes: XmlAttributes): void {
      if (aside > 0) aside--
      else if (name === 'table') tables--
      // A table in a cell is part of its text.
      else if (tables === 1 && (name === 'table-cell' || name === 'covered-table-cell')) endCell(attributes)
      else if (tables === 1 && name === 'table-row') endRow(attributes)
      else text.close(name)
    },
    text(part: string): void {
      if (aside === 0) text.add(part)
    },
    take: rows.take,
  }
}

/**
 * The text of a cell by its paragraphs (ODF 1.3, 6.1.2 and 6.1.3): blanks are joined, those that count are elements.
 */
function createCellText() {
  let text = ''
  let paragraphs = 0
  let inParagraph = false
  /** The next blank joins the one before it, or stands at the start of a paragraph. */
  let joinsBlank = true
  let blank = false
  let link: string | undefined

  function push(part: string): void {
    if (blank) text = joinedText(text, ' ')
    blank = false
    text = joinedText(text, part)
  }

  return {
    open(name: string, attributes: XmlAttributes): void {
      if (name === 'p' || name === 'h') {
        if (paragraphs > 0) text = joinedText(text, '\n')
        paragraphs++
        inParagraph = true
        joinsBlank = true
      } else if (!inParagraph) return
      else if (name === 'a') link ??= attribute(attributes, 'href')
      else if (name === 's') push(' '.repeat(repeats(attributes, 'c')))
      else if (name === 'tab') push('\t')
      else if (name === 'line-break') push('\n')
    },
    close(name: string): void {
      if (name !== 'p' && name !== 'h') return
      inParagraph = false
      blank = false
    },
    add(part: string): void {
      if (!inParagraph) return
      const joined = part.replace(/[ \t\r\n]+/g, ' ')
      const start = joined.startsWith(' ') ? 1 : 0
      if (start === 1 && !joinsBlank) blank = true
      const end = joined.length > start && joined.endsWith(' ') ? joined.length - 1 : joined.length
      if (end > start) {
        push(joined.slice(start, end))
        joinsBlank = false
        blank = end < joined.length
      }
    },
    take: () => text,
    /** The first link in the cell. */
    link: () => link,
  }
}

/** How often a row or cell is repeated, as an attribute says. */
function repeats(attributes: XmlAttributes, name: string): number {
  const count = Number(attribute(attributes, name) ?? 1)
  return Number.isInteger(count) && count > 0 ? Math.min(count, excelLimits.rows) : 1
}

function cellOf(attributes: XmlAttributes, text: string): SheetCell {
  const type = attribute(attributes, 'value-type') ?? 'string'
  if (type === 'string') return { text: text || (attribute(attributes, 'string-value') ?? ''), value: null }
  if (type === 'boolean') {
    const holds = attribute(attributes, 'boolean-value') === 'true'
    const value = { number: holds ? 1 : 0, format: booleanFormat }
    return { text: text || (holds ? trueText : falseText), value }
  }
  const raw = numberOf(type, attributes)
  const codes = formats[type] ?? []
  if (raw === null) return { text, value: null }
  if (text === '') return styleOf(codes[0] ?? '')(raw)
  const shown = withDigits(text, raw)
  const padded = /^0\d{1,20}$/.test(shown) ? ['0'.repeat(shown.length)] : []
  for (const code of [...codes, ...padded]) {
    const cell = styleOf(code)(raw)
    if (cell.text === shown) return cell
  }
  return { text: shown, value: null }
}

/** Formats of Excel for the values of each type: the one that shows what the cell displays is taken. */
const formats: Readonly<Record<string, readonly string[]>> = {
  float: ['General', '0.00', '#,##0', '#,##0.00', '0.0'],
  percentage: ['0.00%', '0%', '0.0%'],
  currency: ['"R$" #,##0.00', '#,##0.00', '0.00', 'General'],
  date: [
    'dd/mm/yyyy',
    'dd/mm/yyyy hh:mm:ss',
    'dd/mm/yyyy hh:mm',
    'dd/mm/yy',
    'yyyy-mm-dd',
    'd/m/yyyy',
    'dd/mm/yy hh:mm',
  ],
  time: ['hh:mm:ss', 'hh:mm', '[h]:mm:ss'],
}
const styles = new Map<string, CellStyle>()

function styleOf(code: string): CellStyle {
  const style = styles.get(code) ?? createCellStyle(code, false)
  styles.set(code, style)
  return style
}

/** The number that Excel has for a value; null for none. */
function numberOf(type: string, attributes: XmlAttributes): string | null {
  if (type === 'date') return dayNumber(attribute(attributes, 'date-value') ?? '')
  if (type === 'time') return dayShare(attribute(attributes, 'time-value') ?? '')
  const raw = attribute(attributes, 'value') ?? ''
  return raw.trim() !== '' && Number.isFinite(Number(raw)) ? raw : null
}

/** `PT10H30M00S` as a share of a day. */
function dayShare(text: string): string | null {
  const [, hours, minutes, seconds] = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,9})?S$/.exec(text) ?? []
  if (hours === undefined) return null
  return String((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400)
}
