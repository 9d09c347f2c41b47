import type { CheckDifference, RunCheck as CheckState } from '../../../../preload/contract/run-check.ts'
import { checkCauses } from '../../../../preload/values/check-rate.ts'
import type { Outcome } from '../../../../preload/values/outcomes.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import type { NumberPart } from '../../../engine/columns/part.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import type { AnswerItem } from '../../../leads/cross-check.ts'
import type { Answers } from '../answers/answers.ts'
import { outcomeOfAnswer } from '../answers/key-outcomes.ts'
import type { RowMatch } from '../answers/matches.ts'
import { addNumbers, type Cost, type RunList, type RunState, readNumbers, removePieces } from '../run-file.ts'
import { compareAnswers, type Difference, type SheetAnswer } from './compare-answers.ts'
import type { Pass, PassDeps } from './run-passes.ts'

/** Which keys are asked for: so many, or all with null. */
export interface CheckChoice {
  readonly keys: number | null
  readonly seed?: number | undefined
}

/** A pass over keys that are chosen before it begins. */
export interface CheckPass extends Pass {
  /** Chooses keys anew, in place of an earlier check. */
  choose(choice: CheckChoice, at: Date): void
  differences(limit: number): { count: number; differences: CheckDifference[] }
}

/**
 * The check of a run that cached sheets answered against the service (docs/decisions/lists.md §17): which of its keys
 * are still to be sent, and what the answers say. They are compared as they come, and only where they differ is
 * anything of them stored.
 */
export function createCheckPass({ database, list, answers, journals, state, write }: PassDeps): CheckPass {
  /** By key: 1 while it is still to be sent; null until it is needed. */
  let waiting: Uint8Array | null = null
  let sheetAnswer: ((key: number) => SheetAnswer & { readonly at: number }) | null = null

  function checkState(): CheckState {
    const { check } = state()
    if (!check) throw new AppFailure('not_found')
    return check
  }

  function waitingKeys(): Uint8Array {
    if (waiting) return waiting
    const keys = new Uint8Array(list.keys.rows).fill(checkState().all ? 1 : 0)
    if (!checkState().all) for (const key of readNumbers(database, 'check_keys')) keys[key] = 1
    for (const { from, count, left } of journals.check.read()) {
      const unanswered = new Set(left)
      for (let key = from; key < from + count; key++) if (!unanswered.has(key)) keys[key] = 0
    }
    waiting = keys
    return keys
  }

  function stateAfter(change: Partial<CheckState>, cost: Cost = { requests: 0, seconds: 0 }): RunState {
    const check = checkState()
    const { requests, seconds } = check
    return {
      ...state(),
      check: { ...check, requests: requests + cost.requests, seconds: seconds + cost.seconds, ...change },
    }
  }

  function differenceOf(key: number, item: AnswerItem) {
    sheetAnswer ??= sheetAnswers(list, answers)
    const sheet = sheetAnswer(key)
    const rung = item.lead ? answers.matches.rungOfLead(sheet.at, key, item.lead) : -1
    return compareAnswers(sheet, item, rung, state())
  }

  return {
    isPending: (key) => waitingKeys()[key] === 1,
    textOf: list.keyAt,
    progress: () => ({ keys: checkState().keys, answered_keys: checkState().answered }),
    wasAnswered: () => false,
    prepare: answers.leads.join,
    choose({ keys, seed = (state().check?.seed ?? 0) + 1 }, at) {
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
      write({ ...state(), check }, () => {
        journals.check.clear()
        removePieces(database, 'check_keys')
        if (chosen) addNumbers(database, 'check_keys', chosen)
      })
    },
    begin() {
      waiting = null
      write(stateAfter({ state: 'running', failure: null, finished_at: null }))
    },
    answer(range, { items, unanswered }, cost) {
      const differences = [...items].flatMap(([key, item]) => {
        const difference = differenceOf(key, item)
        return difference ? [{ key, ...difference }] : []
      })
      const { answered, equal, causes } = checkState()
      const counts = {
        answered: answered + items.size,
        equal: equal + items.size - differences.length,
        causes: withCauses(causes, differences),
      }
      write(stateAfter(counts, cost), () => journals.check.add({ ...range, left: unanswered, differences }))
      const keys = waitingKeys()
      for (const key of items.keys()) keys[key] = 0
    },
    /** Unanswered keys are the chosen ones without an answer, so only the cost is stored. */
    unanswered: (_, __, cost) => write(stateAfter({}, cost)),
    async finish(failure, at) {
      write(stateAfter({ state: failure ? 'interrupted' : 'finished', failure, finished_at: at.toISOString() }))
    },
    differences(limit) {
      const { answered, equal } = checkState()
      let first: readonly (Difference & { readonly key: number })[] = []
      for (const { differences } of journals.check.read()) {
        first = [...first, ...differences].sort((one, other) => one.key - other.key).slice(0, limit)
      }
      return {
        count: answered - equal,
        differences: first.map(({ key, ...difference }) => ({ key: list.keyAt(key), ...difference })),
      }
    },
  }
}

function withCauses(
  causes: CheckState['causes'],
  differences: readonly Pick<CheckDifference, 'cause'>[],
): CheckState['causes'] {
  const counts = new Map(causes.map(({ cause, keys }) => [cause, keys]))
  for (const { cause } of differences) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  return checkCauses.flatMap((cause) => ({ cause, keys: counts.get(cause) ?? 0 })).filter(({ keys }) => keys > 0)
}

/** What the sheets say of each key, as the first row that has it shows. */
function sheetAnswers({ rowKeys, keys }: RunList, { keyOutcomes, matches, keyLeads, leads }: Answers) {
  const columns = leads.columns()
  const numbers = (name: string) => {
    const part = columns.get(name)
    return part?.kind === 'number' ? part : null
  }
  const contacts = numbers('contato_id')
  const conversations = numbers('conversa_id')
  const outside = leads.outside()
  const first = new Uint32Array(keys.rows).fill(noRow)
  for (let at = rowKeys.indexes.length - 1; at >= 0; at--) first[rowKeys.indexes[at] as number] = at
  return (key: number) => {
    const at = first[key] ?? noRow
    const keyAnswer = keyOutcomes.answers[key] ?? 0
    const answer = matches.differ ? matches.answerAt(at, key, keyAnswer) : keyAnswer
    const match: RowMatch = { lead: noRow, rung: -1, reason: -1 }
    matches.matchAt(at, key, answer, keyLeads[key] ?? noRow, match)
    const { lead } = match
    // The service gets the key as it is sent, however the row writes it.
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

/** Gives numbers from 0 to 1, 1 excluded, that depend on the seed alone (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
