import type { TableColumn, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { tables } from '../../preload/contract/tables.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'
import {
  exportFileName,
  groupHeading,
  tableHeadings,
  tableWords,
  wordsOfRows,
} from '../../preload/messages/table-words.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { isForSystems } from '../../preload/values/export-formats.ts'
import { forwardToData } from '../data-calls.ts'
import { pictureFile } from '../exports.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { type QueriedColumns, querySentences } from './query-sentences.ts'

/** Any table of the data process: shown, copied, exported, arranged. */
export function createTablesService({ data, exports, language, zone }: Services): Handlers<typeof tables> {
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
      'tables.search_hits',
      'tables.statistics',
      'tables.figures',
      'tables.copy_keys',
      'tables.layout',
      'tables.arrange',
    ]),

    async 'tables.save_picture'({ table, ...picture }, { signal }) {
      const { connection_id } = await data.ask('tables.about', { table })
      return exports.saveBytes(pictureFile({ connection_id, ...picture }), signal)
    },

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

interface TableColumns extends QueriedColumns {
  readonly shown: readonly TableColumn[]
}

/** The headings of a file; without messages those for systems, which are the field names. */
function headingsFor(
  { table: { kind, grouping }, all, ofRows }: TableColumns,
  keys: readonly string[],
  messages: Messages | null,
): readonly string[] {
  const columnOf = (key: string) => all.find((column) => column.key === key)
  const headingOf = (key: string) => {
    if (!messages) return columnOf(key)?.heading ?? columnOf(key)?.across?.value ?? key
    return groupHeading(columnOf(key) ?? { key }, { messages, ...wordsOfRows(kind, ofRows, messages) })
  }
  const headings = messages && !grouping ? tableHeadings(kind, all, keys, messages) : keys.map(headingOf)
  return grouping || kind === 'entries' ? distinct(headings, keys, all) : headings
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
