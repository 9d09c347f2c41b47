import { randomUUID } from 'node:crypto'
import type { ReviewBatch } from '../../../preload/contract/reviews.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { revise } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { atomically, execute, selectAll, selectOne } from '../store/sql.ts'
import { type BatchRow, putBatch, shownBatch } from './change-reviews.ts'
import { type MergeSpan, mergeSpans } from './merge-reviews.ts'
import {
  createProjection,
  eventWriter,
  isField,
  type ReviewEvent,
  type ReviewField,
  type StoredEvent,
  untouchedValues,
} from './review-events.ts'

interface Undo {
  readonly set: string
  /** Null: the last one that is not undone. */
  readonly batch: string | null
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/**
 * Undoes a batch by new events, in one transaction: each field returns to its earlier value, unless somebody changed it
 * since; notes are withdrawn. The trail keeps both. `undone` is null when nothing is left to undo. Throws `not_found` for
 * a batch that is none of this set, `bad_request` for one that is an undo itself.
 */
export function undoBatch(
  database: Database,
  { set, batch, who, at }: Undo,
): { undone: ReviewBatch | null; ids: readonly number[] } {
  return atomically(database, () => {
    const target = batch === null ? lastBatch(database, set) : findBatch(database, set, batch)
    if (!target || target.undone_by !== null) return { undone: null, ids: [] }
    const id = randomUUID()
    const steps = stepsBack(database, target)
    const write = eventWriter(database)
    for (const step of steps) write({ ...step, id: randomUUID(), at, who, batch: id, set, merged: false })
    const changed = [...new Set(steps.map(({ entry_id }) => entry_id))]
    const projection = createProjection(database, set)
    for (const entryId of changed) projection.update(entryId)
    putBatch(database, { id, set_id: set, at, who, kind: 'undo', value: target.value }, changed)
    execute(database)`update batches set undone_by = ${id} where id = ${target.id}`
    revise(database, 'reviews')
    return { undone: { ...shownBatch(target), undone: true }, ids: changed }
  })
}

function lastBatch(database: Database, set: string): BatchRow | undefined {
  return selectOne<BatchRow>(database)`
    select * from batches
    where set_id = ${set} and undone_by is null and kind <> 'undo' order by seq desc limit 1`
}

function findBatch(database: Database, set: string, id: string): BatchRow {
  const found = selectOne<BatchRow>(database)`select * from batches where set_id = ${set} and id = ${id}`
  if (!found) throw new AppFailure('not_found')
  if (found.kind === 'undo') throw new AppFailure('bad_request', {}, 'an undo')
  return found
}

type StepBack = Pick<ReviewEvent, 'entry_id' | 'kind' | 'before' | 'after' | 'comment' | 'undoes'>

function stepsBack(database: Database, target: BatchRow): StepBack[] {
  const spans = mergeSpans(database)
  const done = eventsOfBatch(database, target, spans.get(target.id))
  const fields = new Map<string, { entry_id: number; kind: ReviewField }>()
  for (const { entry_id, kind } of done) if (isField(kind)) fields.set(`${entry_id} ${kind}`, { entry_id, kind })
  const history = database.prepare<[number, string, string], StoredEvent>(
    'select * from events where entry_id = ? and set_id = ? and kind = ? order by seq',
  )
  const fieldSteps = [...fields.values()].flatMap(({ entry_id, kind }): StepBack[] => {
    const events = history.all(entry_id, target.set_id, kind)
    const restored = valueBefore(events, target.id, spans)
    const current = events.at(-1)?.after ?? null
    if (!restored || restored.after === (current ?? untouchedValues[kind])) return []
    const { after, comment } = restored
    return [{ entry_id, kind, before: current, after, comment, undoes: target.id }]
  })
  return [...fieldSteps, ...notesBack(database, target.set_id, done)]
}

function eventsOfBatch(database: Database, { id, set_id }: BatchRow, span: MergeSpan | undefined): StoredEvent[] {
  if (!span) {
    return selectAll<StoredEvent>(database)`
      select * from events
      where batch = ${id} and set_id = ${set_id} order by seq`
  }
  return selectAll<StoredEvent>(database)`
    select * from events
    where seq between ${span.from} and ${span.to} and set_id = ${set_id} order by seq`
}

/**
 * What the field had before the batch; undefined when somebody changed it since. Undone batches count as if
 * they had never been, so that repeated undo goes further back.
 */
function valueBefore(
  events: readonly StoredEvent[],
  batch: string,
  spans: ReadonlyMap<string, MergeSpan>,
): Pick<StoredEvent, 'after' | 'comment'> | undefined {
  const isOf = (event: StoredEvent, id: string) => {
    const span = spans.get(id)
    return event.batch === id || (span !== undefined && event.seq >= span.from && event.seq <= span.to)
  }
  const [first] = events
  if (!first || !isField(first.kind)) return undefined
  const never = { after: untouchedValues[first.kind], comment: null }
  let standing: StoredEvent[] = []
  for (const event of events) {
    const { undoes } = event
    if (undoes !== null) standing = standing.filter((earlier) => !isOf(earlier, undoes))
    // A colleague's undo may have come without what it went back to.
    if (undoes === null || (standing.at(-1) ?? never).after !== event.after) standing.push(event)
  }
  const last = standing.at(-1)
  if (!last || !isOf(last, batch)) return undefined
  while (standing.length > 0 && isOf(standing[standing.length - 1] ?? last, batch)) standing.pop()
  return standing.at(-1) ?? never
}

/** A note is named by its entry and its own batch, so that whoever merges this knows which one is meant. */
function notesBack(database: Database, set: string, done: readonly StoredEvent[]): StepBack[] {
  const isBack = database.prepare<[number, string, string], number>(
    `select 1 from events where entry_id = ? and set_id = ? and kind = 'note' and after is null and undoes = ?`,
  )
  return done.flatMap(({ entry_id, kind, after, batch }): StepBack[] => {
    if (kind !== 'note' || after === null || isBack.get(entry_id, set, batch) !== undefined) return []
    return [{ entry_id, kind, before: after, after: null, comment: null, undoes: batch }]
  })
}
