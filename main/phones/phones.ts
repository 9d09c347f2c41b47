import type { DamageKind, KeyProblem } from '../../preload/values/key-problems.ts'
import { areaCodes as areaCodeNames } from '../../preload/values/rungs.ts'
import { type InternationalPhone, internationalPhone } from './foreign-phones.ts'

/**
 * What the digits after the area code say (docs/decisions/lists.md §1). `old_mobile` is a mobile from before the ninth
 * digit: it is sent as it is, because both forms can be contacts of their own in the base. A landline never gets a 9.
 */
type BrazilKind = 'mobile' | 'old_mobile' | 'landline'

interface BrazilNumber {
  /** Area code and subscriber number: 10 or 11 digits. */
  readonly national: string
  readonly kind: BrazilKind
}

/** Carriers that may stand between the trunk zero and the area code, as libphonenumber's metadata for BR has them. */
const carrier = /^(?:1[245]|2[1-35]|31|4[13]|[56]5|99)/

/** Numbers of services, never of a lead: 0800 and the like, 4004 and the like, and codes such as 190. */
const serviceNumber = /^(?:0[3589]00\d{6,7}|[3589]00\d{7}|[34]00[2-9]\d{4}|40(?:20|6[02])\d{4}|1\d{2}|10[356]\d{2})$/

/** Whether digits are those of a service, or were made up. */
export function isNobodysPhone(digits: string): boolean {
  return serviceNumber.test(digits) || isPlaceholder(digits)
}

/** Eight times the same digit at the end: (11) 99999-9999, (11) 3333-3333, (00) 90000-0000. */
const sameDigits = /(\d)\1{7}$/

/** Digits that count up from 1: (11) 91234-5678, (12) 3456-7890. */
const countedUp = /^(?:(?:55)?0*[1-9]\d)?9?12345678$|^(?:55)?0*123456789\d{0,2}$/

/** Whether digits were made up to fill a field. Many people type them, so they belong to nobody. */
function isPlaceholder(digits: string): boolean {
  return sameDigits.test(digits) || countedUp.test(digits)
}

/**
 * Reads digits as a Brazilian number, decided by length and area code, never by "starts with 55" alone. 11 digits that
 * start with 55 are a mobile of Santa Maria, 13 are a country code (docs/decisions/lists.md §1). Takes digits only,
 * with or without 55, trunk zeros, or zero and carrier; gives null when they are no Brazilian number.
 */
function readBrazil(digits: string): BrazilNumber | null {
  return readNational(digits.startsWith('55') && digits.length >= 12 ? digits.slice(2) : digits)
}

/**
 * Does the same for the digits behind an explicit country code 55. It may be there twice, or behind the carrier of a
 * call from abroad.
 */
function readNational(digits: string): BrazilNumber | null {
  const rest = withoutTrunk(digits)
  const isTwice = rest.length >= 12 && rest.startsWith('55') && !looksLikeLongMobile(rest)
  return isTwice && digits.length <= longestDialled ? readNational(rest.slice(2)) : classify(rest)
}

/** Trunk zeros, a carrier and three country codes before a mobile. */
const longestDialled = 22

/** Whether digits are a number that lacks only its area code: 8 digits, or 9 that start with 9. */
export function lacksAreaCode(digits: string): boolean {
  return (digits.length === 8 && digits >= '2') || (digits.length === 9 && digits.startsWith('9'))
}

/**
 * The digits of a number that lacks its area code, without the zeros and the country code before it; null for any
 * other.
 */
export function subscriberOf(digits: string): string | null {
  const rest = digits.replace(/^0+/, '')
  if (lacksAreaCode(rest)) return rest
  return rest.startsWith('55') && lacksAreaCode(rest.slice(2)) ? rest.slice(2) : null
}

/** Whether digits read as a Brazilian mobile with one digit too many: a typing error, not a foreign number. */
function looksLikeLongMobile(digits: string): boolean {
  return digits.length === 12 && digits[2] === '9' && isAreaCode(digits.slice(0, 2))
}

