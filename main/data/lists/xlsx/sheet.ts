import { excelLimits } from '../../../../preload/contract/excel.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { booleanFormat, type CellValue } from '../../columns/column.ts'
import { listLimits, type ReadOptions, tooLarge, unreadable } from '../plan.ts'
import { blockOfRows, type RowBatch, type RowBlock } from '../row-block.ts'
import type { SheetCell } from './number-formats.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'
import { scanXml, unescaped, type XmlAttributes } from './xml.ts'

/** Cells that one piece of 128 KB may spread over, gaps counted: more is a sheet made to exhaust memory. */
const maxCellsAtOnce = 4_000_000
/**
 * Reads the cells of a sheet as the person saw them, row by row: shared and inline strings as they are, numbers and dates
 * as their format shows them, formulas as their last value, booleans as VERDADEIRO and FALSO. `values` has what such a cell
 * holds. Blank rows are left out, their numbers are not. Throws `list_unreadable` when the sheet is damaged, `list_too_large`
 * when its gaps or its texts, which may repeat, would fill memory.
 */
export async function* readSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  options: ReadOptions = {},
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const listener = createSheetListener(workbook)
  for await (const _ of scanXml(workbook.archive.read(sheet.part, options.signal), listener)) {
    const batch = listener.take()
    if (batch.rows.length > 0) yield blockOfRows(batch)
    await yieldToEventLoop()
  }
}

const emptyBatch = (): RowBatch & Required<Pick<RowBlock, 'values' | 'hidden'>> => ({
  rows: [],
  numbers: [],
  values: [],
  hidden: [],
})

function createSheetListener(workbook: Workbook) {
  let batch = emptyBatch()
  let cells = 0
  let characters = 0
  let number = 0
  let hidden = false
  let row: string[] = []
  let values: (CellValue | null)[] = []
  let column = -1
  let cell: XmlAttributes = {}

  const openCell = (attributes: XmlAttributes) => {
    cell = attributes
    column = cell.r === undefined ? column + 1 : columnOf(cell.r)
    if (column >= listLimits.columns) throw unreadable('damaged', 'xlsx: a cell outside of the sheet')
  }
  const openRow = (attributes: XmlAttributes) => {
    number = Number(attributes.r ?? number + 1)
    if (!(number >= 1 && number <= excelLimits.rows)) throw unreadable('damaged', 'xlsx: a row outside of the sheet')
    hidden = isHidden(attributes)
    row = []
    values = []
    column = -1
  }
  const closeCell = (raw: string) => {
    const { text, value } = cellOf(workbook, cell, raw)
    if (text === '' && value === null) return
    characters += text.length
    if (characters > listLimits.characters) throw tooLarge('characters')
    while (row.length < column) row.push('')
    row[column] = text
    if (value) values[column] = value
  }
  const closeRow = () => {
    cells += row.length
    if (cells > maxCellsAtOnce) throw tooLarge('cells')
    if (!row.some((cell) => cell.trim() !== '')) return
    batch.rows.push(row)
    batch.numbers.push(number)
    batch.values.push(values)
    batch.hidden.push(hidden)
  }

  return {
    /** The rows that ended since the last time. */
    take() {
      const taken = batch
      cells = 0
      batch = emptyBatch()
      return taken
    },
    open(name: string, attributes: XmlAttributes) {
      if (name === 'c') openCell(attributes)
      else if (name === 'row') openRow(attributes)
    },
    close(name: string, text: string) {
      if (name === 'c') closeCell(text)
      else if (name === 'row') closeRow()
    },
  }
}

/** A filter hides rows as a person does (ECMA-376, 18.3.1.73); a row without height cannot be seen either. */
function isHidden({ hidden = '0', ht }: XmlAttributes): boolean {
  return hidden === '1' || hidden === 'true' || (ht !== undefined && Number(ht) === 0)
}

const nothing: SheetCell = { text: '', value: null }
const yes: SheetCell = { text: 'VERDADEIRO', value: { number: 1, format: booleanFormat } }
const no: SheetCell = { text: 'FALSO', value: { number: 0, format: booleanFormat } }
function cellOf(workbook: Workbook, { t: type = 'n', s: style = '0' }: XmlAttributes, raw: string): SheetCell {
  switch (type) {
    case 's':
      return { text: workbook.strings[Number(raw)] ?? '', value: null }
    case 'b':
      if (raw.trim() === '') return nothing
      return raw.trim() === '1' ? yes : no
    case 'n':
      return raw === '' ? nothing : workbook.style(Number(style))(raw)
    default:
      // inlineStr, str, e and d hold their text.
      return { text: unescaped(raw), value: null }
  }
}

/** `BC12` is column 54, counted from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  if (column === 0) throw unreadable('damaged', 'xlsx: a cell without a place')
  return column - 1
}
