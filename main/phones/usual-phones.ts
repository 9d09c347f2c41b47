import { areaCodeTable, writtenForms } from './phones.ts'

/**
 * Reads a Brazilian phone in one of the forms of nearly all cells. It has digits with or without +55, 55 or one trunk
 * zero, with single blanks, brackets, hyphens or dots between them. Gives four times its key as a number, plus its
 * written form (`writtenForms`). Gives 0 for anything else, which `phoneKey` reads. Takes the bytes of the cell's text;
 * its answers are those of `phoneKey`.
 */
export function usualPhone(bytes: Uint8Array, from: number, to: number): number {
  const hasPlus = bytes[from] === 0x2b
  // Nine digits at most each, so that both are small integers.
  let high = 0
  let low = 0
  let digits = 0
  let previousSign = 0
  let zeros = 0
  /** Bit n is set where a sign stands behind n digits. */
  let gaps = 0
  let opened = 0
  let dots = 0
  let hyphens = 0
  let lastDot = from
  for (let at = hasPlus ? from + 1 : from; at < to; at++) {
    const sign = bytes[at] as number
    if (sign >= 0x30 && sign <= 0x39) {
      if (digits++ < 8) high = high * 10 + sign - 0x30
      else if (digits > 13) return 0
      else low = low * 10 + sign - 0x30
      zeros = sign === 0x30 ? zeros + 1 : 0
    } else {
      gaps |= 1 << digits
      const isBehindDigit = previousSign >= 0x30 && previousSign <= 0x39
      if (sign === 0x28) {
        // One pair of brackets, or digits before the closing one are the number of a list.
        if (opened++ > 0) return 0
      } else if (sign === 0x29) {
        if (opened++ !== 1) return 0
      } else if (sign === 0x20) {
        if (!isBehindDigit && previousSign !== 0x29) return 0
      } else if (sign === 0x2d && isBehindDigit) {
        hyphens++
      } else if (sign === 0x2e && isBehindDigit) {
        dots++
        lastDot = at
      } else return 0
    }
    previousSign = sign
  }
  // A personal id has dots and a hyphen; Excel writes decimals, and zeros in place of digits that it lost.
  if (digits < 10 || opened === 1 || (dots > 0 && (hyphens > 0 || to - lastDot < 4))) return 0
  if (zeros >= 4) return 0
  const key = usualKey(high * (powers[digits - 8] as number) + low, digits, hasPlus)
  if (key === 0 || gaps === 0) return key
  const national = key < 4 * 55e11 ? 10 : 11
  return (gaps & ~naturalGaps(digits, national)) === 0 ? key : 0
}

/**
 * Where signs may stand between the digits of a phone of Brazil, as bits by the digits before them. They stand around
 * its country code and prefixes, behind its area code, before its last four digits and behind its ninth. Elsewhere they
 * may part two numbers. Takes all its digits and those of its number with area code: 10 or 11, or 8 or 9 without one.
 */
export function naturalGaps(digits: number, national: number): number {
  const beforeNational = (1 << (digits - national + 1)) - 1
  const behindArea = national > 9 ? 1 << (digits - national + 2) : 0
  return beforeNational | behindArea | (1 << (digits - 8)) | (1 << (digits - 4))
}

const powers = Float64Array.from({ length: 14 }, (_, power) => 10 ** power)

/** The answer of `usualPhone` for 10 to 13 digits, leading zeros counted; 0 for made-up ones as well. */
export function usualKey(number: number, digits: number, hasPlus: boolean): number {
  const hasZero = number < (powers[digits - 1] as number)
  let national = number
  let length = digits
  if (digits >= 12 && !hasZero) {
    length -= 2
    national = number - 55 * (powers[length] as number)
    if (national < 0 || national >= (powers[length] as number)) return 0
  } else if (hasPlus) return 0
  else if (hasZero) length--
  if (length < 10 || length > 11 || national < (powers[length - 1] as number)) return 0
  const unit = powers[length - 3] as number
  const start = Math.floor(national / unit)
  const area = (start / 10) | 0
  const first = start - area * 10
  if (areaCodeTable[area] !== 1 || (length === 11 ? first !== 9 : first < 2)) return 0
  // Below a hundred million, so that the remainder is one of integers.
  const last = (length === 11 ? national - start * unit : national - area * (powers[8] as number)) | 0
  if (last % 11_111_111 === 0 || last === 12_345_678 || (last === 34_567_890 && area === 12)) return 0
  const hasNoCountry = length === digits
  const form = hasZero ? writtenForms.otherwise : Number(hasNoCountry) * writtenForms.without55
  return 4 * (55 * (powers[length] as number) + national) + form
}
