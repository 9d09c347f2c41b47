import type { LeadFilter, LeadNames } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { periodPhrase } from '../../preload/messages/filter-sentence.ts'
import { isDay } from '../../preload/values/days.ts'
import {
  type DayFilterName,
  dayFilterNames,
  type ListFilterName,
  leadFilters,
} from '../../preload/values/lead-filters.ts'
import { type DayPeriod, type DayRange, dayCount, daysOfPeriod } from '../../preload/values/periods.ts'
import type { Format } from '../kernel/format.ts'
import { isReversed } from '../tables/day-range.ts'

export const presets = ['year', 'month', 'lastMonth', 'last30'] as const
type Preset = (typeof presets)[number]

/**
 * The days of a preset on this day of the person's calendar. An open end stays open, so that new conversations count.
 */
export function presetDays(preset: Preset, today: Date): DayRange {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const from = {
    year: calendarDay(year, 0, 1),
    month: calendarDay(year, month, 1),
    lastMonth: calendarDay(year, month - 1, 1),
    last30: calendarDay(year, month, day - 29),
  }
  return { from: from[preset], to: preset === 'lastMonth' ? calendarDay(year, month, 0) : null }
}

/** Months and days may be out of range: the calendar normalises them. */
function calendarDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** The preset with these days, if any. */
export function presetOf({ from, to }: DayRange, today: Date): Preset | undefined {
  return presets.find((preset) => {
    const days = presetDays(preset, today)
    return days.from === from && days.to === to
  })
}

/** The day filters of one column of the lead row: from a day on, until one, or both. */
interface DayFilters {
  readonly from: DayFilterName | undefined
  readonly to: DayFilterName | undefined
}

/** Every day filter of the table, grouped by column. */
export const dayFilters: readonly DayFilters[] = [
  ...new Set(dayFilterNames.map((name) => leadFilters[name].column)),
].map((column) => {
  const names = dayFilterNames.filter((name) => leadFilters[name].column === column)
  const named = (compares: 'from' | 'until') => names.find((name) => leadFilters[name].compares === compares)
  return { from: named('from'), to: named('until') }
})

/** Presets concern the creation of conversations. */
const createdFilters = { from: 'created_after', to: 'created_before' } as const satisfies DayFilters

/** The presets that may move with the calendar, with the period that each is. */
const periodsOfPresets: Partial<Record<Preset, DayPeriod>> = {
  month: { name: 'this_month' },
  lastMonth: { name: 'last_month' },
  last30: { name: 'last_days', count: 30 },
}

/** Periods that are over, or of one day, besides those of presets. */
const wholePeriods = ['today', 'yesterday', 'last_week'] as const

/** The period that the days of a filter are on this day: that of a preset, or one that ends today or is over. */
function periodOf(filter: LeadFilter, today: Date): DayPeriod | null {
  const preset = presetOfFilter(filter, today)
  if (preset) return periodsOfPresets[preset] ?? null
  const { from, to } = daysOfFilters(filter, createdFilters)
  if (filter.updated_after || !from || !to || dateProblem(filter, true) !== null) return null
  const day = calendarDay(today.getFullYear(), today.getMonth(), today.getDate())
  const name = wholePeriods.find((period) => {
    const days = daysOfPeriod({ name: period }, day)
    return days.from === from && days.to === to
  })
  if (name) return { name }
  return to === day ? { name: 'last_days', count: dayCount({ from, to }) } : null
}

/** Whether the days of a filter can move with the calendar: they are those of a period on this day. */
export function canMove(filter: LeadFilter, today: Date): boolean {
  return periodOf(filter, today) !== null
}

/** The filter with days that move with the calendar, or that stay as they are. */
export function moving(filter: LeadFilter, today: Date, moves: boolean): LeadFilter {
  const { created_within: _, ...fixed } = filter
  const period = periodOf(filter, today)
  return moves && period ? { ...fixed, created_within: period } : fixed
}

/** The filter with only the days of a preset, or without any day. */
export function withPreset(filter: LeadFilter, preset: Preset | undefined, today: Date): LeadFilter {
  const { from, to } = preset ? presetDays(preset, today) : { from: null, to: null }
  const noDays = Object.fromEntries(dayFilterNames.map((name) => [name, null]))
  const dated = withDates(filter, { ...noDays, [createdFilters.from]: from, [createdFilters.to]: to })
  return moving(dated, today, filter.created_within !== undefined)
}

/** The preset whose days, and no others, the filter has. */
export function presetOfFilter(filter: LeadFilter, today: Date): Preset | undefined {
  const others = dayFilterNames.filter((name) => name !== createdFilters.from && name !== createdFilters.to)
  return others.some((name) => filter[name]) ? undefined : presetOf(daysOfFilters(filter, createdFilters), today)
}

