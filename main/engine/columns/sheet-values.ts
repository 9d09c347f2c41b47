import { booleanFormat, type CellValue } from './column.ts'

/**
 * What a value of a person's own spreadsheet is by its format. `code`: a number that names something, such as a phone
 * or a postcode. `other`: a time without a day.
 */
export type SheetKind = 'number' | 'money' | 'percent' | 'day' | 'yes_no' | 'code' | 'other'

/** Plain whole numbers from here on are phones and ids. */
const firstIdentifier = 1e9

/** Tells what values are; formats are cached, since a column has few. */
export function createSheetKinds(): (value: CellValue) => SheetKind {
  const kinds = new Map<string, SheetKind>()
  return ({ number, format }) => {
    const kind = kinds.get(format) ?? kindOfFormat(format)
    kinds.set(format, kind)
    const isPlain = kind === 'number' && !/[.,]/.test(format)
    return isPlain && number >= firstIdentifier && Number.isInteger(number) ? 'code' : kind
  }
}

function kindOfFormat(format: string): SheetKind {
  if (format === booleanFormat) return 'yes_no'
  // Quoted texts, and colours or currencies in brackets, are left out.
  const unquoted = format.split('"').filter((_, place) => place % 2 === 0)
  const [first = '', ...bracketed] = unquoted.join('').split('[')
  const code = [first, ...bracketed.map((part) => part.slice(part.indexOf(']') + 1))].join('')
  if (/[yd]/i.test(code)) return 'day'
  if (/[$€£]/.test(format.replace(/\[\$-[^\]]*\]/g, ''))) return 'money'
  if (/[mhs]/i.test(code)) return 'other'
  if (code.includes('%')) return 'percent'
  const [positive = ''] = code.split(';')
  const hasZeros = positive.split('0').length > 2
  return hasZeros && !/[#.,]/.test(positive) ? 'code' : 'number'
}

const serialOfEpoch = 25_569
const dayMs = 86_400_000

/** The clock time, in ms as though it were UTC, of a day as Excel counts it. */
export function wallOfSerial(serial: number): number {
  // Excel's fractions of a day are not exact.
  return Math.round((serial - serialOfEpoch) * 86_400) * 1000
}

/** The day and time as Excel counts them; null before March 1900, where it counts one day too many. */
export function serialOfWall(wall: number): number | null {
  const serial = wall / dayMs + serialOfEpoch
  return serial >= firstSerial ? serial : null
}

const firstSerial = 61
