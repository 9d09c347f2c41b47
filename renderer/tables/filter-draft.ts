import type { ColumnFilter, ColumnType, TableColumn } from '../../preload/contract/table-queries.ts'
import { addDays, type DayRange, type Period } from '../../preload/values/periods.ts'
import { daysOf, isPossible, momentsOf } from './day-range.ts'
import { filterKind } from './query.ts'

/** What a person chooses for a filter. Days have choices of their own for `between`. */
export type FilterChoice = Exclude<ColumnFilter['operator'], 'clock'> | 'on' | 'before' | 'after'

const textChoices = ['contains', 'not_contains', 'equals', 'starts_with', 'ends_with'] as const
const emptyChoices = ['blank', 'not_blank'] as const
const numberChoices = ['equal', 'not_equal', 'less', 'at_most', 'more', 'at_least'] as const

/** The choices for a kind of column; the first is the default. */
const choicesOfKind = {
  text: [...textChoices, 'matches', 'in', 'not_in', ...emptyChoices],
  number: ['between', ...numberChoices, 'in', 'not_in', 'contains', ...emptyChoices, 'misfit'],
  time: ['period', 'between', 'on', 'before', 'after', 'contains', ...emptyChoices, 'misfit'],
  values: ['in', 'not_in', ...textChoices, 'matches', ...emptyChoices],
} as const satisfies Record<ReturnType<typeof filterKind>, readonly [FilterChoice, ...FilterChoice[]]>

export function choicesOf(type: ColumnType): readonly [FilterChoice, ...FilterChoice[]] {
  if (type === 'list' || type === 'codes')
    return ['in', 'not_in', 'all_of', 'contains', 'not_contains', ...emptyChoices]
  return choicesOfKind[filterKind(type)]
}

function isNumberChoice(choice: FilterChoice): choice is (typeof numberChoices)[number] {
  return numberChoices.some((one) => one === choice)
}

export interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** A filter while a person changes it: each choice keeps what was entered for it. */
export interface FilterDraft {
  readonly choice: FilterChoice
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly number: number | null
  readonly range: NumberRange
  readonly days: DayRange
  readonly period: Period
}

/** The fields that a choice has. */
export function fieldsOf(choice: FilterChoice, type: ColumnType) {
  switch (choice) {
    case 'in':
    case 'not_in':
    case 'all_of':
      return 'values'
    case 'between':
      return type === 'time' ? 'days' : 'range'
    case 'on':
    case 'before':
    case 'after':
      return 'day'
    case 'period':
      return 'period'
    case 'blank':
    case 'not_blank':
    case 'misfit':
      return 'none'
    case 'matches':
      return 'pattern'
    default:
      return isNumberChoice(choice) ? 'number' : 'text'
  }
}

const week: Period = { name: 'last_days', count: 7 }

export function draftOf(filter: ColumnFilter | null, type: ColumnType): FilterDraft {
  const choices = choicesOf(type)
  const choice = filter ? choiceOf(filter, type) : choices[0]
  return {
    choice: choices.includes(choice) ? choice : choices[0],
    text: filter && 'text' in filter ? filter.text : '',
    values: filter && 'values' in filter ? filter.values : [],
    number: filter && 'value' in filter ? filter.value : null,
    range: filter?.operator === 'between' ? { min: filter.min, max: filter.max } : { min: null, max: null },
    days: filter?.operator === 'between' && type === 'time' ? daysOf(filter) : { from: null, to: null },
    period: filter?.operator === 'period' ? filter.period : week,
  }
}

function choiceOf(filter: ColumnFilter, type: ColumnType): FilterChoice {
  if (filter.operator === 'clock') return choicesOf(type)[0]
  if (filter.operator !== 'between' || type !== 'time') return filter.operator
  const { from, to } = daysOf(filter)
  if (from !== null && from === to) return 'on'
  return 'between'
}

/** The day of a choice with one day. */
export function dayOfDraft({ choice, days }: FilterDraft): string | null {
  return choice === 'before' ? days.to : days.from
}

/** The filter that a draft means: null for none, undefined while its fields are not valid. */
export function filterOfDraft(draft: FilterDraft, { key: column, type }: TableColumn): ColumnFilter | null | undefined {
  const { choice, text, values, number, range } = draft
  switch (choice) {
    case 'in':
    case 'not_in':
    case 'all_of':
      return values.length > 0 ? { column, operator: choice, values: [...values] } : null
    case 'between':
      return type === 'time' ? daysBetween(column, draft.days) : numbersBetween(column, range)
    case 'on':
    case 'before':
    case 'after':
      return daysBetween(column, daysOfChoice(choice, dayOfDraft(draft)))
    case 'period':
      return { column, operator: 'period', period: draft.period }
    case 'blank':
    case 'not_blank':
    case 'misfit':
      return { column, operator: choice }
    default:
      if (isNumberChoice(choice)) return number === null ? null : { column, operator: choice, value: number }
      return text === '' ? null : { column, operator: choice, text }
  }
}

/** The whole days on, before or after a day; a text that is no day stays in them. */
function daysOfChoice(choice: 'on' | 'before' | 'after', day: string | null): DayRange {
  if (day === null || !isPossible({ from: day, to: null })) return { from: day, to: null }
  if (choice === 'on') return { from: day, to: day }
  return choice === 'before' ? { from: null, to: addDays(day, -1) } : { from: addDays(day, 1), to: null }
}

/** Reversed numbers are swapped. */
function numbersBetween(column: string, { min, max }: NumberRange): ColumnFilter | null {
  if (min === null && max === null) return null
  const swapped = min !== null && max !== null && min > max
  return { column, operator: 'between', min: swapped ? max : min, max: swapped ? min : max }
}

function daysBetween(column: string, days: DayRange): ColumnFilter | null | undefined {
  if (!isPossible(days)) return undefined
  return days.from || days.to ? { column, operator: 'between', ...momentsOf(days) } : null
}
