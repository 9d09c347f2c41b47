import type { KeptPeriod } from '../contract/forms.ts'

/** The first and the last day of a kept period in the person's zone, as 20/11/2026; null where it is open. */
export function daysOfPeriod(period: KeptPeriod): { readonly first: string | null; readonly last: string | null } {
  const { from, to } = period
  return { first: from && dayText(new Date(from)), last: to && dayText(new Date(Date.parse(to) - 1)) }
}

/** Both languages write day before month. */
function dayText(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(moment.getDate())}/${two(moment.getMonth() + 1)}/${moment.getFullYear()}`
}

/** The period from the first moment of a day to the last one of another, both 2026-11-20 in the person's zone. */
export function periodOfDays(first: string | null, last: string | null): KeptPeriod | null {
  if (first === null && last === null) return null
  return { from: first && startOf(first, 0), to: last && startOf(last, 1) }
}

/** A day can have 23 or 25 hours, so days are never added as hours. */
function startOf(day: string, later: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