/** The days of the filters of one column, or the typed text where that is no day. */
export function daysOfFilters(filter: LeadFilter, { from, to }: DayFilters): DayRange {
  return { from: (from && filter[from]) ?? null, to: (to && filter[to]) ?? null }
}

/** The filter with other dates; null leaves one out. */
export function withDates(filter: LeadFilter, change: { readonly [K in DayFilterName]?: string | null }): LeadFilter {
  const { created_within: period, ...next }: LeadFilter = filter
  for (const date of dayFilterNames) {
    const day = change[date] === undefined ? filter[date] : change[date]
    if (day) next[date] = day
    else delete next[date]
  }
  const isMoved = next.created_after !== filter.created_after || next.created_before !== filter.created_before
  return period && !isMoved ? { ...next, created_within: period } : next
}

/** What is wrong with the dates: a required one is missing, one is no day, or they are reversed. */
export function dateProblem(filter: LeadFilter, required: boolean): 'required' | 'no_day' | 'reversed' | null {
  const days = dayFilterNames.flatMap((date) => filter[date] ?? [])
  if (required && days.length === 0) return 'required'
  if (!days.every(isDay)) return 'no_day'
  return dayFilters.some((names) => isReversed(daysOfFilters(filter, names))) ? 'reversed' : null
}

/** The filter without typed texts that are no days. */
export function withoutHalfDays(filter: LeadFilter): LeadFilter {
  const half = dayFilterNames.filter((date) => !isDay(filter[date] ?? ''))
  return withDates(filter, Object.fromEntries(half.map((date) => [date, null])))
}

export interface PhraseWords {
  readonly messages: Messages
  readonly format: Format
  /** The names of inboxes and agents, as far as they are known; an id without a name is shown as a number. */
  readonly known: LeadNames | undefined
}
/** More than these are counted instead of named. */
const mostNamed = 3
/**
 * A lead filter as a sentence: "conversas criadas de 01/01/2026 a 20/11/2026, WhatsApp, abertas". What is not
 * restricted is left out.
 */
export function filterPhrase(filter: LeadFilter, words: PhraseWords): string {
  const { phrase } = words.messages.leads
  const hasDates = dayFilterNames.some((date) => filter[date])
  return [...(hasDates ? [] : [phrase.none]), ...filterParts(filter, words)].join(', ')
}

/** The conditions of a filter in words; empty for all conversations. */
export function filterParts(filter: LeadFilter, { messages, format, known }: PhraseWords): readonly string[] {
  const { phrase, statuses } = messages.leads
  const some = (names: readonly string[], sentence = (list: string) => list) => {
    if (names.length === 0) return []
    const named = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names
    const rest = names.length - named.length
    return [sentence(format.either(rest > 0 ? [...named, messages.common.countMore(rest)] : named))]
  }
  const named = (ids: readonly number[], names: LeadNames['inboxes'] | undefined, unnamed: (id: number) => string) =>
    ids.map((id) => names?.find((each) => each.id === id)?.name ?? unnamed(id))
  const lists = {
    inbox_ids: some(named(filter.inbox_ids, known?.inboxes, phrase.inbox)),
    assignee_ids: some(named(filter.assignee_ids, known?.agents, phrase.agent), phrase.agents),
    status: some(filter.status.map((status) => statuses[status])),
    with_labels: some(filter.with_labels, phrase.withLabels),
    without_labels: some(filter.without_labels, phrase.withoutLabels),
  } satisfies Readonly<Record<ListFilterName, readonly string[]>>
  return [
    ...datePhrases(filter, messages, format),
    ...Object.values(lists).flat(),
    ...(filter.agrupar === 'conversa' ? [phrase.byConversation] : []),
  ]
}

/** The three dates of the lead export (docs/services.md §2.3): two compare the opening, one the last movement. */
function datePhrases(filter: LeadFilter, messages: Messages, format: Format): readonly string[] {
  const { phrase } = messages.leads
  const day = (date: DayFilterName) => filter[date] && format.day(filter[date])
  const shown = {
    created_after: day('created_after'),
    created_before: day('created_before'),
    updated_after: day('updated_after'),
  } satisfies Readonly<Record<DayFilterName, string | undefined>>
  const { created_after: from, created_before: to, updated_after: moved } = shown
  const days = (from && to && phrase.between(from, to)) || (from && phrase.from(from)) || (to && phrase.to(to))
  const { created_within: period } = filter
  const created = days && period ? phrase.within(days, periodPhrase(period, messages)) : days
  if (created) return moved ? [created, phrase.movedToo(moved)] : [created]
  return moved ? [phrase.moved(moved)] : []
}
