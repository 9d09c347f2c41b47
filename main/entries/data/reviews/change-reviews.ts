import { randomUUID } from 'node:crypto'
import type { ReviewBatch, ReviewChange } from '../../../../preload/contract/reviews.ts'
import { factsOfReview } from '../../../../preload/values/entries-table.ts'
import { foldText } from '../../../../preload/values/text.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { factsOf, readFact, writeFact } from '../../../engine/store/facts.ts'
import { execute, selectAll, selectOne, selectValues } from '../../../engine/store/sql.ts'
import { AppFailure, orNotFound } from '../../../kernel/failure.ts'
import { idsInSet, requireOwnSet } from './blind-review.ts'
import {
  lastOfFields,
  type ReviewEvent,
  readReviews,
  recordEvents,
  type StoredEvent,
  type StoredReview,
  untouchedRow,
  untouchedValues,
} from './review-events.ts'

/** Who does something here, when (ISO, UTC), and to which set: '' for the team's own states. */
export interface Action {
  readonly set: string
  readonly who: string
  readonly at: string
}

/**
 * Does one thing to many entries as one batch; called within a transaction. Entries that have it already are left as
 * they are; when all have, there is no batch. A rejection without a reason is `comment_required`
 * (docs/decisions/requests-and-writes.md §21), a blind review that is not ours `bad_request`.
 */
export function changeReviews(
  database: Database,
  { ids, change, ...action }: Action & { readonly ids: readonly number[]; readonly change: ReviewChange },
): { batch: ReviewBatch | null; ids: readonly number[] } {
  const comment = (change.kind === 'state' && change.comment) || null
  if (change.kind === 'state' && factsOfReview(change.state).needsComment && !comment)
    throw new AppFailure('comment_required')
  const { set } = action
  requireOwnSet(database, set)
  const { kind, value, valuesOf } = effectOf(change)
  const reviews = readReviews(database, set, ids)
  const steps = idsInSet(database, set, ids).flatMap((entry_id): Step[] => {
    const [oldValue, newValue] = valuesOf(reviews.get(entry_id) ?? untouchedRow)
    return oldValue === newValue ? [] : [{ entry_id, kind, before: oldValue, after: newValue, comment, undoes: null }]
  })
  if (steps.length === 0) return { batch: null, ids: [] }
  const id = randomUUID()
  const changed = recordSteps(database, { ...action, id }, steps)
  return { batch: putBatch(database, { ...action, id, kind: change.kind, value }, changed), ids: changed }
}

/** One event of a batch, without what all of them have. */
export type Step = Omit<ReviewEvent, 'id' | 'at' | 'who' | 'batch'>

/** Writes the steps of the batch `id`; called within a transaction. Returns their entries, each once. */
export function recordSteps(
  database: Database,
  { id: batch, set, who, at }: Action & { readonly id: string },
  steps: readonly Step[],
): number[] {
  const events = steps.map((step) => ({ ...step, id: randomUUID(), at, who, batch }))
  return recordEvents(database, { set, via: null }, events)
}

interface Effect extends Pick<Step, 'kind'> {
  /** What the history shows. */
  readonly value: string | null
  /** The stored value that an entry of this review has, and the one that it gets. */
  valuesOf(review: StoredReview): readonly [before: string | null, after: string | null]
}

function effectOf(change: ReviewChange): Effect {
  switch (change.kind) {
    case 'state':
      return { kind: 'state', value: change.state, valuesOf: ({ state }) => [state, change.state] }
    case 'assign':
      return { kind: 'assignee', value: change.assignee, valuesOf: ({ assignee }) => [assignee, change.assignee] }
    case 'tag': {
      const value = [...change.add, ...change.remove.map((tag) => `−${tag}`)].join(', ')
      const valuesOf: Effect['valuesOf'] = ({ tags }) => [JSON.stringify(tags), JSON.stringify(tagged(tags, change))]
      return { kind: 'tags', value, valuesOf }
    }
    case 'note':
      return { kind: 'note', value: null, valuesOf: () => [null, change.text] }
  }
}

/**
 * Tags compare without case and accents; the spelling that is there stays. They are sorted by the alphabet, so that
 * two people who set the same tags have the same.
 */
