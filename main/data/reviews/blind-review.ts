import { randomUUID } from 'node:crypto'
import { AppFailure } from '../../kernel/failure.ts'
import type { Database } from '../store/encrypted-file.ts'
import { eventWriter } from './events.ts'
import { stateOf } from './fold-review.ts'
import { formsOf, type Packer } from './pack-reviews.ts'
import type { BlindPackage, Decision } from './package-content.ts'
import { createProjection } from './projection.ts'
import { entriesOfSet, isDecided, putSet, readSet, type StoredSet, storedSets } from './review-sets.ts'

type BlindRequest = Extract<BlindPackage, { kind: 'blind_request' }>
type BlindAnswer = Extract<BlindPackage, { kind: 'blind_answer' }>

export interface BlindReviewOptions extends Packer {
  readonly name: string
  readonly formId: number | null
  readonly ids: readonly number[]
}

/** A request that says which entries and forms, and no state; with the set that waits for its answer. */
export function createBlindRequest(
  database: Database,
  question: BlindReviewOptions,
): { content: BlindRequest; set: StoredSet } {
  const { service, who, at, name, formId: form_id, ids } = question
  const id = randomUUID()
  const forms = formsOf(database, ids)
  return {
    content: {
      kind: 'blind_request',
      ...{ service, from: who, made_at: at, forms },
      ...{ request: id, name, form_id, entries: [...ids] },
    },
    set: { id, name, form_id, made_at: at, role: 'asked', colleague: null, request: id },
  }
}

/**
 * The answer to a request that was given here: the last change of state of each entry that was touched, taken back or
 * not, so that a second answer corrects the first. Throws `bad_request` for a set that asks nothing of us.
 */
export function createBlindAnswer(
  database: Database,
  setId: string,
  { service, who, at }: Packer,
): { content: BlindAnswer; entries: number } {
  const { role, name, form_id, request } = readSet(database, setId)
  if (role !== 'given') throw new AppFailure('bad_request', {}, role)
  const entries = entriesOfSet(database, setId)
  const decisions = entries.flatMap((entryId) => lastDecision(database, setId, entryId))
  return {
    content: {
      kind: 'blind_answer',
      ...{ service, from: who, made_at: at, forms: formsOf(database, entries) },
      ...{ request, name, form_id, entries, decisions },
    },
    entries: decisions.filter(({ state }) => isDecided(state)).length,
  }
}

interface DecisionRow extends Omit<Decision, 'state'> {
  readonly after: string | null
}

function lastDecision(database: Database, set: string, entryId: number): Decision[] {
  const row = database
    .prepare<[number, string], DecisionRow>(
      `select id, entry_id, at, who, after, comment from events
       where entry_id = ? and set_id = ? and kind = 'state' order by seq desc limit 1`,
    )
    .get(entryId, set)
  if (!row) return []
  const { after, ...decision } = row
  return [{ ...decision, state: stateOf(after) }]
}

/** Takes a request in: a set of ours to review. Gives its id; one that is here already stays as it is. */
export function importBlindRequest(
  database: Database,
  { request, name, form_id, entries, from }: BlindRequest,
  at: string,
) {
  return database
    .transaction(() => {
      const known = storedSets(database).find((set) => set.request === request)
      if (known) return known.id
      const id = randomUUID()
      putSet(database, { id, name, form_id, made_at: at, role: 'given', colleague: from, request }, entries)
      return id
    })
    .immediate()
}

/** Takes an answer in beside our own states. Gives the set, and how many entries have another state by it. */
export function importBlindAnswer(
  database: Database,
  answer: BlindAnswer,
  at: string,
): { set: string; changed: number } {
  return database
    .transaction(() => {
      const { set, isNew } = setOfAnswer(database, answer, at)
      // Our own answer, read where it was made.
      if (set.role === 'given') return { set: set.id, changed: 0 }
      putSet(database, set, isNew ? answer.entries : [])
      const fresh = newDecisions(database, answer)
      const write = eventWriter(database)
      const projection = createProjection(database, set.id)
      const batch = randomUUID()
      for (const { id, entry_id, at: decidedAt, who, state, comment } of fresh) {
        const before = projection.read(entry_id).state
        const told = { kind: 'state', before, after: state, comment, batch, undoes: null } as const
        write({ id, entry_id, at: decidedAt, who, ...told, set: set.id, merged: true })
        projection.follow(entry_id)
      }
      return { set: set.id, changed: fresh.length }
    })
    .immediate()
}

/** Those of the answer that were not taken in before. */
export function newDecisions(database: Database, { decisions }: BlindAnswer): Decision[] {
  const known = database.prepare<[string], number>('select 1 from events where id = ?')
  return decisions.filter(({ id }) => known.get(id) === undefined)
}

/** The set that waits for it, the one with this colleague's earlier answer, or one of its own for a second colleague. */
function setOfAnswer(
  database: Database,
  { request, name, form_id, from }: BlindAnswer,
  at: string,
): { readonly set: StoredSet; readonly isNew: boolean } {
  const sets = storedSets(database).filter((set) => set.request === request)
  const found =
    sets.find(({ role }) => role === 'given') ??
    sets.find(({ colleague }) => colleague === from) ??
    sets.find(({ role }) => role === 'asked')
  if (found?.role === 'given') return { set: found, isNew: false }
  if (found) return { set: { ...found, role: 'answered', colleague: from }, isNew: false }
  const set: StoredSet = { id: randomUUID(), name, form_id, made_at: at, role: 'answered', colleague: from, request }
  return { set, isNew: true }
}
