import type { Run, RunChanges } from '../../../preload/contract/cruzar.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import type { FailureCode } from '../../../preload/values/failures.ts'
import { asksOtherNinth } from '../../../preload/values/same-question.ts'
import { type Database, watchChanges } from '../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../engine/store/facts.ts'
import { atomicallyInSlices } from '../../engine/store/sql.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { readAnswer } from '../../leads/cross-check.ts'
import type { KeyPass, KeyRange } from '../../leads/sheet-calls.ts'
import { type Answers, type MadeRun, readAnswers } from './answers.ts'
import { createRunCheck, type RunCheck } from './run-check.ts'
import {
  addBatches,
  addOtherBatch,
  begun,
  type Cost,
  lastBatch,
  type NewBatch,
  type RowChanges,
  type RunList,
  type RunState,
  readChanges,
  readPieces,
  readRunList,
  readState,
  storeChanges,
} from './run-file.ts'

/**
 * One run with its file open and its keys in memory. Every change is one transaction; after a failed one, open anew.
 */
export interface OpenRun {
  readonly database: Database
  readonly list: RunList
  readonly answers: Answers
  readonly check: RunCheck
  state(): RunState
  /** Changes with every checkpoint. */
  version(): string
  /** Whether another process has changed the file since this was called last. */
  changedElsewhere(): boolean
  begin(pass: KeyPass): { pending: KeyRange[]; keys: number }
  /**
   * The first keys of the range that are still to be sent, at most `most`, and how much of the range they reach over.
   */
  keys(range: KeyRange, most: number, pass: KeyPass): { keys: string[]; count: number }
  /** Throws `unexpected_body`; nothing is stored then. */
  answer(
    range: KeyRange,
    body: string,
    cost: Cost,
    pass: KeyPass,
  ): { answered: number; missing: number; answered_keys: number }
  /** A key whose other form has no answer stays as it is. */
  unanswered(range: KeyRange, reason: FailureCode, cost: Cost, pass: KeyPass): void
  /** Seals the answers and ends the run, in one transaction that lets other calls run in between. */
  finish(failure: FailureCode | null, at: Date, pass: KeyPass): Promise<void>
  rename(name: string): void
  /** What is known of the rows of the run that it was compared with, if it was. */
  changes(): RowChanges | null
  /** Stores what a finished run differs in from an earlier one; `summary` is of the same. */
  compared(summary: RunChanges, rows: RowChanges): void
  layout(): TableLayout
  arrange(layout: TableLayout): void
  close(): void
}

/**
 * Reads what the file knows, but for what is in memory of a run that was just made. The database is closed by `close`,
 * and by whoever calls this when it fails.
 */
