import type { PackageConflict } from '../../../preload/contract/reviews.ts'
import type { Database } from '../store/encrypted-file.ts'
import { isField, type ReviewEvent, type ReviewField, type StoredEvent, shownValue } from './events.ts'

/** Both sides decided a field of an entry without knowing of each other. */
export interface Conflict {
  readonly entry_id: number
  readonly field: ReviewField
  readonly mine: ReviewEvent
  readonly theirs: ReviewEvent
}

/** A field that keeps my value although their events come after mine in the file. */
export interface KeptField {
  readonly entry_id: number
  readonly field: ReviewField
  readonly mine: ReviewEvent
  /** The last of theirs: what the field would be without a word. */
  readonly last: ReviewEvent
}

export interface MergePlan {
  /** In the order of the package. */
  readonly fresh: readonly ReviewEvent[]
  readonly kept: readonly KeptField[]
  readonly conflicts: readonly Conflict[]
  /** Entries that become another by the events alone. */
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
  const kept: KeptField[] = []
  const conflicts: Conflict[] = []
  const changed = new Set(fresh.filter(({ kind }) => kind === 'note').map(({ entry_id }) => entry_id))
  for (const [place, theirs] of lastOfFields(events)) {
    const last = lastFresh.get(place)
    const field = theirs.kind
    if (!last || !isField(field)) continue
    const { entry_id } = theirs
    const mine = lastHere.get(entry_id, field)
    if (!mine) {
      if (theirs.after !== untouchedValue[field]) changed.add(entry_id)
    } else if (!freshIds.has(theirs.id)) {
      if (mine.after !== theirs.after || mine.after !== last.after) kept.push({ entry_id, field, mine, last })
    } else if (mine.after !== theirs.after) {
      if (theirIds.has(mine.id)) changed.add(entry_id)
      else conflicts.push({ entry_id, field, mine, theirs })
    }
  }
  return { fresh, kept, conflicts, changed }
}

const untouchedValue: Readonly<Record<ReviewField, string | null>> = { state: 'nova', assignee: null, tags: '[]' }

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
