import type { ReviewSet } from '../../../preload/contract/reviews.ts'
import { AppFailure, orNotFound } from '../../kernel/failure.ts'
import { revise } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { atomically, execute, raw, selectCount, selectJson, selectValues } from '../store/sql.ts'

/** A set as its row in `sets` has it; the counts follow from its entries. `request` names the review on both sides. */
export type StoredSet = Omit<ReviewSet, 'entries' | 'decided'> & { readonly request: string }

/** All sets, newest first. */
export function storedSets(database: Database): StoredSet[] {
  return selectJson<StoredSet>(database)`select json from sets order by json ->> 'made_at' desc, id`
}

/** Throws `not_found`. */
export function readSet(database: Database, id: string): StoredSet {
  return orNotFound(storedSets(database).find((set) => set.id === id))
}

export function listSets(database: Database): ReviewSet[] {
  return storedSets(database).map((set) => shownSet(database, set))
}

export function shownSet(database: Database, { request: _, ...set }: StoredSet): ReviewSet {
  return {
    ...set,
    entries: selectCount(database)`select count(*) from set_entries where set_id = ${set.id}`,
    decided: selectCount(database)`
      select count(*) from reviews where set_id = ${set.id} and state not in ('nova', 'em_revisao')
      and exists (select 1 from set_entries s where s.set_id = reviews.set_id and s.entry_id = reviews.entry_id)`,
  }
}

/** Stores a set with its entries, new or again; called within a transaction. */
export function putSet(database: Database, set: StoredSet, entryIds: readonly number[]): void {
  execute(database)`insert or replace into sets (id, json) values (${set.id}, ${JSON.stringify(set)})`
  const add = database.prepare('insert or ignore into set_entries (set_id, entry_id) values (?, ?)')
  for (const entryId of entryIds) add.run(set.id, entryId)
  revise(database, 'reviews')
}

export function entriesOfSet(database: Database, id: string): number[] {
  return selectValues<number>(database)`select entry_id from set_entries where set_id = ${id} order by entry_id`
}

/** Those of the ids that the set has, whose reviewer decides about nothing else; all for the team's set ''. */
export function idsInSet(database: Database, set: string, ids: readonly number[]): readonly number[] {
  if (set === '') return ids
  const has = database.prepare<[string, number], number>('select 1 from set_entries where set_id = ? and entry_id = ?')
  return ids.filter((id) => has.get(set, id) !== undefined)
}

/** Forgets a set with its states and its trail; the team's own stay. One that is not there is fine. */
export function forgetSet(database: Database, id: string): void {
  if (id === '') throw new AppFailure('bad_request', {}, 'no set')
  atomically(database, () => {
    for (const table of ['set_entries', 'reviews', 'events', 'batches']) {
      execute(database)`delete from ${raw(table)} where set_id = ${id}`
    }
    execute(database)`delete from sets where id = ${id}`
    revise(database, 'reviews')
  })
}
