import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../../../preload/contract/question.ts'
import type { PackageConflict, ReviewBatch, reviews } from '../../../../preload/contract/reviews.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { type Action, putBatch, recordSteps, type Step, writeMergeSpan } from './change-reviews.ts'
import type { PackedEvent } from './package-schema.ts'
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

/** How many events are merged in one transaction, or a few more: those of an entry stay together. */
const eventsAPart = 2000

/** The events of a package, which stand by entry, in parts of whole entries; one part at least. */
export function* partsOf<Event extends Pick<ReviewEvent, 'entry_id'>>(
  events: readonly Event[],
): Generator<readonly Event[]> {
  let start = 0
  do {
    let end = Math.min(events.length, start + eventsAPart)
    while (end < events.length && events[end]?.entry_id === events[end - 1]?.entry_id) end += 1
    yield events.slice(start, end)
    start = end
  } while (start < events.length)
}

interface MergedPart {
  readonly batch: ReviewBatch | null
  /** How many entries have another review than before. */
  readonly changed: number
}

export const nothingMerged: MergedPart = { batch: null, changed: 0 }

/**
 * Merges a part of a colleague's events with those here: both trails stay. A conflict that was decided gets an event of
 * its own, so that the colleague's next merge follows it; one without a choice keeps mine. What was merged before
 * changes nothing; then there is no batch. `previous`: what the parts before have merged. Called within a transaction.
 */
export function mergePart(
  database: Database,
  events: readonly PackedEvent[],
  { from, choices, isLeft, ...action }: Merge,
  previous: MergedPart,
): MergedPart {
  const plan = planMerge(database, events, isLeft)
  if (plan.fresh.length === 0) return previous
  const batch = { ...action, id: previous.batch?.id ?? randomUUID(), set: '' }
  const first = lastSeq(database) + 1
  const previousReviews = readReviews(database, '', [...new Set(plan.fresh.map(({ entry_id }) => entry_id))])
  const touched = recordEvents(database, { set: '', via: from }, plan.fresh)
  recordSteps(database, batch, resolutionSteps(plan, choices))
  const reviews = readReviews(database, '', touched)
  const changed = touched.filter(
    (entryId) => comparable(previousReviews.get(entryId)) !== comparable(reviews.get(entryId)),
  )
  if (changed.length === 0 && !previous.batch) return previous
  writeMergeSpan(database, batch.id, { from: first, to: lastSeq(database) })
  return {
    batch: putBatch(database, { ...batch, kind: 'merge', value: from }, changed),
    changed: previous.changed + changed.length,
  }
}

interface Merge extends Omit<Action, 'set'> {
  readonly from: string
  /** Which side each conflict takes, by `keyOf`. */
  readonly choices: ReadonlyMap<string, Choices[number]['take']>
  /** Whether a new event is left out. */
  readonly isLeft: (event: ReviewEvent) => boolean
}

/** The choices as a merge finds them. */
export function choicesByField(choices: Choices): Merge['choices'] {
  return new Map(choices.map(({ entry_id, field, take }) => [`${entry_id} ${field}`, take]))
}

/** Two decisions that differ by their comments alone are the same here. */
function comparable(review: StoredReview | undefined): string | undefined {
  return review && JSON.stringify([review.state, review.assignee, review.tags, review.notes, review.last_note])
}

/**
 * What says that a field has a value where the order of events alone would say another thing, or another one elsewhere.
 * It gets the winner's value again, after the last event of the package.
 */
function resolutionSteps(
  { myFields, conflicts }: ReturnType<typeof planMerge>,
  choices: ReadonlyMap<string, Choices[number]['take']>,
): Step[] {
  const step = ({ theirs }: Meeting, { entry_id, kind, after, comment }: FieldEvent): Step => {
    return { entry_id, kind, before: theirs.after, after, comment, undoes: null }
  }
  const takesTheirs = ({ theirs }: Meeting) => choices.get(`${theirs.entry_id} ${theirs.kind}`) === 'theirs'
  return [
    ...myFields.map((one) => step(one, one.mine)),
    ...conflicts.map((one) => step(one, takesTheirs(one) ? one.theirs : one.mine)),
  ]
}

type FieldEvent = ReviewEvent & { readonly kind: ReviewField }

/** Both sides have an event of a field of an entry; `theirs` is the last one that is new here. */
export interface Meeting {
  readonly mine: FieldEvent
  readonly theirs: FieldEvent
}

/**
 * How a colleague's events meet those here. The last event of a field is what it has; knowing an event means that it
 * was seen before the own last one. So: their last one is known here, mine stays; my last one is in the package, theirs
 * is taken; neither, and the values differ, is a conflict. Notes are always united. New events that are left out count
 * as if the package had not brought them.
 */
export function planMerge(
  database: Database,
  brought: readonly ReviewEvent[],
  isLeft: (event: ReviewEvent) => boolean = () => false,
) {
  const unknown = newEvents(database, brought)
  const left = new Set(unknown.filter(isLeft))
  const events = left.size === 0 ? brought : brought.filter((event) => !left.has(event))
  /** In the order of the package. */
  const fresh = unknown.filter((event) => !left.has(event))
  const theirIds = new Set(events.map(({ id }) => id))
  const lastHere = database.prepare<[number, string], FieldEvent>(
    `select * from events where entry_id = ? and set_id = '' and kind = ? order by seq desc limit 1`,
  )
  const lastFresh = lastOfFields(fresh)
  /** Fields that hold my value although their events come after mine in the file. */
  const myFields: Meeting[] = []
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
      if (mine.after !== last.after || mine.after !== theirs.after) myFields.push({ mine, theirs })
    } else if (mine.after !== theirs.after) {
      if (theirIds.has(mine.id)) changed.add(entry_id)
      else conflicts.push({ mine, theirs })
    }
  }
  for (const { mine } of conflicts) changed.delete(mine.entry_id)
  return { fresh, left, myFields, conflicts, changed }
}

/** The conflict as people see it; `sender` is who sent the entry. */
export function shownConflict({ mine, theirs }: Meeting, sender: string): PackageConflict {
  const { entry_id, kind: field } = mine
  const side = ({ after, who, at, comment }: ReviewEvent) => ({ value: shownValue(field, after), who, at, comment })
  return { entry_id, sender, field, mine: side(mine), theirs: side(theirs) }
}
