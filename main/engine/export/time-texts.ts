import { dayMs, type Zone } from '../../kernel/times.ts'

/** Where four digits hold the year in every zone; outside, times are written as ISO 8601. */
export const firstMs = Date.parse('0001-01-02T00:00:00Z')
export const lastMs = Date.parse('9999-12-31T00:00:00Z')
/** Excel counts days from 1899-12-30; it takes 1900 for a leap year, so its first right day is 1 March 1900. */
const serialOfEpoch = 25_569
const firstSerial = 61

/** Moments by the clock of a zone. */
export interface ClockTimes {
  readonly zone: Zone
  /** The number of the way in kernels/rows/, which writes the same. */
  readonly way: 2 | 3
  /** The first moment of the zone's clock that it can write. */
  readonly first: number
  /** The text of a moment of the zone's clock, in whole milliseconds. */
  text(wallMs: number): string
}

/** `dd/MM/yyyy HH:mm:ss` in the zone. */
export function localTimes(zone: Zone): ClockTimes {
  const text = (wallMs: number) => {
    const [year, month, day, clock] = isoText(wallMs).split(/[-T.]/)
    return `${day}/${month}/${year} ${clock}`
  }
  return { zone, way: 2, first: Number.NEGATIVE_INFINITY, text }
}

/**
 * Excel's day number in the zone with nine decimals, whole seconds, rounded up by at most 0.1 ms, so that 10:00 never
 * shows as 09:59. Excel has no number for days before March 1900.
 */
export function serialTimes(zone: Zone): ClockTimes {
  const text = (wallMs: number) => {
    const day = Math.floor(wallMs / dayMs)
    const second = Math.floor((wallMs - day * dayMs) / 1000)
    return `${day + serialOfEpoch}.${String(Math.ceil((second * 1e9) / 86_400)).padStart(9, '0')}`
  }
  return { zone, way: 3, first: (firstSerial - serialOfEpoch) * dayMs, text }
}

/** The text of a moment; null for one that this way cannot express. */
export function clockText({ zone, first, text }: ClockTimes, epochMs: number): string | null {
  if (!(epochMs >= firstMs && epochMs <= lastMs)) return null
  const wall = Math.floor(zone.wallClockAt(epochMs))
  return wall < first ? null : text(wall)
}

/** Does the same; ISO 8601 for a moment for which nothing is written. */
export function timeText(times: ClockTimes | null, epochMs: number): string {
  return (times && clockText(times, epochMs)) ?? isoText(epochMs)
}

/** ISO 8601 in UTC with milliseconds; a number that is no moment is written as it is, never lost. */
function isoText(epochMs: number): string {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? String(epochMs) : date.toISOString()
}
