import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { PackageConflict, ReviewBatch } from '../../../preload/contract/reviews.ts'
import { revise } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { factsOf, writeFact } from '../store/facts.ts'
import { atomically } from '../store/sql.ts'
import { putBatch } from './change-reviews.ts'
import {
  createProjection,
  eventWriter,
  isField,
  lastSeq,
  type ReviewEvent,
  type ReviewField,
  type StoredEvent,
  shownValue,
  untouchedValues,
} from './review-events.ts'
import type { ReviewPackage } from './review-package.ts'

interface Choice {
  readonly entry_id: number
  readonly field: ReviewField
  readonly take: 'mine' | 'theirs'
}

interface Merge {
  readonly package: ReviewPackage
  /** Conflicts without a choice keep mine. */
  readonly choices: readonly Choice[]
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/**
 * Merges a colleague's events with those here, all in one transaction: both trails stay. A conflict that was decided gets an
 * event of its own, so that the colleague's next merge follows it. What was merged before changes nothing; then there is
 * no batch. `changed` counts the entries whose review differs.
 */
export function mergeReviews(
  database: Database,
  { package: { from, events }, choices, who, at }: Merge,
): { batch: ReviewBatch | null; changed: number } {
  return atomically(database, () => {
    const plan = planMerge(database, events)
    if (plan.fresh.length === 0) return { batch: null, changed: 0 }
    const id = randomUUID()
    const first = lastSeq(database) + 1
    const write = eventWriter(database)
    for (const event of plan.fresh) write({ ...event, set: '', merged: true })
    for (const word of resolutionEvents(plan, choices)) {
      write({ ...word, id: randomUUID(), at, who, batch: id, undoes: null, set: '', merged: false })
    }
    const projection = createProjection(database, '')
    const touched = [...new Set(plan.fresh.map(({ entry_id }) => entry_id))]
    const before = new Map(touched.map((entryId) => [entryId, projection.text(entryId)]))
    for (const entryId of touched) projection.update(entryId)
    const changed = touched.filter((entryId) => projection.text(entryId) !== before.get(entryId))
    revise(database, 'reviews')
    if (changed.length === 0) return { batch: null, changed: 0 }
    const batch = putBatch(database, { id, set_id: '', at, who, kind: 'merge', value: from }, changed)
    // So that the merge can be undone.
    const span: MergeSpan = { from: first, to: lastSeq(database) }
    writeFact(database, prefix + id, span)
    return { batch, changed: changed.length }
  })
}

type ResolutionEvent = Pick<ReviewEvent, 'entry_id' | 'kind' | 'before' | 'after' | 'comment'>

/** The events that say what a field has where the order of events alone would say another thing, or another one elsewhere. */
function resolutionEvents({ held, conflicts }: MergePlan, choices: readonly Choice[]): ResolutionEvent[] {
  const taken = new Map(choices.map(({ entry_id, field, take }) => [`${entry_id} ${field}`, take]))
  return [
    ...held.map(({ mine, last }) => resolutionEvent(mine, last)),
    ...conflicts.map(({ entry_id, field, mine, theirs }) =>
      resolutionEvent(taken.get(`${entry_id} ${field}`) === 'theirs' ? theirs : mine, theirs),
    ),
  ]
}

/** Gives the field the winner's value again, after the last event of the package. */
function resolutionEvent({ entry_id, kind, after, comment }: ReviewEvent, last: ReviewEvent): ResolutionEvent {
  return { entry_id, kind, before: last.after, after, comment }
}

/** Which events a merge brought and made: those with `seq` from the first to the last, for they came in one transaction. */
export interface MergeSpan {
  readonly from: number
  readonly to: number
}

const spanInFile = z.object({ from: z.int(), to: z.int() })

const prefix = 'merge/'

/** Of every merge, by its batch. */
export function mergeSpans(database: Database): ReadonlyMap<string, MergeSpan> {
  return new Map(
    factsOf(database, prefix).map(({ name, value }) => [name.slice(prefix.length), spanInFile.parse(value)]),
  )
}

/** Both sides decided a field of an entry without knowing of each other. */
interface Conflict {
  readonly entry_id: number
  readonly field: ReviewField
  readonly mine: ReviewEvent
  readonly theirs: ReviewEvent
}

/** A field that holds my value although their events come after mine in the file. */
interface HeldField {
  readonly mine: ReviewEvent
  /** The last of theirs: the value of the field without another event. */
  readonly last: ReviewEvent
}

interface MergePlan {
  /** In the order of the package. */
  readonly fresh: readonly ReviewEvent[]
  readonly held: readonly HeldField[]
  readonly conflicts: readonly Conflict[]
  /** Entries whose review changes by the events alone. */
  readonly changed: ReadonlySet<number>
}

/**
 * How a colleague's events meet those here. The last event of a field is what it has; knowing an event means that it was
 * seen before the own last one. So: their last one is known here, mine stays; my last one is in the package, theirs is
 * taken; neither, and the values differ, is a conflict. Notes are always united.
 */
export function planMerge(database: Database, events: readonly ReviewEvent[]): MergePlan {
  const isKnown = database.prepare<[string], number>('select 1 from events where id = ?').pluck()
  const fresh = events.filter(({ id }) => isKnown.get(id) === undefined)
  const theirIds = new Set(events.map(({ id }) => id))
  const freshIds = new Set(fresh.map(({ id }) => id))
  const lastHere = database.prepare<[number, string], StoredEvent & ReviewEvent>(
    `select * from events where entry_id = ? and set_id = '' and kind = ? order by seq desc limit 1`,
  )
  const lastFresh = lastOfFields(fresh)
  const held: HeldField[] = []
  const conflicts: Conflict[] = []
  const changed = new Set(fresh.filter(({ kind }) => kind === 'note').map(({ entry_id }) => entry_id))
  for (const [key, theirs] of lastOfFields(events)) {
    const last = lastFresh.get(key)
    const field = theirs.kind
    if (!last || !isField(field)) continue
    const { entry_id } = theirs
    const mine = lastHere.get(entry_id, field)
    if (!mine) {
      if (theirs.after !== untouchedValues[field]) changed.add(entry_id)
    } else if (!freshIds.has(theirs.id)) {
      if (mine.after !== theirs.after || mine.after !== last.after) held.push({ mine, last })
    } else if (mine.after !== theirs.after) {
      if (theirIds.has(mine.id)) changed.add(entry_id)
      else conflicts.push({ entry_id, field, mine, theirs })
    }
  }
  return { fresh, held, conflicts, changed }
}

/** The last event of each field of each entry, in the order of the events. */
function lastOfFields(events: readonly ReviewEvent[]): Map<string, ReviewEvent> {
  return new Map(
    events.flatMap((event) => (isField(event.kind) ? [[`${event.entry_id} ${event.kind}`, event] as const] : [])),
  )
}

/** The conflict as people see it; `sender` is who sent the entry. */
export function shownConflict({ entry_id, field, mine, theirs }: Conflict, sender: string): PackageConflict {
  const side = ({ kind, after, who, at, comment }: ReviewEvent) => ({
    value: shownValue(kind, after),
    who,
    at,
    comment,
  })
  return { entry_id, sender, field, mine: side(mine), theirs: side(theirs) }
}
