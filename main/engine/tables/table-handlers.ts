import type { ParsedInput } from '../../../preload/contract/question.ts'
import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import type { ChosenRows, ColumnType, TableRef } from '../../../preload/contract/table-queries.ts'
import type { tables as questions } from '../../../preload/contract/tables.ts'
import type { CodeWords } from '../../../preload/messages/table-words.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { isCsv, isForSystems } from '../../../preload/values/export-formats.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import { factsOfTable } from '../../../preload/values/table-kinds.ts'
import { foldText } from '../../../preload/values/text.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop, runInSlices, runSync } from '../../kernel/schedule.ts'
import { type Column, emptyRank, type StoredValues } from '../columns/column.ts'
import { setsOf } from '../columns/dictionary-column.ts'
import type { Part } from '../columns/part.ts'
import { textPartOf } from '../columns/text-part.ts'
import { exportTable } from '../export/export-table.ts'
import { exportByMonth } from '../export/partitions.ts'
import type { ExportCell, ExportColumn, ExportKind } from '../export/table.ts'
import type { OriginContext, OriginSelection } from '../export-calls.ts'
import type { Answers } from '../shared-calls.ts'
import { type Copy, copyText, plainInWords, wordsOf } from './copy-text.ts'
import { cellNumbers, figuresOf } from './figures.ts'
import { explainHits, shownSearch } from './find-words.ts'
import { copyKeys, keyKindsOf, keysOf } from './row-keys.ts'
import { statisticsOf } from './statistics.ts'
import { columnOf, loadColumns, type Table, type TableSources, wholePrefix } from './table.ts'
import type { LoadedTables } from './views.ts'

const maxValues = 500
/** A clipboard holds no more rows; beyond them the call fails with `too_many_rows`. */
const maxCopiedRows = 200_000
const maxCopiedCells = 2_000_000

/** What main adds to a copy and to an export. */
type CopyContext = Pick<Copy, 'headings' | 'words' | 'zone'>

export interface TableExport
  extends Omit<ParsedInput<(typeof questions)['tables.export']>, 'columns' | 'name' | 'origin' | 'partition_by'>,
    Omit<CopyContext, 'headings'> {
  readonly columns: readonly { readonly key: string; readonly heading: string }[]
  readonly path: string
  readonly sheet_name: string
  /** The facts of its origin that main adds; null for a file without an origin. */
  readonly origin: (OriginContext & Pick<OriginSelection, 'sentences'>) | null
  /** The names of the accounts' folders, by connection; null for a file without partitions. */
  readonly account_folders: Readonly<Record<string, string>> | null
}

/** By whose month rows are partitioned. */
const partitionKey = 'conversa_criada_em'

/** A table is opened so many times until it has the version that its source states. */
const mostOpenings = 5

type TableQuestion =
  `tables.${'shape' | 'rows' | 'position' | 'values' | 'search_hits' | 'statistics' | 'figures' | 'copy_keys' | 'layout' | 'arrange'}`

interface TableDeps {
  readonly sources: TableSources
  readonly tables: LoadedTables
  /** The IANA name of the person's zone. */
  readonly zone: () => string
}

/**
 * Answers for every table by position: counts, rows, values, copies, exports, the same for all kinds of tables. A
 * query's rows are computed once and cached, so that scrolling only reads them.
 */
