import { randomUUID } from 'node:crypto'
import type { Agreement, ReviewSet } from '../../../../preload/contract/reviews.ts'
import { isDecided, pendingStates, reviewStates } from '../../../../preload/values/entries-table.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { execute, raw, selectAll, selectCount, selectJson, selectValues } from '../../../engine/store/sql.ts'
import { AppFailure, orNotFound } from '../../../kernel/failure.ts'
import { revise } from '../forms-folder.ts'
import type { Decision, PackageOf } from './package-schema.ts'
import { newEvents, readReviews, recordEvents, untouchedRow } from './review-events.ts'
import { headOf, type Packed, type Packer } from './review-package.ts'

/** A set as stored in `sets`; the counts follow from its entries. `request` identifies the review on both sides. */
type StoredSet = Omit<ReviewSet, 'entries' | 'decided'> & { readonly request: string }

/** All sets, newest first. */
function storedSets(database: Database): StoredSet[] {
  return selectJson<StoredSet>(database)`select json from sets order by json ->> 'made_at' desc, id`
}

function readSet(database: Database, id: string): StoredSet {
  return orNotFound(storedSets(database).find((set) => set.id === id))
}

export function listSets(database: Database): ReviewSet[] {
  return storedSets(database).map((set) => shownSet(database, set))
}

function shownSet(database: Database, { request: _, ...set }: StoredSet): ReviewSet {
  return {
    ...set,
    entries: selectCount(database)`select count(*) from set_entries where set_id = ${set.id}`,
    decided: selectCount(database)`
      select count(*) from reviews join set_entries using (set_id, entry_id)
      where set_id = ${set.id} and state not in (select value from json_each(${JSON.stringify(pendingStates)}))`,
  }
}

/** Stores a set with its entries, new or again, and returns its shown form; called within a transaction. */
export function putSet(database: Database, set: StoredSet, entryIds: readonly number[]): ReviewSet {
  execute(database)`insert or replace into sets (id, json) values (${set.id}, ${JSON.stringify(set)})`
  execute(database)`
    insert or ignore into set_entries (set_id, entry_id)
    select ${set.id}, value from json_each(${JSON.stringify(entryIds)})`
  revise(database, 'reviews')
  return shownSet(database, set)
}

export function entriesOfSet(database: Database, id: string): number[] {
  return selectValues<number>(database)`select entry_id from set_entries where set_id = ${id} order by entry_id`
}

/**
 * Throws `bad_request` for a blind review that nobody gave to us, whose decisions are a colleague's; '' is the team's
 * own.
 */
export function requireOwnSet(database: Database, id: string): void {
  if (id === '') return
  const { role } = readSet(database, id)
  if (role !== 'given') throw new AppFailure('bad_request', {}, role)
}

/** The ids within the set, to which its reviewer's decisions are limited; all ids for the team's set ''. */
export function idsInSet(database: Database, set: string, ids: readonly number[]): readonly number[] {
  if (set === '') return ids
  const has = database.prepare<[string, number], number>('select 1 from set_entries where set_id = ? and entry_id = ?')
  return ids.filter((id) => has.get(set, id) !== undefined)
}

/**
 * Forgets a set with its states and its trail, and gives those that are left; the team's own states stay. One that is
 * not there is fine. Called within a transaction.
 */
export function forgetSet(database: Database, id: string): ReviewSet[] {
  if (id === '') throw new AppFailure('bad_request', {}, 'no set')
  for (const table of ['set_entries', 'reviews', 'events', 'batches']) {
    execute(database)`delete from ${raw(table)} where set_id = ${id}`
  }
  execute(database)`delete from sets where id = ${id}`
  revise(database, 'reviews')
  return listSets(database)
}

/** A request with entries and forms but no states, and the set that waits for its answer. */
export function createBlindRequest(
  database: Database,
  { name, form_id, entries, ...packer }: Packer & Pick<PackageOf<'blind_request'>, 'name' | 'form_id' | 'entries'>,
): Packed & { readonly set: StoredSet } {
  const id = randomUUID()
  return {
    content: { kind: 'blind_request', ...headOf(database, packer, entries), request: id, name, form_id, entries },
    entries: entries.length,
    set: { id, name, form_id, made_at: packer.at, role: 'asked', colleague: null, request: id },
  }
}

/**
 * The answer to a request that was given here: the last change of state of each entry that was touched, taken back or
 * not. So a second answer corrects the first. Throws `bad_request` for a set that nobody gave to us.
 */
export function createBlindAnswer(database: Database, setId: string, packer: Packer): Packed {
  const { role, name, form_id, request } = readSet(database, setId)
  if (role !== 'given') throw new AppFailure('bad_request', {}, role)
  const entries = entriesOfSet(database, setId)
  const decisions = selectAll<Decision>(database)`
    select id, entry_id, at, who, after state, comment from events where seq in (
      select max(seq) from events join set_entries using (set_id, entry_id)
      where set_id = ${setId} and kind = 'state' group by entry_id
    ) order by entry_id`
  return {
    content: { kind: 'blind_answer', ...headOf(database, packer, entries), request, name, form_id, entries, decisions },
    entries: decisions.filter(({ state }) => isDecided(state)).length,
  }
}