function tagged(tags: readonly string[], change: Extract<ReviewChange, { kind: 'tag' }>): string[] {
  const removed = new Set(change.remove.map(foldText))
  const left = new Map(tags.filter((tag) => !removed.has(foldText(tag))).map((tag) => [foldText(tag), tag]))
  for (const tag of change.add) if (!left.has(foldText(tag))) left.set(foldText(tag), tag)
  return [...left].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag)
}

/** A row of `batches`. */
type BatchRow = Omit<ReviewBatch, 'undone'> & { readonly set_id: string; readonly undone_by: string | null }

/** How many batches the history shows. */
const mostShown = 200

/** The last batches of a set that were made here, newest first. */
export function listBatches(database: Database, set: string): ReviewBatch[] {
  return selectAll<BatchRow>(database)`
    select * from batches
    where set_id = ${set} order by seq desc limit ${mostShown}`.map(shownBatch)
}

function shownBatch({ id, at, who, kind, value, entries, entry_id, undone_by }: BatchRow): ReviewBatch {
  return { id, at, who, kind, value, entries, entry_id, undone: undone_by !== null }
}

/** Stores the batch of a change to these entries, or to more of them; called in its transaction. */
export function putBatch(
  database: Database,
  { set, ...batch }: Action & Pick<ReviewBatch, 'id' | 'kind' | 'value'>,
  entryIds: readonly number[],
): ReviewBatch {
  const { id, at, who, kind, value } = batch
  const entryId = entryIds.length === 1 ? (entryIds[0] ?? null) : null
  execute(database)`
    insert into batches (id, set_id, at, who, kind, value, entries, entry_id)
    values (${id}, ${set}, ${at}, ${who}, ${kind}, ${value}, ${entryIds.length}, ${entryId})
    on conflict (id) do update set
      entries = entries + excluded.entries,
      entry_id = iif(excluded.entries = 0, entry_id, iif(entries = 0, excluded.entry_id, null))`
  return shownBatch(orNotFound(selectOne<BatchRow>(database)`select * from batches where id = ${id}`))
}

/** Which events a merge brought and made: those with `seq` from the first to the last of a transaction. */
type MergeSpan = Readonly<Record<'from' | 'to', number>>

const spanPrefix = 'merge/'

/** Stores one more span of a merge, so that its batch can be undone. */
export function writeMergeSpan(database: Database, batch: string, span: MergeSpan): void {
  const spans = spansOf(readFact<StoredSpans>(database, spanPrefix + batch))
  const last = spans.at(-1)
  const isNext = last?.to === span.from - 1
  const all = isNext ? [...spans.slice(0, -1), { from: last.from, to: span.to }] : [...spans, span]
  writeFact(database, spanPrefix + batch, all)
}

/** Files of the time when a merge was one transaction have one span. */
type StoredSpans = MergeSpan | readonly MergeSpan[]

function spansOf(stored: StoredSpans | undefined): readonly MergeSpan[] {
  if (stored === undefined) return []
  return 'from' in stored ? [stored] : stored
}

/** Entries whose changes are undone in one transaction. */
const entriesAPart = 2000

/** A batch to undo, as `undoPart` does it. */
export interface Undo extends Action {
  readonly id: string
  readonly target: BatchRow
  /** The entries of each part; at least one. */
  readonly parts: readonly (readonly number[])[]
}

/**
 * Finds a batch to undo (null: the last one that is not undone); null when nothing is left. Throws `not_found` for a
 * batch that is none of this set, `bad_request` for one that is an undo itself.
 */
export function findUndo(
  database: Database,
  { batch, ...action }: Action & { readonly batch: string | null },
): Undo | null {
  const target = selectOne<BatchRow>(database)`
    select * from batches where set_id = ${action.set} and iif(
      ${batch} is null, undone_by is null and kind <> 'undo', id = ${batch}
    ) order by seq desc limit 1`
  if (!target && batch !== null) throw new AppFailure('not_found')
  if (target?.kind === 'undo') throw new AppFailure('bad_request', {}, 'an undo')
  if (!target || target.undone_by !== null) return null
  const spans = JSON.stringify(spansOf(readFact<StoredSpans>(database, spanPrefix + target.id)))
  const entries = selectValues<number>(database)`
    select distinct entry_id from events where batch = ${target.id} and set_id = ${target.set_id}
    union
    select distinct entry_id from json_each(${spans})
    join events on seq between value ->> 'from' and value ->> 'to' where set_id = ${target.set_id}`
  const parts: (readonly number[])[] = []
  for (let at = 0; at === 0 || at < entries.length; at += entriesAPart) parts.push(entries.slice(at, at + entriesAPart))
  return { ...action, id: randomUUID(), target, parts }
}

