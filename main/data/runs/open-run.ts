import type { Run } from '../../../preload/contract/cruzar.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { KeyRange } from '../calls.ts'
import { type Database, watchChanges } from '../store/encrypted-file.ts'
import { readAnswer } from './answer.ts'
import { type Answers, readAnswers } from './answers.ts'
import {
  createCheckpoints,
  type NewBatch,
  type RunList,
  type RunState,
  readFact,
  readRunList,
  readState,
  writeFact,
} from './run-file.ts'

interface Cost {
  readonly requests: number
  readonly seconds: number
}

/** One run with its file open and its keys in memory. Every change is one transaction; after a failed one, open anew. */
export interface OpenRun {
  readonly database: Database
  readonly list: RunList
  readonly answers: Answers
  state(): RunState
  /** Changes with every checkpoint. */
  version(): string
  /** Whether another process has changed the file since this was asked last. */
  changedElsewhere(): boolean
  begin(): { pending: KeyRange[]; keys: number }
  /** The first keys of the range without an answer, at most `most`, and how much of the range they reach over. */
  keys(range: KeyRange, most: number): { keys: string[]; count: number }
  /** Throws `unexpected_body`; nothing is stored then. */
  answer(range: KeyRange, body: string, cost: Cost): { answered: number; missing: number }
  unanswered(range: KeyRange, reason: FailureCode, cost: Cost): void
  finish(failure: FailureCode | null, at: Date): void
  rename(name: string): void
  layout(): TableLayout
  arrange(layout: TableLayout): TableLayout
  close(): void
}

/** Reads what the file knows. The database is closed by `close`, and at once when reading fails. */
export function createOpenRun(database: Database): OpenRun {
  const stored = readState(database)
  const list = readRunList(database)
  const checkpoints = createCheckpoints(database)
  const answers = readAnswers(database, list, checkpoints, stored.sealed)
  let state = stored
  let last = checkpoints.last()

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
    checkpoints.add(batches, next)
    state = next
    last += batches.length
  }

  function write(next: RunState): void {
    writeFact(database, 'state', next)
    state = next
  }

  function checked({ from, count }: KeyRange): { first: number; count: number } {
    if (from < 0 || count < 0 || from + count > state.keys) throw new AppFailure('bad_request', {}, 'no such keys')
    return { first: from, count }
  }

  return {
    database,
    list,
    answers,
    state: () => state,
    version: () => `${state.id}.${last}.${state.state}`,
    changedElsewhere: watchChanges(database),
    begin() {
      answers.keyOutcomes.ask()
      const next = after({ state: 'running', failure: null, finished_at: null, unanswered: [] })
      checkpoint([{ kind: 'begin', first: 0, count: 0, reason: null, results: null }], next)
      return { pending: pendingOf(answers, state.keys), keys: state.keys }
    },
    keys(range, most) {
      const { first, count } = checked(range)
      const keys: string[] = []
      for (let key = first; key < first + count; key++) {
        if (answers.keyOutcomes.isAnswered(key)) continue
        if (keys.length === most) return { keys, count: key - first }
        keys.push(list.keyAt(key))
      }
      return { keys, count }
    },
    answer(range, body, cost) {
      const { first, count } = checked(range)
      const { taken, ambiguous } = answers.match(readAnswer(body), first, count)
      answers.apply(taken)
      const missing = unansweredIn(answers, first, count)
      const reason = missing > 0 ? 'key_not_answered' : null
      const batches: NewBatch[] = [
        { kind: 'answer', first, count, reason, results: taken.map(({ item }) => item.raw) },
        ...ambiguous.map(
          (key): NewBatch => ({ kind: 'unanswered', first: key, count: 1, reason: 'answer_ambiguous', results: null }),
        ),
      ]
      for (const batch of batches) answers.miss(batch)
      checkpoint(batches, after({}, cost))
      return { answered: taken.length, missing }
    },
    unanswered(range, reason, cost) {
      const { first, count } = checked(range)
      answers.miss({ first, count, reason })
      checkpoint([{ kind: 'unanswered', first, count, reason, results: null }], after({}, cost))
    },
    finish(failure, at) {
      const ended = failure ? 'interrupted' : 'finished'
      const unanswered = unansweredByReason(answers, list)
      const next = after({ state: ended, failure, finished_at: at.toISOString(), unanswered })
      database.transaction(() => {
        if (state.sealed < last) answers.seal(database)
        write({ ...next, sealed: last })
      })()
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    rename: (name) => write({ ...state, name }),
    layout: () => readFact<TableLayout>(database, 'layout') ?? { columns: [] },
    arrange(layout) {
      writeFact(database, 'layout', layout)
      return layout
    },
    close: () => database.close(),
  }
}

function unansweredIn({ keyOutcomes }: Answers, first: number, count: number): number {
  let found = 0
  for (let key = first; key < first + count; key++) if (!keyOutcomes.isAnswered(key)) found++
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

/** What was not answered, as few ranges as possible. */
function pendingOf({ keyOutcomes }: Answers, keys: number): KeyRange[] {
  const pending: KeyRange[] = []
  let from = 0
  for (let key = 0; key <= keys; key++) {
    if (key < keys && !keyOutcomes.isAnswered(key)) continue
    if (key > from) pending.push({ from, count: key - from })
    from = key + 1
  }
  return pending
}