function classify(national: string): BrazilNumber | null {
  const length = national.length
  if ((length !== 10 && length !== 11) || !isAreaCode(national.slice(0, 2))) return null
  const first = national[2] ?? ''
  if (length === 11) return first === '9' ? { national, kind: 'mobile' } : null
  if (first >= '6') return { national, kind: 'old_mobile' }
  return first >= '2' ? { national, kind: 'landline' } : null
}

function withoutTrunk(digits: string): string {
  if (!digits.startsWith('0')) return digits
  const rest = digits.replace(/^0+/, '')
  if (!carrier.test(rest) || looksLikeLongMobile(rest)) return rest
  // The country code may stand behind the carrier of a call from abroad.
  const length = rest.length > 13 && rest.startsWith('55', 2) ? rest.length - 2 : rest.length
  return length === 12 || length === 13 ? rest.slice(2) : rest
}

const areaCodes: ReadonlySet<string> = new Set(areaCodeNames)

/** Whether two digits are an area code in use. */
export function isAreaCode(twoDigits: string): boolean {
  return areaCodes.has(twoDigits)
}

export type PhoneKind = BrazilKind | 'foreign'

type PhoneProblem = Exclude<KeyProblem, 'bad_email'>

/** A phone as the digits that are sent and how these were written, or why there are none. */
export type PhoneReading =
  | {
      readonly ok: true
      readonly key: string
      readonly kind: PhoneKind
      /** One of `writtenForms`. */
      readonly form: number
      /** The digits as they are written, without an extension. */
      readonly written: string
    }
  | { readonly ok: false; readonly problem: PhoneProblem }

/**
 * How a key is written, as bits. `otherwise` is a trunk zero, a carrier or 00 before it, or an e-mail in capitals.
 * `areaAdded` is a number without its area code, which came from elsewhere.
 */
export const writtenForms = { asKey: 0, without55: 1, otherwise: 2, areaAdded: 8 } as const

function formOf(written: string, key: string): number {
  if (written === key) return writtenForms.asKey
  return `55${written}` === key ? writtenForms.without55 : writtenForms.otherwise
}

const onlyMask = /^[\d\s().+-]+$/

const whatsappId = /^\+?(\d+)(?::\d+)?@(?:c\.us|s\.whatsapp\.net|g\.us)$/i

