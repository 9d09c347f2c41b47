import type { CheckDifference, RunCheck as CheckState } from '../../../preload/contract/run-check.ts'
import { checkCauses } from '../../../preload/values/check-rate.ts'
import type { FailureCode } from '../../../preload/values/failures.ts'
import type { Outcome } from '../../../preload/values/outcomes.ts'
import { noRow } from '../../engine/columns/derived-columns.ts'
import type { NumberPart } from '../../engine/columns/part.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { type AnswerItem, readAnswer } from '../../leads/cross-check.ts'
import type { KeyRange } from '../../leads/sheet-calls.ts'
import { type Answers, matchItems } from './answers.ts'
import { compareAnswers, type SheetAnswer } from './compare-answers.ts'
import { outsideKey } from './conversation-filter.ts'
import { outcomeOfAnswer } from './key-outcomes.ts'
import type { RowMatch } from './matches.ts'
import {
  addCheckBatch,
  beginCheckFile,
  type CheckBatch,
  type Cost,
  type RunList,
  type RunState,
  readCheckBatches,
  readColumn,
  readNumbers,
} from './run-file.ts'

interface CheckDeps {
  readonly database: Database
  readonly list: RunList
  readonly answers: Answers
  state(): RunState
  /** Writes the state of the run and takes it over. */
  write(state: RunState): void
  /** Takes over a state that was written. */
  take(state: RunState): void
}

/** Which keys are asked for: so many, or all with null. */
export interface CheckChoice {
  readonly keys: number | null
  readonly seed?: number | undefined
}

/**
 * The check of a run that cached sheets answered against the service (docs/decisions/lists.md §17): which of its keys
 * are still to be sent, and what the answers say. They are compared as they come, and only where they differ is
 * anything of them stored.
 */
export function createRunCheck({ database, list, answers, state, write, take }: CheckDeps) {
  /** By key: 1 while it is still to be sent; null until it is needed. */
  let waiting: Uint8Array | null = null
  let batches = 0
  let sheetAnswer: ((key: number) => SheetAnswer & { readonly at: number }) | null = null

  const present = (): CheckState => {
    const { check } = state()
    if (!check) throw new AppFailure('not_found')
    return check
  }
  const waitingKeys = (): Uint8Array => {
    if (waiting) return waiting
    const found = new Uint8Array(list.keys.rows).fill(present().all ? 1 : 0)
    if (!present().all) for (const key of readNumbers(database, 'check_keys')) found[key] = 1
    batches = 0
    for (const { from, count, left } of readCheckBatches(database)) {
      const before = new Set(left)
      for (let key = from; key < from + count; key++) if (!before.has(key)) found[key] = 0
      batches++
    }
    waiting = found
    return found
  }
  const after = (change: Partial<CheckState>, cost: Cost = { requests: 0, seconds: 0 }): RunState => {
    const check = present()
    const { requests, seconds } = check
    return {
      ...state(),
      check: { ...check, requests: requests + cost.requests, seconds: seconds + cost.seconds, ...change },
    }
  }

  const compared = (key: number, item: AnswerItem, sheet: SheetAnswer & { readonly at: number }) => {
    const rung = item.lead ? answers.matches.rungOfLead(sheet.at, key, item.lead) : -1
    return compareAnswers(sheet, item, rung, state())
  }

  return {
    isPending: (key: number) => waitingKeys()[key] === 1,
    /** Chooses keys anew, in place of an earlier check. */
    choose({ keys, seed = (state().check?.seed ?? 0) + 1 }: CheckChoice, at: Date): void {
      const all = keys === null || keys >= list.keys.rows
      const chosen = all ? null : sampleOf(list.keys.rows, answers.keyOutcomes.outcomeOf, keys, seed)
      const check: CheckState = {
        state: 'interrupted',
        failure: null,
        all,
        seed,
        keys: chosen?.length ?? list.keys.rows,
        answered: 0,
        equal: 0,
        causes: [],
        requests: 0,
        seconds: 0,
        task_id: null,
        started_at: at.toISOString(),
        finished_at: null,
      }
      waiting = null
      const next = { ...state(), check }
      beginCheckFile(database, chosen, next)
      take(next)
    },
    begin(): number {
      waiting = null
      write(after({ state: 'running', failure: null, finished_at: null }))
      return present().keys
    },
    answer(range: KeyRange, body: string, cost: Cost): { answered: number; missing: number; answered_keys: number } {
      const open = waitingKeys()
      const sent = new Map<string, number>()
      for (let key = range.from; key < range.from + range.count; key++)
        if (open[key] === 1) sent.set(list.keyAt(key), key)
      const { taken } = matchItems(readAnswer(body), sent)
      const left = [...sent.values()].filter((key) => !taken.has(key))
      sheetAnswer ??= sheetAnswers(database, list, answers)
      const sheetAt = sheetAnswer
      const found = [...taken].flatMap(([key, item]) => {
        const difference = compared(key, item, sheetAt(key))
        return difference ? [{ key, ...difference }] : []
      })
      const { answered, equal, causes } = present()
      const next = after(
        {
          answered: answered + taken.size,
          equal: equal + taken.size - found.length,
          causes: withCauses(causes, found),
        },
        cost,
      )
      addCheckBatch(database, batches++, { ...range, left, differences: found }, next)
      take(next)
      for (const key of taken.keys()) open[key] = 0
      return { answered: taken.size, missing: left.length, answered_keys: answered + taken.size }
    },
    /** Keys without an answer are counted by what is missing of those that were chosen. */
    unanswered: (cost: Cost) => write(after({}, cost)),
    finish(failure: FailureCode | null, at: Date): void {
      write(after({ state: failure ? 'interrupted' : 'finished', failure, finished_at: at.toISOString() }))
    },
    differences(most: number): { count: number; differences: CheckDifference[] } {
      const { answered, equal } = present()
      let first: CheckBatch['differences'] = []
      for (const batch of readCheckBatches(database)) {
        first = [...first, ...batch.differences].sort((one, other) => one.key - other.key).slice(0, most)
      }
      return {
        count: answered - equal,
        differences: first.map(({ key, ...difference }) => ({ key: list.keyAt(key), ...difference })),
      }
    },
  }
}

