import { randomUUID } from 'node:crypto'
import type { PackageConflict, ReviewBatch, reviews } from '../../../preload/contract/reviews.ts'
import type { ParsedInput } from '../../../preload/contract/wire.ts'
import type { Database } from '../store/encrypted-file.ts'
import { type Action, putBatch, recordSteps, type Step, writeMergeSpan } from './change-reviews.ts'
import type { PackageOf } from './package-schema.ts'
import {
  lastOfFields,
  lastSeq,
  newEvents,
  type ReviewEvent,
  type ReviewField,
  readReviews,
  recordEvents,
  type StoredReview,
  shownValue,
  untouchedValues,
} from './review-events.ts'

type Choices = ParsedInput<(typeof reviews)['reviews.merge_package']>['choices']

/**
 * Merges a colleague's events with those here: both trails stay. A conflict that was decided gets an event of its own, so
 * that the colleague's next merge follows it; one without a choice keeps mine. What was merged before changes nothing; then
 * there is no batch. `changed` counts the entries whose review differs. Called within a transaction.
 */
export function mergeReviews(
  database: Database,
  { from, events }: PackageOf<'review'>,
  { choices, ...action }: Omit<Action, 'set'> & { readonly choices: Choices },
): { batch: ReviewBatch | null; changed: number } {
  const plan = planMerge(database, events)
  if (plan.fresh.length === 0) return { batch: null, changed: 0 }
  const batch = { ...action, id: randomUUID(), set: '' }
  const first = lastSeq(database) + 1
  const known = readReviews(database, '', [...new Set(plan.fresh.map(({ entry_id }) => entry_id))])
  const touched = recordEvents(database, { set: '', merged: true }, plan.fresh)
  recordSteps(database, batch, resolutionSteps(plan, choices))
  const reviews = readReviews(database, '', touched)
  const changed = touched.filter((entryId) => comparable(known.get(entryId)) !== comparable(reviews.get(entryId)))
  if (changed.length === 0) return { batch: null, changed: 0 }
  writeMergeSpan(database, batch.id, { from: first, to: lastSeq(database) })
  return { batch: putBatch(database, { ...batch, kind: 'merge', value: from }, changed), changed: changed.length }
}

/** Whoever decided the same, with another comment, changes nothing. */
function comparable(review: StoredReview | undefined): string | undefined {
  return review && JSON.stringify([review.state, review.assignee, review.tags, review.notes, review.last_note])
}

/**
 * What says that a field has a value where the order of events alone would say another thing, or another one elsewhere: it
 * gets the winner's value again, after the last event of the package.
 */
function resolutionSteps({ held, conflicts }: ReturnType<typeof planMerge>, choices: Choices): Step[] {
  const taken = new Map(choices.map(({ entry_id, field, take }) => [`${entry_id} ${field}`, take]))
  const step = ({ theirs }: Meeting, { entry_id, kind, after, comment }: FieldEvent): Step => {
    return { entry_id, kind, before: theirs.after, after, comment, undoes: null }
  }
  const takesTheirs = ({ theirs }: Meeting) => taken.get(`${theirs.entry_id} ${theirs.kind}`) === 'theirs'
  return [
    ...held.map((one) => step(one, one.mine)),
    ...conflicts.map((one) => step(one, takesTheirs(one) ? one.theirs : one.mine)),
  ]
}

type FieldEvent = ReviewEvent & { readonly kind: ReviewField }

/** Both sides have an event of a field of an entry; `theirs` is the last one that is new here. */
interface Meeting {
  readonly mine: FieldEvent
  readonly theirs: FieldEvent
}

/**
 * How a colleague's events meet those here. The last event of a field is what it has; knowing an event means that it was
 * seen before the own last one. So: their last one is known here, mine stays; my last one is in the package, theirs is
 * taken; neither, and the values differ, is a conflict. Notes are always united.
 */
export function planMerge(database: Database, events: readonly ReviewEvent[]) {
  /** In the order of the package. */
  const fresh = newEvents(database, events)
  const theirIds = new Set(events.map(({ id }) => id))
  const lastHere = database.prepare<[number, string], FieldEvent>(
    `select * from events where entry_id = ? and set_id = '' and kind = ? order by seq desc limit 1`,
  )
  const lastFresh = lastOfFields(fresh)
  /** Fields that hold my value although their events come after mine in the file. */
  const held: Meeting[] = []
  /** Both sides decided without knowing of each other. */
  const conflicts: Meeting[] = []
  /** Entries whose review changes, without a conflict, by the events alone. */
  const changed = new Set(fresh.filter(({ kind }) => kind === 'note').map(({ entry_id }) => entry_id))
  for (const [key, last] of lastOfFields(events)) {
    const theirs = lastFresh.get(key)
    if (!theirs) continue
    const { entry_id, kind } = last
    const mine = lastHere.get(entry_id, kind)
    if (!mine) {
      if (last.after !== untouchedValues[kind]) changed.add(entry_id)
    } else if (last !== theirs) {
      if (mine.after !== last.after || mine.after !== theirs.after) held.push({ mine, theirs })
    } else if (mine.after !== theirs.after) {
      if (theirIds.has(mine.id)) changed.add(entry_id)
      else conflicts.push({ mine, theirs })
    }
  }
  for (const { mine } of conflicts) changed.delete(mine.entry_id)
  return { fresh, held, conflicts, changed }
}

/** The conflict as people see it; `sender` is who sent the entry. */
export function shownConflict({ mine, theirs }: Meeting, sender: string): PackageConflict {
  const { entry_id, kind: field } = mine
  const side = ({ after, who, at, comment }: ReviewEvent) => ({ value: shownValue(field, after), who, at, comment })
  return { entry_id, sender, field, mine: side(mine), theirs: side(theirs) }
}
