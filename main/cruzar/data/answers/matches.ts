import { matchReasons, type PhoneRung, phoneRungs } from '../../../../preload/values/rungs.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import { hashText } from '../../../engine/columns/key-index.ts'
import { type TextPart, textAt } from '../../../engine/columns/part.ts'
import type { JsonRecord } from '../../../kernel/json.ts'
import { codeOfAnswer, type KeyAnswer } from '../../../leads/cross-check.ts'
import type { RowKeys } from '../../../lists/keys.ts'
import { type Candidate, type Meant, whoIsMeant } from '../../../people/who-is-meant.ts'
import {
  foldEmail,
  isAccepted,
  matchReasonOf,
  otherNinth,
  otherNinthForm,
  rungOf,
} from '../../../phones/match-ladder.ts'
import { phoneKey, writtenForms } from '../../../phones/phones.ts'

const registered = codeOfAnswer('sem_conversa')
const absent = codeOfAnswer('ausente')
const ambiguous = codeOfAnswer('ambigua')

/**
 * The form of a contact that was never compared with the key, as in runs of former versions and with services that
 * match in their own way.
 */
export const unknownForm = 255
/** Replaces the form of a key that has candidates. */
export const contested = 254

/** How the contacts that answer keys are written. */
export interface StoredMatches {
  /** By key: how its contact is written (`writtenForms`, `otherNinthForm`), or `unknownForm`. */
  readonly forms: Uint8Array
  /** By key: the hash of what is written `otherwise`; empty where nothing is. */
  readonly hashes: Uint32Array
  /**
   * All contacts of each key that has several, which is answered by `ambigua`, `candidateFields` numbers each. They are
   * sorted by key, the newest conversation first, of equal ones those with the ninth digit of the key.
   */
  readonly candidates: Uint32Array
}

/**
 * A candidate takes so many numbers: its key, the row of its lead, its form, its hash, its person and its answer. The
 * row is `noRow` behind the first hundred of its form and hash. The person is the number of an account (from 0) times
 * 2^24 plus that of the contact.
 */
export const candidateFields = 6
export const accountStep = 2 ** 24

/**
 * Which contact answers a key in one row of a list. Rows differ by how they have the key. With `5511…` in one row and
 * `11…` in another, each of two contacts that are written so is the better match of one of them. `whoIsMeant` decides
 * among several contacts; a tie is `ambigua`. `at` is the place in the row keys, `noRow` stands for the key as it is
 * sent.
 */
export interface Matches {
  /** The answer in this row, by its number. Takes the answer that is known of the key. */
  answerAt(at: number, key: number, answer: number): number
  /**
   * How nearly all keys match. The index is 256 times the form of the key in the row plus that of its contact. The
   * value is 1 + the rung, plus 16 times 1 + the reason, 0 where neither is known. The lead is that of the key. Where
   * the value is `unclear`, `matchAt` decides.
   */
  readonly usual: Uint8Array
  /** By key: the form of its contact. Changes with every answer. */
  readonly forms: Uint8Array
  /** Writes to `into` how the key matches in this row. Takes the answer that is known of the key, and its lead. */
  matchAt(at: number, key: number, answer: number, lead: number, into: RowMatch): void
  /** How many contacts match alike, or are cards of the same person; 0 where there is only one. */
  candidatesAt(at: number, key: number): number
  /** The leads of these contacts as rows of the run's leads, as far as they are stored. */
  candidateLeads(at: number, key: number): readonly number[]
  /**
   * The rung between this row and the contact of a lead as a service sent it; -1 where the lead has the key in no form.
   */
  rungOfLead(at: number, key: number, lead: JsonRecord): number
  /** Whether rows differ in their answer for a key, so that `answerAt` is needed. */
  readonly differ: boolean
  /** Takes a lead that a service found by a key, or by its other form. */
  note(key: number, lead: JsonRecord | null): void
  /**
   * Takes a lead that a service found by the other form of a key as a second card of the person whose lead, without a
   * conversation, has this row. `add` stores it. False, and nothing is taken, where the two have the same number or one
   * is not known.
   */
  noteCard(
    key: number,
    row: number,
    item: { readonly answer: KeyAnswer; readonly lead: JsonRecord | null },
    add: (lead: JsonRecord) => number,
  ): boolean
  stored(): StoredMatches
}

export interface RowMatch {
  /** The row of the lead, `noRow` without one or with several. */
  lead: number
  /** The index in `rungNames`; -1 where nothing matches or the rung is not known. */
  rung: number
  /** The index in `matchReasons`; -1 where nothing matches or the reason is not known. */
  reason: number
}

/** A candidate of a key as a row of a list compares it. */
interface ComparedCandidate extends Candidate {
  readonly person: number
  /** The place among the numbers of all candidates. */
  readonly place: number
}

