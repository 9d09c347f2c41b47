import type { ReviewState } from '../../../preload/contract/entries-table.ts'
import type { Database } from '../store/encrypted-file.ts'

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

type Row = Omit<StoredReview, 'tags'> & { readonly tags: string }

const select = `select entry_id, state, assignee, tags, notes, last_note, comment, decided_by, decided_at
  from reviews where set_id = ?`

/** The reviews of a set (the team's for '') by entry; of these entries alone, or of all. */
export function readReviews(
  database: Database,
  set: string,
  ids: readonly number[] | null = null,
): ReadonlyMap<number, StoredReview> {
  const rows = ids
    ? database
        .prepare<[string, string], Row>(`${select} and entry_id in (select value from json_each(?))`)
        .all(set, JSON.stringify(ids))
    : database.prepare<[string], Row>(select).all(set)
  return new Map(rows.map((row) => [row.entry_id, { ...row, tags: tagsOf(row.tags) }]))
}

const noTags: readonly string[] = []

function tagsOf(json: string): readonly string[] {
  // The file is authenticated: what stands in it is what the reviews wrote.
  return json === '[]' ? noTags : (JSON.parse(json) as string[])
}
