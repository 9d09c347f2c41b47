import { byteOf, isDigit, isWordAt, longestCell, skipBlanks } from './cell-bytes.ts'

/** How the numbers of a column are written. */
export interface NumberSpelling {
  /** `1,234.56` in place of `1.234,56`. */
  readonly english: boolean
  /** Codes such as `007` and `12345678901` are numbers, too: the person said that the column holds numbers. */
  readonly lenient: boolean
}

const currencies = ['r$', 'us$', 'u$', '$', '€', '£', 'brl', 'usd', 'eur'].map((sign) => Buffer.from(sign))
const longMinus = Buffer.from('−')
/** Above so many digits a number is not exact. */
const mostDigits = 15
/** Bare digits from here on are phones, CPFs and ids. */
const fewestDigitsOfIds = 10

/** Where the number of a cell lies, and what stands around it. */
export interface NumberCell {
  /** Where digits, dots and commas stand. */
  start: number
  end: number
  isSigned: boolean
  isNegative: boolean
  isMoney: boolean
  /** Dots or commas are among the digits. */
  hasMarks: boolean
  /** Only digits are there, without any sign. */
  isBare: boolean
}

export const createNumberCell = (): NumberCell => ({
  start: 0,
  end: 0,
  isSigned: false,
  isNegative: false,
  isMoney: false,
  hasMarks: false,
  isBare: false,
})

/**
 * The number of a cell: `1.234,56`, `R$ 1.234,56`, `-5`, `(5,00)`, `12,5%`, in the spelling of its column. NaN for
 * anything else. A percentage is the number before its sign. Codes are none: bare digits with a leading zero, or ten
 * and more of them. The cell is used for it.
 */
export function readNumber(
  bytes: Uint8Array,
  from: number,
  to: number,
  spelling: NumberSpelling,
  cell: NumberCell,
): number {
  return findNumber(bytes, from, to, cell) ? sizeOf(bytes, cell, spelling) : Number.NaN
}

/** How a number can be read, a bit each. */
export const numberForms = { brazilian: 1, english: 2, money: 4 } as const

/** The spellings in which a cell is a number (`numberForms`); 0 where it is in neither. The cell is used for it. */
export function numberFormsOf(bytes: Uint8Array, from: number, to: number, lenient: boolean, cell: NumberCell): number {
  if (!findNumber(bytes, from, to, cell)) return 0
  const isBrazilian = !Number.isNaN(sizeOf(bytes, cell, lenient ? lenientBrazilian : brazilian))
  const isEnglish = cell.hasMarks ? !Number.isNaN(sizeOf(bytes, cell, lenient ? lenientEnglish : english)) : isBrazilian
  const forms = (isBrazilian ? numberForms.brazilian : 0) | (isEnglish ? numberForms.english : 0)
  return forms > 0 && cell.isMoney ? forms | numberForms.money : forms
}

const brazilian: NumberSpelling = { english: false, lenient: false }
const english: NumberSpelling = { english: true, lenient: false }
const lenientBrazilian: NumberSpelling = { english: false, lenient: true }
const lenientEnglish: NumberSpelling = { english: true, lenient: true }

/** Excel's format of such a text: its decimals, groups, currency or percent sign. */
export function numberFormat(text: string, { english }: NumberSpelling): string {
  const [decimal, thousands] = english ? ['.', ','] : [',', '.']
  const digits = /[\d.,]+/.exec(text)?.[0] ?? ''
  const decimals = digits.includes(decimal) ? digits.length - digits.lastIndexOf(decimal) - 1 : 0
  const currency = /(?:R|US?)?[$€£]|BRL|USD|EUR/i.exec(text)?.[0]
  const whole = currency || digits.includes(thousands) ? '#,##0' : '0'
  const code = decimals > 0 ? `${whole}.${'0'.repeat(decimals)}` : whole
  if (currency) return `"${currency}"\\ ${code}`
  return text.includes('%') ? `${code}"%"` : code
}

const [openBracket, closeBracket, percent] = [0x28, 0x29, 0x25]

