import type { KeyProblem } from '../../preload/values/key-problems.ts'
import { addressesIn, type CellKey, emailKey, identityKey, isIdentity, type Reading } from './addresses.ts'
import { isFiller } from './filler.ts'
import {
  digitsOf,
  isAreaCode,
  lacksAreaCode,
  type PhoneReading,
  phoneKey,
  readExcelNumber,
  withoutExtension,
} from './phones.ts'
import { type NearAreaCode, readRun } from './written-phones.ts'

/** The keys of one cell in their order, and the first problem that it has. A cell can have both. */
export interface CellKeys {
  readonly keys: readonly CellKey[]
  readonly problem: KeyProblem | null
  /** The part of the cell that has the problem; empty without one. */
  readonly problemText: string
}

/** A cell holds a few keys at most: the rest of a longer one is not read, and its problem is `too_long`. */
const longestCell = 500
/** The whole pieces within the longest cell. */
const wholePieces = new RegExp(`^.{1,${longestCell}}(?=[\\s,;/|])`, 's')
const single = /^[+\d\s().-]+$/
/** One phone at most, without signs inside. */
const bareNumber = /^\+?[1-9]\d{6,14}$/
/** The text begins like a number that Excel wrote. */
const startsWithFigure = /^[+-]?\d/
const separators = /[/;|\r\n]+|(?<!\s)\s+(?:ou|e|or|and|&)\s+/i
/** A date, whose month could pass for an area code and whose year and time for a phone: `22/11/2026 14:34`, `12/10`. */
const date =
  /(?<![\d/-])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?:\/(?:\d{4}|\d{2}))?(?![\d./-])(?:,?\s{0,3}(?:às\s)?\d{1,2}[:h]\d{2}(?::\d{2})?)?/gi
/** CPF and CNPJ. */
const documents = /(?<![\d.])(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2})(?!\d)/g
/** `1. `, `12) `, `3 - `. */
const listNumber = /^\d{1,4}(?:[.)]|\s-)\s+/
/** The last line of several, or an extension: `3344-0001-02`. */
const furtherLine = /(?<=\d{4}[-.\s]?\d{4})-\d{1,2}$/
/** A number without its area code at the start of a text. */
const localStart = /^9?[\s.-]?\d{4}[\s.-]?\d{4}(?!\d)/

const beyondAscii = /[^ -~]/
/** Marks of direction, joiners, soft hyphens, and the sign that makes an emoji of a digit. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f|\u20e3/g
const dashes = /[\u2010-\u2015\u2027\u2043\u2212\u30fc\ufe58\ufe63]/g
const fullWidth = /[！-～]/g

/** A link that opens a chat, and the phone in it, which may have blanks and signs in code. */
const chatLink =
  /(?:\bwa\.me\/+(?:send\/?)?(?:\?phone=)?|[?&]phone=|(?:whatsapp\.com|intent:\/)\/send\/+(?=[+\d%])|\bt\.me\/(?=\+\d{10,13}(?![\w-])))((?:%2b|%2d|%20|%28|%29|[\d\s().+-])*)(?:[^\s,;|<>"]*[?&]text=.*|[^\s,;|<>"]*)/gi
