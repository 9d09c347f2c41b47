import type { CellValue } from '../engine/columns/column.ts'
import { textAt } from '../engine/columns/part.ts'
import { textPartOf } from '../engine/columns/text-part.ts'
import type { ListKernel } from './list-kernel.ts'
import { listLimits, tooLarge } from './plan.ts'

/** A row as the file has it, as texts. */
export interface ListRow {
  readonly texts: string[]
  /** As Excel shows it, from 1. */
  readonly number: number
  /** By column, what its cells hold that are no texts. */
  readonly values?: readonly (CellValue | null | undefined)[]
  readonly hidden?: boolean
}

/**
 * Some rows of a list as bytes, without a string a cell. Cell c of row r is cell `firstCells[r] + c` where c is below
 * `widths[r]`, and its text is the UTF-8 from `starts` to `ends` of that cell. Where cells lie in `bytes` follows no
 * order.
 *
 *     bytes    Ana;"Rio ""RJ""";\nBia;11988887777\n          Rio "RJ"
 *     cells    0   1            2 3   4                      (1 points here: its quotes are gone)
 *     rows     firstCells 0, 3    widths 3, 2
 *
 * A block belongs to whoever yields it: it is valid until the next one is taken.
 */
export interface RowBlock {
  rows: number
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly firstCells: Uint32Array
  readonly widths: Uint32Array
  /** The row of each as Excel shows it, from 1. */
  readonly numbers: Uint32Array
  /** What the cells of a spreadsheet hold that are no texts, by row and column; absent for text lists. */
  readonly values?: (readonly (CellValue | null | undefined)[])[]
  /** Which rows of a spreadsheet were hidden or filtered away; absent for text lists. */
  readonly hidden?: boolean[]
  /** In whose memory the block lies; absent where it lies elsewhere. */
  readonly kernel?: ListKernel
}

/** Keeps only the rows for which `keeps` returns true, in their order. */
export function keepRows(block: RowBlock, keeps: (row: number) => boolean): void {
  const { firstCells, widths, numbers, values, hidden } = block
  let count = 0
  for (let row = 0; row < block.rows; row++) {
    if (!keeps(row)) continue
    firstCells[count] = firstCells[row] as number
    widths[count] = widths[row] as number
    numbers[count] = numbers[row] as number
    if (values) values[count] = values[row] ?? []
    if (hidden) hidden[count] = hidden[row] === true
    count++
  }
  block.rows = count
}

/** The text of a cell; empty where the row has no such cell. */
export function cellText(block: RowBlock, row: number, column: number): string {
  if (column >= (block.widths[row] as number)) return ''
  const cell = (block.firstCells[row] as number) + column
  return textAt(block.bytes, block.starts[cell] as number, block.ends[cell] as number)
}

/** Rows of texts, such as those of a spreadsheet, as bytes. */
export function blockOfRows(rows: readonly ListRow[]): RowBlock {
  const widths = Uint32Array.from(rows, ({ texts }) => texts.length)
  const firstCells = new Uint32Array(rows.length)
  let cells = 0
  for (const [row, width] of widths.entries()) {
    firstCells[row] = cells
    cells += width
  }
  const { offsets, heap } = textPartOf(rows.flatMap(({ texts }) => texts))
  return {
    rows: rows.length,
    bytes: heap,
    starts: offsets,
    ends: offsets.subarray(1),
    firstCells,
    widths,
    numbers: Uint32Array.from(rows, ({ number }) => number),
    values: rows.map(({ values = [] }) => values),
    hidden: rows.map(({ hidden = false }) => hidden),
  }
}

/** The rows as texts, at most so many. Throws `list_too_large` for a row with more columns than a list may have. */
export function textsOf(block: RowBlock, maxRows = block.rows): ListRow[] {
  return Array.from({ length: Math.min(maxRows, block.rows) }, (_, row) => {
    const width = block.widths[row] as number
    const texts = Array.from({ length: Math.min(width, listLimits.columns) }, (_, at) => cellText(block, row, at))
    if (filledWidth(block, row, texts.length) > texts.length) throw tooLarge('columns')
    return { texts, number: block.numbers[row] as number }
  })
}

/** How many columns of a row count, `least` at least: blank cells at its end do not. */
export function filledWidth(block: RowBlock, row: number, least: number): number {
  for (let width = block.widths[row] as number; width > least; width--) {
    if (cellText(block, row, width - 1).trim() !== '') return width
  }
  return least
}