export function createTableHandlers({ sources, tables, zone }: TableDeps) {
  /**
   * A table with the origin of its rows. Both are of one version, unless the rows change faster than they are read:
   * then the table is the older of both.
   */
  const openWithOrigin = async (ref: TableRef) => {
    const { version, origin } = sources[ref.kind]
    for (let left = mostOpenings; ; left--) {
      const table = await tables.open(ref)
      const source = origin(ref.id)
      if (left === 1 || table.version.startsWith(version(ref.id))) return { table, source }
    }
  }
  return {
    'tables.shape': async ({ table: ref, query }) => {
      const table = await tables.open(ref)
      const { length } = await table.matching(query)
      return {
        columns: [...table.order],
        ...(table.derived ? { derived: [...table.derived] } : {}),
        ...(table.searchable.length > 0 ? { searchable: [...shownSearch(table)] } : {}),
        empty: [...(await table.emptyColumns())],
        keys: keyKindsOf(table),
        total: table.length,
        matching: length,
        version: table.version,
        ...(table.added === undefined ? {} : { added: table.added }),
      }
    },
    'tables.rows': async ({ table: ref, query, from, count, columns }) => {
      const table = await tables.open(ref)
      const view = await table.rows(query)
      const shown = columns.map((key) => table.columns.get(key))
      const shownRows = view.subarray(from, from + count)
      await loadColumns(shown, createYieldToEventLoop(), shownRows)
      const rows = Array.from(shownRows, (row) => ({
        row,
        cells: shown.map((column) => column?.cell(row) ?? null),
      }))
      return { rows, matching: view.length, version: table.version }
    },
    'tables.position': async ({ table: ref, query, row }) => {
      const table = await tables.open(ref)
      const { version } = table
      const matching = await table.rows(query)
      const position = matching.indexOf(row)
      if (position >= 0) return { position, before: position, version }
      const all = await table.rows({ ...emptyQuery, sort: query.sort })
      const earlier = new Set(all.subarray(0, Math.max(0, all.indexOf(row))))
      return { position: null, before: matching.filter((one) => earlier.has(one)).length, version }
    },
    'tables.values': async ({ table: ref, query, column: key, search }) => {
      const table = await tables.open(ref)
      // A column's own filter must not hide the values that it could be changed to.
      const filters = query.filters.filter((filter) => filter.column !== key)
      const matching = await table.matching({ ...query, filters })
      const column = columnOf(table, key)
      await loadColumns([column], createYieldToEventLoop())
      await column.join?.(createYieldToEventLoop())
      if (search === '') {
        const { values, distinct } = await runInSlices(column.counts(matching, maxValues), createYieldToEventLoop())
        return { values, more: distinct > maxValues }
      }
      const needle = foldText(search)
      const every = column.counts(matching, Math.max(1, column.length))
      const { values: all } = await runInSlices(every, createYieldToEventLoop())
      const matches = all.filter(({ value }) => value !== null && foldText(value).includes(needle))
      return { values: matches.slice(0, maxValues), more: matches.length > maxValues }
    },
    'tables.search_hits': async ({ table: ref, query, columns }, { signal }) => {
      const table = await tables.open(ref)
      const rows = await table.matching(query)
      return explainHits(table, { rows, search: query.search, shown: columns }, createYieldToEventLoop(signal))
    },
    'tables.statistics': async ({ table: ref, query, column: key }, { signal }) => {
      const table = await tables.open(ref)
      const column = columnOf(table, key)
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const rows = await table.matching(query)
      await loadColumns([column], yieldToEventLoop)
      await column.join?.(yieldToEventLoop)
      return runInSlices(statisticsOf({ key, column }, rows, zone()), yieldToEventLoop)
    },
    'tables.figures': async ({ table: ref, query, rows, columns: keys }, { signal }) => {
      const table = await tables.open(ref)
      const chosen = chosenRows(table, await table.rows(query), rows)
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const columns = keys.map((key) => ({ key, column: columnOf(table, key) }))
      await loadColumns(
        columns.map(({ column }) => column),
        yieldToEventLoop,
      )
      return runInSlices(figuresOf(columns, chosen), yieldToEventLoop)
    },
    'tables.copy': async ({ table: ref, query, rows, columns, headings, excel, words, zone }, { signal }) => {
      const table = await tables.open(ref)
      const chosen = chosenRows(table, await table.rows(query), rows)
      if (chosen.length > maxCopiedRows || chosen.length * columns.length > maxCopiedCells) {
        throw new AppFailure('too_many_rows')
      }
      const copied = columns.map((key) => ({ key, column: columnOf(table, key) }))
      const yieldToEventLoop = createYieldToEventLoop(signal)
      await loadColumns(
        copied.map(({ column }) => column),
        yieldToEventLoop,
      )
      const text = copyText({ columns: copied, rows: chosen, headings, excel, words, zone })
      return { text: await runInSlices(text, yieldToEventLoop), rows: chosen.length }
    },
    'tables.copy_keys': async ({ table: ref, query, rows, kind }, { signal }) => {
      const table = await tables.open(ref)
      const keyOf = keysOf(table, kind)
      if (!keyOf) throw new AppFailure('bad_request', {}, 'a table without such keys')
      const chosen = chosenRows(table, await table.rows(query), rows)
      if (chosen.length > maxCopiedRows) throw new AppFailure('too_many_rows')
      return runInSlices(copyKeys(chosen, keyOf, kind), createYieldToEventLoop(signal))
    },
    'tables.export': async (
      { table: ref, query, rows, columns, words, origin, account_folders, ...file }: TableExport,
      { signal, progress }: Call<RowProgress>,
    ) => {
      const { table, source } = await openWithOrigin(ref)
      const chosen = chosenRows(table, await table.rows(query), rows)
      const moments = account_folders && columnOf(table, partitionKey)
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const exported = columns.map(({ key }) => columnOf(table, key))
      await loadColumns([...exported, ...(moments ? [moments] : [])], yieldToEventLoop)
      for (const { numbers } of isCsv(file.format) ? [] : exported) {
        if (numbers) await runInSlices(numbers(), yieldToEventLoop)
      }
      const job = {
        ...file,
        origin: origin && {
          ...origin,
          source,
          selection: { ...query, selected_rows: rows && chosen.length, sentences: origin.sentences },
        },
        columns: columns.map(({ key, heading }) => {
          const whole = isForSystems(file.format) ? table.columns.get(wholePrefix + key) : undefined
          const column = whole ?? columnOf(table, key)
          return { heading, kind: kindOf(column.type), ...exportedCells(key, column, { format: file.format, words }) }
        }),
        rows: chosen,
        signal,
        progress,
      }
      const account = account_folders?.[source.connection_id] ?? 'none'
      const written = moments ? await exportByMonth(job, moments, account) : await exportTable(job)
      const people = ref.grouping ? null : peopleIn(table, ref.kind, chosen)
      return { written, source: { name: source.name, connection_id: source.connection_id, people } }
    },
    /** The stored name of the table, its account, and how complete its rows are. Throws `not_found`. */
    'tables.about': ({ table: { kind, id } }: { readonly table: TableRef }) => {
      const { name, connection_id, state } = sources[kind].origin(id)
      return { name, connection_id, state }
    },
    'tables.layout': ({ table: { kind, id, grouping } }) => (grouping ? { columns: [] } : sources[kind].layout(id)),
    'tables.arrange': ({ table: { kind, id, grouping }, layout }) => {
      // What groups look like belongs to the view that has them.
      if (!grouping) sources[kind].arrange(id, layout)
      return layout
    },
  } satisfies Answers<typeof questions, TableQuestion> & Answers<typeof questions, 'tables.copy', CopyContext>
}

