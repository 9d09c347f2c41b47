import { booleanFormat } from '../../engine/columns/column.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { unreadable } from '../plan.ts'
import type { RowBlock } from '../row-block.ts'
import { linkOfFormula, withLink } from './cell-links.ts'
import { type CellStyle, falseText, type SheetCell, trueText } from './number-formats.ts'
import { createSheetRows } from './sheet-rows.ts'
import { scanXml, unescaped, type XmlAttributes } from './xml.ts'

interface Referred {
  readonly strings: readonly string[]
  /** How the cells with this `s` show their numbers. */
  style(index: number): CellStyle
  /** The links by their cells, such as `B2`. */
  links(): Promise<ReadonlyMap<string, string>>
}

/**
 * Reads the cells of a sheet as the person saw them, row by row. Shared and inline strings are as they are, numbers and
 * dates as their format shows them, formulas as their last value, booleans as VERDADEIRO and FALSO. `values` has what
 * such a cell holds. Blank rows are left out, their numbers are not. Throws `list_unreadable` when the sheet is
 * damaged, `list_too_large` when its gaps or its texts, which may repeat, would fill memory.
 */
export async function* readSheet(
  pieces: AsyncIterable<Uint8Array>,
  referred: Referred,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const rows = createSheetRows()
  const links = await referred.links()
  let column = -1
  let number = 0
  for await (const elements of scanXml(pieces, ['c', 'row'])) {
    for (const { name, attributes, text, formula } of elements) {
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        const link = formula === '' ? links.get(attributes.r ?? '') : linkOfFormula(formula)
        rows.set(column, linked(cellOf(referred, attributes, text), link))
        continue
      }
      // The row before this one ends here.
      number = Number(attributes.r ?? number + 1)
      rows.endRow(number, isHidden(attributes))
      column = -1
    }
    yield* rows.take()
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

function linked(cell: SheetCell, link: string | undefined): SheetCell {
  return link === undefined || cell.value !== null ? cell : { ...cell, text: withLink(cell.text, link) }
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
