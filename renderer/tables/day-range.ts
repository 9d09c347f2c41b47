import { isDay } from '../../preload/values/days.ts'
import type { DayRange } from '../../preload/values/periods.ts'

/**
 * Day, month and year with one kind of separator or none; also 2026-11-20. Two-digit years do not match, since
 * 20/11/20 may be incomplete.
 */
const dayFirst = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4})$|^(\d{2})(\d{2})(\d{4})$/
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text has the form of a day, even if the calendar does not have that day. */
export function looksLikeDay(text: string): boolean {
  return dayFirst.test(text.trim()) || yearFirst.test(text.trim())
}

/**
 * 20/11/2026, 20.11.2026, 20112026 or 2026-11-20 as 2026-11-20; null for anything else, also for a day that the
 * calendar does not have. The day comes before the month in both languages (`kernel/format.ts`).
 */
export function readDay(text: string): string | null {
  const iso = yearFirst.exec(text.trim())
  const typed = dayFirst.exec(text.trim())
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : [typed?.[4] ?? typed?.[7], typed?.[3] ?? typed?.[6], typed?.[1] ?? typed?.[5]]
  if (!year || !month || !day || year < '1900' || year > '2199') return null
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day)
  return exists ? moment.toISOString().slice(0, 10) : null
}

/** Whether the last day comes before the first. */
export function isReversed({ from, to }: DayRange): boolean {
  return from !== null && to !== null && isDay(from) && isDay(to) && to < from
}

/** Whether each side is open or a day of the calendar, and both are in order. */
export function isPossible(days: DayRange): boolean {
  return [days.from, days.to].every((day) => day === null || isDay(day)) && !isReversed(days)
}

/** A range of moments in epoch ms, with the days that it was entered as. */
export interface MomentRange {
  readonly min: number | null
  readonly max: number | null
  readonly days?: DayRange | undefined
}

/**
 * The moments from the first one of the first day to the last one of the last day in the person's zone, with these
 * days.
 */
export function momentsOf({ from, to }: DayRange) {
  return { min: from ? startOfDay(from, 0) : null, max: to ? startOfDay(to, 1) - 1 : null, days: { from, to } }
}

/** The days that a range was entered as, else the days that its moments cover in the person's time zone. */
export function daysOf({ min, max, days }: MomentRange): DayRange {
  if (days) return days
  return { from: min === null ? null : dayOf(new Date(min)), to: max === null ? null : dayOf(new Date(max)) }
}

/**
 * The first moment of a day, or of one some days later; a day can have 23 or 25 hours, so days are never added as
 * hours.
 */
function startOfDay(day: string, later: number): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

/** The calendar day of a moment in the person's zone, as 2026-11-20. */
export function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