/** How many different contacts the rows have; null where rows do not name theirs. */
function peopleIn(table: Table, kind: TableRef['kind'], rows: Uint32Array): number | null {
  const column = factsOfTable(kind).namesContacts ? table.columns.get('contato_id') : undefined
  if (!column) return null
  const numbers = column.ranks()
  const contacts = numbers.slice(0, rows.length)
  for (let at = 0; at < rows.length; at++) contacts[at] = numbers[rows[at] as number] as number
  contacts.sort()
  // What has no number is behind all others.
  const last = contacts.at(-1)
  if (last === emptyRank || Number.isNaN(last)) return null
  let people = 0
  for (let at = 0; at < contacts.length; at++) if (at === 0 || contacts[at] !== contacts[at - 1]) people++
  return people
}

/**
 * The rows of the view, those between two of its positions, or those of a selection: in the order of the view, then
 * those that it does not show. Throws `bad_request` for a row that the table has not.
 */
export function chosenRows(table: Table, view: Uint32Array, rows: ChosenRows): Uint32Array {
  if (rows === null) return view
  if ('first' in rows) return view.subarray(rows.first, rows.last + 1)
  const isChosen = new Uint8Array(table.length)
  for (const row of rows) {
    if (row >= table.length) throw new AppFailure('bad_request', {}, 'an unknown row')
    isChosen[row] = 1
  }
  const chosen: number[] = []
  const take = (row: number) => {
    if (isChosen[row] === 1) chosen.push(row)
    isChosen[row] = 0
  }
  for (const row of view) take(row)
  for (const row of rows) take(row)
  return Uint32Array.from(chosen)
}

/**
 * The cells of a column in a file: for systems as they came, for people in their words. In a list times are as they
 * came, too; in Parquet they are moments.
 */
export function exportedCells(
  key: string,
  column: Column,
  { format, words }: { readonly format: ExportFormat | 'list'; readonly words: CodeWords },
): Pick<ExportColumn, 'cell' | 'stored'> {
  if (format === 'xlsx' && column.typed) return { cell: typedCells(column) }
  if (format === 'parquet' && column.reading && column.type !== 'choice') return { cell: numberCells(column) }
  const { stored } = column
  if ((format === 'csv-raw' || format === 'list') && column.type === 'time')
    return { cell: (row) => column.text(row), stored }
  const word = isForSystems(format) ? null : wordsOf(key, column, words)
  if (!word) return { cell: (row) => column.plain(row), stored }
  return { cell: plainInWords(key, column, words), stored: stored && storedInWords(stored, word) }
}

function storedInWords({ parts, rows }: StoredValues, word: (code: string) => string): StoredValues | undefined {
  const inWords = parts.flatMap((part): Part[] => {
    if (part.kind === 'dictionary') return [{ ...part, values: part.values.map(word) }]
    if (part.kind !== 'list') return []
    return [{ ...part, keys: textPartOf(setsOf(part).map((codes) => JSON.stringify(codes.map(word)))) }]
  })
  return inWords.length > 0 ? { parts: inWords, rows } : undefined
}

/** Numbers, dates and booleans of the person's own spreadsheet keep their type and format. */
function typedCells(column: Column): (row: number) => ExportCell {
  return (row) => {
    const value = column.typed?.(row)
    return value ? { ...value, text: column.text(row) } : column.plain(row)
  }
}

/** Numbers and moments in place of the texts that stand for them. */
function numberCells(column: Column): (row: number) => ExportCell {
  const numberAt = runSync(cellNumbers(column))
  return (row) => {
    const number = numberAt(row)
    return Number.isNaN(number) ? column.plain(row) : number
  }
}

export function kindOf(type: ColumnType): ExportKind {
  if (type === 'list' || type === 'codes') return 'list'
  if (type === 'share') return 'number'
  return type === 'integer' || type === 'number' || type === 'time' ? type : 'text'
}