export type RunCheck = ReturnType<typeof createRunCheck>

function withCauses(
  known: CheckState['causes'],
  found: readonly Pick<CheckDifference, 'cause'>[],
): CheckState['causes'] {
  const counts = new Map(known.map(({ cause, keys }) => [cause, keys]))
  for (const { cause } of found) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  return checkCauses.flatMap((cause) => ({ cause, keys: counts.get(cause) ?? 0 })).filter(({ keys }) => keys > 0)
}

/** What the sheets say of each key, as the first row that has it shows. */
function sheetAnswers(
  database: Database,
  { rowKeys, keys }: RunList,
  { keyOutcomes, matches, keyLeads, leads }: Answers,
) {
  const columns = leads.columns()
  const numbers = (name: string) => {
    const part = columns.get(name)
    return part?.kind === 'number' ? part : null
  }
  const contacts = numbers('contato_id')
  const conversations = numbers('conversa_id')
  const outside = readColumn(database, `lead_${outsideKey}`, 'number')
  const first = new Uint32Array(keys.rows).fill(noRow)
  for (let at = rowKeys.indexes.length - 1; at >= 0; at--) first[rowKeys.indexes[at] as number] = at
  return (key: number) => {
    const at = first[key] ?? noRow
    const known = keyOutcomes.answers[key] ?? 0
    const answer = matches.differ ? matches.answerAt(at, key, known) : known
    const match: RowMatch = { lead: noRow, rung: -1, reason: -1 }
    matches.matchAt(at, key, answer, keyLeads[key] ?? noRow, match)
    const { lead } = match
    // The service gets the key as it is sent, whatever the row writes.
    matches.matchAt(noRow, key, answer, keyLeads[key] ?? noRow, match)
    return {
      at,
      outcome: outcomeOfAnswer(answer),
      contato_id: numberAt(contacts, lead),
      conversa_id: numberAt(conversations, lead),
      outside: numberAt(outside, lead),
      candidates: matches.candidateLeads(at, key).map((row) => numberAt(contacts, row)),
      rung: match.rung,
    }
  }
}

function numberAt(part: NumberPart | null, row: number): number | null {
  const value = part?.values[row]
  return value === undefined || Number.isNaN(value) ? null : value
}

/**
 * So many of the keys, ascending, in which each outcome has its share, and one at least: the same for the same seed.
 * `size` is less than `keys`. Each key is taken as often as there are still keys wanted among those of its outcome that
 * are left.
 */
function sampleOf(keys: number, outcomeOf: (key: number) => Outcome, size: number, seed: number): Uint32Array {
  const left = new Map<Outcome, number>()
  for (let key = 0; key < keys; key++) left.set(outcomeOf(key), (left.get(outcomeOf(key)) ?? 0) + 1)
  const wanted = sharesOf(left, size)
  const random = createRandom(seed)
  const chosen: number[] = []
  for (let key = 0; key < keys; key++) {
    const outcome = outcomeOf(key)
    const others = left.get(outcome) ?? 0
    const share = wanted.get(outcome) ?? 0
    left.set(outcome, others - 1)
    if (random() * others >= share) continue
    wanted.set(outcome, share - 1)
    chosen.push(key)
  }
  return Uint32Array.from(chosen)
}

/**
 * How many of each outcome; the rarest first, so that what they get beyond their share is taken from the most frequent.
 */
function sharesOf(counts: ReadonlyMap<Outcome, number>, size: number): Map<Outcome, number> {
  const shares = new Map<Outcome, number>()
  let left = size
  let others = [...counts.values()].reduce((sum, count) => sum + count, 0)
  for (const [outcome, count] of [...counts].sort((one, other) => one[1] - other[1])) {
    const share = Math.min(count, left, Math.max(1, Math.round((left * count) / others)))
    shares.set(outcome, share)
    left -= share
    others -= count
  }
  return shares
}

/** Numbers from 0 to 1, 1 excluded, that the seed decides (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
