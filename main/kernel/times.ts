import { dayFilterNames } from '../../preload/values/lead-filters.ts'
import { addDays, type DayRange } from '../../preload/values/periods.ts'
import { AppFailure } from './failure.ts'

export const dayMs = 86_400_000
/** Every change of clocks since the railway age falls on a quarter of an hour of UTC. */
const quarterMs = 900_000

interface ZonedParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Clock times of one IANA zone, with its whole history (Brazil had summer time until 2019). */
export interface Zone {
  readonly name: string
  /** Minutes to add to UTC, negative west of Greenwich. Fractions occur only in local mean times before about 1914. */
  offsetMinutesAt(epochMs: number): number
  /** The zone's clock time in milliseconds as though it were UTC, for arithmetic with days and times. */
  wallClockAt(epochMs: number): number
  partsAt(epochMs: number): ZonedParts
}

/**
 * Makes a zone from its IANA name (`America/Sao_Paulo`). Its rules come from Intl, read once for each day, or each
 * quarter of an hour on a day when the clocks change. They are cached, so that each of millions of cells costs one
 * look-up. Throws `bad_request` for a name that the runtime does not know (docs/services.md §13.1).
 */
export function createZone(name: string): Zone {
  const format = formatOf(name)
  const dayOffset = createCache((day) => measured(format, day * dayMs))
  const quarterOffset = createCache((quarter) => measured(format, quarter * quarterMs))
  const offsetMsAt = (epochMs: number): number => {
    const day = Math.floor(epochMs / dayMs)
    const offset = dayOffset(day)
    return offset === dayOffset(day + 1) ? offset : quarterOffset(Math.floor(epochMs / quarterMs))
  }

  return {
    name,
    offsetMinutesAt: (epochMs) => offsetMsAt(epochMs) / 60_000,
    wallClockAt: (epochMs) => epochMs + offsetMsAt(epochMs),
    partsAt: (epochMs) => partsOf(epochMs + offsetMsAt(epochMs)),
  }
}

/** The days of 44 years. */
const cacheSlots = 16_384

/** Caches a number for each whole number. Of those that share a slot, the latest stays. */
function createCache(make: (key: number) => number): (key: number) => number {
  const keys = new Float64Array(cacheSlots).fill(Number.NaN)
  const values = new Float64Array(cacheSlots)
  return (key) => {
    const slot = key & (cacheSlots - 1)
    if (keys[slot] !== key) {
      values[slot] = make(key)
      keys[slot] = key
    }
    return values[slot] as number
  }
}

function formatOf(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    throw new AppFailure('bad_request', {}, 'unknown time zone')
  }
}

/**
 * The ms to add to UTC at that moment, from the end of what Intl writes: `GMT-03:00` (older years: `GMT-03:06:28`;
 * Greenwich: `GMT`). Its parts would take twice as long.
 */
function measured(format: Intl.DateTimeFormat, epochMs: number): number {
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(epochMs)) ?? []
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
  // The Canadian format of a day is ISO 8601.
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return days.format(at)
}

/** The day of a clock time (`Zone.wallClockAt`), counted from 1970-01-01. */
export function dayNumberOf(wallMs: number): number {
  return Math.floor(wallMs / dayMs)
}

/** The weekday of a clock time: 1 is Monday, 7 is Sunday. */
export function weekdayOf(wallMs: number): number {
  // 1970-01-01 was a Thursday.
  return ((((dayNumberOf(wallMs) + 3) % 7) + 7) % 7) + 1
}

/** The hour of a clock time, 0 to 23. */
export function hourOf(wallMs: number): number {
  return Math.floor((wallMs - dayNumberOf(wallMs) * dayMs) / 3_600_000)
}

/**
 * The moments from the first one of the first day to the last one of the last day in a zone, in epoch ms; null stays
 * open.
 */
export function momentsOfDays(
  { from, to }: DayRange,
  zone: string,
): { readonly min: number | null; readonly max: number | null } {
  const checked = createZone(zone)
  const startOf = (day: string) => momentAt(checked, Date.parse(`${day}T00:00:00Z`))
  return { min: from === null ? null : startOf(from), max: to === null ? null : startOf(addDays(to, 1)) - 1 }
}

/** The moment at which the clock of a zone shows this time (`Zone.wallClockAt`), or the first one behind it. */
export function momentAt({ wallClockAt }: Pick<Zone, 'wallClockAt'>, wall: number): number {
  const offsetAt = (at: number) => wallClockAt(at) - at
  const first = wall - offsetAt(wall)
  const start = wall - offsetAt(first)
  // Where clocks skip midnight, the day begins at that moment.
  return wallClockAt(start) < wall ? first : start
}

/** A moment and how it was written. `format` and `at` give the exact text again, unless `exact` is false. */
export interface ReadTime {
  /** Epoch ms. */
  readonly at: number
  readonly format: string
  /** False where the text is finer than a millisecond or the format cannot express it. */
  readonly exact: boolean
}

const epochSeconds = 's'
const epochMilliseconds = 'ms'
/** Larger numbers are milliseconds: as seconds they lie beyond the year 5000 (docs/services.md §13.1). */
const largestSeconds = 1e11

/** `yyyy-MM-ddTHH:mm:ss` */
export const clockSize = 19

