import { type KernelModule, provideKernel } from '../engine/kernel-memory.ts'
import { createKeyReader, type KeyBatch, type KeyReader } from './key-reader.ts'
import { createListKernel } from './list-kernel.ts'
import { type ListFile, type ListPlan, listLimits, type ReadOptions, type ReadPlace, tooLarge } from './plan.ts'
import { filledWidth, keepRows, type RowBlock } from './row-block.ts'
import { readSeparated } from './separated.ts'

/**
 * Does what `readList` does for a text list. It is apart from the other kinds, so that a thread which reads a part of
 * one loads no more.
 */
export function readTextList({ bytes }: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBlock> {
  const { place = startOfList(plan) } = options
  const format = { encoding: plan.encoding ?? 'utf-8', delimiter: plan.delimiter ?? 'none' } as const
  return dataRows(readSeparated(bytes, format, { ...options, place }), plan, place)
}

/** How many cells of a row hold all that its keys are made of. */
export function cellsWithKeys({ keyColumns }: ListPlan): number {
  return 1 + Math.max(0, ...keyColumns.map(({ index, area = 0, label = 0 }) => Math.max(index, area, label)))
}

export function startOfList({ names }: ListPlan): ReadPlace {
  return { row: 1, openQuotes: 0, width: names.length, hidden: 0 }
}

/** Gives the rows of data alone. Blocks without any are left out. Throws `list_too_large`. */
export async function* dataRows(
  blocks: AsyncIterable<RowBlock>,
  { rowsAbove, hidden_rows }: ListPlan,
  place: ReadPlace,
): AsyncGenerator<RowBlock> {
  let rows = 0
  for await (const block of blocks) {
    if ((block.numbers[0] as number) <= rowsAbove) keepRows(block, (row) => (block.numbers[row] as number) > rowsAbove)
    place.hidden += block.hidden?.slice(0, block.rows).filter(Boolean).length ?? 0
    if (hidden_rows === 'skip' && block.hidden) keepRows(block, (row) => !block.hidden?.[row])
    if (block.rows === 0) continue
    for (let row = 0; row < block.rows; row++) place.width = filledWidth(block, row, place.width)
    rows += block.rows
    if (place.width > listLimits.columns) throw tooLarge('columns')
    if (rows * place.width > listLimits.cells) throw tooLarge('cells')
    yield block
  }
}

/** The part of a list from a byte on at which a row begins. */
export interface RestOfList {
  readonly bytes: Uint8Array
  readonly from: number
  readonly plan: ListPlan
}

/** Keys of some rows, which count from the start of the rest, and how far it was read. */
export interface RestBatch extends KeyBatch {
  readonly place: ReadPlace
}

/** So many batches are requested at once: as many are valid beside the one that is in use. */
export const batchesAhead = 8
/** Rows of a batch, or a few more: their keys stay in the processor's cache. */
const rowsOfBatch = 8192

/** Gives the keys of all rows of the rest. A batch is valid until `batchesAhead` others and one more were taken. */
export async function* readRestOfList({ bytes, from, plan }: RestOfList): AsyncGenerator<RestBatch> {
  const kernel = createListKernel()
  const place = startOfList(plan)
  const readers = Array.from({ length: batchesAhead + 1 }, () => createKeyReader(kernel, plan))
  let reader = readers[0] as KeyReader
  let batches = 0
  const options = { from, place, kernel, cells: cellsWithKeys(plan) }
  for await (const block of readTextList({ name: '', bytes }, { ...plan, rowsAbove: 0 }, options)) {
    reader.add(block, 0, block.rows)
    if (reader.rows() < rowsOfBatch) continue
    yield { ...reader.take(), place: { ...place } }
    reader = readers[++batches % readers.length] as KeyReader
  }
  yield { ...reader.take(), place }
}

/** The work of another thread for the rest of a long text list: `rest.next` gives null behind the last batch. */
export function createRestWork() {
  let batches: AsyncGenerator<RestBatch> | null = null
  return {
    'rest.begin': ({ kernel, ...rest }: RestOfList & { readonly kernel: KernelModule }) => {
      provideKernel('lists', kernel)
      batches = readRestOfList(rest)
      return { value: null, transfer: [] }
    },
    /** The arrays of a batch lie in memory that threads share. */
    'rest.next': async (_: null) => {
      const next = await batches?.next()
      const value: RestBatch | null = next?.value ?? null
      return { value, transfer: [] }
    },
  }
}
export type RestWork = ReturnType<typeof createRestWork>
