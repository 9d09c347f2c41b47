import { useStore } from 'zustand'
import type { Language } from '../../preload/contract/app.ts'
import { durationWords } from '../../preload/messages/pace.ts'
import { lazy } from '../../preload/values/lazy.ts'
import { formatPhone } from '../../preload/values/phone-text.ts'
import { languageStore } from './messages.ts'

/**
 * Numbers, dates and phones as people read them (docs/decisions/renderer.md §20), in one language and one time zone.
 */
export interface Format {
  /** 18.204, with at most three decimals. */
  number(value: number): string
  /** 1.234,56789: with all its decimals. */
  exactNumber(value: number): string
  /** 12,4% of a part of 0.124. */
  share(part: number): string
  /** 12,4 MB, in steps of 1,000 as file managers show them. */
  bytes(value: number): string
  /** 20/11/2026 08:12 in the person's zone. Takes epoch milliseconds. */
  dateTime(at: number): string
  /** 20/11/2026 in the person's zone. Takes epoch milliseconds. */
  date(at: number): string
  /** 20/11/2026 from the calendar day 2026-11-20, in any zone. Other texts are returned unchanged. */
  day(isoDate: string): string
  /** hoje 08:12, ontem 08:12, 18/11/2026 08:12. */
  moment(at: number, now: number): string
  /** 12 s, 3 min, 1 h 5 min. Takes seconds; less than one second gives 1 s. */
  duration(seconds: number): string
  /** (11) 98888-7777; foreign numbers in international form; other texts are returned unchanged. */
  phone(text: string): string
  /** a, b e c */
  list(items: readonly string[]): string
  /** a, b ou c */
  either(items: readonly string[]): string
}

/** Both languages write the day before the month: the users are Brazilian, whatever language they read. */
const locales: Readonly<Record<Language, string>> = { 'pt-BR': 'pt-BR', en: 'en-GB' }

/** A format for a language and a time zone (the user's own by default). */
export function createFormat(language: Language, timeZone?: string): Format {
  const locale = locales[language]
  const numbers = lazy(() => new Intl.NumberFormat(locale))
  const exact = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }))
  const short = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
  const shares = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }))
  const zone = timeZone ? { timeZone } : {}
  const days = lazy(
    () => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', ...zone }),
  )
  const times = lazy(
    () => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }),
  )
  const relative = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const and = lazy(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const or = lazy(() => new Intl.ListFormat(locale, { type: 'disjunction' }))
  const date = (at: number) => (Number.isNaN(at) ? '' : days().format(at))
  const dateTime = (at: number) => (Number.isNaN(at) ? '' : `${days().format(at)} ${times().format(at)}`)

  return {
    number: (value) => numbers().format(value),
    exactNumber: (value) => exact().format(value),
    share: (part) => shares().format(part),
    bytes(value) {
      if (value < 1000) return `${numbers().format(value)} B`
      if (value < 1_000_000) return `${short().format(value / 1000)} kB`
      if (value < 1_000_000_000) return `${short().format(value / 1_000_000)} MB`
      return `${short().format(value / 1_000_000_000)} GB`
    },
    date,
    dateTime,
    day: (isoDate) => isoDate.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1'),
    moment(at, now) {
      if (days().format(at) === days().format(now)) return `${relative().format(0, 'day')} ${times().format(at)}`
      if (days().format(at) === days().format(now - 86_400_000))
        return `${relative().format(-1, 'day')} ${times().format(at)}`
      if (days().format(at) === days().format(now + 86_400_000))
        return `${relative().format(1, 'day')} ${times().format(at)}`
      return dateTime(at)
    },
    duration: durationWords,
    phone: formatPhone,
    list: (items) => and().format(items),
    either: (items) => or().format(items),
  }
}

const formats = new Map<Language, Format>()

/** The format of a language in the person's own zone, made once. */
export function formatOf(language: Language): Format {
  const format = formats.get(language) ?? createFormat(language)
  formats.set(language, format)
  return format
}

export function useFormat(): Format {
  return formatOf(useStore(languageStore, (state) => state.language))
}
