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

/** The rows of so many for which something holds, ascending. */
export function rowsWhere(count: number, holds: (row: number) => boolean): Uint32Array {
  const rows = new Uint32Array(count)
  let end = 0
  for (let row = 0; row < count; row++) if (holds(row)) rows[end++] = row
  return rows.slice(0, end)
}

function keyedRows(keys: Float64Array): KeyedRows {
  const rows = rowsWhere(keys.length, (row) => !Number.isNaN(keys[row]))
  if (rows.length === keys.length) return { keys, rows }
  return { keys: Float64Array.from(rows, (row) => keys[row] as number), rows }
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
  // With slots for all: growing would move them in one step.
  const table = createKeyTable(3 * keys.length)
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
  const gone = rowsWhere(then.keys.length, (index) => isThere[index] === 0).map((index) => then.rows[index] as number)
  return { former, gone, withoutKey: later.length - now.keys.length }
}