/** `keys` are the texts of the keys; `lowest` is the last rung that counts, null where the service decides. */
export function createMatches(
  rowKeys: RowKeys,
  keys: TextPart,
  lowest: PhoneRung | null,
  sealed: StoredMatches | null,
): Matches {
  const forms = sealed ? sealed.forms : new Uint8Array(keys.rows).fill(unknownForm)
  let hashes: Uint32Array = sealed?.hashes ?? new Uint32Array(0)
  let candidates: Uint32Array = sealed?.candidates ?? new Uint32Array(0)
  let used = candidates.length
  const first = new Map<number, number>()
  for (let place = used - candidateFields; place >= 0; place -= candidateFields) {
    first.set(candidates[place] as number, place)
  }
  const rowForms = rowKeys.forms
  // From `trunk` on, every form of a key that a list can have is accepted.
  const isStrict = lowest !== null && phoneRungs.indexOf(lowest) < phoneRungs.indexOf('trunk') && rowForms.length > 0

  const isEmail = (key: number): boolean => {
    // Offsets lie inside the heap here and below: `as number` spares a check each.
    const from = keys.offsets[key] as number
    // Nearly all e-mails begin with a letter, and no phone does.
    if ((keys.heap[from] as number) > 0x39) return true
    for (let at = from; at < (keys.offsets[key + 1] as number); at++) {
      if (keys.heap[at] === 0x40) return true
    }
    return false
  }
  const rungOfForms = (at: number, key: number, form: number, hash: number): number => {
    // No place in the row keys stands for the key as it is sent.
    const list = rowForms[at] ?? writtenForms.asKey
    const mayBeFolded = ((list | form) & writtenForms.otherwise) > 0
    return rungOf(list, form, (rowKeys.hashes[at] ?? 0) === hash, mayBeFolded && isEmail(key))
  }
  const ownRung = (at: number, key: number): number => {
    const form = forms[key] as number
    return rowForms.length === 0 || form === unknownForm ? -1 : rungOfForms(at, key, form, hashes[key] ?? 0)
  }
  const isRefused = (at: number, key: number): boolean => {
    const rung = isStrict ? ownRung(at, key) : -1
    return rung >= 0 && lowest !== null && !isAccepted(rung, lowest)
  }

  /** Who is meant among the candidates of a key, which begin at `start`; null where no rung counts. */
  function meantAt(at: number, key: number, start: number): Meant<ComparedCandidate> | null {
    const accepted: ComparedCandidate[] = []
    for (let place = start; candidates[place] === key; place += candidateFields) {
      const form = candidates[place + 2] as number
      const rung = rungOfForms(at, key, form, candidates[place + 3] as number)
      if (lowest !== null && !isAccepted(rung, lowest)) continue
      const person = candidates[place + 4] as number
      const hasOtherNinth = (form & otherNinthForm) > 0
      accepted.push({ place, rung, hasOtherNinth, person, account: Math.floor(person / accountStep) })
    }
    return whoIsMeant(accepted)
  }

  /** Adds all candidates of a key that had none. */
  function append(numbers: readonly number[]): void {
    if (used + numbers.length > candidates.length) {
      // The unused rest belongs to no key.
      const grown = new Uint32Array(2 * (used + numbers.length)).fill(noRow)
      grown.set(candidates.subarray(0, used))
      candidates = grown
    }
    candidates.set(numbers, used)
    first.set(numbers[0] as number, used)
    used += numbers.length
  }

  function answerOf(meant: Meant<ComparedCandidate> | null): number {
    if (!meant) return absent
    return meant.isTie ? ambiguous : (candidates[meant.first.place + 5] as number)
  }

  function answerAt(at: number, key: number, answer: number): number {
    const start = answer === ambiguous ? first.get(key) : undefined
    if (start !== undefined) return answerOf(meantAt(at, key, start))
    return isStrict && answer !== 0 && answer !== absent && isRefused(at, key) ? absent : answer
  }

  function matchAt(at: number, key: number, keyAnswer: number, lead: number, into: RowMatch): void {
    const start = keyAnswer === ambiguous ? first.get(key) : undefined
    const meant = start === undefined ? null : meantAt(at, key, start)
    const answer = start === undefined ? answerAt(at, key, keyAnswer) : answerOf(meant)
    into.lead = noRow
    into.rung = -1
    into.reason = answer === ambiguous ? severalCandidates : -1
    if (answer === 0 || answer === absent) return
    into.rung = meant ? meant.first.rung : ownRung(at, key)
    if (answer === ambiguous) return
    into.lead = meant ? (candidates[meant.first.place + 1] as number) : lead
    if (into.rung < 0) return
    const digits = (keys.offsets[key + 1] as number) - (keys.offsets[key] as number)
    const hasCards = meant !== null && meant.among.length > 1
    into.reason = hasCards ? twoCards : matchReasonOf(into.rung, rowForms[at] as number, digits === 13)
  }

  return {
    get differ() {
      return first.size > 0 || isStrict
    },
    answerAt,
    usual: usualPairs(rowForms.length > 0, isStrict ? lowest : null),
    forms,
    matchAt,
    candidatesAt(at, key) {
      const start = first.get(key)
      const count = start === undefined ? 0 : (meantAt(at, key, start)?.among.length ?? 0)
      return count > 1 ? count : 0
    },
    candidateLeads(at, key) {
      const start = first.get(key)
      const { among = [] } = (start === undefined ? null : meantAt(at, key, start)) ?? {}
      if (among.length < 2) return []
      return among.map(({ place }) => candidates[place + 1] as number).filter((lead) => lead !== noRow)
    },
    rungOfLead(at, key, lead) {
      const [form, written] = formOfLead(textOf(keys, key), lead)
      if (form === unknownForm) return -1
      return rungOfForms(at, key, form, (form & writtenForms.otherwise) > 0 ? hashText(written) : 0)
    },
    note(key, lead) {
      const [form, written] = lead ? formOfLead(textOf(keys, key), lead) : [unknownForm, '']
      forms[key] = form
      if ((form & writtenForms.otherwise) === 0 || form === unknownForm) return
      if (hashes.length === 0) hashes = new Uint32Array(keys.rows)
      hashes[key] = hashText(written)
    },
    noteCard(key, row, { answer, lead }, add) {
      const firstForm = forms[key] as number
      const [form, written] = lead ? formOfLead(textOf(keys, key), lead) : [unknownForm, '']
      const isKnown = firstForm !== unknownForm && form !== unknownForm
      if (!lead || !isKnown || (firstForm & otherNinthForm) === (form & otherNinthForm)) return false
      const hash = (form & writtenForms.otherwise) > 0 ? hashText(written) : 0
      const card = [key, add(lead), form, hash, 1, codeOfAnswer(answer)]
      const firstCard = [key, row, firstForm, hashes[key] ?? 0, 0, registered]
      append(answer === 'com_conversa' ? [...card, ...firstCard] : [...firstCard, ...card])
      forms[key] = contested
      return true
    },
    stored: () => ({ forms, hashes, candidates: candidates.subarray(0, used) }),
  }
}

