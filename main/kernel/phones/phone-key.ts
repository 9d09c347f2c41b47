import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { KeyProblem } from '../../../preload/contract/cruzar.ts'
import {
  afterCountryCode,
  type BrazilKind,
  type BrazilNumber,
  isAreaCode,
  isServiceNumber,
  looksLikeLongMobile,
  readBrazil,
} from './brazil.ts'

export type PhoneKind = BrazilKind | 'foreign'

type PhoneProblem = Exclude<KeyProblem, 'bad_email'>

/** A phone as the digits that are sent, or why there are none. */
export type PhoneReading =
  | { readonly ok: true; readonly key: string; readonly kind: PhoneKind }
  | { readonly ok: false; readonly problem: PhoneProblem }

const onlyMask = /^[\d\s().+-]+$/

const whatsappId = /^\+?(\d+)(?::\d+)?@(?:c\.us|s\.whatsapp\.net|g\.us)$/i

const extension =
  /(?<=\d)[\s.,(-]{0,5}(?:(?:ramal|rml|rm|ram|ext(?:ens[aã]o)?)[\s.:]{0,5}|r[.:]\s?|[x#]\s?)\d{1,6}[\s)]{0,5}$/i

const personalId = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/

const startsWithPlus = /^[^\d+]*\+\D*\d/

const sameDigit = /^(\d)\1{7,}$/

/** Area code and number with nothing but blanks, brackets and one hyphen between them, as most cells have them. */
const usual = /^(?:\+?55 ?)?\(?([1-9]{2})\)? ?(9\d{4}|[2-9]\d{3})[ -]?(\d{4})$/

const fullWidth = /[０-９]/

const fullWidthAll = /[０-９]/g

/** Digits of a text, 0 to 9 only; full-width forms count as what they are. */
export function digitsOf(text: string): string {
  const digits = text.replace(/[^0-9]/g, '')
  if (digits.length === text.length || !fullWidth.test(text)) return digits
  return text.replace(fullWidthAll, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/[^0-9]/g, '')
}

/**
 * Reads one phone (features.md §9, pitfalls 2 to 6). Takes the text of a cell or a piece of it in any form: masked, with
 * trunk zeros or carrier, with +55, 0055, 55 or nothing, a WhatsApp id, a foreign number. Gives the digits to send: 55,
 * area code and number for Brazil, country code and number for others. Never adds or removes a ninth digit, and never
 * guesses: an ambiguous number is a problem code. A number without its area code is `too_short`.
 */
export function phoneKey(text: string): PhoneReading {
  const trimmed = text.trim()
  if (trimmed === '') return problem('empty')
  const brazilian = readUsual(trimmed)
  return brazilian ? found(brazilian) : readAny(trimmed)
}

/** The same answer as `readAny` for the forms that nearly all cells have, in a fraction of the time; else null. */
function readUsual(text: string): BrazilNumber | null {
  const [, area = '', start = '', end = ''] = usual.exec(text) ?? []
  // Zeros may be what Excel left of a number.
  if (area === '' || end === '0000' || !isAreaCode(area)) return null
  const national = area + start + end
  return sameDigit.test(national) ? null : readBrazil(national)
}

function readAny(trimmed: string): PhoneReading {
  const excel = readExcelNumber(trimmed)
  if (excel?.damaged) return problem('damaged_by_excel')
  if (personalId.test(trimmed)) return problem('bad_number')
  const plain = onlyMask.test(trimmed) ? trimmed : withoutDressing(trimmed)
  const digits = excel ? excel.digits : digitsOf(plain)
  if (digits === '') return problem('no_digits')
  if (sameDigit.test(digits)) return problem('bad_number')
  if (isServiceNumber(digits)) return problem('service_number')
  if (digits.startsWith('00') || startsWithPlus.test(plain)) return readInternational(digits.replace(/^0+/, ''))
  const brazilian = readBrazil(digits)
  if (brazilian) return found(brazilian)
  return readBareForeign(digits) ?? problem(problemOf(digits))
}

function withoutDressing(text: string): string {
  const id = whatsappId.exec(text)?.[1]
  return id ?? withoutExtension(text)
}

/** A phone without the extension behind it: `ramal 7`, `(ramal 7)`, `Ramal: 12`, `r. 12`, `x12`. */
export function withoutExtension(text: string): string {
  return text.replace(extension, '')
}

function readInternational(digits: string): PhoneReading {
  if (digits.startsWith('55')) {
    const national = digits.slice(2)
    if (isServiceNumber(national)) return problem('service_number')
    const brazilian = afterCountryCode(national)
    return brazilian ? found(brazilian) : problem(problemAfterCountryCode(national))
  }
  const foreign = parsePhoneNumberFromString(`+${digits}`)
  if (foreign?.isValid()) return { ok: true, key: foreign.number.slice(1), kind: 'foreign' }
  // Many people write "+11 98888-7777": a plus before the area code.
  const brazilian = readBrazil(digits)
  if (brazilian) return found(brazilian)
  if (foreign?.isPossible()) return { ok: true, key: foreign.number.slice(1), kind: 'foreign' }
  return problem(problemOf(digits))
}

/**
 * Without + or 00 a number counts as foreign only when it cannot be Brazilian and is surely some country's: valid there,
 * of a person's kind, and not a Brazilian number with one digit too many or too few.
 */
function readBareForeign(digits: string): PhoneReading | null {
  if (digits.length < 11 || digits.length > 15 || /^(?:0|55)/.test(digits)) return null
  if (digits.length === 11 && isMeantBrazilian(digits)) return null
  // Country code 1 has ten digits, and a trunk 1 at most: longer numbers need no search.
  if (digits.length > 12 && digits.startsWith('1')) return null
  const foreign = parsePhoneNumberFromString(`+${digits}`)
  if (!foreign?.isValid()) return null
  const type = foreign.getType()
  const fits =
    type === 'MOBILE' || (!looksLikeLongMobile(digits) && (type === 'FIXED_LINE' || type === 'FIXED_LINE_OR_MOBILE'))
  return fits ? { ok: true, key: foreign.number.slice(1), kind: 'foreign' } : null
}

/** 11 digits that are a mobile with a wrong area code, or have an area code and are no number of the United States. */
function isMeantBrazilian(digits: string): boolean {
  return digits[2] === '9' || (digits[0] !== '1' && isAreaCode(digits.slice(0, 2)))
}

function problemOf(digits: string): PhoneProblem {
  const rest = digits.replace(/^0+/, '')
  if (rest.length < 10) return 'too_short'
  if (rest.startsWith('55') && rest.length > 10) return problemAfterCountryCode(rest.slice(2))
  return rest.length > 11 ? 'too_long' : 'bad_number'
}

function problemAfterCountryCode(national: string): PhoneProblem {
  if (national.length < 10) return 'too_short'
  return national.length > 11 ? 'too_long' : 'bad_number'
}

function found(number: BrazilNumber): PhoneReading {
  return { ok: true, key: `55${number.national}`, kind: number.kind }
}

function problem(code: PhoneProblem): PhoneReading {
  return { ok: false, problem: code }
}

/** What Excel made of a long number: nothing, the number whole but dressed up, or a number whose last digits are gone. */
type ExcelNumber = { readonly damaged: true } | { readonly damaged: false; readonly digits: string } | null
const scientific = /^[+-]?(\d+)(?:[.,](\d+))?\s*e\s*\+?(\d{1,2})$/i
const withZeroDecimals = /^(\d{8,15}|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})[.,]0{1,2}$/

/**
 * Recognises a cell that Excel (or a data frame) rewrote as a number (features.md §9, pitfall 2). `5,51199E+12` has lost
 * digits and is damaged, never guessed; `5,511988887777E+12` has all thirteen and is whole; `5511988887777.0` only gained
 * a fraction. Also damaged: more digits than a double holds, filled up with zeros, and a full mobile of seven zeros
 * (`5511990000000`), which is what `5,51199E+12` becomes when it is saved once more. Null for anything else.
 */
export function readExcelNumber(text: string): ExcelNumber {
  const power = scientific.exec(text)
  if (power) {
    const [, whole = '', fraction = '', exponent = ''] = power
    if (whole.length !== 1 || fraction.length !== Number(exponent)) return { damaged: true }
    return { damaged: false, digits: whole + fraction }
  }
  const dressed = withZeroDecimals.exec(text)
  if (dressed?.[1]) return { damaged: false, digits: dressed[1].replace(/\D/g, '') }
  return isRounded(text) ? { damaged: true } : null
}

/** Only bare digits can have been a number cell: a mask or a plus sign proves that the text was never rounded. */
function isRounded(text: string): boolean {
  if (!text.endsWith('000000') || !/^\d{13,}$/.test(text)) return false
  return text.length > 13 || /^55\d{2}9\d0{7}$/.test(text)
}
