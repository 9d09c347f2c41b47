import type { Language } from '../../preload/contract/app.ts'
import type { Usage } from '../../preload/contract/form-service.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

export const metrics = ['forms', 'entries', 'api_calls', 'storage_mb'] as const

export type Metric = (typeof metrics)[number]

/** A month as YYYY-MM. Months are the service's, by its clock in UTC (docs/services.md §12.3). */
export type Month = string

/** The month of a moment in epoch ms, in UTC. */
export function monthOf(at: number): Month {
  return new Date(at).toISOString().slice(0, 7)
}

/** The month `by` months after this one, or before it where `by` is negative. */
export function monthAfter(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The month of a period: the service's answer, else the month of this computer's clock. */
export function monthOfPeriod(period: string, named: Readonly<Record<string, string>>, now: number): Month {
  const namedMonth = named[period]
  if (namedMonth !== undefined) return namedMonth
  if (period === 'current') return monthOf(now)
  return period === 'previous' ? monthAfter(monthOf(now), -1) : period
}

/** How close a use is to its limit: `none` without a limit. */
export type Nearness = 'none' | 'fine' | 'near' | 'almost' | 'reached'

/** The person is warned from the first of these percentages of a limit, and more strongly from the second. */
const nearAt = 80

const almostAt = 95

/** Used in whole percents of the limit; null without one (-1 is "no limit"). */
export function percentOf({ used, limit }: { readonly used: number; readonly limit: number }): number | null {
  if (limit < 0) return null
  if (limit === 0) return used > 0 ? 100 : 0
  return Math.floor((used / limit) * 100)
}

export function nearness(percent: number | null): Nearness {
  if (percent === null) return 'none'
  if (percent >= 100) return 'reached'
  if (percent >= almostAt) return 'almost'
  return percent >= nearAt ? 'near' : 'fine'
}

/** One bar of the trend: a month with its use; null for a month that was never read. */
export interface TrendBar {
  readonly month: Month
  readonly used: number | null
}

const mostBars = 24

/** Every month from the first known to the last. A month that was never read is a gap. */
export function trendOf(months: readonly Usage[], metric: Metric): readonly TrendBar[] {
  const valueByPeriod = new Map(months.map((usage) => [usage.period, usage[metric]?.used ?? null]))
  const sorted = [...valueByPeriod.keys()].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const bars: TrendBar[] = []
  for (let month = last; month >= first && bars.length < mostBars; month = monthAfter(month, -1)) {
    bars.unshift({ month, used: valueByPeriod.get(month) ?? null })
  }
  return bars
}

/** "novembro de 2026", or "nov." where there is little room. */
export function monthName(month: Month, language: Language, length: 'long' | 'short' = 'long'): string {
  const moment = Date.parse(`${month}-01T00:00:00Z`)
  if (Number.isNaN(moment)) return month
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {}
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { month: length, ...year, timeZone: 'UTC' })
    .format(moment)
    .replace('.', '')
}

/** A use with its unit: 1.204, or 12 MB. */
export function amount(metric: Metric, value: number, messages: Messages, format: Format): string {
  return metric === 'storage_mb' ? messages.account.megabytes(value) : format.number(value)
}
