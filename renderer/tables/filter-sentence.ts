import type { ColumnFilter, TableColumn } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'
import { daysOf, type MomentRange } from './day-range.ts'
import type { TableWords } from './words.ts'

export interface SentenceWords {
  readonly messages: Messages
  readonly words: TableWords
  readonly format: Format
}

/** More values than this are counted instead of named. */
const mostNamed = 3

/** A filter as people say it: "Situação: Aberta ou Pendente", "Mensagens de 3 a 10". Takes the column it filters. */
export function filterSentence(filter: ColumnFilter, column: TableColumn, by: SentenceWords): string {
  const { sentences } = by.messages.tables
  const heading = by.words.heading(column)
  switch (filter.operator) {
    case 'blank':
    case 'not_blank':
      return sentences[filter.operator](heading)
    case 'between':
      return column.type === 'time' ? daysSentence(filter, heading, by) : numbersSentence(filter, heading, by)
    case 'in':
    case 'not_in':
      return sentences[filter.operator](heading, valuesPhrase(filter.values, column, by))
    default:
      return sentences[filter.operator](heading, filter.text)
  }
}

interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

function numbersSentence({ min, max }: Bounds, heading: string, { messages, format }: SentenceWords): string {
  const say = (value: number | null) => (value === null ? null : format.exactNumber(value))
  return boundsSentence(say(min), say(max), heading, messages)
}

/** Moments are said as the days that they begin and end. */
function daysSentence(bounds: MomentRange, heading: string, { messages, format }: SentenceWords): string {
  const { from, to } = daysOf(bounds)
  return boundsSentence(from && format.day(from), to && format.day(to), heading, messages)
}

function boundsSentence(min: string | null, max: string | null, heading: string, messages: Messages): string {
  const { sentences } = messages.tables
  if (min !== null && min === max) return sentences.exactly(heading, min)
  if (min !== null && max !== null) return sentences.between(heading, min, max)
  if (min !== null) return sentences.atLeast(heading, min)
  if (max !== null) return sentences.atMost(heading, max)
  return sentences.not_blank(heading)
}

function valuesPhrase(
  values: readonly (string | null)[],
  column: TableColumn,
  { messages, words, format }: SentenceWords,
): string {
  const named = values
    .slice(0, values.length > mostNamed + 1 ? mostNamed : values.length)
    .map((value) => (value === null ? messages.tables.blank : words.value(column, value)))
  const more = values.length - named.length
  return format.either(more > 0 ? [...named, messages.tables.sentences.more(more)] : named)
}