/** Finds the number of a cell; false where there is anything else. */
function findNumber(bytes: Uint8Array, from: number, to: number, cell: NumberCell): boolean {
  if (to - from > longestCell) return false
  let at = skipBlanks(bytes, from, to)
  let currency = 0
  let isPercent = false
  let isClosed = false
  cell.isSigned = false
  cell.isNegative = false
  const isBracketed = bytes[at] === openBracket
  if (isBracketed) at = skipBlanks(bytes, at + 1, to)
  if (!isDigit(bytes[at])) {
    at = takeSign(bytes, at, to, cell)
    currency = currencySize(bytes, at, to)
    if (currency > 0) at = skipBlanks(bytes, at + currency, to)
    at = takeSign(bytes, at, to, cell)
  }
  cell.start = at
  let marks = 0
  for (; at < to; at++) {
    const byte = bytes[at]
    if (byte === byteOf.dot || byte === byteOf.comma) marks++
    else if (!isDigit(byte)) break
  }
  cell.end = at
  if (at === cell.start) return false
  if (at < to) {
    at = skipBlanks(bytes, at, to)
    isPercent = at < to && bytes[at] === percent
    if (isPercent) at = skipBlanks(bytes, at + 1, to)
    const size = currency > 0 || isPercent ? 0 : currencySize(bytes, at, to)
    currency += size
    if (size > 0) at = skipBlanks(bytes, at + size, to)
    at = takeSign(bytes, at, to, cell)
    isClosed = isBracketed && at < to && bytes[at] === closeBracket
    if (isClosed) at = skipBlanks(bytes, at + 1, to)
  }
  if (at !== to || (isBracketed && (!isClosed || cell.isSigned))) return false
  if (isBracketed) cell.isNegative = true
  cell.isMoney = currency > 0
  cell.hasMarks = marks > 0
  cell.isBare = marks === 0 && !cell.isSigned && !isBracketed && !isPercent && currency === 0
  return true
}

/** Reads a sign where there was none yet; gives where the rest begins. */
function takeSign(bytes: Uint8Array, at: number, to: number, cell: NumberCell): number {
  const size = cell.isSigned ? 0 : signSize(bytes, at, to)
  if (size === 0) return at
  cell.isSigned = true
  cell.isNegative = bytes[at] !== byteOf.plus
  return skipBlanks(bytes, at + size, to)
}

function signSize(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to) return 0
  if (bytes[at] === byteOf.minus || bytes[at] === byteOf.plus) return 1
  return isWordAt(bytes, at, to, longMinus) ? longMinus.length : 0
}

function currencySize(bytes: Uint8Array, at: number, to: number): number {
  for (const sign of currencies) if (isWordAt(bytes, at, to, sign)) return sign.length
  return 0
}

/** The value of digits with their marks; NaN where these stand in other places than the spelling has them. */
function sizeOf(bytes: Uint8Array, cell: NumberCell, { english, lenient }: NumberSpelling): number {
  const { start, end, isNegative, isBare } = cell
  const decimal = english ? byteOf.dot : byteOf.comma
  let value = 0
  let significant = 0
  /** Digits since the last mark, and those behind the decimal mark, -1 before it. */
  let group = 0
  let decimals = -1
  let isGrouped = false
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (isDigit(byte)) {
      value = value * 10 + byte - byteOf.zero
      if (value > 0) significant++
      if (decimals >= 0) decimals++
      else group++
    } else if (decimals >= 0 || (isGrouped && group !== 3)) return Number.NaN
    else if (byte === decimal) decimals = 0
    else {
      const isFirstGroup = group >= 1 && group <= 3 && bytes[start] !== byteOf.zero
      if (!isGrouped && !isFirstGroup) return Number.NaN
      isGrouped = true
      group = 0
    }
  }
  if (decimals === 0 || (isGrouped && group !== 3) || significant > mostDigits) return Number.NaN
  const hasLeadingZero = !isGrouped && group > 1 && bytes[start] === byteOf.zero
  if (!lenient && (hasLeadingZero || (isBare && group >= fewestDigitsOfIds))) return Number.NaN
  const size = decimals > 0 ? value / 10 ** decimals : value
  return isNegative && size !== 0 ? -size : size
}
