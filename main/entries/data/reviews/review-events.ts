import type { EntryDetail, TrailEvent } from '../../../../preload/contract/entries.ts'
import type { ReviewState } from '../../../../preload/values/entries-table.ts'
import { foldText } from '../../../../preload/values/text.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { raw, selectAll, selectValue, selectValues } from '../../../engine/store/sql.ts'
import { revise } from '../forms-folder.ts'

/**
 * One row of `events` (forms-folder.ts). A note is added, or taken back; the other kinds are fields with one value
 * each. `before` and `after` of `tags` are JSON arrays. A note has its text in `after`, and the event that takes it
 * back has the text in `before`, null in `after` and the note's batch in `undoes`.
 */
export interface ReviewEvent {
  readonly id: string
  readonly entry_id: number
  readonly at: string
  readonly who: string
  readonly kind: ReviewField | 'note'
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
  readonly kind: TrailEvent['kind']
  readonly merged: 0 | 1
  /** Whose package brought it, where that is known. */
  readonly via: string | null
}

/** The stored value of a field before its first event. */
export const untouchedValues = { state: 'nova', assignee: null, tags: '[]' } as const

export type ReviewField = keyof typeof untouchedValues

/** The last event of each field of each entry. */
export function lastOfFields<Event extends Pick<StoredEvent, 'entry_id' | 'kind'>>(
  events: readonly Event[],
): ReadonlyMap<string, Event & { readonly kind: ReviewField }> {
  const isOfField = (event: Event): event is Event & { kind: ReviewField } => event.kind in untouchedValues
  return new Map(events.filter(isOfField).map((event) => [`${event.entry_id} ${event.kind}`, event]))
}

const noTags: readonly string[] = []

/** The tags of a stored value; none for null. */
function tagsOf(value: string | null): readonly string[] {
  // The file is authenticated: it holds what the reviews wrote.
  return value === null || value === '[]' ? noTags : (JSON.parse(value) as string[])
}

/** What people see for a stored value: tags joined, all else as it is. Null when there is nothing. */
export function shownValue(kind: StoredEvent['kind'], value: string | null): string | null {
  return kind === 'tags' ? tagsOf(value).join(', ') || null : value
}

/** A row of the table `reviews`; an entry without one is `nova`, of nobody, without tags. */
export interface StoredReview {
  readonly state: ReviewState
  readonly assignee: string | null
  readonly tags: readonly string[]
  readonly notes: number
  readonly last_note: string | null
  /** Of the last change of state. */
  readonly comment: string | null
  /** Who changed the state last and when (ISO 8601 UTC); null while it is `nova`. */
  readonly decided_by: string | null
  readonly decided_at: string | null
}

/** What is shown of an entry without a row. */
export const untouchedRow: StoredReview = {
  ...untouchedValues,
  tags: noTags,
  notes: 0,
  last_note: null,
  comment: null,
  decided_by: null,
  decided_at: null,
}

/**
 * The review that follows from the events of one entry in one set, in the order of `seq`. An event that sets the state
 * which is there already came from a colleague who decided the same: the decision and its comment stay.
 */
function foldReview(events: readonly StoredEvent[]) {
  const takenBack = new Set(events.flatMap(({ kind, after, undoes }) => (kind === 'note' && !after ? [undoes] : [])))
  /** Oldest first, wherever they were written, without those that were taken back. */
  const notes: EntryDetail['notes'] = []
  let { state, assignee, tags, comment, decided_by, decided_at } = untouchedRow
  for (const event of events) {
    const { id, at, who, kind, after } = event
    if (kind === 'assignee') assignee = after
    else if (kind === 'tags') tags = tagsOf(after)
    else if (kind === 'note' && after !== null && !takenBack.has(event.batch)) notes.push({ id, at, who, text: after })
    else if (kind === 'state' && after !== state) {
      // Written by `recordEvents`, as the tags are.
      state = after as ReviewState
      comment = event.comment
      ;[decided_by, decided_at] = state === 'nova' ? [null, null] : [who, at]
    }
  }
  notes.sort((one, other) => (one.at + one.id < other.at + other.id ? -1 : 1))
  return { state, assignee, tags, notes, last_note: notes.at(-1)?.text ?? null, comment, decided_by, decided_at }
}

/**
 * The review of an entry (the team's for set '', else that of a blind review), and what happened to it, oldest first.
 * That is the events of the set and those of the service, which belong to every set. `changes` is empty: whoever knows
 * the schemas fills it from the bodies of then, and `before` and `after` of `changed_on_service` are as stored.
 */
