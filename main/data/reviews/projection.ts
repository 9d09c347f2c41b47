import type { ReviewState } from '../../../preload/contract/entries-table.ts'
import type { Database } from '../store/encrypted-file.ts'
import { type StoredEvent, tagsOf } from './events.ts'
import { foldReview, stateOf } from './fold-review.ts'

/** What of a review can be told from its row alone. */
export interface ReviewRow {
  readonly state: ReviewState
  readonly assignee: string | null
  readonly tags: readonly string[]
}

/** The table `reviews` of one set: what follows from the events, kept beside them. Its statements are prepared once. */
export interface Projection {
  read(entryId: number): ReviewRow
  /** Everything that the row says, as text that differs when it does; `''` without a row. */
  text(entryId: number): string
  /** Brings the row in line with the events; called in the transaction that wrote them. */
  follow(entryId: number): void
}

const untouched: ReviewRow = { state: 'nova', assignee: null, tags: [] }

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
      return found ? { ...found, state: stateOf(found.state), tags: tagsOf(found.tags) } : untouched
    },
    text: (entryId) => JSON.stringify(whole.get(set, entryId) ?? ''),
    follow(entryId) {
      const { state, assignee, tags, notes, comment, decided_by, decided_at } = foldReview(events.all(entryId, set))
      const lastNote = notes.at(-1)?.text ?? null
      const told = [state, assignee, JSON.stringify(tags), notes.length, lastNote, comment, decided_by, decided_at]
      put.run(set, entryId, ...told)
    },
  }
}
