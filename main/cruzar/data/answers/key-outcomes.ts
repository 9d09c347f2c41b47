import type { OutcomeCounts } from '../../../../preload/contract/cruzar.ts'
import { type FailureCode, failureCodes } from '../../../../preload/values/failures.ts'
import { byOutcome, type Outcome, outcomeNames } from '../../../../preload/values/outcomes.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import { codeOfAnswer, type KeyAnswer, keyAnswers } from '../../../leads/cross-check.ts'
import type { RowKeys } from '../../../lists/keys.ts'
import type { Matches } from './matches.ts'

/**
 * What is known of every key, and the outcome of every row that follows from it. A row takes the best of its keys:
 * `com_conversa`, `sem_conversa`, `ambigua`, then `sem_resposta`, then `ausente`. An unanswered key may still be found,
 * so it comes before an absent one. A row without a usable key is `invalida`. Of equal keys the first decides.
 */
export interface KeyOutcomes {
  /** By key: the number of its answer, or 0. Changes with every answer: copy what must stay. */
  readonly answers: Uint8Array
  isAnswered(key: number): boolean
  outcomeOf(key: number): Outcome
  /**
   * Stores an answer. A key is answered once, but one without a conversation may have one in its other form; its rows
   * follow.
   */
  answer(key: number, answer: KeyAnswer): void
  /** Stores why a key has no answer. An answered key stays answered. */
  miss(key: number, reason: FailureCode): void
  /** Removes all reasons: unanswered keys are sent again. */
  ask(): void
  reasonOf(key: number): FailureCode | null
  answered(): number
  counts(): OutcomeCounts
  /** Outcome of each row as 1 + its index in the contract's list. Changes with every answer. */
  readonly rowOutcomes: Uint8Array
  /** The place in the row keys of the key that decides each row, or `noRow`. Changes with every answer. */
  readonly rowDeciders: Uint32Array
}

/** By the number of a key's answer: its rank among the keys of a row, the best first. */
const ranks = Uint8Array.of(3, 0, 1, 4, 2)
/** By the number of a key's answer: the outcome of a key, and of the row that it decides. */
const outcomes = ['sem_resposta', ...keyAnswers] as const
const codeOf = (outcome: Outcome) => outcomeNames.indexOf(outcome) + 1
const outcomeCodes = Uint8Array.from(outcomes, codeOf)
const unusable = codeOf('invalida')
const absent = codeOfAnswer('ausente')
const registered = codeOfAnswer('sem_conversa')

export function outcomeOfAnswer(answer: number): Outcome {
  return outcomes[answer] ?? 'sem_resposta'
}

/** Rows between two checks of the clock. */
const rowsAtOnce = 65_536

/** `storedAnswers` are the numbers of the answers, by key. */
export function* createKeyOutcomes(
  rowKeys: RowKeys,
  keyCount: number,
  matches: Matches,
  storedAnswers: Uint8Array = new Uint8Array(0),
): InterruptibleWork<KeyOutcomes> {
  const { offsets, indexes } = rowKeys
  const rows = offsets.length - 1
  let keyRows: ReturnType<typeof keyRowsOf> | null = null
  const answers = new Uint8Array(keyCount)
  const reasons = new Uint8Array(keyCount)
  const rowOutcomes = new Uint8Array(rows)
  const rowDeciders = new Uint32Array(rows).fill(noRow)
  const counts = new Uint32Array(outcomeNames.length + 1)
  let answered = 0

  // Indexes stay inside the arrays here and below: `as number` spares a check each.
  function decide(row: number): void {
    let best = noRow
    let bestAnswer = 0
    let bestRank = 9
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      const key = indexes[at] as number
      const keyAnswer = answers[key] as number
      const answer = matches.differ ? matches.answerAt(at, key, keyAnswer) : keyAnswer
      const rank = ranks[answer] as number
      if (rank >= bestRank) continue
      best = at
      bestAnswer = answer
      bestRank = rank
    }
    const code = best === noRow ? unusable : (outcomeCodes[bestAnswer] as number)
    const previous = rowOutcomes[row] as number
    counts[previous] = (counts[previous] as number) - 1
    counts[code] = (counts[code] as number) + 1
    rowOutcomes[row] = code
    rowDeciders[row] = best
  }

  for (let key = 0; key < storedAnswers.length; key++) {
    const code = storedAnswers[key] as number
    if (code === 0 || code > keyAnswers.length) continue
    answers[key] = code
    answered++
  }
  counts[0] = rows
  for (let row = 0; row < rows; row++) {
    if (row % rowsAtOnce === 0) yield
    decide(row)
  }

  const isAnswered = (key: number) => answers[key] !== 0
  const countOf = (outcome: Outcome) => counts[codeOf(outcome)] ?? 0
  return {
    answers,
    isAnswered,
    outcomeOf: (key) =>
      outcomeOfAnswer(matches.differ ? matches.answerAt(noRow, key, answers[key] ?? 0) : (answers[key] ?? 0)),
    answer(key, answer) {
      const previous = answers[key] as number
      if (previous !== 0 && previous !== absent && previous !== registered) return
      answers[key] = codeOfAnswer(answer)
      reasons[key] = 0
      if (previous === 0) answered++
      keyRows ??= keyRowsOf(rowKeys, keyCount)
      for (let at = keyRows.offsets[key] as number; at < (keyRows.offsets[key + 1] as number); at++) {
        decide(keyRows.rows[at] as number)
      }
    },
    miss(key, reason) {
      if (!isAnswered(key)) reasons[key] = failureCodes.indexOf(reason) + 1
    },
    ask() {
      reasons.fill(0)
    },
    reasonOf: (key) => failureCodes[(reasons[key] ?? 0) - 1] ?? null,
    answered: () => answered,
    counts: () => byOutcome(countOf),
    rowOutcomes,
    rowDeciders,
  }
}

/** The rows of each key, ascending: those that have key `k` are `rows[offsets[k]]` up to `rows[offsets[k + 1]]`. */
export function keyRowsOf({ offsets, indexes }: RowKeys, keyCount: number) {
  const starts = new Uint32Array(keyCount + 1)
  // Indexes stay inside the arrays here and below: `as number` spares a check each.
  for (const key of indexes) starts[key + 1] = (starts[key + 1] as number) + 1
  for (let key = 0; key < keyCount; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number)
  const next = starts.slice()
  const rows = new Uint32Array(indexes.length)
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      const key = indexes[at] as number
      const position = next[key] as number
      rows[position] = row
      next[key] = position + 1
    }
  }
  return { offsets: starts, rows }
}
