import type { ReviewState } from '../../../preload/contract/entries-table.ts'
import type { Database } from '../store/encrypted-file.ts'
import { foldReview, type StoredEvent, stateOf, tagsOf } from './review-events.ts'

/** What a change needs to know of a review. */
export type ReviewRow = Pick<StoredReview, 'state' | 'assignee' | 'tags'>

/** The table `reviews` of one set: what follows from the events, kept beside them. Its statements are prepared once. */
export interface Projection {
  read(entryId: number): ReviewRow
  /** The row as JSON, for comparison; `''` without a row. */
  text(entryId: number): string
  /** Derives the row from the events again; called in the transaction that wrote them. */
  update(entryId: number): void
}

export function createProjection(database: Database, set: string): Projection {
  const row = database.prepare<[string, number], { state: string; assignee: string | null; tags: string }>(
    'select state, assignee, tags from reviews where set_id = ? and entry_id = ?',
  )
  const whole = database.prepare<[string, number], unknown[]>(
    'select state, assignee, tags, notes, last_note from reviews where set_id = ? and entry_id = ?',
  )
  const events = database.prepare<[number, string], StoredEvent>(
    'select * from events where entry_id = ? and set_id = ? order by seq',
  )
  const put = database.prepare(
    `insert or replace into reviews
     (set_id, entry_id, state, assignee, tags, notes, last_note, comment, decided_by, decided_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    read(entryId) {
      const found = row.get(set, entryId)
      return found ? { ...found, state: stateOf(found.state), tags: tagsOf(found.tags) } : untouchedRow
    },
    text: (entryId) => JSON.stringify(whole.get(set, entryId) ?? ''),
    update(entryId) {
      const { state, assignee, tags, notes, comment, decided_by, decided_at } = foldReview(events.all(entryId, set))
      const lastNote = notes.at(-1)?.text ?? null
      const values = [state, assignee, JSON.stringify(tags), notes.length, lastNote, comment, decided_by, decided_at]
      put.run(set, entryId, ...values)
    },
  }
}

/** The `seq` of the last event; 0 when there is none. Grows with every change of a review. */
export function lastSeq(database: Database): number {
  return database.prepare<[], number>('select coalesce(max(seq), 0) from events').pluck().get() ?? 0
}

/** The entries of a set with events after `seq`: whose reviews may have changed since. */
export function changedSince(database: Database, set: string, seq: number): number[] {
  return database
    .prepare<[number, string], number>('select distinct entry_id from events where seq > ? and set_id = ?')
    .pluck()
    .all(seq, set)
}

/** A row of the table `reviews`; an entry without one is `nova`, of nobody, without tags. */
export interface StoredReview {
  readonly entry_id: number
  readonly state: ReviewState
  readonly assignee: string | null
  readonly tags: readonly string[]
  readonly notes: number
  readonly last_note: string | null
  readonly comment: string | null
  readonly decided_by: string | null
  /** ISO 8601 UTC. */
  readonly decided_at: string | null
}

/** What is shown of an entry without a row. */
export const untouchedRow: Omit<StoredReview, 'entry_id'> = {
  state: 'nova',
  assignee: null,
  tags: [],
  notes: 0,
  last_note: null,
  comment: null,
  decided_by: null,
  decided_at: null,
}

type Row = Omit<StoredReview, 'tags'> & { readonly tags: string }
const selectReviews = `select entry_id, state, assignee, tags, notes, last_note, comment, decided_by, decided_at
  from reviews where set_id = ?`
/** The reviews of a set (the team's for '') by entry; of these entries alone, or of all. */
export function readReviews(
  database: Database,
  set: string,
  ids: readonly number[] | null = null,
): Map<number, StoredReview> {
  const rows = ids
    ? database
        .prepare<[string, string], Row>(`${selectReviews} and entry_id in (select value from json_each(?))`)
        .all(set, JSON.stringify(ids))
    : database.prepare<[string], Row>(selectReviews).all(set)
  return new Map(rows.map((row) => [row.entry_id, { ...row, tags: parsedTags(row.tags) }]))
}

const noTags: readonly string[] = []

function parsedTags(json: string): readonly string[] {
  // The file is authenticated: what stands in it is what the reviews wrote.
  return json === '[]' ? noTags : (JSON.parse(json) as string[])
}
