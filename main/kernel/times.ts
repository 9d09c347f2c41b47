import { AppFailure } from './failure.ts'

/** A day of 24 hours. */
export const dayMs = 86_400_000
/** Every change of clocks since the railway age falls on a quarter of an hour of UTC. */
const quarterMs = 900_000
/** Marks a day with two offsets; no zone is so far from Greenwich. */
const changing = Number.POSITIVE_INFINITY

interface ZonedParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Clock times of one IANA zone, with its whole history (Brazil kept summer time until 2019). */
export interface Zone {
  readonly name: string
  /** Minutes to add to UTC, negative west of Greenwich; a fraction only for local mean times before about 1914. */
  offsetMinutesAt(epochMs: number): number
  /** The clock on the wall as milliseconds, read as though it were UTC: for day and time arithmetic. */
  wallClockAt(epochMs: number): number
  partsAt(epochMs: number): ZonedParts
}

/**
 * A zone by its IANA name (`America/Sao_Paulo`). Rules come from Intl, read once a day of the data (on a day when the
 * clocks change, once a quarter of an hour) and remembered: millions of cells cost a map look-up each. Throws
 * `bad_request` when the runtime does not know the name. features.md §9 point 10.
 */
export function createZone(name: string): Zone {
  const format = formatOf(name)
  const days = new Map<number, number>()
  const quarters = new Map<number, number>()

  const measuredDay = (day: number): number => {
    const start = measured(format, day * dayMs)
    const offset = start === measured(format, (day + 1) * dayMs) ? start : changing
    days.set(day, offset)
    return offset
  }
  const measuredQuarter = (quarter: number): number => {
    const offset = measured(format, quarter * quarterMs)
    quarters.set(quarter, offset)
    return offset
  }
  const offsetMsAt = (epochMs: number): number => {
    const day = Math.floor(epochMs / dayMs)
    const offset = days.get(day) ?? measuredDay(day)
    if (offset !== changing) return offset
    const quarter = Math.floor(epochMs / quarterMs)
    return quarters.get(quarter) ?? measuredQuarter(quarter)
  }

  return {
    name,
    offsetMinutesAt: (epochMs) => offsetMsAt(epochMs) / 60_000,
    wallClockAt: (epochMs) => epochMs + offsetMsAt(epochMs),
    partsAt: (epochMs) => partsOf(epochMs + offsetMsAt(epochMs)),
  }
}

function formatOf(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    throw new AppFailure('bad_request', {}, 'unknown time zone')
  }
}

/** Milliseconds to add to UTC at that moment, from Intl's `GMT-03:00` (older years: `GMT-03:06:28`; Greenwich: `GMT`). */
function measured(format: Intl.DateTimeFormat, epochMs: number): number {
  const text = format.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}

