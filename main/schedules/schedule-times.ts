import type { Schedule } from '../../preload/contract/schedules.ts'
import { dayMs, type Zone } from '../kernel/times.ts'

/** When something is done by itself, and since when that holds. */
export interface ScheduleTimes extends Pick<Schedule, 'on' | 'time' | 'weekdays'> {
  /** Times before this one were not missed. ISO 8601 UTC. */
  readonly since: string
  readonly last: { readonly day: string } | null
}

/** A day in the person's zone, YYYY-MM-DD, and the moment of it in epoch ms. */
export interface Occurrence {
  readonly day: string
  readonly at: number
}

/**
 * The time of today that has come and was not tried, late or not; null where there is none. A time of an earlier day is
 * not made up for. No day is tried twice, also where the person travels west.
 */
export function dueOccurrence(times: ScheduleTimes, now: Date, zone: Zone): Occurrence | null {
  const today = occurrenceOn(times, dayNumber(now, zone), zone)
  return today && today.at <= now.getTime() ? today : null
}

/** The next occurrence, which may be due already; null where the schedule is off. */
export function nextOccurrence(times: ScheduleTimes, now: Date, zone: Zone): Occurrence | null {
  const today = dayNumber(now, zone)
  for (let day = today; day <= today + 7; day++) {
    const occurrence = occurrenceOn(times, day, zone)
    if (occurrence) return occurrence
  }
  return null
}

function occurrenceOn({ on, time, weekdays, since, last }: ScheduleTimes, day: number, zone: Zone): Occurrence | null {
  const date = new Date(day * dayMs)
  const named = date.toISOString().slice(0, 10)
  if (!on || !weekdays.includes(date.getUTCDay()) || (last && named <= last.day)) return null
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = momentOf(day * dayMs + (hours * 60 + minutes) * 60_000, zone)
  return at > Date.parse(since) ? { day: named, at } : null
}

/** Days since 1970 on the clock of a zone. */
function dayNumber(now: Date, zone: Zone): number {
  return Math.floor(zone.wallClockAt(now.getTime()) / dayMs)
}

/** The moment of a local clock time. Where clocks skip this time, it is counted by the clock before. */
function momentOf(wallMs: number, zone: Zone): number {
  const offsetAt = (epochMs: number) => zone.wallClockAt(epochMs) - epochMs
  return wallMs - offsetAt(wallMs - offsetAt(wallMs))
}
