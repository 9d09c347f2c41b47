import { createKeyCollector, type KeyCollector, type KeyPart, recogniseKeys } from './keys.ts'
import { type ListFile, type ListPlan, listLimits, type ReadOptions, type ReadPlace, tooLarge } from './plan.ts'
import { cellText, keepRows, keepVisible, type RowBlock } from './row-block.ts'
import { maxOpenQuotes, readSeparated } from './separated.ts'

/** What `readList` does for a text list, apart from the other kinds, so that a thread which reads a part of one loads no more. */
export function readTextList({ bytes }: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBlock> {
  const place = options.place ?? startOfList(plan)
  const format = { encoding: plan.encoding ?? 'utf-8', delimiter: plan.delimiter ?? 'none' } as const
  return dataRows(readSeparated(bytes, format, { ...options, place }), plan, { ...options, place })
}

/** So many cells of a row have all that its keys are made of. */
export function cellsWithKeys({ keyColumns, areaCodeColumn }: ListPlan): number {
  return 1 + Math.max(areaCodeColumn ?? 0, ...keyColumns.map(({ index }) => index))
}

export function startOfList({ names }: ListPlan): ReadPlace {
  return { row: 1, openQuotes: 0, width: names.length, hidden: 0 }
}

/** The first row of data, as Excel shows it, comes after so many. */
export function rowsAbove({ titleRows, header }: Pick<ListPlan, 'titleRows' | 'header'>): number {
  return titleRows + (header ? 1 : 0)
}

/** The rows of data alone. Blocks without any are left out. Throws `list_too_large`. */
export async function* dataRows(
  blocks: AsyncIterable<RowBlock>,
  plan: ListPlan,
  { place = startOfList(plan) }: ReadOptions,
): AsyncGenerator<RowBlock> {
  const above = rowsAbove(plan)
  let rows = 0
  for await (const block of blocks) {
    if ((block.numbers[0] as number) <= above) keepRows(block, (row) => (block.numbers[row] as number) > above)
    place.hidden += block.hidden?.slice(0, block.rows).filter(Boolean).length ?? 0
    if (plan.skipsHidden) keepVisible(block)
    if (block.rows === 0) continue
    for (let row = 0; row < block.rows; row++) {
      // Blank cells at the end are no columns.
      for (let column = (block.widths[row] as number) - 1; column >= place.width; column--) {
        if (cellText(block, row, column).trim() !== '') place.width = column + 1
      }
    }
    rows += block.rows
    if (place.width > listLimits.columns) throw tooLarge('columns')
    if (rows * place.width > listLimits.cells) throw tooLarge('cells')
    yield block
  }
}

/** The rest of a list from a byte on, as `readSeparated` asks for it: what is read of it goes to the collector, where it may. */
export function takeRest(
  at: number,
  reading: Promise<RestKeys>,
  plan: ListPlan,
  place: ReadPlace,
  collector: KeyCollector,
): NonNullable<ReadOptions['rest']> {
  const found = reading.catch(() => null)
  return {
    at,
    async isTaken() {
      const rest = await found
      if (!rest || place.row <= plan.titleRows + 1) return false
      const width = Math.max(place.width, rest.place.width)
      if (place.openQuotes + rest.place.openQuotes >= maxOpenQuotes) return false
      if (width * (collector.rows() + rest.part.rows) > listLimits.cells) return false
      await collector.append(rest.part, place.row)
      return true
    },
  }
}

export interface RestKeys {
  readonly part: KeyPart
  readonly place: ReadPlace
}

export interface RestOfList {
  readonly bytes: Uint8Array
  /** Where a row begins. */
  readonly from: number
  readonly plan: ListPlan
  /** Shared: gets how many rows were read so far. */
  readonly counter: Uint32Array
}

/** The keys of all rows from one on, as a part. */
export async function readRestOfList({ bytes, from, plan, counter }: RestOfList): Promise<RestKeys> {
  const collector = createKeyCollector(plan, bytes.length - from)
  const place = startOfList(plan)
  const blocks = readTextList(
    { name: '', bytes },
    { ...plan, header: false, titleRows: 0 },
    { from, place, cells: cellsWithKeys(plan) },
  )
  const progress = (rows: number) => {
    counter[0] = rows
  }
  await recogniseKeys(blocks, plan, { collector, progress })
  return { part: collector.part(), place }
}
