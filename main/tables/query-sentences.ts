import type { Language } from '../../preload/contract/app.ts'
import type { TableColumn, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { conditionSentences, type FilterWords, filterSentence } from '../../preload/messages/filter-sentence.ts'
import { groupHeading, groupValue, wordsOfRows } from '../../preload/messages/table-words.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { dayIn } from '../kernel/times.ts'

/** A table with the columns that its query may name. */
export interface QueriedColumns {
  readonly table: TableRef
  /** Those that are shown by default, and the derived ones. */
  readonly all: readonly TableColumn[]
  /** Those of the rows behind groups; the same as `all` for a table of rows. */
  readonly ofRows: readonly TableColumn[]
}

/** Who reads the sentences. */
interface Reader {
  readonly messages: Messages
  readonly zone: string
  readonly language: Language
}

/** What rows an export has, as the screen says it: filters, conditions and groups. */
export function querySentences({ table, all, ofRows }: QueriedColumns, query: TableQuery, reader: Reader): string[] {
  const { messages, language } = reader
  const ofTable = wordsOfRows(table.kind, ofRows, messages)
  const words = filterWords(ofTable, reader)
  const { grouping } = table
  if (!grouping) return filterSentences(query, all, words)
  const by = { messages, ...ofTable }
  const ofGroups: FilterWords = {
    ...words,
    heading: (column) => groupHeading(column, by),
    value: (column, value) => groupValue(column, value, by),
  }
  const fields = grouping.by.map(({ column, unit }) =>
    groupHeading({ key: unit === null ? column : `${unit}:${column}` }, by),
  )
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return [
    ...filterSentences({ ...emptyQuery, ...grouping.query }, ofRows, words),
    messages.tables.groups.by(list.format(fields)),
    ...filterSentences(query, all, ofGroups),
  ]
}

/** Days are in the zone. */
function filterWords(
  { heading, value }: ReturnType<typeof wordsOfRows>,
  { messages, zone, language }: Reader,
): FilterWords {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  const or = new Intl.ListFormat(language, { type: 'disjunction' })
  const and = new Intl.ListFormat(language, { type: 'conjunction' })
  const shownDay = (iso: string) => iso.split('-').reverse().join('/')
  const dayOf = (at: number | null) => (at === null ? null : shownDay(dayIn(zone, new Date(at))))
  return {
    messages,
    heading: ({ key }) => heading(key),
    value,
    number: (one) => numbers.format(one),
    days: ({ min, max, days }) => ({
      from: days?.from ? shownDay(days.from) : dayOf(min),
      to: days?.to ? shownDay(days.to) : dayOf(max),
    }),
    either: (items) => or.format(items),
    list: (items) => and.format(items),
  }
}

function filterSentences(
  { filters, conditions }: TableQuery,
  columns: readonly TableColumn[],
  by: FilterWords,
): string[] {
  const joint = ` ${by.messages.tables.conditions[conditions?.match === 'any' ? 'or' : 'and']} `
  const together = conditions
    ? conditionSentences(conditions, columns, by).flatMap(({ part, sentence }) => (part.off ? [] : [sentence]))
    : []
  const ofHeadings = filters.flatMap((filter) => {
    const column = columns.find(({ key }) => key === filter.column)
    return column && !filter.off ? [filterSentence(filter, column, by)] : []
  })
  return together.length > 0 ? [...ofHeadings, together.join(joint)] : ofHeadings
}
