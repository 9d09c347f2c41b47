import * as z from 'zod'
import { reviewState } from '../../../preload/contract/entries.ts'
import type { ReviewState } from '../../../preload/contract/entries-table.ts'
import type { StoredEvent } from './events.ts'
import { tagsOf } from './events.ts'

export interface ReviewNote {
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
export function foldReview(events: readonly StoredEvent[]): Review {
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
