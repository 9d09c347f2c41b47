import { AppFailure } from './failure.ts'

const dayMs = 86_400_000
/** Every change of clocks since the railway age falls on a quarter of an hour of UTC. */
const quarterMs = 900_000
/** Stands for a day with two offsets; no zone is so far from Greenwich. */
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
