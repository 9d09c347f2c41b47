import { dayMs, daysFrom1970, isDay, momentAt, type Zone } from '../../kernel/times.ts'
import { byteOf, isDigit, isWordAt, longestCell, skipBlanks, trimmedEnd } from './cell-bytes.ts'

/** A day with its time, if it has one, as a cell has it. */
export interface DayCell {
  year: number
  /** The month where it stands behind the day; day and month where the order is not said. */
  month: number
  day: number
  /** The time of the day in ms. */
  time: number
  /** What the written zone adds to UTC, in ms; NaN without one. */
  offset: number
  /** Whether day and month are in the order that all columns have. */
  isOrdered: boolean
}

export const createDayCell = (): DayCell => ({ year: 0, month: 0, day: 0, time: 0, offset: 0, isOrdered: true })

/** The orders of day and month in which a cell is a day, a bit each. */
export const dayForms = { dayFirst: 1, monthFirst: 2 } as const

/**
 * Reads `03/11/2026`, `3/11/26`, `03-11-2026`, `03.11.2026`, `2026-11-03`, `3-nov-26`, `3 de novembro de 2026`, with or
 * without a weekday before and a time behind. Writes the cell to `day` and gives the orders in which it is a day
 * (`dayForms`); 0 for anything else, and for a day that the calendar has not.
 */
export function readDay(bytes: Uint8Array, from: number, to: number, day: DayCell): number {
  if (to - from > longestCell) return 0
  const end = trimmedEnd(bytes, from, to)
  const start = skipWeekday(bytes, skipBlanks(bytes, from, end), end)
  const size = digitsAt(bytes, start, end)
  day.isOrdered = true
  if (size === 4) return readYearFirst(bytes, start, end, day)
  return size === 1 || size === 2 ? readDayFirst(bytes, start, end, size, day) : 0
}

/**
 * The moment of a cell in a zone: the first one of a day without a time. NaN where it is no day. `english` says that
 * months stand before days in its column.
 */
export function readMoment(
  bytes: Uint8Array,
  from: number,
  to: number,
  english: boolean,
  zone: Zone,
  cell: DayCell,
): number {
  const forms = readDay(bytes, from, to, cell)
  if ((forms & (english ? dayForms.monthFirst : dayForms.dayFirst)) === 0) return Number.NaN
  const { year, month, day, time, offset, isOrdered } = cell
  const isSwapped = english && !isOrdered
  const days = isSwapped ? daysFrom1970(year, day, month) : daysFrom1970(year, month, day)
  const wall = days * dayMs + time
  return Number.isNaN(offset) ? momentAt(zone, wall) : wall - offset
}

function digitsAt(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && at - from < 5 && isDigit(bytes[at])) at++
  return at - from
}

function numberAt(bytes: Uint8Array, from: number, size: number): number {
  let value = 0
  for (let at = from; at < from + size; at++) value = value * 10 + (bytes[at] as number) - byteOf.zero
  return value
}

const isSeparator = (byte: number | undefined) => byte === byteOf.slash || byte === byteOf.minus || byte === byteOf.dot

/** `2026-11-03`, and the time behind it. */
function readYearFirst(bytes: Uint8Array, start: number, end: number, day: DayCell): number {
  const separator = bytes[start + 4]
  if (!isSeparator(separator)) return 0
  const monthSize = digitsAt(bytes, start + 5, end)
  const dayStart = start + 6 + monthSize
  const daySize = digitsAt(bytes, dayStart, end)
  if (monthSize < 1 || monthSize > 2 || daySize < 1 || daySize > 2 || bytes[dayStart - 1] !== separator) return 0
  day.year = numberAt(bytes, start, 4)
  day.month = numberAt(bytes, start + 5, monthSize)
  day.day = numberAt(bytes, dayStart, daySize)
  return finish(bytes, dayStart + daySize, end, day)
}

function readDayFirst(bytes: Uint8Array, start: number, end: number, size: number, day: DayCell): number {
  const first = numberAt(bytes, start, size)
  const separator = bytes[start + size]
  const at = start + size + 1
  const monthSize = digitsAt(bytes, at, end)
  if (!isSeparator(separator) || monthSize === 0) return readMonthName(bytes, start + size, end, first, day)
  const yearStart = at + monthSize + 1
  const yearSize = digitsAt(bytes, yearStart, end)
  const isYear = yearSize === 4 || (yearSize === 2 && separator === byteOf.slash)
  if (monthSize > 2 || bytes[yearStart - 1] !== separator || !isYear) return 0
  day.year = yearOf(numberAt(bytes, yearStart, yearSize), yearSize)
  day.month = numberAt(bytes, at, monthSize)
  day.day = first
  day.isOrdered = false
  return finish(bytes, yearStart + yearSize, end, day)
}

