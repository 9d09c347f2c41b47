import type { Outcome } from '../../preload/values/outcomes.ts'
import { AppFailure } from '../kernel/failure.ts'
import { isRecord, type JsonRecord, parseJson, recordOf, withoutDeepRecords } from '../kernel/json.ts'

/** The answers by their numbers in files, from 1: only ever appended to. */
export const keyAnswers = ['com_conversa', 'sem_conversa', 'ausente', 'ambigua'] as const satisfies readonly Outcome[]
/** What is known of a key: what the service or cached sheets say of it. */
export type KeyAnswer = (typeof keyAnswers)[number]

/** The number of an answer; 0 is none. */
export function codeOfAnswer(answer: KeyAnswer): number {
  return keyAnswers.indexOf(answer) + 1
}

/** What the service reports about one key (docs/services.md §3.2). */
export interface AnswerItem {
  /** The key exactly as it was sent, or in the form that the service gives it. */
  readonly chave: string
  readonly answer: KeyAnswer
  readonly lead: JsonRecord | null
  readonly raw: unknown
}

/**
 * Reads the raw body of an answer of the cross-check. Items that are none are left out, so their keys stay unanswered.
 * Throws `unexpected_body` for what is no JSON, no envelope, or an envelope with nothing usable in it.
 */
export function readAnswer(body: string): AnswerItem[] {
  // Null replaces a result that is nested too deeply: its key stays unanswered, and the others do not.
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
function answerOf(isFound: boolean, lead: AnswerItem['lead']): KeyAnswer {
  if (!isFound) return 'ausente'
  return (lead?.conversa_id ?? null) === null ? 'sem_conversa' : 'com_conversa'
}
