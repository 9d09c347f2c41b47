/** Periods of whole days that move with the calendar. Weeks begin on Monday. */
export const calendarPeriods = ['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month'] as const
/** The last N days with today, and the days before the last N and today. */
export const countedPeriods = ['last_days', 'before_days'] as const

/** Whole days that are seen from the present. */
export type DayPeriod =
  | { readonly name: (typeof calendarPeriods)[number] }
  | { readonly name: (typeof countedPeriods)[number]; readonly count: number }
export type Period = DayPeriod | { readonly name: 'last_hours'; readonly count: number }

/** Whole days, as dates of the form 2026-11-20. Null is open on that side. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

/** First and last day, as 2026-11-20. */
export interface WholeDays {
  readonly from: string
  readonly to: string
}

/** How many days, both ends with them. */
export function dayCount({ from, to }: WholeDays): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** The days of a period, seen from the day `today`. */
export function daysOfPeriod(period: DayPeriod, today: string): DayRange {
  switch (period.name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this_week':
      return { from: mondayOf(today), to: addDays(mondayOf(today), 6) }
    case 'last_week':
      return { from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) }
    case 'this_month':
      return { from: firstOfMonth(today, 0), to: addDays(firstOfMonth(today, 1), -1) }
    case 'last_month':
      return { from: firstOfMonth(today, -1), to: addDays(firstOfMonth(today, 0), -1) }
    case 'last_days':
      return { from: addDays(today, 1 - period.count), to: today }
    case 'before_days':
      return { from: null, to: addDays(today, -period.count - 1) }
  }
}

/** Hours end at full minutes, so that the rows of a view stay the same meanwhile. */
const minuteMs = 60_000
const hourMs = 3_600_000

/** The first moment of the last `count` hours, in epoch ms. */
export function startOfHours(count: number, now: number): number {
  return Math.floor(now / minuteMs) * minuteMs - count * hourMs
}

/** A day so many days later, in the calendar. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

function firstOfMonth(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