const phoneOfLink = /(?:wa\.me\/|[?&]phone=)(?:\+|%2b)?\s*\d/i
const otherLink =
  /(?:\b[a-z][a-z\d+.-]{0,20}:\/\/|\bwww\.|\b(?:wa\.link|bit\.ly|tinyurl\.com|t\.me|goo\.gl|linktr\.ee|chat\.whatsapp\.com)\/|\b[\w-]{2,60}\.(?:com\.br|net|org|io|app|link|ly|me)\/)[^\s,;|<>"]*/gi
const dialLink = /\b(?:tel|sms|callto|phone|whatsapp):\/{0,2}(?=[+\d(%])/gi
/** The number that a messenger gave to an account, as tools for chats write it. */
const accountNumber =
  /\b(?:facebook|fb|messenger|telegram|instagram|ig|discord|viber|line|slack|webchat|twitterid|lid):\d{5,}(?![\d-])/gi

const mayBeLink = /\.[a-z]{2,}\/|phone=|:\/\/|www\./i

const phoneWords =
  'ddd|tel(?:efones?|s)?|fones?|cel(?:ular)?|m[oó]vel|fixo|whats(?:app)?|wpp|zap|contato|recados?|residencial|comercial|res|com|tim|vivo|claro|oi'
/** One number with such words before or behind it, as most cells with words are: `tel: 11 98765-0001 (whats)`. */
const namedNumber = new RegExp(
  String.raw`^(?:(?:${phoneWords})(?:[.:]?:)?(?=\.? ))?([ ().+-]{0,8}\d(?:[ (+-]*[\d)])*)(?:[ (+-]*(?<=[ (])(?:${phoneWords})\)?)?$`,
  'iu',
)
const phoneWordAtNumber = new RegExp(String.raw`(?<!\p{L})(?:${phoneWords})(?=\d)`, 'giu')
/** What stands between an area code and its number: `(11) tel. 98765-0001`. */
const wordBehindAreaCode = new RegExp(
  String.raw`(?<=(?<![\d-])0?\d{2}\)?[\s.:-]{0,3})(?:${phoneWords})[.:\s]{0,3}(?=9?[\s.-]?\d{4})`,
  'giu',
)
const extension =
  /(?<!\p{L})(?:ramal|rml|rm|ram|ext(?:ens[aã]o)?|r)[\s.:]{0,5}\d{1,6}(?![\d-]|\)?[\s.-]{0,3}9?\d{4})/giu
/** A short figure that touches a word: `14h`, `2ª`, `ap101`, `x12`. */
const figureOfWord = /(?<![\p{L}\d().+-])\(?\d{1,3}(?=\p{L})|(?<=[\p{L}#])\d{1,6}(?!\d)/gu
/** Signs in place of a carrier: `0xx11`, `(0**11)`, `(xx11)`. */
const carrierSigns =
  /(?<![\p{L}\d])(?:0\s?(?:x{2}|\*{2})|(?<!\d[\s().-]{0,3})(?:x{2}|\*{2}))[\s.)-]{0,3}(?=\(?\d{2}(?:\D|\d{8}))/giu
const mayBeCarrier = /xx|\*\*/i
const rareSigns = /[^\p{L}\d\s().+-]/u
const wordAtDigit = /[\p{L}#]\d|\d\p{L}/u
const wordsBetweenDigits = /\p{L}[\s.:]*\d/u
/** An address whose end another sign cut off: `ana@exemplo.com,br`. */
const cutAddress = /[^\s@,;<>]{1,64}@[^\s@,;<>]{1,254}(?:,\s?|\s)(?:com\.)?br(?![\p{L}\p{N}@.-])/u
/** One sign between two digits parts them as a hyphen does. */
const otherHyphens = /(?<=\d)[·∙•_*~'’´`](?=\d)/g
/** Characters that hide digits: `98***-0001`, `9876*-0001`, `•••• 0001`, `XXXXX-0001`. */
const hiddenDigits = /[*•●○■█_#]{2}|(?<!\p{L})x{2,}(?!\p{L})|\d[*•●](?=[-.])|(?<=\d[\s).-]{1,2})[*•●](?=\d{3})/iu
/** A last group of digits that such characters complete: `98765-000*`, `1198765000*`. */
const hiddenEnd = /(?:(?<=\d[-.\s])\d{1,3}|(?<!\d)(?:55)?\d{2}[\s)]{0,2}9\d{7})[*•●x](?![\d\p{L}])/iu
/** Letters typed in place of digits: `l1987650001`, `1198765000O`. */
const letterForDigit = /(?<![\p{L}\d])[lIO](?=\d{5})|(?<=\d{5})[lIO](?![\p{L}\d])/u
/** A number that is no phone by the word before it: `RG 33440001`, `CEP 33440-001`. */
const otherNumber =
  /(?<!\p{L})(?:rg|cep|cpf|cnpj|cnh|pis|nis|protocolo|pedido|matr[ií]cula|contrato|boleto|nf-?e?)(?:\s?n?[º°]\.?)?[\s.:#-]{0,3}\d[\d./-]{3,}/giu
/** One number for telephone and fax. */
const phoneAndFax =
  /(?:tel(?:efones?|s)?|fones?)\.?\s*(?:[/&-]|e|ou)\s*fax|fax\s*(?:[/&-]|e|ou)\s*(?:tel(?:efone)?|fone)|telefax/gi
const anyFax = /fax/i
const fax = /(?<!\p{L})fax(?!\p{L})/iu
/** Signs behind the last digit belong to the words there, but for a closing bracket. */
const run = /[\s().+-]{0,8}\d(?:[\s(.+-]*[\d)])*/g
const bracketedAreaCode = /^\(0?\d{2}\)$/

/**
 * Reads the keys of one cell. A phone column's cell may hold several phones, parted by "/", ";", ",", "ou", "e", line
 * breaks, blanks, or the ":::" of Google contacts. It may also hold words and figures beside them, an e-mail, the
 * identity of a messenger, or a link to a chat. A piece without area code takes that of the phone before it, else
 * `areaCode` (the cell of a DDD column, or null). An e-mail column's cell holds e-mails, or else phones. Words and
 * short figures beside a good key are no problem, and dates are no keys. Of a cell longer than 500 characters the first
 * keys are read, beside the problem `too_long`.
 */
export function readCellKeys(text: string, kind: 'phone' | 'email', areaCode: string | null = null): CellKeys {
  if (kind === 'phone' && bareNumber.test(text)) return collect([{ text, reading: phoneKey(text, areaCode) }])
  const bare = withoutProtection(text.trim()).replaceAll(':::', ';')
  if (bare === '' || isFiller(bare)) return { keys: [], problem: 'empty', problemText: '' }
  if (bare.length > longestCell) {
    const [whole = ''] = wholePieces.exec(bare) ?? []
    return { keys: readCellKeys(whole, kind, areaCode).keys, problem: 'too_long', problemText: whole }
  }
  const cut = bare.includes('@') ? cutAddress.exec(bare)?.[0] : undefined
  if (cut !== undefined) {
    const { keys } = readCellKeys(bare.replace(cut, ';'), kind, areaCode)
    return { keys, problem: 'bad_email', problemText: cut }
  }
  if (kind === 'email') {
    const emails = collect(readEmails(bare))
    if (bare.includes('@')) return emails
    const phones = readCellKeys(text, 'phone', areaCode)
    return phones.keys.length > 0 ? phones : emails
  }
  const near = { code: areaCode, isOfCell: false }
  return collect(single.test(bare) ? readNumbers(bare, near) : readText(bare, near))
}

/** A piece of a cell, and how it was read. */
interface Piece {
  readonly text: string
  readonly reading: Reading
}

function readEmails(text: string): Piece[] {
  const parts = addressesIn(text.replaceAll('＠', '@'))
  const pieces = parts.length > 0 ? parts : [text]
  return pieces.map((piece) => ({ text: piece, reading: emailKey(piece) }))
}

function plainSigns(text: string): string {
  if (!beyondAscii.test(text)) return text
  return text
    .replace(unseen, '')
    .replace(dashes, '-')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim()
}

/** Reads a text that is more than one number: links first, then what stands between separators. */
function readText(text: string, near: NearAreaCode): readonly Piece[] {
  const [, phoneText] = namedNumber.exec(text) ?? []
  const phones = phoneText === undefined ? [] : usefulPieces(readNumbers(phoneText.trim(), near))
  if (phones.length > 0) return phones
  const read: Piece[] = []
  const problem = (code: KeyProblem) => (piece: string) => {
    read.push({ text: piece, reading: { ok: false, problem: code } })
    return ';'
  }
  const number = (link: string, phone: string) => {
    const digits = decoded(phone).trim()
    if (!/\d/.test(digits)) return problem('hidden_link')(link)
    const isWhole = digits.startsWith('+') || lacksAreaCode(digitsOf(digits))
    read.push(...readRun(isWhole ? digits : `+${digits}`, near))
    return ';'
  }
  // Most cells have none of these signs.
  let plain = text
  if (plain.includes(':')) {
    if (plain.search(dialLink) !== -1) plain = decoded(plain).replace(dialLink, ' ')
    plain = plain.replace(accountNumber, problem('messenger_id'))
  }
  if (mayBeLink.test(plain)) plain = plain.replace(chatLink, number).replace(otherLink, problem('hidden_link'))
  if (plain.includes('/')) plain = plain.replace(documents, problem('document_number')).replace(date, ';')
  else if (plain.includes('.')) plain = plain.replace(documents, problem('document_number'))
  if (anyFax.test(plain)) plain = plain.replace(phoneAndFax, 'tel')
  const pieces = withAreaCodes(phonePieces(plain))
  return [...read, ...pieces.flatMap((piece) => readPiece(piece, near))]
}

/** The text with the blanks and signs that links write in code. */
function decoded(text: string): string {
  return text.replace(/%(20|28|29|2[bd])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Reads a piece between separators: addresses as they are written, then phones among words. */
function readPiece(piece: string, near: NearAreaCode): readonly Piece[] {
  if (single.test(piece)) return readNumbers(piece, near)
  if (startsWithFigure.test(piece) && readExcelNumber(piece) !== null) return readRun(piece, near)
  const text = piece.replaceAll('＠', '@')
  const addresses = text.includes('@') ? addressesIn(text) : []
  if (addresses.length === 0) return readAmongWords(plainSigns(text), near)
  const read = addresses.map((part) => ({
    text: part,
    reading: isIdentity(part) ? identityKey(part, near.code) : emailKey(part),
  }))
  const rest = addresses.reduce((remainder, part) => remainder.replace(part, ' '), text)
  return /\d{4}/.test(rest) ? [...read, ...readAmongWords(plainSigns(rest), near)] : read
}

/** Reads the phones among words, which part them. Where there is none, reads the run with most digits of a phone. */
function readAmongWords(piece: string, near: NearAreaCode): readonly Piece[] {
  if (letterForDigit.test(piece)) return [{ text: piece, reading: { ok: false, problem: 'bad_number' } }]
  let text = piece
  if (mayBeCarrier.test(text)) text = text.replace(carrierSigns, (signs) => (signs.startsWith('0') ? '0' : ''))
  if (rareSigns.test(text)) text = text.replace(/[[{]/g, '(').replace(/[\]}]/g, ')').replace(otherHyphens, '-')
  if (wordAtDigit.test(text)) {
    text = text.replace(phoneWordAtNumber, '$& ').replace(figureOfWord, ' ')
  }
  if (wordsBetweenDigits.test(text)) {
    text = text.replace(wordBehindAreaCode, ' ').replace(extension, ' ; ')
    const rest = text.replace(otherNumber, ' ; ')
    if (/\d/.test(rest)) text = rest
  }
  const masked: Piece = { text: piece, reading: { ok: false, problem: 'masked' } }
  if (hiddenEnd.test(text)) return [masked]
  const read = runsOf(text).flatMap(({ number, isFax }): readonly Piece[] =>
    isFax ? [{ text: number, reading: { ok: false, problem: 'fax' } }] : readNumbers(number, near),
  )
  const useful = usefulPieces(read)
  if (useful.length > 0) return useful
  if (read.length > 0 && hiddenDigits.test(text)) return [masked]
  const [longest] = read.toSorted((one, other) => digitsOf(other.text).length - digitsOf(one.text).length)
  return [longest ?? { text: piece, reading: { ok: false, problem: 'no_digits' } }]
}

/** Of the numbers among words, those that are phones or long enough for one. */
function usefulPieces(read: readonly Piece[]): readonly Piece[] {
  return read.filter(({ text, reading }) => reading.ok || digitsOf(text).length >= 8)
}

/**
 * The numbers between words. An area code in brackets stands for the next number; the word before a number says that it
 * is a fax.
 */
function runsOf(text: string) {
  const runs: { number: string; isFax: boolean }[] = []
  const namesFax = anyFax.test(text)
  const matches = [...text.matchAll(run)]
  let end = 0
  let areaCode = ''
  for (const [index, match] of matches.entries()) {
    const number = match[0].trim()
    const words = text.slice(end, match.index)
    end = match.index + match[0].length
    if (bracketedAreaCode.test(number) && areaCodeOf(number) !== null) areaCode = number
    else {
      const isFax = namesFax && (fax.test(words) || (index === matches.length - 1 && fax.test(text.slice(end))))
      const isLocal = areaCode !== '' && lacksAreaCode(digitsOf(number))
      runs.push({ number: isLocal ? `${areaCode} ${number}` : number, isFax })
      areaCode = ''
    }
  }
  return runs
}

/** Reads numbers with nothing but signs between them. The first may have its number in the list before it. */
function readNumbers(text: string, near: NearAreaCode): readonly Piece[] {
  const first = text.replace(furtherLine, '')
  const number = first !== text && isBrazilian(phoneKey(first, '11')) ? first : text
  const bare = number.replace(listNumber, '')
  return readRun(bare !== number && isBrazilian(phoneKey(bare)) ? bare : number, near)
}

function isBrazilian(reading: PhoneReading): boolean {
  return reading.ok && reading.kind !== 'foreign'
}

/** Whether a text is an area code alone, as a DDD column has it: `11`, `011`, `(11)`, `+5511`. Gives its two digits. */
export function areaCodeOf(text: string): string | null {
  const digits = digitsOf(text).replace(/^(?:0|55(?=\d{2}$))/, '')
  return digits.length === 2 && isAreaCode(digits) ? digits : null
}

/** Whether a cell holds a link that opens a chat with a phone. */
export function isChatLink(text: string): boolean {
  return phoneOfLink.test(text)
}

/**
 * Removes one protective apostrophe, or `="…"`. Tools write them to keep Excel from calculating; they are not part of
 * the text.
 */
function withoutProtection(text: string): string {
  if (text.startsWith("'")) return text.slice(1).trim()
  return /^="(.*)"$/s.exec(text)?.[1]?.trim() ?? text
}

/** Puts an area code back before the phone from which a separator cut it off, as in `51/98000-0801`. */
function withAreaCodes(parts: readonly string[]): string[] {
  const whole: string[] = []
  for (const [index, piece] of parts.entries()) {
    const previousPiece = parts[index - 1] ?? ''
    const isAreaCodeAlone = /^\(?0?\d{2}\)?$/.test(previousPiece) && areaCodeOf(previousPiece) !== null
    if (isAreaCodeAlone && lacksAreaCode(digitsOf(localStart.exec(piece)?.[0] ?? withoutExtension(piece)))) {
      whole[whole.length - 1] = `${previousPiece} ${piece}`
    } else whole.push(piece)
  }
  return whole
}

/** With these problems no phone got lost: a good key beside them is enough. */
const harmless: ReadonlySet<KeyProblem> = new Set(['no_digits', 'hidden_link', 'messenger_id', 'document_number'])

function collect(pieces: readonly Piece[]): CellKeys {
  const keys: CellKey[] = []
  let worst: { readonly problem: KeyProblem; readonly text: string; readonly weight: number } | null = null
  for (const { text, reading } of pieces) {
    if (reading.ok) keys.push(reading)
    else {
      const weight = weightOf(reading.problem, text)
      if (worst === null || weight > worst.weight) worst = { problem: reading.problem, text, weight }
    }
  }
  if (worst === null) return { keys, problem: keys.length === 0 ? 'no_digits' : null, problemText: '' }
  const isNote = keys.length > 0 && (worst.weight < 2 || harmless.has(worst.problem))
  return isNote ? { keys, problem: null, problemText: '' } : { keys, problem: worst.problem, problemText: worst.text }
}

/** How likely a problem means a lost key: words do not, short figures hardly. */
function weightOf(problem: KeyProblem, text: string): number {
  if (problem === 'no_digits') return 0
  const isFigure = problem === 'too_short' || problem === 'service_number' || problem === 'bad_number'
  return isFigure && digitsOf(text).length < 4 ? 1 : 2
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
