import type { FailureCode } from '../../../../preload/values/failures.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../../kernel/schedule.ts'
import { type AnswerItem, readAnswer } from '../../../leads/cross-check.ts'
import type { KeyRange } from '../../../leads/sheet-calls.ts'
import type { Answers } from '../answers/answers.ts'
import type { Cost, RunList, RunState } from '../run-file.ts'
import type { Journals } from './pass-journal.ts'

/**
 * One pass over the keys of a run, in which the service is asked for some of them. `KeyPass` names the passes. Their
 * objects hold what differs between them, `createPassCalls` the rest.
 */
export interface Pass {
  /** Whether a key is still to be sent. */
  isPending(key: number): boolean
  /** The key as it is sent. */
  textOf(key: number): string
  /** How many keys the pass has, and how many of them are settled. */
  progress(): { readonly keys: number; readonly answered_keys: number }
  /**
   * Whether keys were answered before the pass goes on. If so, a service that fails with all of the rest leaves the run
   * finished. Where no key keeps a reason, the failure has to be that of the run.
   */
  wasAnswered(): boolean
  /** Does the long work before the pass begins. */
  prepare(yieldToEventLoop: YieldToEventLoop): Promise<void>
  begin(): void
  answer(range: KeyRange, items: Matched, cost: Cost): void
  /** A key without an answer stays as it is. */
  unanswered(range: KeyRange, reason: FailureCode, cost: Cost): void
  finish(failure: FailureCode | null, at: Date): Promise<void>
}

/** What the keys of a range were answered with. */
export interface Matched {
  /** By key that was sent and had no answer yet: the result that belongs to it. */
  readonly items: ReadonlyMap<number, AnswerItem>
  /** Keys that are equal in the form in which the service repeats them: whose answer it is cannot be known. */
  readonly ambiguous: readonly number[]
  /** The keys that were sent and have no result. */
  readonly unanswered: readonly number[]
}

/** What the passes of a run share. */
export interface PassDeps {
  readonly database: Database
  readonly list: RunList
  readonly answers: Answers
  readonly journals: Journals
  state(): RunState
  /** Writes a state and what `store` writes, in one transaction. */
  write(state: RunState, store?: () => void): void
}

export type PassCalls = ReturnType<typeof createPassCalls>

export function createPassCalls(pass: Pass, allKeys: number) {
  function requireRange({ from, count }: KeyRange): void {
    if (from < 0 || count < 0 || from + count > allKeys) throw new AppFailure('bad_request', {}, 'no such keys')
  }

  /** The keys still to be sent, in as few ranges as possible. */
  function pendingRanges(): KeyRange[] {
    const pending: KeyRange[] = []
    let from = 0
    for (let key = 0; key <= allKeys; key++) {
      if (key < allKeys && pass.isPending(key)) continue
      if (key > from) pending.push({ from, count: key - from })
      from = key + 1
    }
    return pending
  }

  return {
    prepare: pass.prepare,
    begin() {
      const wasAnswered = pass.wasAnswered()
      pass.begin()
      return { pending: pendingRanges(), keys: pass.progress().keys, wasAnswered }
    },
    /**
     * The first keys of the range that are still to be sent, at most `most`, and how much of the range they reach over.
     */
    keys(range: KeyRange, limit: number): { keys: string[]; count: number } {
      requireRange(range)
      const { from, count } = range
      const keys: string[] = []
      for (let key = from; key < from + count; key++) {
        if (!pass.isPending(key)) continue
        if (keys.length === limit) return { keys, count: key - from }
        keys.push(pass.textOf(key))
      }
      return { keys, count }
    },
    /** Throws `unexpected_body`; nothing is stored then. */
    answer(range: KeyRange, body: string, cost: Cost) {
      requireRange(range)
      const matched = matchRange(pass, range, readAnswer(body))
      pass.answer(range, matched, cost)
      const { answered_keys } = pass.progress()
      return { answered: matched.items.size, missing: matched.unanswered.length, answered_keys }
    },
    unanswered(range: KeyRange, reason: FailureCode, cost: Cost): void {
      requireRange(range)
      pass.unanswered(range, reason, cost)
    },
    finish: pass.finish,
  }
}

/**
 * The items that belong to keys of the range which are still to be sent. A result never counts by position, but for the
 * key whose text it repeats. It counts once, and for no key that was not sent. The document promises the text as it was
 * sent. Where a service gives keys back in a form of its own, a result counts for the one key of the range that has
 * this form. Keys that share a form count only when each is repeated as it was sent.
 */
export function matchRange(
  { isPending, textOf }: Pick<Pass, 'isPending' | 'textOf'>,
  { from, count }: KeyRange,
  results: readonly AnswerItem[],
): Matched {
  const sent = new Map<string, number>()
  const items = new Map<number, AnswerItem>()
  const ambiguous: number[] = []
  for (let key = from; key < from + count; key++) if (isPending(key)) sent.set(textOf(key), key)
  for (const item of results) {
    const key = sent.get(item.chave)
    if (key !== undefined && !items.has(key)) items.set(key, item)
  }
  if (items.size < sent.size && results.length > 0) {
    const byForm = Map.groupBy(results, ({ chave }) => normalForm(chave))
    for (const [form, alike] of Map.groupBy(sent, ([text]) => normalForm(text))) {
      const [item] = byForm.get(form) ?? []
      const keys = alike.map(([, key]) => key)
      if (!item || keys.every((key) => items.has(key))) continue
      for (const key of keys) {
        if (keys.length === 1) items.set(key, item)
        else {
          items.delete(key)
          ambiguous.push(key)
        }
      }
    }
  }
  return { items, ambiguous, unanswered: [...sent.values()].filter((key) => !items.has(key)) }
}

const longestKey = 320
/**
 * Reduces a key to what all its forms share: an e-mail in small letters, a phone's digits without zeros or 55 before
 * them.
 */
function normalForm(text: string): string {
  const key = text.slice(0, longestKey).trim().toLowerCase()
  if (key.includes('@')) return key
  const digits = key.replace(/\D/g, '').replace(/^0+/, '')
  return /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits
}
