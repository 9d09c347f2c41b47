import type { ColumnFilter, ConditionPart, Conditions, TableColumn } from '../contract/table-queries.ts'
import type { Period } from '../values/periods.ts'
import type { Messages } from './catalogue.ts'

/** What a filter's sentence needs of whoever shows it. */
export interface FilterWords {
  readonly messages: Messages
  heading(column: TableColumn): string
  /** The word for a value of a column. */
  value(column: TableColumn, value: string): string
  /** With all decimals that there are. */
  number(value: number): string
  /** The days that moments (epoch ms) begin and end, as people read them. */
  days(bounds: Bounds): { readonly from: string | null; readonly to: string | null }
  /** a, b or c */
  either(items: readonly string[]): string
  /** a, b and c */
  list(items: readonly string[]): string
}

type Bounds = Pick<Extract<ColumnFilter, { readonly operator: 'between' }>, 'min' | 'max' | 'days'>

/** More values than this are counted instead of named. */
const mostNamed = 3

/** A filter as a sentence: "Situação: Aberta ou Pendente", "Mensagens de 3 a 10". Takes the column it filters. */
export function filterSentence(filter: ColumnFilter, column: TableColumn, by: FilterWords): string {
  const { sentences } = by.messages.tables
  const heading = by.heading(column)
  switch (filter.operator) {
    case 'blank':
    case 'not_blank':
    case 'misfit':
      return sentences[filter.operator](heading)
    case 'between':
      return boundsSentence(shownBounds(filter, column, by), heading, by.messages)
    case 'in':
    case 'not_in':
      return sentences[filter.operator](heading, valuesPhrase(filter.values, column, by, by.either))
    case 'all_of':
      return sentences.in(heading, valuesPhrase(filter.values, column, by, by.list))
    case 'clock':
      return sentences.in(heading, by.either(filter.numbers.map((one) => clockWord(filter.unit, one, by.messages))))
    case 'period':
      return sentences.in(heading, periodPhrase(filter.period, by.messages))
    default:
      if ('value' in filter) return sentences.compared(heading, signs[filter.operator], by.number(filter.value))
      return sentences[filter.operator](heading, filter.text)
  }
}

const signs = { equal: '=', not_equal: '≠', less: '<', at_most: '≤', more: '>', at_least: '≥' } as const

/** "segunda", "9 h" */
export function clockWord(unit: 'weekday' | 'hour', number: number, { tables }: Messages): string {
  const { weekdays, hour } = tables.groups
  return unit === 'hour' ? hour(number) : (weekdays[String(number)] ?? String(number))
}

/** "últimos 7 dias" */
export function periodPhrase(period: Period, { tables: { periods } }: Messages): string {
  switch (period.name) {
    case 'last_days':
    case 'before_days':
    case 'last_hours':
      return periods[period.name](period.count)
    default:
      return periods[period.name]
  }
}

/** A part of conditions as a sentence. */
export interface SentencePart {
  readonly part: ConditionPart
  readonly sentence: string
}

/** Each filter or group of the conditions as a sentence; a group in brackets: "(Agente: Ana ou Mensagens > 3)". */
export function conditionSentences(
  { of }: Conditions,
  columns: readonly TableColumn[],
  by: FilterWords,
): readonly SentencePart[] {
  const { and, or } = by.messages.tables.conditions
  const sentenceOf = (filter: ColumnFilter) => {
    const column = columns.find(({ key }) => key === filter.column)
    return column ? [filterSentence(filter, column, by)] : []
  }
  return of.flatMap((part): readonly SentencePart[] => {
    if ('operator' in part) return sentenceOf(part).map((sentence) => ({ part, sentence }))
    const sentences = part.filters.filter(({ off }) => !off).flatMap(sentenceOf)
    if (sentences.length === 0) return []
    return [{ part, sentence: `(${sentences.join(` ${part.match === 'all' ? and : or} `)})` }]
  })
}

/** Numbers as they are, moments as the days that they begin and end. */
function shownBounds(bounds: Bounds, { type }: TableColumn, by: FilterWords): ReturnType<FilterWords['days']> {
  if (type === 'time') return by.days(bounds)
  const shown = (value: number | null) => (value === null ? null : by.number(value))
  return { from: shown(bounds.min), to: shown(bounds.max) }
}

function boundsSentence({ from, to }: ReturnType<FilterWords['days']>, heading: string, messages: Messages): string {
  const { sentences } = messages.tables
  if (from !== null && from === to) return sentences.exactly(heading, from)
  if (from !== null && to !== null) return sentences.between(heading, from, to)
  if (from !== null) return sentences.atLeast(heading, from)
  if (to !== null) return sentences.atMost(heading, to)
  return sentences.not_blank(heading)
}

function valuesPhrase(
  values: readonly (string | null)[],
  column: TableColumn,
  { messages, value: wordOf }: FilterWords,
  join: FilterWords['list'],
): string {
  const named = values
    .slice(0, values.length > mostNamed + 1 ? mostNamed : values.length)
    .map((value) => (value === null ? messages.common.blank : wordOf(column, value)))
  const more = values.length - named.length
  return join(more > 0 ? [...named, messages.common.countMore(more)] : named)
}