const extension =
  /(?<=\d)[\s.,(-]{0,5}(?:(?:ramal|rml|rm|ram|ext(?:ens[aã]o)?)[\s.:]{0,5}|r[.:]\s?|[x#]\s?)\d{1,6}[\s)]{0,5}$/i

/** CPF or CNPJ as people write them. */
const documentNumber = /^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/

const startsWithPlus = /^[^\d+]*\+\D*\d/

/** Area code and number with nothing but blanks, brackets and one hyphen between them, as most cells have them. */
const usual = /^(?:\+?55 ?)?\(?([1-9]{2})\)? ?(9\d{4}|[2-9]\d{3})[ -]?(\d{4})$/

/** ASCII in the full width that East Asian keyboards write. */
const fullWidth = /[！-～]/

const fullWidthAll = /[！-～]/g

/** By number: 1 for an area code in use. */
export const areaCodeTable = Uint8Array.from({ length: 100 }, (_, code) => (isAreaCode(String(code)) ? 1 : 0))

/** Digits of a text, 0 to 9 only; full-width forms count as what they are. */
export function digitsOf(text: string): string {
  const digits = text.replace(/[^0-9]/g, '')
  return digits.length === text.length ? digits : withoutFullWidth(text).replace(/[^0-9]/g, '')
}

function withoutFullWidth(text: string): string {
  if (!fullWidth.test(text)) return text
  return text.replace(fullWidthAll, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
}

/**
 * Reads one phone (docs/decisions/lists.md §1). Takes the text of a cell or a piece of it in any form. It may be
 * masked, with trunk zeros or carrier, with +55, 0055, 55 or nothing, a WhatsApp id, or a foreign number. Gives the
 * digits to send: 55, area code and number for Brazil, country code and number for others. Never adds or removes a
 * ninth digit, and never guesses: an ambiguous number is a problem code. A number without its area code has `areaCode`,
 * and is `no_area_code` where there is none.
 */
export function phoneKey(text: string, areaCode: string | null = null): PhoneReading {
  const trimmed = text.trim()
  if (trimmed === '') return problem('empty')
  const brazilian = readUsual(trimmed)
  const reading = brazilian ? readingOf(brazilian, digitsOf(trimmed)) : readAny(trimmed)
  const uneven = reading.ok && (reading.kind === 'old_mobile' || reading.kind === 'landline') && unevenProblem(trimmed)
  if (uneven) return problem(uneven)
  if (reading.ok || reading.problem !== 'no_area_code' || areaCode === null) return reading
  const subscriber = subscriberOf(digitsOf(withoutExtension(trimmed)))
  const whole = subscriber === null ? reading : phoneKey(areaCode + subscriber)
  return whole.ok ? { ...whole, form: writtenForms.areaAdded, written: subscriber ?? '' } : reading
}

/** A mobile whose last digits show that it has lost one, or has one too many: `98765-000`, `98765-00011`. */
const unevenMobile = /9\d{4}\)?[\s.-](\d{3}|\d{5})$/

/** The problem of such a mobile. It would pass for an older number of somebody else, without the ninth digit. */
export function unevenProblem(text: string): Extract<PhoneProblem, 'too_short' | 'too_long'> | null {
  const end = unevenMobile.exec(text)?.[1]
  if (end === undefined) return null
  return end.length < 4 ? 'too_short' : 'too_long'
}

/**
 * Reads a phone of a base, which has it as digits. Null where the digits are its key already, as for nearly all other
 * countries, or where it is no phone. Takes and gives what `phoneKey` does.
 */
export function phoneOfBase(digits: string, areaCode: string | null): Extract<PhoneReading, { ok: true }> | null {
  const brazilian = digits.startsWith('00') ? null : readBrazil(digits)
  const mayDiffer = mayHaveTrunk.test(digits) || (areaCode !== null && lacksAreaCode(digits))
  const other = mayDiffer ? phoneKey(digits, areaCode) : null
  const reading = brazilian ? readingOf(brazilian, digits) : other
  return reading?.ok ? reading : null
}

/** 00, a trunk zero behind a country code, or Argentina's 15 before a mobile. */
const mayHaveTrunk = /^(?:\d{1,3}0\d{8,}$|54\d{2,4}15\d{6,})/

/** Gives the answer of `readAny` for the forms of nearly all cells, in a fraction of the time; null for other forms. */
function readUsual(text: string): BrazilNumber | null {
  const [, area = '', start = '', end = ''] = usual.exec(text) ?? []
  // Zeros may be what Excel left of a number.
  if (area === '' || end === '0000' || !isAreaCode(area)) return null
  return readBrazil(area + start + end)
}

function readAny(text: string): PhoneReading {
  const trimmed = withoutFullWidth(text)
  const excel = readExcelNumber(trimmed)
  if (excel?.damaged) return problem(excel.damaged)
  if (documentNumber.test(trimmed)) return problem('document_number')
  const plain = onlyMask.test(trimmed) ? trimmed : withoutDressing(trimmed)
  const digits = excel ? excel.digits : digitsOf(plain)
  if (digits === '') return problem('no_digits')
  if (sameDigits.test(digits)) return problem('placeholder')
  if (serviceNumber.test(digits)) return problem('service_number')
  const hasPlus = startsWithPlus.test(plain)
  if (hasPlus || digits.startsWith('00')) return readInternational(digits, hasPlus)
  const brazilian = readBrazil(digits)
  if (brazilian) return readingOf(brazilian, digits)
  if (countedUp.test(digits)) return problem('placeholder')
  const foreign = readBareForeign(digits)
  if (foreign) return foreign
  return problem(digits === trimmed && hasLostPlus(digits) ? 'lost_plus' : problemOf(digits))
}

function withoutDressing(text: string): string {
  const id = whatsappId.exec(text)?.[1]
  return id ?? withoutExtension(text)
}

/** A phone without the extension behind it: `ramal 7`, `(ramal 7)`, `Ramal: 12`, `r. 12`, `x12`. */
export function withoutExtension(text: string): string {
  return text.replace(extension, '')
}

/**
 * A mobile of Mexico with the 1 behind the country code that it had until 2019, and still has at WhatsApp. Both can be
 * contacts.
 */
const mexicanWithOne = /^521(?=\d{10}$)/

/** Takes a country code and a number. */
function parseForeign(digits: string): InternationalPhone | null {
  if (!mexicanWithOne.test(digits)) return internationalPhone(digits)
  const phone = internationalPhone(digits.replace(mexicanWithOne, '52'))
  return phone && { ...phone, key: digits }
}

/** Digits behind 00 of the shortest numbers abroad that people have. */
const fewestBehindZeros = 8

/**
 * Takes the digits as they are written. Only a plus sign makes a foreign number of one that is merely possible: zeros
 * may stand for anything.
 */
function readInternational(written: string, hasPlus: boolean): PhoneReading {
  const digits = written.replace(/^0+/, '')
  if (digits.startsWith('55')) {
    const national = digits.slice(2)
    if (serviceNumber.test(national)) return problem('service_number')
    const brazilian = readNational(national)
    if (brazilian) return readingOf(brazilian, written)
    return problem(countedUp.test(national) ? 'placeholder' : problemAfterCountryCode(national))
  }
  // Zeros before so few digits are part of a code.
  const foreign = hasPlus || digits.length >= fewestBehindZeros ? parseForeign(digits) : null
  if (foreign?.kind && foreign.kind !== 'possible') return foreignReading(foreign.key, written)
  // Many people write "+11 98888-7777": a plus before the area code. Behind two zeros a carrier may stand as well.
  const brazilian = readBrazil(written)
  if (brazilian) return readingOf(brazilian, written)
  if (hasPlus && foreign?.kind) return foreignReading(foreign.key, written)
  return problem(problemOf(digits))
}

/**
 * Without + or 00 a number counts as foreign only when it cannot be Brazilian and is surely some country's. It is valid
 * there, of a person's kind, and not a Brazilian number with one digit too many or too few.
 */
function readBareForeign(digits: string): PhoneReading | null {
  if (digits.length < 11 || digits.length > 15 || /^(?:0|55)/.test(digits)) return null
  if (digits.length === 11 && isMeantBrazilian(digits)) return null
  // Numbers of country code 1 have ten digits, and at most a trunk 1: longer ones need no search.
  if (digits.length > 12 && digits.startsWith('1')) return null
  const foreign = parseForeign(digits)
  const mayBeLandline = foreign?.kind === 'landline' || foreign?.kind === 'either'
  const fits = foreign?.kind === 'mobile' || (mayBeLandline && !looksLikeLongMobile(digits))
  return foreign && fits ? foreignReading(foreign.key, digits) : null
}

/** Whether 11 bare digits that could be meant as Brazilian are surely some country's mobile with a plus before them. */
function hasLostPlus(digits: string): boolean {
  if (digits.length !== 11 || /^(?:0|55)/.test(digits) || !isMeantBrazilian(digits)) return false
  const kind = parseForeign(digits)?.kind
  return kind === 'mobile' || kind === 'either'
}

/** 11 digits that are a mobile with a wrong area code, or have an area code and are no number of the United States. */
function isMeantBrazilian(digits: string): boolean {
  return digits[2] === '9' || (digits[0] !== '1' && isAreaCode(digits.slice(0, 2)))
}

function problemOf(digits: string): PhoneProblem {
  const rest = digits.replace(/^0+/, '')
  if (lacksAreaCode(rest)) return 'no_area_code'
  if (rest.length < 10) return 'too_short'
  if (rest.startsWith('55') && rest.length > 10) return problemAfterCountryCode(rest.slice(2))
  if (hasLostFive(rest) || hasLostAreaStart.test(rest)) return 'lost_start'
  return rest.length > 11 ? 'too_long' : 'bad_number'
}

/** A mobile behind one digit that, with the next one, is no area code in use: `3 98888-7777`. */
const hasLostAreaStart = /^[235]9[6-9]\d{7}$/

/**
 * Whether digits are a number of which 55 has lost its first digit, and not one of another area code with a digit too
 * many.
 */
function hasLostFive(digits: string): boolean {
  if (!digits.startsWith('5') || digits.length < 11 || digits.length > 12 || !classify(digits.slice(1))) return false
  if (digits.length === 12) return !looksLikeLongMobile(digits)
  // No number begins with 0 or 1 behind its area code; one that begins with 9 is a mobile with a wrong area code.
  return isAreaCode(digits.slice(0, 2)) ? (digits[2] ?? '') < '2' : digits[2] !== '9'
}

function problemAfterCountryCode(national: string): PhoneProblem {
  if (lacksAreaCode(national)) return 'no_area_code'
  if (national.length < 10) return 'too_short'
  return national.length > 11 ? 'too_long' : 'bad_number'
}

function readingOf({ national, kind }: BrazilNumber, written: string): PhoneReading {
  if (isPlaceholder(national)) return problem('placeholder')
  const key = `55${national}`
  return { ok: true, key, kind, form: formOf(written, key), written }
}

function foreignReading(key: string, written: string): PhoneReading {
  return { ok: true, key, kind: 'foreign', form: formOf(written, key), written }
}

function problem(code: PhoneProblem): PhoneReading {
  return { ok: false, problem: code }
}

/**
 * What Excel made of a long number: no change, a whole number in another notation, or a number without its last digits.
 */
type ExcelNumber =
  | { readonly damaged: Extract<DamageKind, 'damaged_by_excel' | 'rounded'> }
  | { readonly damaged: null; readonly digits: string }
  | null
/** Digits before and behind the separator, and the power of ten. */
export const scientific = /^[+-]?(\d+)(?:[.,](\d+))?\s*e\s*\+?(\d{1,2})$/i
const withZeroDecimals =
  /^(\d{8,15}|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})[.,]0{1,2}$|^(\d{1,3}(?:,\d{3}){3,4})$/

/**
 * Recognises a cell that Excel (or a data frame) rewrote as a number (docs/decisions/lists.md §2). `5,51199E+12` has
 * lost digits and is damaged, never guessed; `5,511988887777E+12` has all thirteen and is whole; `5511988887777.0` only
 * gained a fraction. Rounded: more digits than a double holds, filled up with zeros, such as two phones that were
 * joined. Also a full mobile of seven zeros (`5511990000000`), which is what `5,51199E+12` becomes when it is saved
 * once more. Null for anything else.
 */
export function readExcelNumber(text: string): ExcelNumber {
  const power = scientific.exec(text)
  if (power) {
    const [, whole = '', fraction = '', exponent = ''] = power
    if (whole.length !== 1 || fraction.length !== Number(exponent)) return { damaged: 'damaged_by_excel' }
    return { damaged: null, digits: whole + fraction }
  }
  const dressed = withZeroDecimals.exec(text)
  const number = dressed?.[1] ?? dressed?.[2]
  if (number) return { damaged: null, digits: number.replace(/\D/g, '') }
  return isRounded(text) ? { damaged: 'rounded' } : null
}

/** Only bare digits can have been a number cell: a mask or a plus sign proves that the text was never rounded. */
function isRounded(text: string): boolean {
  if (!text.endsWith('000') || !/^\d{13,}$/.test(text)) return false
  if (text.length === 13) return /^55\d{2}9[1-9]0{7}$/.test(text)
  // Excel keeps fifteen digits.
  return text.endsWith('000000') || (text.length >= 18 && /^0+$/.test(text.slice(15)))
}
