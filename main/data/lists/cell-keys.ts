import type { KeyProblem } from '../../../preload/contract/key-problems.ts'
import { foldEmail } from '../../kernel/match-ladder.ts'
import {
  digitsOf,
  isAreaCode,
  lacksAreaCode,
  type PhoneKind,
  type PhoneReading,
  phoneKey,
  readExcelNumber,
  withoutExtension,
  writtenForms,
} from '../../kernel/phones.ts'
import { isFiller } from './filler.ts'

interface CellKey {
  readonly key: string
  readonly kind: PhoneKind | 'email'
  /** How the cell has it, of `writtenForms`: an e-mail is as it is sent, or `otherwise`. */
  readonly form: number
  /** The phone's digits, or the e-mail, as the cell has it. */
  readonly written: string
}

/** The keys of one cell in their order, and the first problem that it has. A cell can have both. */
export interface CellKeys {
  readonly keys: readonly CellKey[]
  readonly problem: KeyProblem | null
  /** What of the cell has the problem; empty without one. */
  readonly problemText: string
}

type Reading = ({ readonly ok: true } & CellKey) | { readonly ok: false; readonly problem: KeyProblem }

/** A cell holds a few keys at most: the rest of a longer one is not read, and its problem is `too_long`. */
const longestCell = 500
/** The pieces that are whole within the longest cell. */
const wholePieces = new RegExp(`^.{1,${longestCell}}(?=[\\s,;/|])`, 's')
const single = /^[+\d\s().-]+$/
const separators = /[/;|\r\n]+|(?<!\s)\s+(?:ou|e|or|and|&)\s+/i
/** A date, whose month could pass for an area code and whose year and time for a phone: `22/11/2026 14:34`. */
const date =
  /(?<!\d)(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])\/(?:\d{4}|\d{2})(?![\d.-])(?:,?\s{0,3}(?:às\s)?\d{1,2}[:h]\d{2}(?::\d{2})?)?/gi