/** Excel's rule for years of two digits. */
const firstOfLastCentury = 30

function yearOf(year: number, size: number): number {
  if (size === 4) return year
  return year < firstOfLastCentury ? 2000 + year : 1900 + year
}

const ordinal = Buffer.from('º')
const of = Buffer.from('de ')

/** ` de novembro de 2026`, `-nov-26` and the like behind the number of the day. */
function readMonthName(bytes: Uint8Array, from: number, end: number, first: number, day: DayCell): number {
  let at = isWordAt(bytes, from, end, ordinal) ? from + ordinal.length : from
  at = skipJoint(bytes, at, end)
  const month = monthAt(bytes, at, end)
  if (month === null || at === from) return 0
  at += month.size
  if (bytes[at] === byteOf.dot && !isDigit(bytes[at + 1])) at++
  const yearStart = skipJoint(bytes, at, end)
  const yearSize = digitsAt(bytes, yearStart, end)
  if (yearStart === at || (yearSize !== 4 && yearSize !== 2)) return 0
  day.year = yearOf(numberAt(bytes, yearStart, yearSize), yearSize)
  day.month = month.number
  day.day = first
  return finish(bytes, yearStart + yearSize, end, day)
}

/** A separator, or blanks with or without `de`. */
function skipJoint(bytes: Uint8Array, from: number, end: number): number {
  if (isSeparator(bytes[from])) return from + 1
  const at = skipBlanks(bytes, from, end)
  return at > from && isWordAt(bytes, at, end, of) ? skipBlanks(bytes, at + of.length, end) : at
}

const monthNames = [
  ['janeiro', 'january', 'jan'],
  ['fevereiro', 'february', 'fev', 'feb'],
  ['março', 'march', 'marco', 'mar'],
  ['abril', 'april', 'abr', 'apr'],
  ['maio', 'mai', 'may'],
  ['junho', 'june', 'jun'],
  ['julho', 'july', 'jul'],
  ['agosto', 'august', 'ago', 'aug'],
  ['setembro', 'september', 'set', 'sept', 'sep'],
  ['outubro', 'october', 'out', 'oct'],
  ['novembro', 'november', 'nov'],
  ['dezembro', 'december', 'dez', 'dec'],
].map((names, index) =>
  names.map((name) => ({ number: index + 1, bytes: Buffer.from(name), size: Buffer.byteLength(name) })),
)
/** By the first letter, the longest names first. */
const monthsByLetter = new Map<number, (typeof monthNames)[number]>()
for (const name of monthNames.flat()) {
  const letter = name.bytes[0] as number
  monthsByLetter.set(
    letter,
    [...(monthsByLetter.get(letter) ?? []), name].sort((one, other) => other.size - one.size),
  )
}

function monthAt(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly number: number; readonly size: number } | null {
  const names = monthsByLetter.get((bytes[at] ?? 0) | 0x20)
  const name = names?.find((one) => isWordAt(bytes, at, end, one.bytes))
  return name && !isLetter(bytes[at + name.size]) ? name : null
}

function isLetter(byte: number | undefined): boolean {
  const lower = (byte ?? 0) | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (byte ?? 0) >= 0x80
}

const weekdays = [
  'seg',
  'ter',
  'qua',
  'qui',
  'sex',
  'sáb',
  'sab',
  'dom',
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
].map((name) => Buffer.from(name))
/** `segunda-feira` and a comma. */
const longestWeekday = 15

/** The place behind a weekday and its comma. */
function skipWeekday(bytes: Uint8Array, from: number, end: number): number {
  if (!isLetter(bytes[from])) return from
  let at = from + 3
  const last = Math.min(end, from + longestWeekday)
  while (at < last && bytes[at] !== byteOf.comma) at++
  const isWeekday = at < last && weekdays.some((name) => isWordAt(bytes, from, end, name))
  return isWeekday ? skipBlanks(bytes, at + 1, end) : from
}

