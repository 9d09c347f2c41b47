/** Whole days of the person's calendar, as dates of the form 2026-11-20. Null is open on that side. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

/** A range of moments in epoch ms, with the days that it was made of. */
export interface MomentRange {
  readonly min: number | null
  readonly max: number | null
  readonly days?: DayRange | undefined
}

/** The moments from the first one of the first day to the last one of the last day in the person's zone, with these days. */
export function momentsOf({ from, to }: DayRange) {
  return { min: from ? startOfDay(from, 0) : null, max: to ? startOfDay(to, 1) - 1 : null, days: { from, to } }
}

/** The days that a range was made of, else those that its moments cover in the person's zone. */
export function daysOf({ min, max, days }: MomentRange): DayRange {
  if (days) return days
  return { from: min === null ? null : dayOf(new Date(min)), to: max === null ? null : dayOf(new Date(max)) }
}

/** The first moment of a day, or of one some days later; a day can have 23 or 25 hours, so days are never added as hours. */
function startOfDay(day: string, later: number): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

/** The calendar day of a moment in the person's zone, as 2026-11-20. */
export function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
