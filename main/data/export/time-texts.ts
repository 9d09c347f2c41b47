import type { Zone } from '../../kernel/times.ts'
import { flat } from './table.ts'

const dayMs = 86_400_000
const secondsPerDay = 86_400
/** Where four digits hold the year in every zone; outside, times are written as ISO 8601. */
const firstMs = Date.parse('0001-01-02T00:00:00Z')
const lastMs = Date.parse('9999-12-31T00:00:00Z')
/** Excel counts days from 1899-12-30; it takes 1900 for a leap year, so its first right day is 1 March 1900. */
const serialOfEpoch = 25_569
const firstSerial = 61

/** Epoch milliseconds as the texts of a file. Days and times of day are cached: a cell costs two reads. */
export type TimeTexts = (epochMs: number) => string

/** What the file has around each text; cached with it. */
interface Surroundings {
  readonly before?: string
  readonly after?: string
}

/** `dd/MM/yyyy HH:mm:ss` in the zone, whole seconds; ISO 8601 for years that four digits cannot hold. */
export function createLocalTexts(zone: Zone, { before = '', after = '' }: Surroundings = {}): TimeTexts {
  const dayOf = createDays((day) => `${before}${isoDay(day).split('-').reverse().join('/')} `)
  const clockOf = createClock(after)
  return (epochMs) => {
    if (!hasFourDigits(epochMs)) return before + isoText(epochMs) + after
    const wall = zone.wallClockAt(epochMs)
    const day = Math.floor(wall / dayMs)
    return dayOf(day) + clockOf(secondOf(wall, day))
  }
}

/** Excel's day number in the zone, whole seconds; `otherwise` writes the times for which Excel has no date. */
export function createSerialTexts(
  zone: Zone,
  { before = '', after = '' }: Surroundings,
  otherwise: TimeTexts,
): TimeTexts {
  const dayOf = createDays((day) => before + String(day + serialOfEpoch))
  const fractionOf = createFractions(after)
  return (epochMs) => {
    if (!hasFourDigits(epochMs)) return otherwise(epochMs)
    const wall = zone.wallClockAt(epochMs)
    const day = Math.floor(wall / dayMs)
    if (day + serialOfEpoch < firstSerial) return otherwise(epochMs)
    return dayOf(day) + fractionOf(secondOf(wall, day))
  }
}

/** ISO 8601 in UTC with milliseconds. */
export function createIsoTexts({ before = '', after = '' }: Surroundings = {}): TimeTexts {
  const dayOf = createDays((day) => `${before + isoDay(day)}T`)
  const clockOf = createClock(`.000Z${after}`)
  return (epochMs) => {
    if (!hasFourDigits(epochMs)) return before + isoText(epochMs) + after
    const day = Math.floor(epochMs / dayMs)
    const second = secondOf(epochMs, day)
    const rest = epochMs - day * dayMs - second * 1000
    return rest === 0 ? dayOf(day) + clockOf(second) : before + isoText(epochMs) + after
  }
}

/** A number that is no moment is written as it is, never lost. */
function isoText(epochMs: number): string {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? String(epochMs) : date.toISOString()
}

function hasFourDigits(epochMs: number): boolean {
  return epochMs >= firstMs && epochMs <= lastMs
}

function createDays(make: (day: number) => string): (day: number) => string {
  const memory = new Map<number, string>()
  return (day) => {
    const known = memory.get(day)
    if (known !== undefined) return known
    const made = flat(make(day))
    memory.set(day, made)
    return made
  }
}

/** `HH:mm:ss` of a second of the day: 1,500 texts that stay in the processor's cache, where 86,400 would not. */
function createClock(after: string): (second: number) => string {
  const minutes = Array.from({ length: 1440 }, (_, minute) =>
    flat(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`),
  )
  const seconds = Array.from({ length: 60 }, (_, second) => flat(`:${two(second)}${after}`))
  return (second) => {
    const minute = Math.floor(second / 60)
    return `${minutes[minute]}${seconds[second - minute * 60]}`
  }
}

function secondOf(ms: number, day: number): number {
  return Math.floor((ms - day * dayMs) / 1000)
}

function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/**
 * The second of the day as nine digits of a day, rounded up by at most 0.1 ms, so that 10:00 never shows as 09:59. Made of
 * three texts out of a thousand each, for the same reason as the clock.
 */
function createFractions(after: string): (second: number) => string {
  const digits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))
  const first = digits.map((text) => flat(`.${text}`))
  const last = digits.map((text) => flat(text + after))
  return (second) => {
    const billionths = Math.ceil((second * 1e9) / secondsPerDay)
    const thousandths = Math.floor(billionths / 1e6)
    const millionths = Math.floor(billionths / 1e3)
    const middle = digits[millionths - thousandths * 1000]
    return `${first[thousandths]}${middle}${last[billionths - millionths * 1000]}`
  }
}
