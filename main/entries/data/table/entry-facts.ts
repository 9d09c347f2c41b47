import { createHash } from 'node:crypto'
import { foldText } from '../../../../preload/values/text.ts'
import { recordOf } from '../../../kernel/json.ts'
import type { CellKey } from '../../../phones/addresses.ts'
import { phoneForms } from '../../../phones/match-ladder.ts'
import { type AnswerRole, answerText, contactsOf, oneLine, textsIn } from './answers.ts'
import type { FormInfo } from './form-shape.ts'

/** A row of the table `entries`. */
export interface StoredEntry {
  readonly id: number
  readonly form_id: number
  readonly created_at: string | null
  readonly created_ms: number | null
  readonly body: string
  readonly schema_version: number
  readonly gone_at: string | null
}

/** An entry with what is computed once for its row, its brief, its hints and its duplicates. */
export interface EntryFacts extends StoredEntry {
  readonly form: FormInfo
  readonly complete: boolean | null
  /** Who sent it: a name, else an e-mail, else a phone; empty for nobody. */
  readonly sender: string
  /** The longest text that is neither name nor contact, in one line. */
  readonly line: string
  /** The phones and e-mails among its answers, as cruzar would send them, each once, in the entry's order. */
  readonly keys: readonly CellKey[]
  /** The phones among `keys`. */
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  /** Entries with one of them in common are of one person: `p` and a phone with its ninth digit, `e` and an e-mail. */
  readonly personKeys: readonly string[]
  readonly ip: string | null
  /** The most links in one text. */
  readonly links: number
  /** Of the longest free text, whatever its case, accents and blanks; null when it is too short to compare. */
  readonly textKey: string | null
  readonly pattern: string | null
}

const mostLine = 200
const mostSender = 120
/** Shorter texts are alike by chance ("Quero um orçamento"), in characters. */
export const shortestRepeated = 40
const link = /(?:https?:\/\/|www\.)[^\s<>"]{2,}/gi

export function entryFacts(stored: StoredEntry, form: FormInfo): EntryFacts {
  const body = recordOf(JSON.parse(stored.body))
  const answers = Object.entries(recordOf(body.fields)).map(([key, value]) => ({
    role: form.roleOf(stored.schema_version, key),
    value,
  }))
  const keys = contactsOf(body, answers)
  const keysOf = (isEmail: boolean) => keys.filter(({ kind }) => (kind === 'email') === isEmail).map(({ key }) => key)
  const [phones, emails] = [keysOf(false), keysOf(true)]
  const free = answers.filter(({ role }) => role === 'text').flatMap(({ value }) => textsIn(value))
  const texts = answers.flatMap(({ value }) => textsIn(value))
  const { ip } = recordOf(body.metadata)
  return {
    ...stored,
    form,
    complete: typeof body.is_complete === 'boolean' ? body.is_complete : null,
    sender: senderOf(answers, emails[0] ?? phones[0] ?? ''),
    line: oneLine(longestOf(free), mostLine),
    keys,
    phones,
    emails,
    personKeys: [...new Set([...phones.map((phone) => `p${withNinth(phone)}`), ...emails.map((email) => `e${email}`)])],
    ip: typeof ip === 'string' && ip !== '' ? ip : null,
    links: texts.reduce((max, text) => Math.max(max, text.match(link)?.length ?? 0), 0),
    textKey: textKeyOf(longestOf(free)),
    pattern: knownPattern(texts),
  }
}

function senderOf(answers: readonly { role: AnswerRole; value: unknown }[], otherwise: string): string {
  const named = (role: AnswerRole) => answers.find((one) => one.role === role && answerText(one.value)?.trim())
  const name = answerText(named('name')?.value)
  const surname = answerText(named('surname')?.value)
  return oneLine([name, surname].filter((part) => part).join(' '), mostSender) || otherwise
}

/**
 * The longer of the forms that a mobile may have: two that differ by the ninth digit alone are one
 * (docs/decisions/lists.md §1).
 */
function withNinth(phone: string): string {
  const [other = ''] = phoneForms(phone).otherNinth
  return other.length > phone.length ? other : phone
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

function textKeyOf(text: string): string | null {
  const plain = foldText(text).replace(/\s+/g, ' ').trim()
  return plain.length < shortestRepeated ? null : createHash('sha1').update(plain).digest('base64')
}

/** Markup that no person writes into a form: links of forums and pages, scripts. */
const markup =
  /\[(?:url|link|img)[\]=]|<\s{0,3}(?:a\s[^>]{0,200}href|script|iframe|img|svg|object|embed|style)\b|href\s{0,3}=/i
/** What spam sells, as whole words of a folded text. */
const wares =
  /(?<![\p{L}\p{N}])(?:casinos?|cassinos?|poker online|slots?|jackpot|bitcoins?|crypto(?:currency)?|criptomoedas?|forex|viagra|cialis|tadalafil|backlinks?|link building|seo|page rank|payday loans?|emprestimo sem consulta|renda extra garantida|onlyfans|escorts?|porn|sexcam|replica watches|followers?)(?![\p{L}\p{N}])/u
/** Scripts in which nobody fills in a form in Portuguese. */
const otherScripts =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Thai}\p{Script=Hebrew}]/gu
const fewestLetters = 12
/** Of the letters of a text. */
const mostOther = 0.3

/** What in the texts of an entry is known from spam, as a short neutral word; null for nothing. */
function knownPattern(texts: readonly string[]): string | null {
  for (const text of texts) {
    const mark = markup.exec(text)?.[0].replace(/\s+/g, ' ').slice(0, 20)
    const pattern = mark ?? wares.exec(foldText(text))?.[0] ?? otherScriptOf(text)
    if (pattern !== null) return pattern
  }
  return null
}

/** The first letters of a text that is mostly in another script. */
function otherScriptOf(text: string): string | null {
  const otherLetters = text.match(otherScripts)
  if (!otherLetters || otherLetters.length < fewestLetters) return null
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return otherLetters.length > letters * mostOther ? otherLetters.slice(0, 6).join('') : null
}