/**
 * Undoes a part of a batch by new events: each field returns to its earlier value, unless somebody changed it since;
 * notes are withdrawn. The trail keeps both. What was undone before changes nothing. Returns the changed entries.
 * Called within a transaction.
 */
export function undoPart(database: Database, { target, parts, ...action }: Undo, part: readonly number[]): number[] {
  const { id } = action
  const ids = recordSteps(database, action, stepsBack(database, target, part))
  putBatch(database, { ...action, kind: 'undo', value: target.value }, ids)
  if (part === parts.at(-1)) execute(database)`update batches set undone_by = ${id} where id = ${target.id}`
  return ids
}

/** A batch that was undone, as it is shown. */
export function shownUndone({ target }: Undo): ReviewBatch {
  return { ...shownBatch(target), undone: true }
}

function stepsBack(database: Database, { id, set_id }: BatchRow, entryIds: readonly number[]): Step[] {
  const spans = new Map(
    // Written by `writeMergeSpan`.
    factsOf(database, spanPrefix).map(({ name, value }) => [name, spansOf(value as StoredSpans)]),
  )
  const isOf: IsOf = ({ seq, batch }, one) =>
    batch === one || (spans.get(spanPrefix + one)?.some(({ from, to }) => seq >= from && seq <= to) ?? false)
  const events = selectAll<StoredEvent>(database)`
    select * from events where set_id = ${set_id}
    and entry_id in (select value from json_each(${JSON.stringify(entryIds)})) order by seq`
  const done = events.filter((event) => isOf(event, id))
  const noteOf = ({ entry_id }: StoredEvent, batch: string | null) => `${entry_id} ${batch}`
  const withdrawn = new Set(
    events.filter(({ kind, after }) => kind === 'note' && after === null).map((event) => noteOf(event, event.undoes)),
  )
  const histories = Map.groupBy(events, ({ entry_id, kind }) => `${entry_id} ${kind}`)
  const fields = [...lastOfFields(done)].flatMap(([field, { entry_id, kind }]): Step[] => {
    const history = histories.get(field) ?? []
    // Before all events, and of no batch.
    const never = { seq: 0, batch: '', after: untouchedValues[kind], comment: null, undoes: null }
    const restored = valueBefore([never, ...history], id, isOf)
    const lastValue = history.at(-1)?.after ?? null
    if (!restored || restored.after === (lastValue ?? never.after)) return []
    return [{ entry_id, kind, before: lastValue, after: restored.after, comment: restored.comment, undoes: id }]
  })
  const notes = done.flatMap((event): Step[] => {
    const { entry_id, kind, after, batch } = event
    if (kind !== 'note' || after === null || withdrawn.has(noteOf(event, batch))) return []
    // A note is named by its entry and its own batch, so that whoever merges this knows which one is meant.
    return [{ entry_id, kind, before: after, after: null, comment: null, undoes: batch }]
  })
  return [...fields, ...notes]
}

type FieldEvent = Pick<StoredEvent, 'seq' | 'batch' | 'after' | 'comment' | 'undoes'>

/** Whether an event is of a batch: by its own word, or brought or made by this merge. */
type IsOf = (event: FieldEvent, batch: string) => boolean

/**
 * What the field had before the batch; undefined when somebody changed it since. Undone batches count as if
 * they had never been, so that repeated undo goes further back.
 */
function valueBefore(events: readonly FieldEvent[], batch: string, isOf: IsOf): FieldEvent | undefined {
  let standing: FieldEvent[] = []
  for (const event of events) {
    const { undoes } = event
    if (undoes !== null) standing = standing.filter((earlier) => !isOf(earlier, undoes))
    // A colleague's undo may have come without what it went back to.
    if (undoes === null || standing.at(-1)?.after !== event.after) standing.push(event)
  }
  const last = standing.at(-1)
  return last && isOf(last, batch) ? standing.findLast((event) => !isOf(event, batch)) : undefined
}
