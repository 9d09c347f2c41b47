import type { TableQuery, TableRef } from '../../../preload/contract/tables.ts'
import { foldText } from '../../../preload/values/text.ts'
import { createDerivedCache } from '../../kernel/recent.ts'
import { createYieldToEventLoop, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { isMaskSign } from '../columns/fold-text.ts'
import { findEmptyColumns } from './empty-columns.ts'
import { allRows, orderRows, type SortKey } from './order-rows.ts'
import { columnOf, type Table, type TableSources } from './table.ts'

/** A table whose rows are found by queries, as row numbers of the table (docs/decisions/engine.md §2). */
export interface LoadedTable extends Table {
  /** The matching rows in the order of the query. */
  rows(query: TableQuery): Promise<Uint32Array>
  /** The matching rows in the table's order. */
  matching(query: Pick<TableQuery, 'search' | 'filters'>): Promise<Uint32Array>
  /** The keys of the columns that hold nothing in any row. */
  emptyColumns(): Promise<readonly string[]>
}

export interface LoadedTables {
  /** The table as it is stored now, from memory when it is there. */
  open(ref: TableRef): Promise<LoadedTable>
  release(ref: TableRef): void
  clear(): void
}

/** One table of a million leads takes about 250 MB. */
const maxLoadedBytes = 450_000_000

/**
 * Caches the tables that were used last, up to `maxBytes` together, and always the one that was opened last. A table
 * whose rows changed is dropped before the new rows are read, so that both are never in memory.
 */
export function createLoadedTables(sources: TableSources, maxBytes = maxLoadedBytes): LoadedTables {
  const loaded = createDerivedCache<LoadedTable>(maxBytes, {
    sizeOf: ({ columns }) => [...columns.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    inputsOf: ({ version }) => [version],
  })
  const nameOf = ({ kind, id }: TableRef) => `${kind}:${id}`
  return {
    release: (ref) => loaded.delete(nameOf(ref)),
    clear: loaded.clear,
    open: (ref) => {
      const { kind, id } = ref
      const name = nameOf(ref)
      const source = sources[kind]
      try {
        const version = source.version(id)
        return loaded(name, [version], async () => withViews(await source.load(id, version)))
      } catch (error) {
        // The table is gone: it stays out of the memory as well.
        loaded.delete(name)
        throw error
      }
    },
  }
}

/** The rows of so many queries are cached for each table, 4 bytes a row; scrolling repeats the same query. */
const cachedQueries = 8

/**
 * Views live as long as their table: new rows are a new table, so no view is ever stale. Callers with the same query at
 * the same time share the work, which is why no single caller's cancel ends it. A failed one is forgotten.
 */
function withViews(table: Table): LoadedTable {
  const views = createDerivedCache<Uint32Array>(cachedQueries)
  const shared = ({ search, filters, sort }: TableQuery, find: () => Promise<Uint32Array>): Promise<Uint32Array> =>
    views(JSON.stringify([search, filters, sort]), [], find)
  const matching: LoadedTable['matching'] = ({ search, filters }) =>
    shared({ search, filters, sort: [] }, () => matchRows(table, { search, filters }, createYieldToEventLoop()))

  let empty: Promise<readonly string[]> | null = null
  return {
    ...table,
    matching,
    emptyColumns: () => {
      empty ??= runInSlices(findEmptyColumns(table), createYieldToEventLoop())
      return empty
    },
    rows: (query) => {
      if (query.sort.length === 0) return matching(query)
      return shared(query, async () => {
        const yieldToEventLoop = createYieldToEventLoop()
        const keys = await sortKeys(table, query.sort, yieldToEventLoop)
        return await runInSlices(orderRows(await matching(query), keys), yieldToEventLoop)
      })
    },
  }
}

/** An unknown column orders nothing: a stored layout may name one that the table no longer has. */
async function sortKeys(
  table: Table,
  sort: TableQuery['sort'],
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly SortKey[]> {
  const keys: SortKey[] = []
  for (const { column, descending } of sort) {
    const sortColumn = table.columns.get(column)
    if (!sortColumn) continue
    await sortColumn.prepareRanks?.(yieldToEventLoop)
    keys.push({ ranks: sortColumn.ranks(), descending })
  }
  return keys
}

/**
 * The rows that match the search and every filter, in the table's order. Throws `bad_request` for an unknown column.
 */
async function matchRows(
  table: Table,
  { search, filters }: Pick<TableQuery, 'search' | 'filters'>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  const words = searchWords(search)
  if (words.length === 0 && filters.length === 0) return allRows(table.length)
  const keep = new Uint8Array(table.length).fill(1)
  for (const filter of filters) {
    // Leaving out the filter of an unknown column would show rows that the person filtered out.
    const column = columnOf(table, filter.column)
    await column.load?.(yieldToEventLoop)
    column.filter(filter, keep)
    await yieldToEventLoop()
  }
  for (const { needle, within } of words) {
    const hits = new Uint8Array(table.length)
    for (const key of table.searchable) {
      const column = table.columns.get(key)
      await column?.load?.(yieldToEventLoop)
      column?.find(needle, within, hits)
      await yieldToEventLoop()
    }
    for (let row = 0; row < keep.length; row++) if (hits[row] === 0) keep[row] = 0
  }
  return matchingRows(keep)
}

function matchingRows(keep: Uint8Array): Uint32Array {
  let count = 0
  for (let row = 0; row < keep.length; row++) count += keep[row] as number
  const rows = new Uint32Array(count)
  let at = 0
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1) rows[at++] = row
  return rows
}

/** One condition for a row, for `Column.find`. */
export interface SearchWord {
  readonly needle: string
  readonly within: 'text' | 'digits'
}

/**
 * Reads a search text as words, all of which must be found. Neighbouring words of digits and phone signs are one
 * sequence of digits, so `(11) 9 8888` means 1198888 and finds 5511988887777. `joão` and `JOAO` mean joao.
 */
export function searchWords(search: string): readonly SearchWord[] {
  const words: SearchWord[] = []
  let digits = ''
  let signs: string[] = []
  const flush = () => {
    if (digits !== '') words.push({ needle: digits, within: 'digits' })
    else for (const sign of signs) words.push({ needle: foldText(sign), within: 'text' })
    digits = ''
    signs = []
  }
  for (const word of search.split(/\s+/).filter((one) => one !== '')) {
    if (isNumeric(word)) {
      digits += word.replace(/\D/g, '')
      signs.push(word)
    } else {
      flush()
      const needle = foldText(word)
      if (needle !== '') words.push({ needle, within: 'text' })
    }
  }
  flush()
  return words
}

/**
 * Whether a word is digits and the signs between them, or signs alone. These belong to the digits beside them if there
 * are any.
 */
function isNumeric(word: string): boolean {
  return [...word].every((character) => (character >= '0' && character <= '9') || isMaskSign(character))
}