const link = /(?:wa\.me\/|[?&]phone=)(?:\+|%2b)?\s*(\d+)/gi
const extensionAlone = /^\(?(?:ramal|rml|rm|ram|ext(?:ens[aã]o)?|r)[\s.:]{0,5}\d{1,6}\)?$/i
/** `1. `, `12) `, `3 - `. */
const listNumber = /^\d{1,4}(?:[.)]|\s-)\s+/
const whatsappHost = /@(?:c\.us|s\.whatsapp\.net|g\.us)\b/i
const address = /^[^\s@<>()[\]",;:]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u

/**
 * Reads the keys of one cell. A phone column's cell may hold several phones ("/", ";", ",", "ou", "e", line breaks, and the
 * ":::" of Google contacts), an e-mail among them, or a WhatsApp link; a piece without area code takes that of the phone
 * before it, else `areaCode` (the cell of a DDD column, or null). An e-mail column's cell holds e-mails, or else phones. Words beside a
 * good key are no problem, and dates are no keys. Of a cell longer than 500 characters the first keys are read, beside the
 * problem `too_long`.
 */
export function readCellKeys(text: string, kind: 'phone' | 'email', areaCode: string | null = null): CellKeys {
  const bare = withoutProtection(text.trim()).replaceAll(':::', ';')
  if (bare === '' || isFiller(bare)) return { keys: [], problem: 'empty', problemText: '' }
  if (bare.length > longestCell) {
    const [whole = ''] = wholePieces.exec(bare) ?? []
    return { keys: readCellKeys(whole, kind, areaCode).keys, problem: 'too_long', problemText: whole }
  }
  if (kind === 'email') {
    const emails = collect(pieces(bare, /[;,|/\s]+/), emailKey)
    if (bare.includes('@')) return emails
    const phones = readCellKeys(text, 'phone', areaCode)
    return phones.keys.length > 0 ? phones : emails
  }
  if (single.test(bare)) return readSinglePhone(bare, areaCode)
  const links = [...bare.matchAll(link)].map((match) => match[1] ?? '')
  if (links.length > 0) return collect(links, (piece) => phoneKey(`+${piece}`))
  return readPhones(phonePieces(bare.replace(date, ';')), areaCode)
}

/** An e-mail as it is sent: trimmed, lower case, without `mailto:` and the name before `<…>`. */
export function emailKey(text: string): Reading {
  const inside = /<([^<>]*)>/.exec(text)?.[1] ?? text
  const written = withoutMarks(inside.trim())
  const key = withoutMarks(foldEmail(written))
  if (key === '') return { ok: false, problem: 'empty' }
  const good = key.length <= longestAddress && address.test(key) && !key.includes('..')
  if (!good) return { ok: false, problem: 'bad_email' }
  return { ok: true, key, kind: 'email', form: key === written ? writtenForms.asKey : writtenForms.otherwise, written }
}

function withoutMarks(address: string): string {
  return address.replace(/^mailto:/i, '').replace(/(?<![.,;])[.,;]+$/, '')
}

/** What the common addresses are made of: 1 before the @, 2 behind it, 3 both. */
const addressSigns = new Uint8Array(256)
for (const sign of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.')
  addressSigns[sign.charCodeAt(0)] = 3
for (const sign of '_+%') addressSigns[sign.charCodeAt(0)] = 1
const atSign = 0x40
const dot = 0x2e
/** Of an e-mail, in characters (RFC 5321 §4.5.3.1.3). */
export const longestAddress = 254

/**
 * Writes the key of a cell that is one e-mail of plain ASCII and nothing else to `heap`, which has room for
 * `longestAddress`; gives its length, below zero where the cell has capitals. 0 for anything else, which `readCellKeys` reads.
 * Says what `readCellKeys` says, in columns of both kinds.
 */
export function usualEmail(bytes: Uint8Array, from: number, to: number, heap: Uint8Array, at: number): number {
  if (to - from > longestAddress || bytes[from] === dot || bytes[to - 1] === dot) return 0
  let part = 1
  let domain = 0
  let lastDot = 0
  let before = 0
  let capitals = false
  let end = at
  for (let position = from; position < to; position++) {
    const sign = bytes[position] as number
    if (((addressSigns[sign] as number) & part) === 0) {
      if (sign !== atSign || part === 2 || position === from) return 0
      part = 2
      domain = end + 1
    } else if (sign === dot) {
      if (before === dot || before === atSign) return 0
      lastDot = end
    }
    before = sign
    const isCapital = sign >= 0x41 && sign <= 0x5a
    capitals ||= isCapital
    heap[end++] = isCapital ? sign + 0x20 : sign
  }
  if (domain === 0 || lastDot < domain || end - lastDot < 3) return 0
  // WhatsApp has its numbers under `c.us`, `g.us` and `s.whatsapp.net`.
  const first = heap[domain]
  const mayBeWhatsapp = heap[domain + 1] === dot && (first === 0x63 || first === 0x67 || first === 0x73)
  if (mayBeWhatsapp) return 0
  return capitals ? at - end : end - at
}

/** Whether a text is an area code alone, as a DDD column has it: `11`, `011`, `(11)`. Gives its two digits. */
export function areaCodeOf(text: string): string | null {
  const digits = digitsOf(text).replace(/^0/, '')
  return digits.length === 2 && isAreaCode(digits) ? digits : null
}

/** Whether a cell holds a link that opens a chat with a phone. */
export function isChatLink(text: string): boolean {
  return text.search(link) !== -1
}

/** One protective apostrophe, or `="…"`, is how tools keep Excel from calculating; it is not part of the text. */
function withoutProtection(text: string): string {
  if (text.startsWith("'")) return text.slice(1).trim()
  return /^="(.*)"$/s.exec(text)?.[1]?.trim() ?? text
}

function readSinglePhone(text: string, areaCode: string | null): CellKeys {
  const whole = phoneIn(text, areaCode)
  if (whole.ok) return { keys: [whole], problem: null, problemText: '' }
  const unread = { keys: [], problem: whole.problem, problemText: text }
  if (whole.problem !== 'too_long') return unread
  // Two phones with nothing but a blank between them, only when every piece is a phone by itself.
  const apart = [/\s+(?=[(+])|\s-\s|\s{2,}|\t/, /\s+/].map((separator) => pieces(text, separator))
  const several = apart.find(({ length }) => length > 1) ?? []
  const { keys } = collect(several, phoneKey)
  return several.length > 0 && keys.length === several.length ? { keys, problem: null, problemText: '' } : unread
}

function readPhones(parts: readonly string[], areaCode: string | null): CellKeys {
  let near = areaCode
  let isOfCell = false
  return collect(withAreaCodes(parts), (piece) => {
    if (extensionAlone.test(piece)) return { ok: false, problem: 'no_digits' }
    if (piece.includes('@') && !whatsappHost.test(piece)) return emailKey(piece)
    const reading = phoneIn(piece, near)
    if (!reading.ok || reading.kind === 'foreign') return reading
    near = reading.key.slice(2, 4)
    isOfCell ||= reading.form !== writtenForms.areaAdded
    if (!isOfCell || reading.form !== writtenForms.areaAdded) return reading
    // Written before another phone of the cell.
    return { ...reading, form: writtenForms.without55, written: reading.key.slice(2) }
  })
}

/** An area code that a separator cut off its phone, as in `51/98000-0801`, is put back before it. */
function withAreaCodes(parts: readonly string[]): string[] {
  const whole: string[] = []
  for (const [index, piece] of parts.entries()) {
    const before = parts[index - 1] ?? ''
    const isAreaCodeAlone = /^\(?0?\d{2}\)?$/.test(before) && areaCodeOf(before) !== null
    if (isAreaCodeAlone && lacksAreaCode(digitsOf(withoutExtension(piece)))) {
      whole[whole.length - 1] = `${before} ${piece}`
    } else whole.push(piece)
  }
  return whole
}

/** A phone that may lack its area code, or have its number in the list before it. */
function phoneIn(text: string, areaCode: string | null): PhoneReading {
  // With its number, such a phone may read as one of another country.
  const alone = listNumber.test(text) ? phoneKey(text.replace(listNumber, '')) : null
  return alone?.ok && alone.kind !== 'foreign' ? alone : phoneKey(text, areaCode)
}

function collect(parts: readonly string[], read: (piece: string) => Reading): CellKeys {
  const keys: CellKey[] = []
  let problem: KeyProblem | null = null
  let problemText = ''
  for (const piece of parts) {
    const reading = read(piece)
    if (reading.ok) keys.push(reading)
    else if (problem === null || problem === 'no_digits') {
      problem = reading.problem
      problemText = piece
    }
  }
  if (keys.length === 0) return { keys, problem: problem ?? 'no_digits', problemText }
  return problem === 'no_digits' ? { keys, problem: null, problemText: '' } : { keys, problem, problemText }
}

/** A comma splits phones unless it belongs to a number that Excel wrote. */
function phonePieces(text: string): string[] {
  return pieces(text, separators).flatMap((piece) =>
    piece.includes(',') && readExcelNumber(piece) === null ? pieces(piece, /,/) : [piece],
  )
}

/** What is between the separators, without the blanks around it. */
export function pieces(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}
