import * as z from 'zod'
import type { Database } from '../store/encrypted-file.ts'

/** What happens to a review. A note is added, or taken back; the others are fields with one value each. */
export type ReviewEventKind = 'state' | 'assignee' | 'tags' | 'note'
export const reviewFields = ['state', 'assignee', 'tags'] as const
export type ReviewField = (typeof reviewFields)[number]

/**
 * One row of `events` (forms-schema.ts). `before` and `after` of `tags` are JSON arrays; a note has its text in `after`,
 * and the event that takes it back has the text in `before`, null in `after` and the note's batch in `undoes`.
 */
export interface ReviewEvent {
  readonly id: string
  readonly entry_id: number
  readonly at: string
  readonly who: string
  readonly kind: ReviewEventKind
  readonly before: string | null
  readonly after: string | null
  readonly comment: string | null
  readonly batch: string
  readonly undoes: string | null
}

/** A row as it stands in the file; events of the service (`gone`, …) stand among those of people. */
export interface StoredEvent extends Omit<ReviewEvent, 'kind'> {
  readonly seq: number
  readonly set_id: string
  readonly kind: ReviewEventKind | 'changed_on_service' | 'gone' | 'back'
  readonly merged: number
}

export function isField(kind: StoredEvent['kind']): kind is ReviewField {
  return reviewFields.some((field) => field === kind)
}

const tagsInFile = z.array(z.string())

/** The tags of a stored value; none for null. */
export function tagsOf(value: string | null): string[] {
  return value === null ? [] : tagsInFile.parse(JSON.parse(value))
}

/** What people see for a stored value: tags joined, all else as it is. Null when there is nothing. */
export function shownValue(kind: StoredEvent['kind'], value: string | null): string | null {
  if (kind !== 'tags') return value
  return tagsOf(value).join(', ') || null
}

/** Writes events into the file; prepared once for thousands. Called within a transaction. */
export function eventWriter(database: Database): (event: ReviewEvent & { set: string; merged: boolean }) => void {
  const insert = database.prepare(
    `insert into events (id, set_id, entry_id, at, who, kind, before, after, comment, batch, undoes, merged)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return ({ id, set, entry_id, at, who, kind, before, after, comment, batch, undoes, merged }) => {
    insert.run(id, set, entry_id, at, who, kind, before, after, comment, batch, undoes, merged ? 1 : 0)
  }
}
