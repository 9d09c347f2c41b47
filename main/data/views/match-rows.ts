import type { ColumnFilter, TableQuery } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import type { Table } from '../tables/table.ts'
import { searchWords } from './search-words.ts'

/** The rows that the search and every filter keep, in the table's order. Throws `bad_request` for an unknown column. */
export async function matchRows(
  table: Table,
  { search, filters }: Pick<TableQuery, 'search' | 'filters'>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  const words = searchWords(search)
  if (words.length === 0 && filters.length === 0) return allRows(table.length)
  const keep = new Uint8Array(table.length).fill(1)
  for (const filter of filters) {
    filteredColumn(table, filter).filter(filter, keep)
    await yieldToEventLoop()
  }
  for (const { needle, within } of words) {
    const hits = new Uint8Array(table.length)
    for (const key of table.searchable) {
      table.columns.get(key)?.find(needle, within, hits)
      await yieldToEventLoop()
    }
    for (let row = 0; row < keep.length; row++) if (hits[row] === 0) keep[row] = 0
  }
  return keptRows(keep)
}

function filteredColumn(table: Table, { column }: ColumnFilter): Column {
  const found = table.columns.get(column)
  // Leaving the filter out would show rows that the person asked not to see.
  if (!found) throw new AppFailure('bad_request', {}, 'a filter of an unknown column')
  return found
}

function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

function keptRows(keep: Uint8Array): Uint32Array {
  let count = 0
  for (let row = 0; row < keep.length; row++) count += keep[row] as number
  const rows = new Uint32Array(count)
  let at = 0
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1) rows[at++] = row
  return rows
}
