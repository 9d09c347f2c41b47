import { randomUUID } from 'node:crypto'
import type { ReviewBatch, ReviewChange } from '../../../preload/contract/reviews.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { foldText } from '../columns/fold-text.ts'
import { revise } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { atomically, execute, selectAll } from '../store/sql.ts'
import { createProjection, eventWriter, type ReviewEvent, type ReviewRow } from './review-events.ts'
import { idsInSet } from './review-sets.ts'

interface ReviewMutation {
  /** Empty for the team's own states. */
  readonly set: string
  readonly ids: readonly number[]
  readonly change: ReviewChange
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/**
 * Does one thing to many entries as one batch, all in one transaction. Entries that have it already are left as they are;
 * when all have, there is no batch. A rejection without a reason is `comment_required` (features.md section 4).
 */
export function changeReviews(
  database: Database,
  { set, ids, change, who, at }: ReviewMutation,
): { batch: ReviewBatch | null; ids: readonly number[] } {
  if (change.kind === 'state' && change.state === 'rejeitada' && !change.comment) {
    throw new AppFailure('comment_required')
  }
  const id = randomUUID()
  const write = eventWriter(database)
  const projection = createProjection(database, set)
  return atomically(database, () => {
    const changed: number[] = []
    for (const entryId of idsInSet(database, set, ids)) {
      const step = stepOf(projection.read(entryId), change)
      if (!step) continue
      const event = { ...step, id: randomUUID(), entry_id: entryId, at, who, batch: id, undoes: null }
      write({ ...event, set, merged: false })
      projection.update(entryId)
      changed.push(entryId)
    }
    if (changed.length === 0) return { batch: null, ids: changed }
    const row = { id, set_id: set, at, who, kind: change.kind, value: valueSetBy(change) }
    const batch = putBatch(database, row, changed)
    revise(database, 'reviews')
    return { batch, ids: changed }
  })
}

type Step = Pick<ReviewEvent, 'kind' | 'before' | 'after' | 'comment'>

/** What the change does to one entry; null when it has it already. */
function stepOf({ state, assignee, tags }: ReviewRow, change: ReviewChange): Step | null {
  switch (change.kind) {
    case 'state':
      if (state === change.state) return null
      return { kind: 'state', before: state, after: change.state, comment: change.comment || null }
    case 'assign':
      if (assignee === change.assignee) return null
      return { kind: 'assignee', before: assignee, after: change.assignee, comment: null }
    case 'tag': {
      const after = tagged(tags, change)
      if (JSON.stringify(after) === JSON.stringify(tags)) return null
      return { kind: 'tags', before: JSON.stringify(tags), after: JSON.stringify(after), comment: null }
    }
    case 'note':
      return { kind: 'note', before: null, after: change.text, comment: null }
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

/** The value that the history shows for the change. */
function valueSetBy(change: ReviewChange): string | null {
  switch (change.kind) {
    case 'state':
      return change.state
    case 'assign':
      return change.assignee
    case 'tag':
      return [...change.add, ...change.remove.map((tag) => `−${tag}`)].join(', ')
    case 'note':
      return null
  }
}

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

/** How many batches the history shows. */
const mostShown = 200

/** The last batches of a set that were made here, newest first. */
export function listBatches(database: Database, set: string): ReviewBatch[] {
  return selectAll<BatchRow>(database)`
    select * from batches
    where set_id = ${set} order by seq desc limit ${mostShown}`.map(shownBatch)
}

/** Stores the batch of a change to these entries; called in its transaction. */
export function putBatch(
  database: Database,
  row: Pick<BatchRow, 'id' | 'set_id' | 'at' | 'who' | 'kind' | 'value'>,
  entryIds: readonly number[],
): ReviewBatch {
  const { id, set_id, at, who, kind, value } = row
  const entryId = entryIds.length === 1 ? (entryIds[0] ?? null) : null
  execute(database)`
    insert into batches (id, set_id, at, who, kind, value, entries, entry_id)
    values (${id}, ${set_id}, ${at}, ${who}, ${kind}, ${value}, ${entryIds.length}, ${entryId})`
  return { id, at, who, kind, value, entries: entryIds.length, entry_id: entryId, undone: false }
}

export function shownBatch({ id, at, who, kind, value, entries, entry_id, undone_by }: BatchRow): ReviewBatch {
  return { id, at, who, kind, value, entries, entry_id, undone: undone_by !== null }
}
