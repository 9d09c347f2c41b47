import type { OutcomeCounts } from '../../../preload/contract/cruzar.ts'
import { type Outcome, outcomeNames } from '../../../preload/contract/outcomes.ts'
import { type FailureCode, failureCodes } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { isRecord, type JsonRecord, parseJson, recordOf, withoutDeepRecords } from '../../kernel/json.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { KeyMap } from '../lists/keys.ts'

/** The service's answer for a key. */
export type KeyAnswer = Extract<Outcome, 'com_conversa' | 'sem_conversa' | 'ausente'>

/**
 * What is known of every key, and the outcome of every row that follows from it. A row takes the best of its keys:
 * `com_conversa`, then `sem_conversa`, then `sem_resposta`, then `ausente` (an unanswered key may still be found, so it
 * never hides behind an absent one); a row without a usable key is `invalida`. Of equal keys the first decides.
 */
export interface KeyOutcomes {
  isAnswered(key: number): boolean
  answerOf(key: number): KeyAnswer | null
  /** A key is answered once; its rows follow. */
  answer(key: number, answer: KeyAnswer): void
  /** Why a key has no answer. An answered key stays answered. */
  miss(key: number, reason: FailureCode): void
  /** Forgets all reasons: what was not answered is sent again. */
  ask(): void
  reasonOf(key: number): FailureCode | null
  answered(): number
  counts(): OutcomeCounts
  /** Outcome of each row as 1 + its index in the contract's list. Changes with every answer: copy what must stay. */
  readonly rowOutcomes: Uint8Array
  /** The key that decides each row, or `noRow`. Changes with every answer. */
  readonly rowDeciders: Uint32Array
}

/** The best first. */
const rankOf = { com_conversa: 0, sem_conversa: 1, unanswered: 2, ausente: 3 } as const

/** The answers by their numbers in files: only ever appended to. */
export const keyAnswers = ['com_conversa', 'sem_conversa', 'ausente'] as const satisfies readonly KeyAnswer[]

/** The number of an answer; 0 is none. */
export function codeOfAnswer(answer: KeyAnswer): number {
  return keyAnswers.indexOf(answer) + 1
}

const rankUnanswered = rankOf.unanswered

const codeOf = Object.fromEntries(outcomeNames.map((name, index) => [name, index + 1]))

/** The outcome of a row whose deciding key has this rank. */
const codeByRank = Uint8Array.of(
  codeOf.com_conversa ?? 0,
  codeOf.sem_conversa ?? 0,
  codeOf.sem_resposta ?? 0,
  codeOf.ausente ?? 0,
)

