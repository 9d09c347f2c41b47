import type { Language } from '../../preload/contract/app.ts'
import type { TableColumn, TableQuery, TableRef, tables } from '../../preload/contract/tables.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'
import { conditionSentences, type FilterWords, filterSentence } from '../../preload/messages/filter-sentence.ts'
import { exportFileName, tableHeadings, tableWords } from '../../preload/messages/table-words.ts'
import { isForSystems } from '../../preload/values/export-formats.ts'
import { forwardToData } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { dayIn } from '../kernel/times.ts'
import type { Services } from '../services.ts'

/** Any table of the data process: shown, copied, exported, arranged. */
export function createTablesService({ data, exports, language, zone }: Services): Handlers<typeof tables> {
  const messages = () => catalogues[language()]

  return {
    ...forwardToData(data, [
      'tables.shape',
      'tables.rows',
      'tables.position',
      'tables.values',
      'tables.figures',
      'tables.copy_keys',
      'tables.layout',
      'tables.arrange',
    ]),

    async 'tables.copy'(input, { signal }) {
      const { columns } = await data.ask('tables.shape', input)
      const headings = input.excel ? headingsFor(input.table, columns, input.columns, messages()) : null
      return data.ask('tables.copy', { ...input, headings, words: tableWords(messages()), zone: zone() }, { signal })
    },

    async 'tables.export'(input, { signal, progress }) {
      const shape = await data.ask('tables.shape', input)
      const keys = input.columns ?? shape.columns.map(({ key }) => key)
      const words = isForSystems(input.format) ? null : messages()
      const headings = headingsFor(input.table, shape.columns, keys, words)
      const { table, query, rows, format, partition_by } = input
      if (partition_by && format !== 'parquet') throw new AppFailure('bad_request', {}, 'only Parquet has partitions')
      return exports.save(exportFileName(input.name, format, messages()), async (target) => {
        const context = await exports.originFor(target, input.origin)
        if (partition_by && !target.beside) throw new AppFailure('bad_request', {}, 'only a file')
        const sentences = filterSentences(input, [...shape.columns, ...(shape.derived ?? [])], {
          messages: messages(),
          zone: zone(),
          language: language(),
        })
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

/** The headings of a file; without messages those for systems, which are the field names. */
function headingsFor(
  { kind }: TableRef,
  columns: readonly TableColumn[],
  keys: readonly string[],
  words: Messages | null,
): readonly string[] {
  const headingByKey = new Map(columns.map(({ key, heading }) => [key, heading]))
  const headings = words ? tableHeadings(kind, columns, keys, words) : keys.map((key) => headingByKey.get(key) ?? key)
  return kind === 'entries' ? distinct(headings, keys, columns) : headings
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

/** The filters of an export as the screen shows them; days are in the zone. */
function filterSentences(
  { table, query }: { readonly table: TableRef; readonly query: TableQuery },
  columns: readonly TableColumn[],
  { messages, zone, language }: { readonly messages: Messages; readonly zone: string; readonly language: Language },
): string[] {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  const or = new Intl.ListFormat(language, { type: 'disjunction' })
  const and = new Intl.ListFormat(language, { type: 'conjunction' })
  const shownDay = (iso: string) => iso.split('-').reverse().join('/')
  const dayOf = (at: number | null) => (at === null ? null : shownDay(dayIn(zone, new Date(at))))
  const words = tableWords(messages)
  const by: FilterWords = {
    messages,
    heading: (column) => tableHeadings(table.kind, [column], [column.key], messages)[0] ?? column.key,
    value: ({ key, type }, value) => {
      if (type === 'status' || type === 'outcome' || type === 'reason') return words[type][value] ?? value
      return (words.codes[key] ?? words.codes[key.split(':')[0] ?? ''] ?? words.codes[''])?.[value] ?? value
    },
    number: (value) => numbers.format(value),
    days: ({ min, max, days }) => ({
      from: days?.from ? shownDay(days.from) : dayOf(min),
      to: days?.to ? shownDay(days.to) : dayOf(max),
    }),
    either: (items) => or.format(items),
    list: (items) => and.format(items),
  }
  const { conditions } = query
  const joint = ` ${messages.tables.conditions[conditions?.match === 'any' ? 'or' : 'and']} `
  const together = conditions
    ? conditionSentences(conditions, columns, by).flatMap(({ part, sentence }) => (part.off ? [] : [sentence]))
    : []
  const ofHeadings = query.filters.flatMap((filter) => {
    const column = columns.find(({ key }) => key === filter.column)
    return column && !filter.off ? [filterSentence(filter, column, by)] : []
  })
  return together.length > 0 ? [...ofHeadings, together.join(joint)] : ofHeadings
}
