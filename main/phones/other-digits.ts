import { phoneKey } from './phones.ts'

/**
 * What the bare numbers of a column are when they are no phones. One number is not enough to know, but a column is. One
 * CPF of fifteen reads as a mobile, and nearly every moment of these years as a phone without its ninth digit.
 */
export type OtherDigits = 'documents' | 'moments' | 'counted' | 'unknown'

/** Fewer bare numbers are not enough to know. */
const fewest = 3
/** One phone of a hundred passes for a document. */
const fewestOfDocuments = 2
const fewestOfCounts = 10
const fewestOfUnknown = 10
/** Numbers of a count that are on average closer than this were given one after the other. */
const closest = 20
/** Seconds since 1970, of 2015 and of 2030. */
const [firstMoment, lastMoment] = [1_420_070_400, 1_893_456_000]

/** Whether digits have the two check digits of a CPF; of random numbers one of a hundred has. */
export function isCpf(digits: string): boolean {
  return /^\d{11}$/.test(digits) && !/^(\d)\1*$/.test(digits) && hasCheckDigits(digits, 9, 11)
}

/** Whether digits have the two check digits of a CNPJ, whose weights begin anew behind the ninth. */
function isCnpj(digits: string): boolean {
  return /^\d{14}$/.test(digits) && !/^(\d)\1*$/.test(digits) && hasCheckDigits(digits, 12, 9)
}

/** Check digits of modulo 11 behind the first `length` digits; weights grow from 2 to `heaviest`, from the right. */
function hasCheckDigits(digits: string, length: number, heaviest: number): boolean {
  return [length, length + 1].every((end) => {
    let sum = 0
    for (let at = 0; at < end; at++) sum += Number(digits[end - 1 - at]) * (2 + (at % (heaviest - 1)))
    return ((sum * 10) % 11) % 10 === Number(digits[end])
  })
}

/** A CPF or CNPJ; a spreadsheet that holds it as a number has lost its first zeros. */
export function isDocument(digits: string): boolean {
  return digits.length > 11 ? isCnpj(digits.padStart(14, '0')) : isCpf(digits.padStart(11, '0'))
}

/**
 * Judges the cells of a column that hold bare digits, in their order; null where they may be phones. Takes how many
 * cells the column has, all but a few of which must be such.
 */
export function judgeDigits(bare: readonly string[], cells: number): OtherDigits | null {
  const long = bare.filter((digits) => digits.length >= 9 && digits.length <= 20)
  if (long.length * 10 < cells * 8 || long.length < 2) return null
  const documents = long.filter(isDocument).length
  if (documents >= fewestOfDocuments && documents * 2 >= long.length) return 'documents'
  if (long.length >= fewest && areMoments(long)) return 'moments'
  if (areCounted(long)) return 'counted'
  return areNoPhones(long) ? 'unknown' : null
}

/**
 * Moments of a log: ten digits each, of a few years. Landlines begin with 2 to 5 behind their area code and are in no
 * order.
 */
function areMoments(bare: readonly string[]): boolean {
  const isMoment = (digits: string) =>
    digits.length === 10 && Number(digits) >= firstMoment && Number(digits) < lastMoment
  if (bare.filter(isMoment).length * 20 < bare.length * 19) return false
  const noLandlines = bare.filter((digits) => (digits[2] ?? '') > '5' || (digits[2] ?? '') < '2').length
  return noLandlines * 2 >= bare.length || (bare.length >= fewestOfCounts && areInOrder(bare))
}

function areInOrder(bare: readonly string[]): boolean {
  const steps = new Set(bare.slice(1).map((digits, at) => Math.sign(Number(digits) - Number(bare[at]))))
  return !steps.has(-1) || !steps.has(1)
}

/** Numbers of orders and the like, which are given one after the other. Mobiles are never so close to each other. */
function areCounted(bare: readonly string[]): boolean {
  const numbers = new Set(bare.filter((digits) => digits.length <= 15).map(Number))
  if (numbers.size < fewestOfCounts || numbers.size * 10 < bare.length * 9) return false
  let [least, largest] = [Number.POSITIVE_INFINITY, 0]
  for (const number of numbers) {
    least = Math.min(least, number)
    largest = Math.max(largest, number)
  }
  const reading = phoneKey(String(largest))
  const isMobile = reading.ok && reading.kind === 'mobile'
  return !isMobile && largest - least < closest * numbers.size
}

/** Numbers of eleven digits and more of which no more read as phones than chance makes of any numbers. */
function areNoPhones(bare: readonly string[]): boolean {
  if (bare.length < fewestOfUnknown) return false
  const strange = bare.filter((digits) => {
    // With a trunk zero, or as a mobile with a wrong area code, digits are meant as a phone.
    if (digits.length < 11 || digits.startsWith('0') || (digits.length === 11 && digits[2] === '9')) return false
    const reading = phoneKey(digits)
    return !reading.ok && (reading.problem === 'bad_number' || reading.problem === 'too_long')
  })
  return strange.length * 10 >= bare.length * 7
}
