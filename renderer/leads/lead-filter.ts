import type { Known, LeadFilter } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'
import { isDay, isReversed } from '../tables/day-range.ts'

/** The dates of a lead filter, as calendar days of the form 2026-11-20, or what was typed where that is no day; null is open. */
export interface Period {
  readonly createdAfter: string | null
  readonly createdBefore: string | null
  readonly updatedAfter: string | null
}

export const noPeriod: Period = { createdAfter: null, createdBefore: null, updatedAfter: null }

export const presets = ['year', 'month', 'lastMonth', 'last30'] as const

export type Preset = (typeof presets)[number]

/** The period of a preset on this day of the person's calendar. An open end stays open: new conversations count. */
export function presetPeriod(preset: Preset, today: Date): Period {
  const year = today.getFullYear()
  const month = today.getMonth()
  const day = today.getDate()
  switch (preset) {
    case 'year':
      return { ...noPeriod, createdAfter: calendarDay(year, 0, 1) }
    case 'month':
      return { ...noPeriod, createdAfter: calendarDay(year, month, 1) }
    case 'lastMonth':
      return { ...noPeriod, createdAfter: calendarDay(year, month - 1, 1), createdBefore: calendarDay(year, month, 0) }
    case 'last30':
      return { ...noPeriod, createdAfter: calendarDay(year, month, day - 29) }
  }
}

/** Months and days may run over: the calendar sorts that out. */
function calendarDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** The preset that these dates are, if any. */
export function presetOf(period: Period, today: Date): Preset | null {
  return presets.find((preset) => isSamePeriod(presetPeriod(preset, today), period)) ?? null
}

function isSamePeriod(one: Period, other: Period): boolean {
  return (
    one.createdAfter === other.createdAfter &&
    one.createdBefore === other.createdBefore &&
    one.updatedAfter === other.updatedAfter
  )
}

/** What is wrong with the dates: none where one is needed, one that is no day, or the wrong way round. */
export function periodProblem(period: Period, required: boolean): 'required' | 'no_day' | 'reversed' | null {
  const { createdAfter, createdBefore, updatedAfter } = period
  const given = [createdAfter, createdBefore, updatedAfter].filter((day) => day !== null)
  if (required && given.length === 0) return 'required'
  if (!given.every(isDay)) return 'no_day'
  return isReversed({ from: createdAfter, to: createdBefore }) ? 'reversed' : null
}

/** The filter without invalid dates. */
export function withoutHalfDays(filter: LeadFilter): LeadFilter {
  const { createdAfter, createdBefore, updatedAfter } = periodOf(filter)
  const known = (day: string | null) => (day !== null && isDay(day) ? day : null)
  return withPeriod(filter, {
    createdAfter: known(createdAfter),
    createdBefore: known(createdBefore),
    updatedAfter: known(updatedAfter),
  })
}

export function periodOf(filter: LeadFilter): Period {
  return {
    createdAfter: filter.created_after ?? null,
    createdBefore: filter.created_before ?? null,
    updatedAfter: filter.updated_after ?? null,
  }
}

/** The filter with these dates; an open one is left out. */
export function withPeriod(filter: LeadFilter, { createdAfter, createdBefore, updatedAfter }: Period): LeadFilter {
  const { created_after: _after, created_before: _before, updated_after: _moved, ...rest } = filter
  return {
    ...rest,
    ...(createdAfter ? { created_after: createdAfter } : {}),
    ...(createdBefore ? { created_before: createdBefore } : {}),
    ...(updatedAfter ? { updated_after: updatedAfter } : {}),
  }
}

export const emptyFilter: LeadFilter = {
  inbox_ids: [],
  assignee_ids: [],
  status: [],
  with_labels: [],
  without_labels: [],
  agrupar: 'contato',
}

export interface PhraseWords {
  readonly messages: Messages
  readonly format: Format
  /** The names of inboxes and agents, as far as they are known; an id without a name is shown as a number. */
  readonly known: Known | undefined
}
/** More than this are counted instead of named. */
const mostNamed = 3
/**
 * A lead filter as a sentence: "conversas criadas de 01/01/2026 a 20/11/2026, WhatsApp, abertas". What is not
 * restricted is left out.
 */
export function filterPhrase(filter: LeadFilter, { messages, format, known }: PhraseWords): string {
  const { phrase, statuses } = messages.leads
  const some = (names: readonly string[], join: (items: readonly string[]) => string) => {
    const named = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names
    return join(named.length < names.length ? [...named, phrase.more(names.length - named.length)] : named)
  }
  const inboxes = filter.inbox_ids.map((id) => nameOf(id, known?.inboxes) ?? phrase.inbox(id))
  const agents = filter.assignee_ids.map((id) => nameOf(id, known?.agents) ?? phrase.agent(id))
  const parts = [...periodParts(filter, messages, format)]
  if (inboxes.length > 0) parts.push(some(inboxes, format.either))
  if (agents.length > 0) parts.push(phrase.agents(some(agents, format.either)))
  if (filter.status.length > 0) parts.push(format.either(filter.status.map((status) => statuses[status])))
  if (filter.with_labels.length > 0) parts.push(phrase.withLabels(some(filter.with_labels, format.either)))
  if (filter.without_labels.length > 0) parts.push(phrase.withoutLabels(some(filter.without_labels, format.either)))
  if (filter.agrupar === 'conversa') parts.push(phrase.byConversation)
  return parts.join(', ')
}
function nameOf(id: number, named: Known['inboxes'] | undefined): string | undefined {
  return named?.find((each) => each.id === id)?.name
}
/** The three dates of the lead export (agent-platform.md, "Lead export"): two cut by opening, one by last movement. */
function periodParts(filter: LeadFilter, messages: Messages, format: Format): readonly string[] {
  const { phrase } = messages.leads
  const moved = filter.updated_after ? format.day(filter.updated_after) : null
  const created = createdPart(filter, messages, format)
  if (created && moved) return [created, phrase.movedToo(moved)]
  if (created) return [created]
  return [moved ? phrase.moved(moved) : phrase.none]
}
function createdPart(filter: LeadFilter, { leads: { phrase } }: Messages, format: Format): string | null {
  const from = filter.created_after ? format.day(filter.created_after) : null
  const to = filter.created_before ? format.day(filter.created_before) : null
  if (from && to) return phrase.between(from, to)
  if (from) return phrase.from(from)
  return to ? phrase.to(to) : null
}