function partsOf(wallMs: number): ZonedParts {
  const date = new Date(wallMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

/** The calendar day of a moment in a zone, YYYY-MM-DD. */
export function dayIn(zone: string, at: Date): string {
  // Canada writes its days as ISO 8601 does.
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return days.format(at)
}

/** A moment with how it was written; `format` and `at` give back the text exactly unless `exact` is false. */
export interface ReadTime {
  /** Epoch ms. */
  readonly at: number
  readonly format: string
  /** False where the text says more than a millisecond and a format can. */
  readonly exact: boolean
}

/** Seconds or milliseconds since 1970, written as a number. */
const epochSeconds = 's'
const epochMilliseconds = 'ms'
/** Larger numbers are milliseconds: as seconds they lie beyond the year 5000 (features.md §9 point 10). */
const largestSeconds = 1e11

const digitZero = 48
const zonePattern = /^(?:|Z|z| ?UTC| ?([+-])(\d\d):?(\d\d)?)$/

/** How a zone is written, with what it adds to UTC in ms; NaN when it is none. */
export type Zones = Map<string, number>

/**
 * Reads an ISO 8601 time with `T` or a space, with or without a fraction, with an offset, `Z` or nothing, which is taken
 * for UTC (features.md §8.4: the services mix them). Null when the text is anything else, or a day that never was.
 */
export function readTime(text: string, zones: Zones): ReadTime | null {
  if (text.length < 19) return null
  const year = number4(text, 0)
  const month = number2(text, 5)
  const day = number2(text, 8)
  const hour = number2(text, 11)
  const minute = number2(text, 14)
  const second = number2(text, 17)
  if (!hasSigns(text) || !(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)))
    return null
  if (!(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60)) return null

  let end = 19
  let fraction = 0
  if (text[19] === '.') {
    end = 20
    while (isDigit(text.charCodeAt(end))) {
      if (end < 23) fraction += (text.charCodeAt(end) - digitZero) * 10 ** (22 - end)
      end++
    }
    if (end === 20) return null
  }
  const zone = text.slice(end)
  const offset = zoneOffset(zone, zones)
  if (Number.isNaN(offset)) return null
  const wall = daysFrom1970(year, month, day) * dayMs + hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction
  const digits = Math.max(0, end - 20)
  return { at: wall - offset, format: `${text[10]}${digits}${zone}`, exact: digits <= 3 }
}

/** A number of seconds or milliseconds since 1970; 0 means "none" and is handled before. */
export function readEpoch(value: number): ReadTime {
  if (Math.abs(value) >= largestSeconds) return { at: value, format: epochMilliseconds, exact: true }
  const at = value * 1000
  return { at, format: epochSeconds, exact: at / 1000 === value }
}

/** The text that `readTime` or `readEpoch` was given. */
export function writeTime(at: number, format: string, zones: Zones): string {
  if (format === epochSeconds) return String(at / 1000)
  if (format === epochMilliseconds) return String(at)
  const digits = format.charCodeAt(1) - digitZero
  const zone = format.slice(2)
  const wall = at + zoneOffset(zone, zones)
  const day = Math.floor(wall / dayMs)
  const ms = wall - day * dayMs
  const second = Math.floor(ms / 1000)
  const minute = Math.floor(second / 60)
  const hour = Math.floor(minute / 60)
  const clock = `${two(hour)}:${two(minute - hour * 60)}:${two(second - minute * 60)}`
  const fraction =
    digits === 0
      ? ''
      : `.${String(ms - second * 1000)
          .padStart(3, '0')
          .slice(0, digits)}`
  return `${dayText(day)}${format[0]}${clock}${fraction}${zone}`
}

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
const two = (value: number) => twoDigits[value] ?? ''

/** `yyyy-MM-dd` of a day since 1970-01-01, years 0 to 9999: what `daysFrom1970` turns back. */
function dayText(day: number): string {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  return `${two(Math.floor(year / 100))}${two(year % 100)}-${two(month)}-${two(dayOfMonth)}`
}

export function zoneOffset(zone: string, zones: Zones): number {
  const known = zones.get(zone)
  if (known !== undefined) return known
  const match = zonePattern.exec(zone)
  let offset = Number.NaN
  if (match) {
    const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
    offset = (match[1] === '-' ? -minutes : minutes) * 60_000
  }
  // A hostile service may write endless zones; those of the earth are few.
  if (zones.size < 1000) zones.set(zone, offset)
  return offset
}

function hasSigns(text: string): boolean {
  return (
    text[4] === '-' && text[7] === '-' && (text[10] === 'T' || text[10] === ' ') && text[13] === ':' && text[16] === ':'
  )
}

function number2(text: string, at: number): number {
  const tens = text.charCodeAt(at) - digitZero
  const ones = text.charCodeAt(at + 1) - digitZero
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function number4(text: string, at: number): number {
  return number2(text, at) * 100 + number2(text, at + 2)
}

function isDigit(code: number): boolean {
  return code >= digitZero && code <= digitZero + 9
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0)
}

/** Days of the Gregorian calendar since 1970-01-01; years begin in March, so that the leap day is a year's last. */
function daysFrom1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
