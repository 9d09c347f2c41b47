import type { Language } from '../../preload/contract/app.ts'
import type { TableColumn, TableQuery, TableRef, tables } from '../../preload/contract/tables.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'
import { conditionSentences, type FilterWords, filterSentence } from '../../preload/messages/filter-sentence.ts'
import {
  exportFileName,
  groupHeading,
  groupValue,
  tableHeadings,
  tableWords,
} from '../../preload/messages/table-words.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { isForSystems } from '../../preload/values/export-formats.ts'
import { forwardToData } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { dayIn } from '../kernel/times.ts'
import type { Services } from '../services.ts'
import { createSavedViews } from './saved-views.ts'

/** Any table of the data process: shown, copied, exported, arranged. */
export function createTablesService({ data, changed, exports, language, zone }: Services): Handlers<typeof tables> {
  const messages = () => catalogues[language()]
  /** The columns of a table, and those of its rows where it is one of groups. */
  const columnsFor = async ({ table, query }: TableQuestion): Promise<TableColumns> => {
    const all = async (of: TableQuestion) => {
      const { columns, derived = [] } = await data.ask('tables.shape', of)
      return { columns, all: [...columns, ...derived] }
    }
    const shown = await all({ table, query })
    const { kind, id, grouping } = table
    const ofRows = grouping ? await all({ table: { kind, id }, query: emptyQuery }) : shown
    return { table, shown: shown.columns, all: shown.all, ofRows: ofRows.all }
  }

  return {
    ...forwardToData(data, [
      'tables.shape',
      'tables.rows',
      'tables.position',
      'tables.values',
      'tables.statistics',
      'tables.figures',
      'tables.copy_keys',
      'tables.layout',
      'tables.arrange',
    ]),

    ...createSavedViews({ data, changed }),

    async 'tables.copy'(input, { signal }) {
      const columns = await columnsFor(input)
      const headings = input.excel ? headingsFor(columns, input.columns, messages()) : null
      return data.ask('tables.copy', { ...input, headings, words: tableWords(messages()), zone: zone() }, { signal })
    },

    async 'tables.export'(input, { signal, progress }) {
      const columns = await columnsFor(input)
      const keys = input.columns ?? columns.shown.map(({ key }) => key)
      const words = isForSystems(input.format) ? null : messages()
      const headings = headingsFor(columns, keys, words)
      const { table, query, rows, format, partition_by } = input
      if (partition_by && format !== 'parquet') throw new AppFailure('bad_request', {}, 'only Parquet has partitions')
      return exports.save(exportFileName(input.name, format, messages()), async (target) => {
        const context = await exports.originFor(target, input.origin)
        if (partition_by && !target.beside) throw new AppFailure('bad_request', {}, 'only a file')
        const by = { messages: messages(), zone: zone(), language: language() }
        const sentences = querySentences(columns, query, by)
        const { written, source } = await data.ask(
          'tables.export',
          {
            table,
            query,
            rows,
            format,
            columns: keys.map((key, index) => ({ key, heading: headings[index] ?? key })),
            path: target.path,
            sheet_name: input.name,
            words: tableWords(messages()),
            zone: zone(),
            origin: context && { ...context, sentences },
            account_folders: partition_by && (await exports.accountFolders()),
          },
          { signal, progress },
        )
        return { written, about: { ...source, kind: table.kind, format, rows: written.rows } }
      })
    },
  }
}

interface TableQuestion {
  readonly table: TableRef
  readonly query: TableQuery
}

interface TableColumns {
  readonly table: TableRef
  readonly shown: readonly TableColumn[]
  /** Those that are shown by default, and the derived ones. */
  readonly all: readonly TableColumn[]
  /** Those of the rows behind groups; the same as `shown` for a table of rows. */
  readonly ofRows: readonly TableColumn[]
}

/** The headings of a file; without messages those for systems, which are the field names. */
function headingsFor(
  { table: { kind, grouping }, all, ofRows }: TableColumns,
  keys: readonly string[],
  messages: Messages | null,
): readonly string[] {
  const columnOf = (key: string) => all.find((column) => column.key === key)
  if (!messages) return keys.map((key) => columnOf(key)?.heading ?? columnOf(key)?.across?.value ?? key)
  if (grouping) {
    const by = { messages, ...wordsOfRows(kind, ofRows, messages) }
    const headings = keys.map((key) => groupHeading(columnOf(key) ?? { key }, by))
    return distinct(headings, keys, all)
  }
  const headings = tableHeadings(kind, all, keys, messages)
  return kind === 'entries' ? distinct(headings, keys, all) : headings
}

/**
 * The headings, with a number after repeated ones. A form's labels may repeat or equal Cruza's own columns, which keep
 * their names.
 */
function distinct(headings: readonly string[], keys: readonly string[], columns: readonly TableColumn[]): string[] {
  const labelled = new Set(columns.flatMap(({ key, heading }) => (heading === null ? [] : [key])))
  const isLabel = (place: number) => labelled.has(keys[place] ?? '')
  const usedHeadings = new Set(headings.filter((_, place) => !isLabel(place)))
  return headings.map((heading, place) => {
    if (!isLabel(place)) return heading
    let free = heading
    for (let number = 2; usedHeadings.has(free); number++) free = `${heading} (${number})`
    usedHeadings.add(free)
    return free
  })
}

/** The words of a table of rows, in exports. */
function wordsOfRows(kind: TableRef['kind'], columns: readonly TableColumn[], messages: Messages) {
  const words = tableWords(messages)
  return {
    heading: (key: string) => tableHeadings(kind, columns, [key], messages)[0] ?? key,
    value: ({ key, type }: Pick<TableColumn, 'key' | 'type'>, value: string) => {
      if (type === 'status' || type === 'outcome' || type === 'reason') return words[type][value] ?? value
      return (words.codes[key] ?? words.codes[key.split(':')[0] ?? ''] ?? words.codes[''])?.[value] ?? value
    },
  }
}

interface Person {
  readonly messages: Messages
  readonly zone: string
  readonly language: Language
}

/** What rows an export has, as the screen says it: filters, conditions and groups. */
function querySentences({ table, all, ofRows }: TableColumns, query: TableQuery, person: Person): string[] {
  const { messages, language } = person
  const ofTable = wordsOfRows(table.kind, ofRows, messages)
  const words = filterWords(ofTable, person)
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
  { messages, zone, language }: Person,
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
