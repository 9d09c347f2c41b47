import type { KeyMap } from '../lists/keys.ts'

/** Which keys each row of a list has, in the row's own order. */
export type RowKeys = KeyMap['rowKeys']

/** The other way round: the rows that have key `k` are `rows[offsets[k]]` up to `rows[offsets[k + 1]]`. */
export interface KeyRows {
  readonly offsets: Uint32Array
  readonly rows: Uint32Array
}

export function keyRowsOf({ offsets, indexes }: RowKeys, keyCount: number): KeyRows {
  const starts = new Uint32Array(keyCount + 1)
  // Indexes stay inside the arrays here and below: `as number` spares a check each.
  for (const key of indexes) starts[key + 1] = (starts[key + 1] as number) + 1
  for (let key = 0; key < keyCount; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number)
  const next = starts.slice()
  const rows = new Uint32Array(indexes.length)
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      const key = indexes[at] as number
      const place = next[key] as number
      rows[place] = row
      next[key] = place + 1
    }
  }
  return { offsets: starts, rows }
}
