import { type ListFile, type ListPlan, listLimits, type ReadOptions, type ReadPlace, tooLarge } from './plan.ts'
import { cellText, keepRows, type RowBlock } from './row-block.ts'
import { readSeparated } from './separated.ts'

/** What `readList` does for a text list, apart from the other kinds, so that a thread which reads a part of one loads no more. */
export function readTextList(file: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBlock> {
  const { place = startOfList(plan) } = options
  return withinLimits(textRows(file, plan, { ...options, place }), place)
}

export function startOfList({ names }: ListPlan): ReadPlace {
  return { row: 1, openQuotes: 0, width: names.length }
}

/** The first row of data, as Excel shows it, comes after so many. */
export function rowsAbove({ titleRows, header }: ListPlan): number {
  return titleRows + (header ? 1 : 0)
}

/** Blocks without rows are left out. Throws `list_too_large`. */
export async function* withinLimits(blocks: AsyncIterable<RowBlock>, place: ReadPlace): AsyncGenerator<RowBlock> {
  let rows = 0
  for await (const block of blocks) {
    if (block.rows === 0) continue
    for (let row = 0; row < block.rows; row++) {
      if ((block.widths[row] as number) > place.width) place.width = usedColumns(block, row, place.width)
    }
    rows += block.rows
    if (place.width > listLimits.columns) throw tooLarge('columns')
    if (rows * place.width > listLimits.cells) throw tooLarge('cells')
    yield block
  }
}

async function* textRows({ bytes }: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBlock> {
  const above = rowsAbove(plan)
  const { encoding, delimiter } = plan
  if (!encoding || !delimiter) return
  for await (const block of readSeparated(bytes, { encoding, delimiter }, options)) {
    if ((block.numbers[0] as number) <= above) keepRows(block, (row) => (block.numbers[row] as number) > above)
    yield block
  }
}

/** Columns that a row fills, where there are more of them than are known. */
function usedColumns(block: RowBlock, row: number, known: number): number {
  for (let column = (block.widths[row] as number) - 1; column >= known; column--) {
    if (cellText(block, row, column).trim() !== '') return column + 1
  }
  return known
}