/**
 * Imports a request as a set to review. Returns its id; an imported one stays as it is. Called within a transaction, as
 * `importBlindAnswer` is.
 */
export function importBlindRequest(database: Database, content: PackageOf<'blind_request'>, at: string): string {
  const { request, name, form_id, entries, from: colleague } = content
  const existingSet = storedSets(database).find((set) => set.request === request)
  if (existingSet) return existingSet.id
  const id = randomUUID()
  putSet(database, { id, name, form_id, made_at: at, role: 'given', colleague, request }, entries)
  return id
}

/** Whether a request for a blind review was made here. */
export function isOwnRequest(database: Database, request: string): boolean {
  return storedSets(database).some((set) => set.request === request && set.role !== 'given')
}

interface MergedAnswer {
  readonly set: string
  /** How many decisions were new. */
  readonly changed: number
}

interface BlindAnswerPart {
  readonly decisions: readonly Decision[]
  readonly at: string
  /** The result of the earlier parts. */
  readonly before: MergedAnswer
}

/**
 * Imports a part of an answer's decisions beside our own states. They go into the set that waits for it, the one with
 * this colleague's earlier answer, or one of its own for a second colleague. They are the colleague's, whomever they
 * name.
 */
export function importBlindAnswer(
  database: Database,
  answer: PackageOf<'blind_answer'>,
  { decisions, at, before }: BlindAnswerPart,
): MergedAnswer {
  const { request, name, form_id, from: colleague } = answer
  const sets = storedSets(database).filter((set) => set.request === request)
  const existingSet =
    sets.find(({ role }) => role === 'given') ??
    sets.find((set) => set.colleague === colleague) ??
    sets.find(({ role }) => role === 'asked')
  // Our own answer, read where it was made.
  if (existingSet?.role === 'given') return { ...before, set: existingSet.id }
  const set = existingSet ?? { id: randomUUID(), name, form_id, made_at: at, request }
  putSet(database, { ...set, role: 'answered', colleague }, existingSet ? [] : answer.entries)
  const asked = new Set(
    idsInSet(
      database,
      set.id,
      decisions.map(({ entry_id }) => entry_id),
    ),
  )
  const fresh = newEvents(database, decisions).filter(({ entry_id }) => asked.has(entry_id))
  const batch = randomUUID()
  const ids = fresh.map(({ entry_id }) => entry_id)
  const reviews = readReviews(database, set.id, ids)
  const events = fresh.map(({ state: after, ...decision }) => {
    const { state: previousState } = reviews.get(decision.entry_id) ?? untouchedRow
    return { ...decision, who: colleague, kind: 'state', before: previousState, after, batch, undoes: null } as const
  })
  recordEvents(database, { set: set.id, via: colleague }, events)
  return { set: set.id, changed: before.changed + fresh.length }
}

/** Who sent an entry, as far as its answers contain it; '' otherwise. */
export type SenderOf = (database: Database, entryId: number) => string

type Pair = Omit<Agreement['disagreed'][number], 'sender'>

/**
 * How far a colleague who did not see our states agrees with us: over the entries of the set that both decided. Throws
 * `not_found` without the set, `bad_request` while nobody has answered.
 */
export function agreementOf(database: Database, setId: string, senderOf: SenderOf): Agreement {
  if (readSet(database, setId).role !== 'answered') throw new AppFailure('bad_request', {}, 'no answer')
  const both = selectAll<Pair>(database)`
    select s.entry_id, m.state mine, t.state theirs, m.comment my_comment, t.comment their_comment
    from set_entries s join reviews m on m.set_id = '' and m.entry_id = s.entry_id
    join reviews t on t.set_id = s.set_id and t.entry_id = s.entry_id
    where s.set_id = ${setId} order by s.entry_id`
  const pairs = both.filter(({ mine, theirs }) => isDecided(mine) && isDecided(theirs))
  const disagreed = pairs.filter(({ mine, theirs }) => mine !== theirs)
  const agreed = pairs.length - disagreed.length
  return {
    both: pairs.length,
    agreed,
    rate: pairs.length === 0 ? null : agreed / pairs.length,
    kappa: kappaOf(pairs),
    pairs: counted(pairs),
    disagreed: disagreed.map((pair) => ({ ...pair, sender: senderOf(database, pair.entry_id) })),
  }
}

/**
 * Cohen's kappa: (observed − by chance) / (1 − by chance). Null without entries, and where both gave one and the same
 * state to everything: chance alone explains that.
 */
function kappaOf(pairs: readonly Pair[]): number | null {
  const all = pairs.length
  const share = (test: (pair: Pair) => boolean) => pairs.filter(test).length / all
  const observed = share(({ mine, theirs }) => mine === theirs)
  const chance = reviewStates.reduce(
    (sum, state) => sum + share(({ mine }) => mine === state) * share(({ theirs }) => theirs === state),
    0,
  )
  return all === 0 || chance === 1 ? null : (observed - chance) / (1 - chance)
}

/** How often each pair of states occurs, most frequent first. */
function counted(pairs: readonly Pair[]): Agreement['pairs'] {
  const count = (mine: string, theirs: string) =>
    pairs.filter((pair) => pair.mine === mine && pair.theirs === theirs).length
  return reviewStates
    .flatMap((mine) => reviewStates.map((theirs) => ({ mine, theirs, count: count(mine, theirs) })))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}
