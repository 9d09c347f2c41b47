import * as z from 'zod'
import { reviewState, type TrailEvent } from '../../../preload/contract/entries.ts'
import type { ReviewState } from '../../../preload/contract/entries-table.ts'
import type { Database } from '../store/encrypted-file.ts'
import { selectAll, selectValue, selectValues } from '../store/sql.ts'

/** What happens to a review. A note is added, or taken back; the others are fields with one value each. */
type ReviewEventKind = 'state' | 'assignee' | 'tags' | 'note'

const reviewFields = ['state', 'assignee', 'tags'] as const

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

/** A row as the file has it; events of the service (`gone`, …) are among those of people. */
export interface StoredEvent extends Omit<ReviewEvent, 'kind'> {
  readonly seq: number
  readonly set_id: string
  readonly kind: ReviewEventKind | 'changed_on_service' | 'gone' | 'back'
  readonly merged: number
}

/** The stored value of a field before its first event. */
export const untouchedValues: Readonly<Record<ReviewField, string | null>> = {
  state: 'nova',
  assignee: null,
  tags: '[]',
}

export function isField(kind: StoredEvent['kind']): kind is ReviewField {
  return reviewFields.some((field) => field === kind)
}

const tagsInFile = z.array(z.string())

/** The tags of a stored value; none for null. */
function tagsOf(value: string | null): string[] {
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

interface ReviewNote {
  readonly id: string
  readonly at: string
  readonly who: string
  readonly text: string
}

/** What the team, or the reviewer of a set, thinks of an entry now. */
export interface Review {
  readonly state: ReviewState
  readonly assignee: string | null
  readonly tags: readonly string[]
  /** Oldest first, wherever they were written, without those that were taken back. */
  readonly notes: readonly ReviewNote[]
  /** Of the last change of state. */
  readonly comment: string | null
  /** Who changed the state last and when (ISO); null while it is `nova`. */
  readonly decided_by: string | null
  readonly decided_at: string | null
}

export const untouchedReview: Review = {
  state: 'nova',
  assignee: null,
  tags: [],
  notes: [],
  comment: null,
  decided_by: null,
  decided_at: null,
}

/**
 * The review that follows from the events of one entry in one set, in the order of `seq`. An event that sets the state
 * which is there already came from a colleague who decided the same: the decision and its comment stay.
 */
function foldReview(events: readonly StoredEvent[]): Review {
  const takenBack = new Set(events.flatMap(({ kind, after, undoes }) => (kind === 'note' && !after ? [undoes] : [])))
  let review = untouchedReview
  for (const event of events) {
    if (event.kind === 'note' && takenBack.has(event.batch)) continue
    review = afterEvent(review, event)
  }
  return { ...review, notes: [...review.notes].sort(byTime) }
}

function byTime(one: ReviewNote, other: ReviewNote): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function afterEvent(review: Review, { id, at, who, kind, after, comment }: StoredEvent): Review {
  switch (kind) {
    case 'state': {
      const state = stateOf(after)
      if (state === review.state) return review
      const decided = state !== 'nova'
      return { ...review, state, comment, decided_by: decided ? who : null, decided_at: decided ? at : null }
    }
    case 'assignee':
      return { ...review, assignee: after }
    case 'tags':
      return { ...review, tags: tagsOf(after) }
    case 'note':
      return after === null ? review : { ...review, notes: [...review.notes, { id, at, who, text: after }] }
    default:
      return review
  }
}

const stateInFile = z.nullable(reviewState)

/** A stored state; null, before the first change, is `nova`. */
export function stateOf(value: string | null): ReviewState {
  return stateInFile.parse(value) ?? 'nova'
}

/** The review of an entry, with its notes: the team's for set '', else that of a blind review. */
export function readReview(database: Database, set: string, entryId: number): Review {
  return foldReview(eventsOf(database, set, entryId))
}

/**
 * What happened to an entry, oldest first: the events of the set (the team's for '') and those of the service, which
 * belong to every set. `changes` is empty: whoever knows the schemas fills it from the bodies of then, and `before` and
 * `after` of `changed_on_service` are as stored.
 */
export function readTrail(database: Database, set: string, entryId: number): TrailEvent[] {
  return eventsOf(database, set, entryId).map(({ id, at, who, kind, before, after, comment, undoes, merged }) => ({
    id,
    at,
    who,
    kind,
    before: shownValue(kind, before),
    after: shownValue(kind, after),
    comment,
    undo: undoes !== null,
    merged: merged === 1,
    changes: [],
  }))
}

function eventsOf(database: Database, set: string, entryId: number): StoredEvent[] {
  return selectAll<StoredEvent>(database)`select * from events
       where entry_id = ${entryId} and (set_id = ${set} or kind in ('changed_on_service', 'gone', 'back'))
       order by seq`
}

/** What a change needs to know of a review. */
export type ReviewRow = Pick<StoredReview, 'state' | 'assignee' | 'tags'>

/** The table `reviews` of one set: what follows from the events, stored beside them. Its statements are prepared once. */
interface Projection {
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
  return selectValue<number>(database)`select coalesce(max(seq), 0) from events` ?? 0
}

/** The entries of a set with events after `seq`: whose reviews may have changed since. */
export function changedSince(database: Database, set: string, seq: number): number[] {
  return selectValues<number>(database)`select distinct entry_id from events where seq > ${seq} and set_id = ${set}`
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
  // The file is authenticated: it holds what the reviews wrote.
  return json === '[]' ? noTags : (JSON.parse(json) as string[])
}
