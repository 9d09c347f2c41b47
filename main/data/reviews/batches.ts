import type { ReviewBatch } from '../../../preload/contract/reviews.ts'
import type { Database } from '../store/encrypted-file.ts'

export interface BatchRow {
  readonly seq: number
  readonly id: string
  readonly set_id: string
  readonly at: string
  readonly who: string
  readonly kind: ReviewBatch['kind']
  readonly value: string | null
  readonly entries: number
  readonly entry_id: number | null
  readonly undone_by: string | null
}

/** How many deeds the history shows. */
const mostShown = 200

/** The last deeds of a set that were done here, newest first. */
export function listBatches(database: Database, set: string): ReviewBatch[] {
  return database
    .prepare<[string, number], BatchRow>('select * from batches where set_id = ? order by seq desc limit ?')
    .all(set, mostShown)
    .map(shownBatch)
}

/** Stores a deed on these entries; called in the transaction that does it. */
export function putBatch(
  database: Database,
  deed: Pick<BatchRow, 'id' | 'set_id' | 'at' | 'who' | 'kind' | 'value'>,
  entryIds: readonly number[],
): ReviewBatch {
  const { id, set_id, at, who, kind, value } = deed
  const entryId = entryIds.length === 1 ? (entryIds[0] ?? null) : null
  database
    .prepare(
      'insert into batches (id, set_id, at, who, kind, value, entries, entry_id) values (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(id, set_id, at, who, kind, value, entryIds.length, entryId)
  return { id, at, who, kind, value, entries: entryIds.length, entry_id: entryId, undone: false }
}

export function shownBatch({ id, at, who, kind, value, entries, entry_id, undone_by }: BatchRow): ReviewBatch {
  return { id, at, who, kind, value, entries, entry_id, undone: undone_by !== null }
}
