import { excelLimits } from '../../../../preload/contract/excel.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { booleanFormat, type CellValue } from '../../columns/column.ts'
import { listLimits, tooLarge, unreadable } from '../plan.ts'
import { blockOfRows, type ListRow, type RowBlock } from '../row-block.ts'
import { type CellStyle, falseText, type SheetCell, trueText } from './number-formats.ts'
import { scanXml, unescaped, type XmlAttributes } from './xml.ts'

/** Cells that one piece of 128 KB may spread over, gaps counted: more is a sheet made to exhaust memory. */
const maxCellsAtOnce = 4_000_000

/** What cells refer to. */
interface Referred {
  readonly strings: readonly string[]
  /** How the cells with this `s` show their numbers. */
  style(index: number): CellStyle
}

/**
 * Reads the cells of a sheet as the person saw them, row by row: shared and inline strings as they are, numbers and dates
 * as their format shows them, formulas as their last value, booleans as VERDADEIRO and FALSO. `values` has what such a cell
 * holds. Blank rows are left out, their numbers are not. Throws `list_unreadable` when the sheet is damaged, `list_too_large`
 * when its gaps or its texts, which may repeat, would fill memory.
 */
export async function* readSheet(
  pieces: AsyncIterable<Uint8Array>,
  referred: Referred,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  let texts: string[] = []
  let values: (CellValue | null)[] = []
  let column = -1
  let number = 0
  let characters = 0
  for await (const elements of scanXml(pieces, ['c', 'row'])) {
    const rows: ListRow[] = []
    let cells = 0
    for (const { name, attributes, text: raw } of elements) {
      if (name === 'c') {
        const { text, value } = cellOf(referred, attributes, raw)
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        if (column >= listLimits.columns) throw unreadable('damaged', 'xlsx: a cell outside of the sheet')
        if (text === '' && value === null) continue
        characters += text.length
        if (characters > listLimits.characters) throw tooLarge('characters')
        while (texts.length < column) texts.push('')
        texts[column] = text
        if (value) values[column] = value
        continue
      }
      // The row of the cells before it ends.
      number = Number(attributes.r ?? number + 1)
      if (!(number >= 1 && number <= excelLimits.rows)) throw unreadable('damaged', 'xlsx: a row outside of the sheet')
      cells += texts.length
      if (cells > maxCellsAtOnce) throw tooLarge('cells')
      if (texts.some((cell) => cell.trim() !== '')) rows.push({ texts, values, number, hidden: isHidden(attributes) })
      texts = []
      values = []
      column = -1
    }
    if (rows.length > 0) yield blockOfRows(rows)
    await yieldToEventLoop()
  }
}

/** A filter hides rows as a person does (ECMA-376, 18.3.1.73); a row without height cannot be seen either. */
function isHidden({ hidden = '0', ht }: XmlAttributes): boolean {
  return hidden === '1' || hidden === 'true' || (ht !== undefined && Number(ht) === 0)
}

const nothing: SheetCell = { text: '', value: null }
const yes: SheetCell = { text: trueText, value: { number: 1, format: booleanFormat } }
const no: SheetCell = { text: falseText, value: { number: 0, format: booleanFormat } }
function cellOf(referred: Referred, { t: type = 'n', s: style = '0' }: XmlAttributes, raw: string): SheetCell {
  switch (type) {
    case 's':
      return { text: referred.strings[Number(raw)] ?? '', value: null }
    case 'b':
      if (raw.trim() === '') return nothing
      return raw.trim() === '1' ? yes : no
    case 'n':
      return raw === '' ? nothing : referred.style(Number(style))(raw)
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
