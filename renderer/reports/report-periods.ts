/** First and last day of the person's calendar, both inclusive, as 2026-11-20. */
export interface Days {
  readonly since: string
  readonly until: string
}

export const reportPresets = ['today', 'yesterday', 'last7', 'last30', 'month', 'lastMonth', 'year'] as const
export type ReportPreset = (typeof reportPresets)[number]

/** The days of a preset on this day of the person's calendar. What goes on ends today. */
export function presetDays(preset: ReportPreset, today: Date): Days {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const until = calendarDay(year, month, day)
  switch (preset) {
    case 'today':
      return { since: until, until }
    case 'yesterday':
      return { since: calendarDay(year, month, day - 1), until: calendarDay(year, month, day - 1) }
    case 'last7':
      return { since: calendarDay(year, month, day - 6), until }
    case 'last30':
      return { since: calendarDay(year, month, day - 29), until }
    case 'month':
      return { since: calendarDay(year, month, 1), until }
    case 'lastMonth':
      return { since: calendarDay(year, month - 1, 1), until: calendarDay(year, month, 0) }
    case 'year':
      return { since: calendarDay(year, 0, 1), until }
  }
}

/** The preset that these days are, if any. */
export function presetOfDays(days: Days, today: Date): ReportPreset | null {
  const same = (preset: ReportPreset) => {
    const { since, until } = presetDays(preset, today)
    return since === days.since && until === days.until
  }
  return reportPresets.find(same) ?? null
}

/** Months and days may run over: the calendar sorts that out. */
function calendarDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
