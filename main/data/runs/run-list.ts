import type { TextPart } from '../columns/part.ts'
import { partOf } from '../columns/parts.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { RowKeys } from './row-keys.ts'
import { readColumn, readNumbers, readPieces } from './run-file.ts'

/** What a run keeps of its list for asking and for outcomes; the original columns are read apart (run-table.ts). */
export interface RunList {
  readonly rowKeys: RowKeys
  /** 0 for a row with a key, else 1 plus the index of its reason in the contract's `keyProblem`. */
  readonly rowProblems: Uint8Array
  /** The keys as they are sent. */
  readonly keys: TextPart
  keyAt(key: number): string
}

export function readRunList(database: Database): RunList {
  const keys = partOf(readColumn(database, 'keys', 'text'), 'text')
  const heap = Buffer.from(keys.heap.buffer, keys.heap.byteOffset, keys.heap.byteLength)
  return {
    rowKeys: { offsets: readNumbers(database, 'row_offsets'), indexes: readNumbers(database, 'row_indexes') },
    rowProblems: readPieces(database, 'row_problems')[0] ?? new Uint8Array(0),
    keys,
    keyAt: (key) => heap.toString('utf8', keys.offsets[key], keys.offsets[key + 1]),
  }
}
