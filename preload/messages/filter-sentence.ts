import type { ColumnFilter, TableColumn } from '../contract/tables.ts'
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
      return sentences[filter.operator](heading)
    case 'between':
      return boundsSentence(shownBounds(filter, column, by), heading, by.messages)
    case 'in':
    case 'not_in':
      return sentences[filter.operator](heading, valuesPhrase(filter.values, column, by))
    default:
      return sentences[filter.operator](heading, filter.text)
  }
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
  { messages, value: wordOf, either }: FilterWords,
): string {
  const named = values
    .slice(0, values.length > mostNamed + 1 ? mostNamed : values.length)
    .map((value) => (value === null ? messages.common.blank : wordOf(column, value)))
  const more = values.length - named.length
  return either(more > 0 ? [...named, messages.common.countMore(more)] : named)
}
