import { type KernelModule, provideKernel } from '../engine/kernel-memory.ts'
import type { Done } from '../engine/thread.ts'
import { createKeyCollector, type KeyPart, recogniseKeys } from './keys.ts'
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
  /** Shared memory that gets how many rows were read so far. */
  readonly counter: Uint32Array
}

export type RestKeys = Awaited<ReturnType<typeof readRestOfList>>

/** Gives the keys of all rows of the rest as a part. */
export async function readRestOfList({ bytes, from, plan, counter }: RestOfList) {
  const kernel = createListKernel()
  const collector = createKeyCollector(plan, bytes.length - from, kernel)
  const place = startOfList(plan)
  const options = { from, place, kernel, cells: cellsWithKeys(plan) }
  const blocks = readTextList({ name: '', bytes }, { ...plan, rowsAbove: 0 }, options)
  const progress = (rows: number) => {
    counter[0] = rows
  }
  const { keys, ...facts } = await recogniseKeys(blocks, plan, { collector, progress })
  const part: KeyPart = { ...facts, keys: keys.all() }
  return { part, place }
}

/** The work of another thread for the rest of a long text list. */
export const restWork = {
  /** The arrays of the result lie in memory that threads share. */
  async readRest({ kernel, ...rest }: RestOfList & { readonly kernel: KernelModule }): Promise<Done<RestKeys>> {
    provideKernel('lists', kernel)
    return { value: await readRestOfList(rest), transfer: [] }
  },
}
export type RestWork = typeof restWork