/**
 * Reads an ISO 8601 time with `T` or a space, with or without a fraction, with an offset, `Z` or neither, which means
 * UTC (docs/services.md §13.1). Null for any other text or a day that does not exist.
 */
export function readTime(text: string): ReadTime | null {
  if (text.length < clockSize || text[4] !== '-') return null
  const wall = readClock(Buffer.from(text), 0)
  if (Number.isNaN(wall)) return null
  let end = clockSize
  let fraction = 0
  if (text[end] === '.') {
    end++
    for (let unit = 100; digitsAt(text, end, 1) >= 0; unit = Math.floor(unit / 10)) {
      fraction += digitsAt(text, end++, 1) * unit
    }
    if (end === clockSize + 1) return null
  }
  const zone = text.slice(end)
  const offset = zoneOffset(zone)
  if (Number.isNaN(offset)) return null
  const digits = Math.max(0, end - clockSize - 1)
  return { at: wall + fraction - offset, format: `${text[10]}${digits}${zone}`, exact: digits <= 3 }
}

/**
 * The day and time that begin at `from`, in ms of the zone's clock (`Zone.wallClockAt`). NaN for anything but ISO 8601
 * with `T` or a space, and for a day that does not exist.
 */
export function readClock(bytes: Uint8Array, from: number): number {
  const between = bytes[from + 10]
  if (between !== letterT && between !== blank) return Number.NaN
  if (bytes[from + 4] !== dash || bytes[from + 7] !== dash) return Number.NaN
  if (bytes[from + 13] !== colon || bytes[from + 16] !== colon) return Number.NaN
  const year = twoDigitsAt(bytes, from) * 100 + twoDigitsAt(bytes, from + 2)
  const month = twoDigitsAt(bytes, from + 5)
  const day = twoDigitsAt(bytes, from + 8)
  const hour = twoDigitsAt(bytes, from + 11)
  const minute = twoDigitsAt(bytes, from + 14)
  const second = twoDigitsAt(bytes, from + 17)
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
  if (!(year >= 0 && isTime)) return Number.NaN
  return daysFrom1970(year, month, day) * dayMs + ((hour * 60 + minute) * 60 + second) * 1000
}

const letterT = 0x54
const blank = 0x20
const dash = 0x2d
const colon = 0x3a

/** Makes a year below 0, whichever half of it has no digits. */
const noDigits = -10_000

function twoDigitsAt(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 48
  const ones = (bytes[at + 1] as number) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : noDigits
}

/** NaN where they are not digits. */
function digitsAt(text: string, from: number, count: number): number {
  let number = 0
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

/** Reads seconds or milliseconds since 1970. The caller handles 0, which means "none". */
export function readEpoch(value: number): ReadTime {
  if (Math.abs(value) >= largestSeconds) return { at: value, format: epochMilliseconds, exact: true }
  const at = value * 1000
  return { at, format: epochSeconds, exact: at / 1000 === value }
}

/** How a time was written, by the name of its format (`ReadTime`). The formats of numbers have no digits. */
export interface TimeFormat {
  readonly name: string
  /** The number of digits in the fraction of a second. */
  readonly digits: number
  readonly zone: string
  /** What the zone adds to UTC, in ms. */
  readonly offset: number
}

export function timeFormat(name: string): TimeFormat {
  const zone = name.slice(2)
  return { name, digits: Number(name[1]), zone, offset: zoneOffset(zone) }
}

/** The text that `readTime` or `readEpoch` got. */
export function writeTime(at: number, { name, digits, zone, offset }: TimeFormat): string {
  if (name === epochSeconds) return String(at / 1000)
  if (name === epochMilliseconds) return String(at)
  const wall = at + offset
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
  return `${dayText(day)}${name[0]}${clock}${fraction}${zone}`
}

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
const two = (value: number) => twoDigits[value] ?? ''

/** `yyyy-MM-dd` of a day since 1970-01-01, years 0 to 9999: the inverse of `daysFrom1970`. */
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

const zonePattern = /^(?:|Z|z| ?UTC| ?[+-]\d\d:?(?:\d\d)?)$/

/** What a written zone adds to UTC in ms; NaN for any other text. */
function zoneOffset(zone: string): number {
  if (!zonePattern.test(zone)) return Number.NaN
  const sign = zone.startsWith(' ') ? 1 : 0
  const hours = digitsAt(zone, sign + 1, 2) || 0
  const minutes = zone.length > sign + 4 ? digitsAt(zone, zone.length - 2, 2) : 0
  return (zone[sign] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether the Gregorian calendar has a day; months count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysIn(year, month))
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0)
}

/**
 * Days of the Gregorian calendar since 1970-01-01; NaN for a day that does not exist. Years begin in March, so that the
 * leap day ends a year.
 */
export function daysFrom1970(year: number, month: number, day: number): number {
  if (!isDay(year, month, day)) return Number.NaN
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Brazil's offset, used while the service has not echoed one. */
const usualOffset = -180

/** The offset in the timestamps of `meta.filtros` (docs/services.md §2.8), in minutes east of UTC. */
export function echoedOffset(echoed: Readonly<Record<string, unknown>> | null): number {
  for (const name of dayFilterNames) {
    const match = String(echoed?.[name] ?? '').match(/([+-])(\d{2}):?(\d{2})$/)
    if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
  }
  return usualOffset
}

/** The median; with an even number, the mean of the middle two. 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}
