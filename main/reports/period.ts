import { createZone, type Zone } from '../kernel/zone.ts'

/** First and last day of a calendar, both inclusive, as 2026-11-20. */
export interface Days {
  readonly since: string
  readonly until: string
}

const dayMs = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** As many days right before: of 01/11 to 20/11 those from 12/10 to 31/10. */
export function daysBefore({ since, until }: Days): Days {
  const length = utc(until) - utc(since) + dayMs
  return { since: dayOf(utc(since) - length), until: dayOf(utc(since) - dayMs) }
}

/**
 * The first and the last moment of the days in a zone (IANA), in epoch ms; a day may have 23 or 25 hours. The last one is
 * that of the last whole second, as the platform's own pages ask: what stands between two seconds is of no report.
 */
export function momentsOf({ since, until }: Days, zoneName: string): { readonly from: number; readonly to: number } {
  const zone = createZone(zoneName)
  return { from: startOf(since, zone), to: startOf(dayOf(utc(until) + dayMs), zone) - 1000 }
}

/** Hours to add to UTC at the first moment of these days, such as -3; parts of an hour as a fraction. */
export function offsetHours(days: Days, zoneName: string): number {
  return createZone(zoneName).offsetMinutesAt(momentsOf(days, zoneName).from) / 60
}

/** Where midnight does not exist, because clocks jump over it, the moment of the jump. */
function startOf(day: string, zone: Zone): number {
  const wall = utc(day)
  const guesses = [-dayMs, dayMs].map((away) => wall - zone.offsetMinutesAt(wall + away) * 60_000)
  const exact = guesses.filter((moment) => zone.wallClockAt(moment) === wall)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...guesses)
}
