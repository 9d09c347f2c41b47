import type { Language } from '../../preload/contract/app.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'
import type { Metric, Month } from './months.ts'

/** "novembro de 2026", or "nov." where there is little room. */
export function monthName(month: Month, language: Language, length: 'long' | 'short' = 'long'): string {
  const moment = Date.parse(`${month}-01T00:00:00Z`)
  if (Number.isNaN(moment)) return month
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {}
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { month: length, ...year, timeZone: 'UTC' })
    .format(moment)
    .replace('.', '')
}

/** A use in its unit: 1.204, or 12 MB. */
export function amount(metric: Metric, value: number, messages: Messages, format: Format): string {
  return metric === 'storage_mb' ? messages.account.megabytes(value) : format.number(value)
}
