import type { DamagedPhone } from '../../preload/contract/damaged-keys.ts'
import type { DamageKind } from '../../preload/values/key-problems.ts'
import { otherNinth } from './match-ladder.ts'
import { digitsOf, phoneKey, scientific, subscriberOf, withoutExtension } from './phones.ts'

/**
 * Keys from `least` to below `below` whose last digits, those below `modulus`, lie from `from` to `to`, both included.
 */
export interface KeySpan {
  readonly least: number
  readonly below: number
  readonly modulus: number
  readonly from: number
  readonly to: number
}

/** What is left of a damaged phone: its text, and the keys that it may have been. */
export interface PhoneRemains {
  readonly known: DamagedPhone['known']
  readonly spans: readonly KeySpan[]
  /** Too little is left to identify anybody. */
  readonly isVague: boolean
}

/** Thousands of phones share fewer digits than an area code and two more, the country code not counted. */
const fewestKnown = 4
/** A phone has no more digits than the full form of a mobile of Brazil, but for other countries' few. */
const longestPhone = 13
/** Digits that Excel keeps of a number. */
const digitsOfExcel = 15

/**
 * Reads what is left of a damaged phone (docs/decisions/lists.md §2). Takes the text that `phoneKey` calls damaged,
 * and why. Excel rounds what it shows, so `5,51199E+12` is a number from 5511985000000 to 5511994999999. A number of
 * fifteen digits and zeros behind them begins with a whole phone where two were joined.
 */
export function readRemains(text: string, kind: DamageKind): PhoneRemains {
  const digits = digitsOf(withoutExtension(text))
  switch (kind) {
    case 'damaged_by_excel':
    case 'rounded':
      return rounded(text.trim(), digits)
    case 'no_area_code':
      return endingWith(subscriberOf(digits) ?? digits)
    case 'lost_start':
      return endingWith(digits.replace(/^0+/, ''))
    case 'lost_plus':
      return same(digits)
  }
}

/**
 * How a key fits what is left: as the same number, or as the same mobile with its other ninth digit. Null where it does
 * not fit.
 */
export function fitOf(spans: readonly KeySpan[], key: number): 'same' | 'other_ninth' | null {
  if (isWithin(spans, key)) return 'same'
  return isWithin(spans, otherNinth(key)) ? 'other_ninth' : null
}

function isWithin(spans: readonly KeySpan[], key: number): boolean {
  for (const { least, below, modulus, from, to } of spans) {
    if (key < least || key >= below) continue
    const last = key % modulus
    if (last >= from && last <= to) return true
  }
  return false
}

function rounded(text: string, bare: string): PhoneRemains {
  const { significant, length } = numberOf(text, bare)
  const unit = 10 ** (length - significant.length)
  if (length <= longestPhone) {
    const middle = Number(significant) * unit
    const [from, to] = [Math.ceil(middle - unit / 2), Math.ceil(middle + unit / 2) - 1]
    const country = length >= 12 && significant.startsWith('55') ? 2 : 0
    return {
      known: { kind: 'between', from: String(from), to: String(to) },
      spans: spansBetween(length, from, to),
      isVague: significant.length - country < fewestKnown,
    }
  }
  if (length > digitsOfExcel && significant.length > longestPhone) {
    const whole = wholePhoneOf(significant.slice(0, digitsOfExcel))
    if (whole !== null) return { ...same(whole), known: { kind: 'joined', digits: whole } }
  }
  // The last digit may have been rounded up.
  return beginningWith(significant.slice(0, -1))
}

/**
 * The known digits of a number, and how many digits it had in all. `5,51000E+12` shows its known digits, zeros among
 * them. Of bare digits those before the zeros at the end are known.
 */
function numberOf(text: string, bare: string) {
  const [power, whole = '', fraction = '', exponent = ''] = scientific.exec(text) ?? []
  if (power === undefined) {
    const digits = bare.replace(/^0+/, '')
    return { significant: digits.replace(/(?<!0)0+$/, ''), length: digits.length }
  }
  const significant = (whole + fraction).replace(/^0+/, '')
  return { significant, length: significant.length + Number(exponent) - fraction.length }
}

function spansBetween(length: number, from: number, to: number): KeySpan[] {
  const spans = [spanOf(length, from, to)]
  // Without country code, or without area code as well.
  if (length === 10 || length === 11) spans.push(spanOf(length + 2, 55 * 10 ** length + from, 55 * 10 ** length + to))
  if (length === 8 || length === 9) spans.push(spanOf(length + 4, from, to, length))
  return spans
}

/** Keys of so many digits. `from` and `to` bound the last `compared` ones. */
function spanOf(digits: number, from: number, to: number, compared = digits): KeySpan {
  return { least: 10 ** (digits - 1), below: 10 ** digits, modulus: 10 ** compared, from, to }
}

/** The longest phone of Brazil that these digits begin with. */
function wholePhoneOf(digits: string): string | null {
  for (const length of [13, 12, 11, 10]) {
    const reading = phoneKey(digits.slice(0, length))
    if (reading.ok && reading.kind !== 'foreign') return reading.key
  }
  return null
}

function beginningWith(digits: string): PhoneRemains {
  const spans: KeySpan[] = []
  for (const beginning of digits.startsWith('55') ? [digits] : [digits, `55${digits}`]) {
    for (let length = Math.max(10, beginning.length); length <= longestPhone; length++) {
      const unit = 10 ** (length - beginning.length)
      spans.push(spanOf(length, Number(beginning) * unit, (Number(beginning) + 1) * unit - 1))
    }
  }
  const country = digits.startsWith('55') ? 2 : 0
  return { known: { kind: 'begins', digits }, spans, isVague: digits.length - country < fewestKnown }
}

function endingWith(digits: string): PhoneRemains {
  const last = Number(digits)
  const lengths = [12, 13].filter((length) => length > digits.length)
  // A landline never has a ninth digit, and a mobile of nine digits is whole with its area code.
  const fitting = digits.length === 8 ? [12] : lengths
  const spans = fitting.map((length) => spanOf(length, last, last, digits.length))
  return { known: { kind: 'ends', digits }, spans, isVague: false }
}

function same(digits: string): PhoneRemains {
  const spans = [spanOf(digits.length, Number(digits), Number(digits))]
  return { known: { kind: 'same', digits }, spans, isVague: false }
}