export function readReview(database: Database, set: string, entryId: number) {
  const events = selectAll<StoredEvent>(database)`
    select * from events
    where entry_id = ${entryId} and (set_id = ${set} or kind in ('changed_on_service', 'gone', 'back')) order by seq`
  const trail: TrailEvent[] = events.map(({ id, at, who, kind, before, after, comment, undoes, merged, via }) => ({
    id,
    at,
    who,
    kind,
    comment,
    undo: undoes !== null,
    merged: merged === 1,
    via,
    changes: [],
    before: shownValue(kind, before),
    after: shownValue(kind, after),
  }))
  return { ...foldReview(events), trail }
}

/**
 * Writes events of a set (the team's for '') in their order, and the reviews that follow from them; called within a
 * transaction. `via`: whose package brought them, null for what was done here. Returns the entries, each once.
 */
export function recordEvents(
  database: Database,
  { set, via }: Pick<StoredEvent, 'via'> & { readonly set: string },
  events: readonly ReviewEvent[],
): number[] {
  const insert = database.prepare(
    `insert into events (id, set_id, entry_id, at, who, kind, before, after, comment, batch, undoes, merged, via)
     values (@id, @set, @entry_id, @at, @who, @kind, @before, @after, @comment, @batch, @undoes, @merged, @via)`,
  )
  for (const event of events) insert.run({ ...event, set, via, merged: Number(via !== null) })
  const ofEntry = database.prepare<[number, string], StoredEvent>(
    'select * from events where entry_id = ? and set_id = ? order by seq',
  )
  const put = database.prepare(
    `insert or replace into reviews
     (set_id, entry_id, state, assignee, tags, notes, last_note, comment, decided_by, decided_at)
     values (@set, @entryId, @state, @assignee, @tags, @notes, @last_note, @comment, @decided_by, @decided_at)`,
  )
  const entryIds = [...new Set(events.map(({ entry_id }) => entry_id))]
  for (const entryId of entryIds) {
    const review = foldReview(ofEntry.all(entryId, set))
    put.run({ ...review, set, entryId, tags: JSON.stringify(review.tags), notes: review.notes.length })
  }
  revise(database, 'reviews')
  return entryIds
}

/**
 * Whether a name is the reviewer's, or one that did something on this computer before. Case, accents, blanks and signs
 * that are not seen make no other name.
 */
export function createOwnNames(database: Database, who: string): (name: string) => boolean {
  const used = selectValues<string>(database)`select distinct who from batches`
  const ownKeys = new Set([who, ...used].map(nameKey))
  return (name) => ownKeys.has(nameKey(name))
}

function nameKey(name: string): string {
  const folded = foldText(name)
  return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded
}

/** Those that the file does not have, by their ids. */
export function newEvents<Event extends Pick<ReviewEvent, 'id'>>(database: Database, events: readonly Event[]) {
  const selectEvent = database.prepare<[string], number>('select 1 from events where id = ?')
  return events.filter(({ id }) => selectEvent.get(id) === undefined)
}

/** The `seq` of the last event; 0 when there is none. Grows with every change of a review. */
export function lastSeq(database: Database): number {
  return selectValue<number>(database)`select coalesce(max(seq), 0) from events` ?? 0
}

/** The entries of a set with events after `seq`: whose reviews may have changed since. */
export function changedSince(database: Database, set: string, seq: number): number[] {
  return selectValues<number>(database)`select distinct entry_id from events where seq > ${seq} and set_id = ${set}`
}

type Row = Omit<StoredReview, 'tags'> & { readonly entry_id: number; readonly tags: string }

const reviewColumns = raw('entry_id, state, assignee, tags, notes, last_note, comment, decided_by, decided_at')

/** The reviews of a set (the team's for '') by entry; of these entries alone, or of all. */
export function readReviews(
  database: Database,
  set: string,
  ids: readonly number[] | null = null,
): Map<number, StoredReview> {
  const rows = ids
    ? selectAll<Row>(database)`
        select ${reviewColumns} from reviews
        where set_id = ${set} and entry_id in (select value from json_each(${JSON.stringify(ids)}))`
    : selectAll<Row>(database)`select ${reviewColumns} from reviews where set_id = ${set}`
  return new Map(rows.map(({ entry_id, ...row }) => [entry_id, { ...row, tags: tagsOf(row.tags) }]))
}