/** `known` are answers by key: 1 plus the index in `keyAnswers`, or 0 for none. */
export function createKeyOutcomes(
  rowKeys: RowKeys,
  keyCount: number,
  known: Uint8Array = new Uint8Array(0),
): KeyOutcomes {
  const { offsets, indexes } = rowKeys
  const rows = offsets.length - 1
  let keyRows: KeyRows | null = null
  const ranks = new Uint8Array(keyCount).fill(rankUnanswered)
  const reasons = new Uint8Array(keyCount)
  const rowOutcomes = new Uint8Array(rows)
  const rowDeciders = new Uint32Array(rows).fill(noRow)
  const counts = new Uint32Array(outcomeNames.length + 1)
  let answered = 0

  // Indexes stay inside the arrays here and below: `as number` spares a check each.
  function decide(row: number): void {
    let best = noRow
    let bestRank = 9
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      const key = indexes[at] as number
      const rank = ranks[key] as number
      if (rank >= bestRank) continue
      best = key
      bestRank = rank
    }
    const code = best === noRow ? (codeOf.invalida ?? 0) : (codeByRank[bestRank] as number)
    const before = rowOutcomes[row] as number
    counts[before] = (counts[before] as number) - 1
    counts[code] = (counts[code] as number) + 1
    rowOutcomes[row] = code
    rowDeciders[row] = best
  }

  function take(key: number, answer: KeyAnswer): void {
    ranks[key] = rankOf[answer]
    reasons[key] = 0
    answered++
  }

  for (let key = 0; key < known.length; key++) {
    const answer = keyAnswers[(known[key] as number) - 1]
    if (answer) take(key, answer)
  }
  counts[0] = rows
  for (let row = 0; row < rows; row++) decide(row)

  return {
    answerOf: (key) => keyAnswers.find((answer) => rankOf[answer] === ranks[key]) ?? null,
    isAnswered: (key) => ranks[key] !== rankUnanswered,
    answer(key, answer) {
      if (ranks[key] !== rankUnanswered) return
      take(key, answer)
      keyRows ??= keyRowsOf(rowKeys, keyCount)
      for (let at = keyRows.offsets[key] as number; at < (keyRows.offsets[key + 1] as number); at++) {
        decide(keyRows.rows[at] as number)
      }
    },
    miss(key, reason) {
      if (ranks[key] === rankUnanswered) reasons[key] = failureCodes.indexOf(reason) + 1
    },
    ask() {
      reasons.fill(0)
    },
    reasonOf: (key) => failureCodes[(reasons[key] ?? 0) - 1] ?? null,
    answered: () => answered,
    counts: () => ({
      com_conversa: counts[codeOf.com_conversa ?? 0] ?? 0,
      sem_conversa: counts[codeOf.sem_conversa ?? 0] ?? 0,
      ausente: counts[codeOf.ausente ?? 0] ?? 0,
      invalida: counts[codeOf.invalida ?? 0] ?? 0,
      sem_resposta: counts[codeOf.sem_resposta ?? 0] ?? 0,
    }),
    rowOutcomes,
    rowDeciders,
  }
}

/** Which keys each row of a list has, in the row's own order. */
export type RowKeys = KeyMap['rowKeys']
/** The other way round: the rows that have key `k` are `rows[offsets[k]]` up to `rows[offsets[k + 1]]`. */
interface KeyRows {
  readonly offsets: Uint32Array
  readonly rows: Uint32Array
}

function keyRowsOf({ offsets, indexes }: RowKeys, keyCount: number): KeyRows {
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

/** What the service reports about one key (agent-platform.md, "Cross-check envelope"). */
export interface AnswerItem {
  /** The key exactly as it was sent, or in the form that the service gives it. */
  readonly chave: string
  readonly answer: KeyAnswer
  readonly lead: JsonRecord | null
  /** The item as it came. */
  readonly raw: unknown
}

/**
 * Reads the raw body of an answer of the cross-check. Items that are none are left out, so their keys stay unanswered.
 * Throws `unexpected_body` for what is no JSON, no envelope, or an envelope with nothing usable in it.
 */
export function readAnswer(body: string): AnswerItem[] {
  // A result that is nested too deeply gives way to null: its key stays unanswered, and the others do not.
  const { resultados } = recordOf(parseJson(withoutDeepRecords(body, 'resultados').body))
  if (!Array.isArray(resultados)) throw new AppFailure('unexpected_body')
  const items = answerItems(resultados)
  if (items.length === 0 && resultados.length > 0) throw new AppFailure('unexpected_body')
  return items
}

export function answerItems(results: readonly unknown[]): AnswerItem[] {
  return results.flatMap((raw) => {
    if (!isRecord(raw) || typeof raw.encontrado !== 'boolean') return []
    // A service that normalises keys may write a phone as a number.
    const chave = typeof raw.chave === 'number' ? String(raw.chave) : raw.chave
    if (typeof chave !== 'string') return []
    const lead = raw.encontrado && isRecord(raw.lead) ? raw.lead : null
    return [{ chave, answer: answerOf(raw.encontrado, lead), lead, raw }]
  })
}

/** Found without a lead, or with one without `conversa_id`, is registered without a conversation. */
function answerOf(found: boolean, lead: AnswerItem['lead']): KeyAnswer {
  if (!found) return 'ausente'
  return (lead?.conversa_id ?? null) === null ? 'sem_conversa' : 'com_conversa'
}
