import type { TrailEvent } from '../../../preload/contract/entries.ts'
import type { Database } from '../store/encrypted-file.ts'
import { type StoredEvent, shownValue } from './events.ts'
import { foldReview, type Review } from './fold-review.ts'

/** The review of an entry, with its notes: the team's for set '', else that of a blind review. */
export function readReview(database: Database, set: string, entryId: number): Review {
  return foldReview(eventsOf(database, set, entryId))
}

/**
 * What happened to an entry, oldest first: the events of the set (the team's for '') and those of the service, which
 * belong to every set. `changes` is empty: whoever knows the schemas fills it from the bodies of then, and `before` and
 * `after` of `changed_on_service` are as stored.
 */
export function readTrail(database: Database, set: string, entryId: number): TrailEvent[] {
  return eventsOf(database, set, entryId).map(({ id, at, who, kind, before, after, comment, undoes, merged }) => ({
    id,
    at,
    who,
    kind,
    before: shownValue(kind, before),
    after: shownValue(kind, after),
    comment,
    undo: undoes !== null,
    merged: merged === 1,
    changes: [],
  }))
}

function eventsOf(database: Database, set: string, entryId: number): StoredEvent[] {
  return database
    .prepare<[number, string], StoredEvent>(
      `select * from events
       where entry_id = ? and (set_id = ? or kind in ('changed_on_service', 'gone', 'back'))
       order by seq`,
    )
    .all(entryId, set)
}
