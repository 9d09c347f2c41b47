import type { DerivedColumn, TableQuery, TableRef } from '../../../preload/contract/table-queries.ts'
import { withinColumns } from '../../../preload/values/within-columns.ts'
import { createDerivedCache } from '../../kernel/recent.ts'
import { createYieldToEventLoop, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { DataContext } from '../calls.ts'
import type { Column } from '../columns/column.ts'
import { findEmptyColumns } from './empty-columns.ts'
import { groupTable } from './grouping.ts'
import { matchRows, type ResolvedQuery, type RowQuery, resolveQuery } from './match-rows.ts'
import { orderRows, type SortKey } from './order-rows.ts'
import type { Table, TableSources } from './table.ts'

/** A table whose rows are found by queries, as row numbers of the table (docs/decisions/engine.md §2). */
export interface LoadedTable extends Table {
  /** The matching rows in the order of the query. */
  rows(query: TableQuery): Promise<Uint32Array>
  /** The matching rows in the table's order. */
  matching(query: RowQuery): Promise<Uint32Array>
  /** The keys of the columns that hold nothing in any row. */
  emptyColumns(): Promise<readonly string[]>
  /** The version of the columns that another store adds to the table's own; absent without such. */
  readonly added?: string
}

/** Columns that a store adds to tables of others, whose rows stay as they are. */
export interface AddedColumns {
  /** Changes whenever they do; empty while there are none. Cheap, called with every query. */
  version(ref: TableRef): string
  of(ref: TableRef, table: Table): readonly { readonly column: Column; readonly shown: DerivedColumn }[]
}

export interface LoadedTables {
  /** The table as it is stored now, from memory when it is there. */
  open(ref: TableRef): Promise<LoadedTable>
  release(ref: TableRef): void
  clear(): void
}

/** One table of a million leads takes about 250 MB. */
const maxLoadedBytes = 450_000_000

interface LoadedTablesDeps extends DataContext {
  readonly added?: AddedColumns
}

/**
 * Caches the tables that were used last, up to `maxBytes` together, and always the one that was opened last. A table
 * whose rows changed is dropped before the new rows are read, so that both are never in memory.
 */
export function createLoadedTables(
  sources: TableSources,
  { added, ...present }: LoadedTablesDeps,
  maxBytes = maxLoadedBytes,
): LoadedTables {
  const loaded = createDerivedCache<LoadedTable>(maxBytes, {
    sizeOf: ({ columns }) => [...columns.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    inputsOf: ({ version }) => [version],
  })
  const nameOf = ({ kind, id, grouping }: TableRef) =>
    grouping ? `${kind}:${id} ${JSON.stringify(grouping)}` : `${kind}:${id}`
  const openStored = (ref: TableRef): Promise<LoadedTable> => {
    const { kind, id } = ref
    const name = nameOf({ kind, id })
    const source = sources[kind]
    try {
      const version = source.version(id)
      return loaded(name, [version], async () => withViews(await source.load(id, version), present))
    } catch (error) {
      // The table is gone: it stays out of the memory as well.
      loaded.delete(name)
      throw error
    }
  }
  /** By stored table: the last one with added columns. Both are dropped together. */
  const withAdded = new WeakMap<LoadedTable, LoadedTable>()
  const openWhole = async (ref: TableRef): Promise<LoadedTable> => {
    const stored = await openStored(ref)
    const version = added?.version(ref) ?? ''
    if (!added || version === '') return stored
    const last = withAdded.get(stored)
    if (last?.added === version) return last
    const table = { ...addColumns(stored, added.of(ref, stored), present), added: version }
    withAdded.set(stored, table)
    return table
  }
  return {
    release: (ref) => loaded.delete(nameOf(ref)),
    clear: loaded.clear,
    open: async (ref) => {
      const table = await openWhole(ref)
      const { grouping } = ref
      if (!grouping) return table
      // Groups are as new as the rows, and as the periods of their query.
      const version = `${table.version} ${table.added ?? ''} ${JSON.stringify(resolveQuery(grouping.query, present))}`
      const zone = present.zone()
      const work = { table, grouping, zone, version, yieldToEventLoop: createYieldToEventLoop() }
      return loaded(nameOf(ref), [version], async () => {
        const rows = await table.matching(grouping.query)
        return withViews(await groupTable({ ...work, rows }), present)
      })
    },
  }
}

/** The rows of so many queries are cached for each table, 4 bytes a row; scrolling repeats the same query. */
const cachedQueries = 8

/**
 * Views live as long as their table: new rows are a new table, so no view is ever stale. Callers with the same query at
 * the same time share the work, which is why no single caller's cancel ends it. A failed one is forgotten.
 */
function withViews(table: Table, present: DataContext): LoadedTable {
  const views = createDerivedCache<Uint32Array>(cachedQueries)
  const shared = (
    query: ResolvedQuery,
    sort: TableQuery['sort'],
    find: () => Promise<Uint32Array>,
  ): Promise<Uint32Array> => views(JSON.stringify([query, sort]), [], find)
  const matchingOf = (query: ResolvedQuery) =>
    shared(query, [], () => matchRows(table, query, createYieldToEventLoop()))

  let empty: Promise<readonly string[]> | null = null
  return {
    ...table,
    matching: async (query) => matchingOf(resolveQuery(query, present)),
    emptyColumns: () => {
      empty ??= runInSlices(findEmptyColumns(table), createYieldToEventLoop())
      return empty
    },
    rows: async ({ sort, ...query }) => {
      const resolved = resolveQuery(query, present)
      if (sort.length === 0) return matchingOf(resolved)
      return shared(resolved, sort, async () => {
        const yieldToEventLoop = createYieldToEventLoop()
        const keys = await sortKeys(table, sort, yieldToEventLoop)
        return await runInSlices(orderRows(await matchingOf(resolved), keys), yieldToEventLoop)
      })
    },
  }
}

/** The views of the table itself answer the queries that name no added column: they stay while those change. */
function addColumns(stored: LoadedTable, columns: ReturnType<AddedColumns['of']>, present: DataContext): LoadedTable {
  const { order, derived = [] } = stored
  const added = withViews(
    {
      ...stored,
      columns: new Map([...stored.columns, ...columns.map(({ column, shown }) => [shown.key, column] as const)]),
      derived: [...derived, ...columns.map(({ shown }) => shown)],
    },
    present,
  )
  const isOfStored = (query: TableQuery) => withinColumns(query, [...order, ...derived]) === query
  return {
    ...added,
    emptyColumns: stored.emptyColumns,
    rows: (query) => (isOfStored(query) ? stored : added).rows(query),
    matching: (query) => (isOfStored({ ...query, sort: [] }) ? stored : added).matching(query),
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