export function createOpenRun(database: Database, made: MadeRun | null = null): OpenRun {
  const list = made?.list ?? readRunList(database)
  let state = readState(database)
  let last = lastBatch(database)
  let others = readPieces(database, 'other_batches').length
  const answers = readAnswers(database, list, state, made ?? undefined)

  /** The state after what just happened, from the answers in memory. */
  function after(change: Partial<RunState>, cost: Cost = { requests: 0, seconds: 0 }): RunState {
    return {
      ...state,
      requests: state.requests + cost.requests,
      seconds: state.seconds + cost.seconds,
      answered_keys: answers.keyOutcomes.answered(),
      outcomes: answers.keyOutcomes.counts(),
      ...change,
    }
  }

  function checkpoint(batches: readonly NewBatch[], next: RunState): void {
    addBatches(database, batches, next)
    state = next
    last += batches.length
  }

  const check = createRunCheck({
    database,
    list,
    answers,
    state: () => state,
    write: (next) => checkpoint([], next),
    take: (next) => {
      state = next
    },
  })

  const isPending = (pass: KeyPass) => (key: number) =>
    pass === 'check' ? check.isPending(key) : answers.isPending(key, pass)

  function requireRange({ from, count }: KeyRange): void {
    if (from < 0 || count < 0 || from + count > state.keys) throw new AppFailure('bad_request', {}, 'no such keys')
  }

  return {
    database,
    list,
    answers,
    check,
    state: () => state,
    version: () => [state.id, last + others, state.state, state.changes?.since.id ?? ''].join('.'),
    changedElsewhere: watchChanges(database),
    begin(pass) {
      if (pass === 'check') {
        const keys = check.begin()
        return { pending: pendingOf(isPending(pass), state.keys), keys }
      }
      const running = { state: 'running', failure: null, finished_at: null, changes: null } as const
      if (pass === 'keys') {
        answers.keyOutcomes.ask()
        checkpoint([begun], after({ ...running, unanswered: [] }))
      } else {
        const other_forms = pendingKeys(isPending(pass), allOf(state))
        checkpoint([], after({ ...running, other_ninth: true, other_forms }))
      }
      return { pending: pendingOf(isPending(pass), state.keys), keys: state.keys }
    },
    keys(range, most, pass) {
      requireRange(range)
      const { from, count } = range
      const keys: string[] = []
      const isOpen = isPending(pass)
      for (let key = from; key < from + count; key++) {
        if (!isOpen(key)) continue
        if (keys.length === most) return { keys, count: key - from }
        keys.push(answers.textOf(key, pass))
      }
      return { keys, count }
    },
    answer(range, body, cost, pass) {
      requireRange(range)
      if (pass === 'check') return check.answer(range, body, cost)
      const { taken, ambiguous } = answers.take(readAnswer(body), range, pass)
      const missing = pendingKeys(isPending(pass), range)
      if (pass === 'other_forms') {
        const results = Array.from(taken.values(), ({ raw }) => raw)
        const next = after({ other_forms: state.other_forms - taken.size }, cost)
        addOtherBatch(database, others++, { ...range, results }, next)
        state = next
        return { answered: taken.size, missing, answered_keys: state.keys - state.other_forms }
      }
      const reason = missing > 0 ? 'key_not_answered' : null
      const batches: NewBatch[] = [
        { ...range, kind: 'answer', reason, results: Array.from(taken.values(), ({ raw }) => raw) },
        ...ambiguous.map(
          (from): NewBatch => ({ kind: 'unanswered', from, count: 1, reason: 'answer_ambiguous', results: null }),
        ),
      ]
      for (const batch of batches) answers.miss(batch)
      checkpoint(batches, after({}, cost))
      return { answered: taken.size, missing, answered_keys: state.answered_keys }
    },
    unanswered(range, reason, cost, pass) {
      requireRange(range)
      if (pass === 'check') return check.unanswered(cost)
      if (pass === 'other_forms') {
        checkpoint([], after({}, cost))
        return
      }
      answers.miss({ ...range, reason })
      checkpoint([{ ...range, kind: 'unanswered', reason, results: null }], after({}, cost))
    },
    async finish(failure, at, pass) {
      if (pass === 'check') return check.finish(failure, at)
      const unanswered = unansweredByReason(answers, list)
      const ended = failure ? 'interrupted' : 'finished'
      const mayAsk = asksOtherNinth({ ...state, other_ninth: true })
      const other_forms = mayAsk ? pendingKeys(isPending('other_forms'), allOf(state)) : 0
      const next = after({ state: ended, failure, finished_at: at.toISOString(), unanswered, other_forms })
      await atomicallyInSlices(database, async () => {
        const isSealed = state.sealed === last && state.other_batches === others
        if (!isSealed) await answers.seal(database, createYieldToEventLoop())
        checkpoint([], { ...next, sealed: last, other_batches: others })
      })
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    rename: (name) => checkpoint([], { ...state, name }),
    changes: () => (state.changes ? readChanges(database) : null),
    compared(changes, rows) {
      const next = { ...state, changes }
      storeChanges(database, rows, next)
      state = next
    },
    layout: () => readFact<TableLayout>(database, 'layout') ?? { columns: [] },
    arrange: (layout) => writeFact(database, 'layout', layout),
    close: () => database.close(),
  }
}

function allOf({ keys }: RunState): KeyRange {
  return { from: 0, count: keys }
}

/** How many keys of the range are still to be sent. */
function pendingKeys(isPending: (key: number) => boolean, { from, count }: KeyRange): number {
  let found = 0
  for (let key = from; key < from + count; key++) if (isPending(key)) found++
  return found
}

const maxExamples = 5
/** Why keys have no answer, the most frequent reason first, with the first keys as they are sent. */
function unansweredByReason({ keyOutcomes }: Answers, { keys, keyAt }: RunList): Run['unanswered'] {
  const found = new Map<FailureCode, { reason: FailureCode; keys: number; examples: string[] }>()
  for (let key = 0; key < keys.rows; key++) {
    const reason = keyOutcomes.reasonOf(key)
    if (!reason) continue
    const one = found.get(reason) ?? { reason, keys: 0, examples: [] }
    found.set(reason, one)
    one.keys += 1
    if (one.examples.length < maxExamples) one.examples.push(keyAt(key))
  }
  return [...found.values()].sort((one, other) => other.keys - one.keys)
}

/** What is still to be sent, as few ranges as possible. */
function pendingOf(isPending: (key: number) => boolean, keys: number): KeyRange[] {
  const pending: KeyRange[] = []
  let from = 0
  for (let key = 0; key <= keys; key++) {
    if (key < keys && isPending(key)) continue
    if (key > from) pending.push({ from, count: key - from })
    from = key + 1
  }
  return pending
}
