import { addDays, type DayPeriod, dayCount, daysOfPeriod, type WholeDays } from './periods.ts'

/** The parts of a summary, in their order on the page. */
export const summaryBlocks = ['figures', 'trend', 'shares', 'waiting', 'lists', 'reviews'] as const

/** The figures of a summary: rows of the period, and at the end those that wait now. */
export const summaryFigures = ['new', 'resolved', 'unassigned', 'wrote', 'waiting'] as const
export type SummaryFigure = (typeof summaryFigures)[number]

/** The periods that a summary may have. */
export const summaryPeriods = [
  { name: 'last_week' },
  { name: 'this_week' },
  { name: 'last_days', count: 7 },
  { name: 'last_month' },
  { name: 'this_month' },
  { name: 'last_days', count: 30 },
] as const satisfies readonly DayPeriod[]

/**
 * The days of a period up to today, and as many days of the period before. A week that has begun is compared with the
 * same weekdays, a month with the same days of the month before. Null for a period that is open on a side.
 */
export function comparedDays(
  period: DayPeriod,
  today: string,
): { readonly days: WholeDays; readonly before: WholeDays } | null {
  const { from, to: last } = daysOfPeriod(period, today)
  if (from === null || last === null) return null
  const to = last < today ? last : today
  const days = { from, to }
  if (period.name === 'this_month' || period.name === 'last_month') {
    const first = `${addDays(from, -1).slice(0, 7)}-01`
    const end = addDays(from, -1)
    const isWhole = to === last
    const same = `${first.slice(0, 7)}${to.slice(7)}`
    return { days, before: { from: first, to: isWhole || same > end ? end : same } }
  }
  const length = period.name.endsWith('week') ? 7 : dayCount(days)
  return { days, before: { from: addDays(from, -length), to: addDays(to, -length) } }
}
