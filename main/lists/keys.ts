import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { keyProblems } from '../../preload/values/key-problems.ts'
import { createKeyTable, type KeyTable } from '../engine/columns/key-index.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { createKeyReader, type KeyBatch, maxReported } from './key-reader.ts'
import { createListKernel } from './list-kernel.ts'
import type { ListPlan } from './plan.ts'
import type { RowBlock } from './row-block.ts'

/**
 * The distinct keys of a list, and which row has which. Rows count from 0 in their order. Unusable are the first 500
 * cells that give no key, or give one beside something that is none. Their texts are personal data: for the screen,
 * never for a log. Problems count all of these by reason, in the contract's order. Repeated are keys beyond the first
 * time that each occurs.
 */
export interface KeyMap extends Readonly<Pick<ListBudget, 'rows' | 'repeated' | 'unusable' | 'problems'>> {
  /** Distinct, in the order in which the list has them first. */
  readonly keys: KeyTable
  readonly rowKeys: RowKeys
  /** 0 for a row with a key; else 1 plus the index of its reason in the contract's `keyProblems`. */
  readonly rowProblems: Uint8Array
  /** Rows without a key: the outcome `invalida`. */
  readonly unusableRows: number
}

/**
 * The keys of row `r` are `indexes[offsets[r]]` up to `indexes[offsets[r + 1]]`, each once in each form, in the row's
 * order.
 */
export interface RowKeys {
  readonly offsets: Uint32Array
  readonly indexes: Uint32Array
  /** How each is written there (`writtenForms`). Empty where that is not known: runs of former versions. */
  readonly forms: Uint8Array
  /** A hash of the text of each key that is written `otherwise`. Empty where there are none. */
  readonly hashes: Uint32Array
}

/**
 * Finds the keys of a list (docs/decisions/lists.md §13) in the columns of its plan. Takes the blocks of `readList`.
 * Yields to the event loop about every 12 ms. Throws `list_no_keys` when the plan names no key column, `list_empty`
 * when there is no row; a list whose keys are all unusable is no failure but a map without keys.
 */
export async function recogniseKeys(
  blocks: AsyncIterable<RowBlock>,
  plan: ListPlan,
  options: {
    readonly signal?: AbortSignal
    readonly progress?: (rows: number) => void
    /** Takes the keys; a new collector is made without it. */
    readonly collector?: KeyCollector
  } = {},
): Promise<KeyMap> {
  if (plan.keyColumns.length === 0) throw new AppFailure('list_no_keys')
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const collector = options.collector ?? createKeyCollector()
  const reader = createKeyReader(collector.kernel, plan)
  for await (const block of blocks) {
    for (let from = 0; from < block.rows; from += rowsAtOnce) {
      reader.add(block, from, Math.min(from + rowsAtOnce, block.rows))
      collector.add(reader.take())
      await yieldToEventLoop()
    }
    options.progress?.(collector.rows())
  }
  if (collector.rows() === 0) throw new AppFailure('list_empty')
  return collector.map()
}

/** Rows between two checks of the clock. */
const rowsAtOnce = 1000

/** The keys of the rows that were read so far. */
export type KeyCollector = ReturnType<typeof createKeyCollector>

/** A list has so many bytes or more for each row or key. Memory that is reserved and not used costs nothing. */
const fewestBytes = 32

/** `bytes` is the size of the list. */
export function createKeyCollector(bytes = 0, kernel = createListKernel()) {
  const { exports, array, withRoom } = kernel
  const expected = 1024 + Math.ceil(bytes / fewestBytes)
  const table = createKeyTable(expected, 1024 + (bytes >> 2), kernel)
  const unusable: ListBudget['unusable'] = []
  const counts = keyProblems.map(() => 0)
  /** Of the batch that is added. */
  let keyOf = array(Uint32Array, 1024)
  let keyForms = array(Uint8Array, 1024)
  let keyHashes = array(Uint32Array, 1024)
  let rowEnds = array(Uint32Array, 1024)
  let offsets = array(Uint32Array, expected)
  let indexes = array(Uint32Array, expected)
  let forms = array(Uint8Array, expected)
  // Most lists have none: an array that is never written takes no memory.
  let hashes = array(Uint32Array, expected)
  let hasHashes = false
  let rowProblems = array(Uint8Array, expected)
  /** By key, a double for each (`noteRows`). */
  let stamps = array(Float64Array, expected)
  let rows = 0
  let used = 0
  let totalKeys = 0
  let unusableRows = 0

  function makeRoom(moreRows: number, moreKeys: number): void {
    keyOf = withRoom(keyOf, moreKeys)
    keyForms = withRoom(keyForms, moreKeys)
    keyHashes = withRoom(keyHashes, moreKeys)
    rowEnds = withRoom(rowEnds, moreRows)
    indexes = withRoom(indexes, used + moreKeys)
    forms = withRoom(forms, used + moreKeys)
    hashes = withRoom(hashes, used + moreKeys)
    offsets = withRoom(offsets, rows + moreRows + 1)
    rowProblems = withRoom(rowProblems, rows + moreRows)
    stamps = withRoom(stamps, table.size + moreKeys)
  }

  return {
    kernel,
    rows: () => rows,
    /** Adds the next rows of the list. `skipped` is how many rows of the file are before those that they count from. */
    add(batch: KeyBatch, skipped = 0): void {
      const { keys } = batch
      makeRoom(batch.rows, keys.count)
      table.takeAll(keys, keyOf)
      totalKeys += keys.count
      unusableRows += batch.keylessRows
      for (const [at, cells] of batch.cells.entries()) counts[at] = (counts[at] as number) + cells
      const more = batch.unusable.slice(0, maxReported - unusable.length)
      unusable.push(...more.map((cell) => ({ ...cell, row: cell.row + skipped })))
      rowProblems.set(batch.problems, rows)
      keyForms.set(batch.forms)
      keyHashes.set(batch.hashes)
      rowEnds.set(batch.rowEnds)
      const madeHashes = batch.hashes.length > 0
      hasHashes ||= madeHashes
      const places = [rowEnds, keyOf, keyForms].map(({ byteOffset }) => byteOffset)
      const noted = [used, indexes.byteOffset, forms.byteOffset, hashes.byteOffset, offsets.byteOffset + 4 * (rows + 1)]
      const ofKeys = [...places, madeHashes ? keyHashes.byteOffset : 0]
      used = exports.noteRows(batch.rows, rows + 1, ...ofKeys, ...noted, stamps.byteOffset) >>> 0
      rows += batch.rows
    },
    /** Everything so far; valid until more is added. */
    map: (): KeyMap => ({
      rows,
      keys: table,
      rowKeys: {
        offsets: offsets.subarray(0, rows + 1),
        indexes: indexes.subarray(0, used),
        forms: forms.subarray(0, used),
        hashes: hasHashes ? hashes.subarray(0, used) : new Uint32Array(0),
      },
      rowProblems: rowProblems.subarray(0, rows),
      repeated: totalKeys - table.size,
      unusableRows,
      unusable,
      problems: keyProblems
        .map((reason, at) => ({ reason, cells: counts[at] as number }))
        .filter(({ cells }) => cells > 0),
    }),
  }
}
