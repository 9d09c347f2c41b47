import type { TableQuery } from '../../../preload/contract/tables.ts'
import { createYieldToEventLoop, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Table } from '../tables/table.ts'
import { matchRows } from './match-rows.ts'
import { orderRows, type SortKey } from './order-rows.ts'

/** A query's rows, in its order, as row numbers of the table (performance.md §6, J2). */
export interface Views {
  /** In the order of the query. */
  rows(table: Table, query: TableQuery): Promise<Uint32Array>
  /** In the table's order: what matches, whatever the order. */
  matching(table: Table, query: Pick<TableQuery, 'search' | 'filters'>): Promise<Uint32Array>
}

/** Queries whose rows are kept a table, 4 bytes a row each; scrolling asks for the same again and again. */
const keptQueries = 4

/**
 * Views live as long as their table: new rows are a new table, so no view is ever stale. Callers that ask for the same at
 * the same time share the work, which is why no single caller's cancel ends it.
 */
export function createViews(): Views {
  const memories = new WeakMap<Table, { ordered: Recent; matched: Recent }>()
  const memoryOf = (table: Table) => {
    const known = memories.get(table)
    if (known) return known
    const memory = { ordered: createRecent(), matched: createRecent() }
    memories.set(table, memory)
    return memory
  }
  const matching: Views['matching'] = (table, { search, filters }) =>
    memoryOf(table).matched(JSON.stringify([search, filters]), () =>
      matchRows(table, { search, filters }, createYieldToEventLoop()),
    )

  return {
    matching,
    rows: (table, { search, filters, sort }) => {
      if (sort.length === 0) return matching(table, { search, filters })
      return memoryOf(table).ordered(JSON.stringify([search, filters, sort]), async () => {
        const yieldToEventLoop = createYieldToEventLoop()
        const keys = await sortKeys(table, sort, yieldToEventLoop)
        return await runInSlices(orderRows(await matching(table, { search, filters }), keys), yieldToEventLoop)
      })
    },
  }
}

/** A column that the table no longer has orders nothing: a layout may remember it. */
async function sortKeys(
  table: Table,
  sort: TableQuery['sort'],
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly SortKey[]> {
  const keys: SortKey[] = []
  for (const { column, descending } of sort) {
    const found = table.columns.get(column)
    if (!found) continue
    await found.prepareRanks(yieldToEventLoop)
    keys.push({ ranks: found.ranks(), descending })
  }
  return keys
}

type Recent = (key: string, make: () => Promise<Uint32Array>) => Promise<Uint32Array>

/** The outcomes of the last few different keys; a failed one is forgotten. */
function createRecent(): Recent {
  const kept = new Map<string, Promise<Uint32Array>>()
  return (key, make) => {
    const rows = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, rows)
    rows.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > keptQueries && oldest !== undefined) kept.delete(oldest)
    return rows
  }
}
