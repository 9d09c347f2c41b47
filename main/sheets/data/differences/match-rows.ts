import { noRow } from '../../../engine/columns/derived-columns.ts'
import { createKeyTable, type KeyTable } from '../../../engine/columns/key-index.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'

/** Rows between two checks of the clock. */
export const atOnce = 8192

/** Keys of rows, those without one aside. */
interface KeyedRows {
  readonly keys: Float64Array
  /** The row of each key. */
  readonly rows: Uint32Array
}

/** The numbers from 0 on. */
export function rowNumbers(count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

function keyedRows(keys: Float64Array): KeyedRows {
  const rows = rowNumbers(keys.length)
  if (!keys.some(Number.isNaN)) return { keys, rows }
  const keyed = rows.filter((row) => !Number.isNaN(keys[row]))
  return { keys: Float64Array.from(keyed, (row) => keys[row] as number), rows: keyed }
}

const noBytes = new Uint8Array(0)

function* eachBatch(
  keys: Float64Array,
  work: (batch: Parameters<KeyTable['findAll']>[0], from: number) => void,
): InterruptibleWork<void> {
  const ends = new Uint32Array(atOnce)
  for (let from = 0; from < keys.length; from += atOnce) {
    const numbers = keys.subarray(from, from + atOnce)
    work({ count: numbers.length, numbers, ends, heap: noBytes }, from)
    yield
  }
}

/** A table of these keys, none of which is NaN. */
export function* keyTableOf(keys: Float64Array): InterruptibleWork<KeyTable> {
  const table = createKeyTable(keys.length)
  const indexes = new Uint32Array(atOnce)
  yield* eachBatch(keys, (batch) => table.takeAll(batch, indexes))
  return table
}

export interface MatchedReadings {
  /** By row of the later reading: the row of the earlier one with its key, or `noRow`. */
  readonly former: Uint32Array
  /** The rows of the earlier reading whose keys the later one has not. */
  readonly gone: Uint32Array
  /** Rows of the later reading without a key: nothing is known of them. */
  readonly withoutKey: number
}

/** Finds each record of one reading in the other. Keys differ within a reading (`leadKeys`); NaN is none. */
export function* matchReadings(earlier: Float64Array, later: Float64Array): InterruptibleWork<MatchedReadings> {
  const then = keyedRows(earlier)
  yield
  const now = keyedRows(later)
  yield
  const table = yield* keyTableOf(then.keys)
  const former = new Uint32Array(later.length).fill(noRow)
  const isThere = new Uint8Array(then.keys.length)
  const indexes = new Uint32Array(atOnce)
  yield* eachBatch(now.keys, (batch, from) => {
    table.findAll(batch, indexes)
    // Keys and rows lie inside their arrays: `as number` spares a check each.
    for (let at = 0; at < batch.count; at++) {
      const index = indexes[at] as number
      if (index === noRow) continue
      former[now.rows[from + at] as number] = then.rows[index] as number
      isThere[index] = 1
    }
  })
  const gone = then.rows.filter((_, index) => isThere[index] === 0)
  return { former, gone, withoutKey: later.length - now.keys.length }
}