/** Reads the time behind a day, and gives the orders in which both are there. */
function finish(bytes: Uint8Array, at: number, end: number, cell: DayCell): number {
  const { year, month, day, isOrdered } = cell
  const dayFirst = isDay(year, month, day) ? dayForms.dayFirst : 0
  const monthFirst = (isOrdered ? dayFirst > 0 : isDay(year, day, month)) ? dayForms.monthFirst : 0
  cell.offset = Number.NaN
  cell.time = at === end ? 0 : readClockTime(bytes, at, end, cell)
  return Number.isNaN(cell.time) ? 0 : dayFirst | monthFirst
}

const [letterT, letterH, letterZ] = [0x74, 0x68, 0x7a]
const at24 = Buffer.from('às ')
const afternoon = Buffer.from('pm')
const morning = Buffer.from('am')

/**
 * The time behind a day, in ms: `T14:20:05.5`, ` 14:20`, `, 14:20`, ` às 14h20`, ` 2:20 PM`, with or without a zone,
 * whose offset it writes to `day`. NaN for anything else.
 */
function readClockTime(bytes: Uint8Array, from: number, end: number, day: DayCell): number {
  let at = from
  if (((bytes[at] ?? 0) | 0x20) === letterT) at++
  else {
    if (bytes[at] === byteOf.comma) at++
    const start = skipBlanks(bytes, at, end)
    if (start === at) return Number.NaN
    at = isWordAt(bytes, start, end, at24) ? start + at24.length : start
  }
  const hourSize = digitsAt(bytes, at, end)
  if (hourSize < 1 || hourSize > 2) return Number.NaN
  let hour = numberAt(bytes, at, hourSize)
  at += hourSize
  const separator = bytes[at]
  const isHourSign = ((separator ?? 0) | 0x20) === letterH
  if (separator !== byteOf.colon && !isHourSign) return Number.NaN
  at++
  const minuteSize = digitsAt(bytes, at, end)
  if (minuteSize !== 2 && !(isHourSign && minuteSize === 0)) return Number.NaN
  const minute = numberAt(bytes, at, minuteSize)
  at += minuteSize
  let second = 0
  let fraction = 0
  if (separator === byteOf.colon && at < end && bytes[at] === byteOf.colon) {
    if (digitsAt(bytes, at + 1, end) !== 2) return Number.NaN
    second = numberAt(bytes, at + 1, 2)
    at += 3
    if (at + 1 < end && (bytes[at] === byteOf.dot || bytes[at] === byteOf.comma) && isDigit(bytes[at + 1])) {
      at++
      for (let unit = 100; at < end && isDigit(bytes[at]); unit = Math.floor(unit / 10)) {
        fraction += ((bytes[at++] as number) - byteOf.zero) * unit
      }
    }
  }
  const half = at < end ? skipBlanks(bytes, at, end) : end
  if (isWordAt(bytes, half, end, afternoon) || isWordAt(bytes, half, end, morning)) {
    if (hour < 1 || hour > 12) return Number.NaN
    hour = (hour % 12) + (isWordAt(bytes, half, end, afternoon) ? 12 : 0)
    at = half + afternoon.length
  }
  if (hour > 23 || minute > 59 || second > 59 || !readOffset(bytes, at, end, day)) return Number.NaN
  return ((hour * 60 + minute) * 60 + second) * 1000 + fraction
}

const utc = Buffer.from('utc')

/** Whether the rest is a zone, or nothing. */
function readOffset(bytes: Uint8Array, from: number, end: number, day: DayCell): boolean {
  if (from === end) return true
  const at = skipBlanks(bytes, from, end)
  if ((((bytes[at] ?? 0) | 0x20) === letterZ && at + 1 === end) || (isWordAt(bytes, at, end, utc) && at + 3 === end)) {
    day.offset = 0
    return true
  }
  if (bytes[at] !== byteOf.plus && bytes[at] !== byteOf.minus) return false
  const size = digitsAt(bytes, at + 1, end)
  const minutesAt = size === 2 && bytes[at + 3] === byteOf.colon ? at + 4 : at + 3
  if (size !== 2 && size !== 4) return false
  const hasMinutes = minutesAt < end
  if (hasMinutes && (minutesAt + 2 !== end || digitsAt(bytes, minutesAt, end) !== 2)) return false
  const minutes = numberAt(bytes, at + 1, 2) * 60 + (hasMinutes ? numberAt(bytes, minutesAt, 2) : 0)
  day.offset = (bytes[at] === byteOf.minus ? -1 : 1) * minutes * 60_000
  return true
}
