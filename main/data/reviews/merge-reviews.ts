import { randomUUID } from 'node:crypto'
import type { ReviewBatch } from '../../../preload/contract/reviews.ts'
import { revise } from '../forms/revisions.ts'
import type { Database } from '../store/encrypted-file.ts'
import { putBatch } from './batches.ts'
import { eventWriter, type ReviewEvent, type ReviewField } from './events.ts'
import { lastSeq, putMergeSpan } from './merge-spans.ts'
import type { ReviewPackage } from './package-content.ts'
import { type MergePlan, planMerge } from './plan-merge.ts'
import { createProjection } from './projection.ts'

export interface Choice {
  readonly entry_id: number
  readonly field: ReviewField
  readonly take: 'mine' | 'theirs'
}

export interface Merge {
  readonly package: ReviewPackage
  /** Conflicts without a choice keep mine. */
  readonly choices: readonly Choice[]
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/**
 * Unites a colleague's deeds with those here, all in one transaction: both trails stay. A conflict that was decided gets an
 * event of its own, so that the colleague's next merge follows it. What was merged before changes nothing; then there is
 * no batch. `changed` counts the entries that became another.
 */
export function mergeReviews(
  database: Database,
  { package: { from, events }, choices, who, at }: Merge,
): { batch: ReviewBatch | null; changed: number } {
  return database
    .transaction(() => {
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
      for (const entryId of touched) projection.follow(entryId)
      const changed = touched.filter((entryId) => projection.text(entryId) !== before.get(entryId))
      revise(database, 'reviews')
      if (changed.length === 0) return { batch: null, changed: 0 }
      const batch = putBatch(database, { id, set_id: '', at, who, kind: 'merge', value: from }, changed)
      putMergeSpan(database, id, { from: first, to: lastSeq(database) })
      return { batch, changed: changed.length }
    })
    .immediate()
}

type ResolutionEvent = Pick<ReviewEvent, 'entry_id' | 'kind' | 'before' | 'after' | 'comment'>

/** The events that say what a field has where the order of events alone would say another thing, or another one elsewhere. */
function resolutionEvents({ kept, conflicts }: MergePlan, choices: readonly Choice[]): ResolutionEvent[] {
  const taken = new Map(choices.map(({ entry_id, field, take }) => [`${entry_id} ${field}`, take]))
  return [
    ...kept.map(({ entry_id, field, mine, last }) => resolutionEvent({ entry_id, field, winner: mine, last })),
    ...conflicts.map(({ entry_id, field, mine, theirs }) => {
      const winner = taken.get(`${entry_id} ${field}`) === 'theirs' ? theirs : mine
      return resolutionEvent({ entry_id, field, winner, last: theirs })
    }),
  ]
}

interface Winner {
  readonly entry_id: number
  readonly field: ReviewField
  readonly winner: ReviewEvent
  readonly last: ReviewEvent
}

function resolutionEvent({ entry_id, field, winner, last }: Winner): ResolutionEvent {
  return { entry_id, kind: field, before: last.after, after: winner.after, comment: winner.comment }
}