/** More than `writtenForms` and `otherNinthForm` make together. */
const writtenWays = 16
/** In `Matches.usual`: the forms alone do not decide. */
export const unclear = 255

/**
 * The answers of `rungOf` and `matchReasonOf` for keys that are not written `otherwise` and have the ninth digit of
 * their contact. With `lowest`, a rung that does not count is unclear as well. Without forms of the list nothing is
 * known.
 */
function usualPairs(hasForms: boolean, lowest: PhoneRung | null): Uint8Array {
  const pairs = new Uint8Array(256 * writtenWays)
  if (!hasForms) return pairs
  const { otherwise } = writtenForms
  return pairs.map((_, pair) => {
    const [list, contact] = [pair >> 8, pair & 255]
    if (contact === unknownForm) return 0
    if (contact >= writtenWays || ((list | contact) & otherwise) > 0 || (contact & otherNinthForm) > 0) return unclear
    const rung = rungOf(list, contact, true, false)
    if (lowest !== null && !isAccepted(rung, lowest)) return unclear
    return 1 + rung + 16 * (1 + matchReasonOf(rung, list, true))
  })
}

const severalCandidates = matchReasons.indexOf('several_candidates')
const twoCards = matchReasons.indexOf('two_cards')

function textOf({ offsets, heap }: TextPart, key: number): string {
  return textAt(heap, offsets[key] as number, offsets[key + 1] as number)
}

/** How a lead that a service found has the key: its form, and the text where it is written `otherwise`. */
function formOfLead(key: string, lead: JsonRecord): readonly [form: number, written: string] {
  const { email, telefone_digitos: digits } = lead
  if (key.includes('@')) {
    if (typeof email !== 'string' || foldEmail(email) !== key) return [unknownForm, '']
    return [email === key ? writtenForms.asKey : writtenForms.otherwise, email]
  }
  if (typeof digits !== 'string' && typeof digits !== 'number') return [unknownForm, '']
  const phone = phoneKey(String(digits).slice(0, longestDigits))
  if (!phone.ok) return [unknownForm, '']
  if (phone.key === key) return [phone.form, phone.written]
  return String(otherNinth(Number(key))) === phone.key
    ? [phone.form | otherNinthForm, phone.written]
    : [unknownForm, '']
}

const longestDigits = 40
