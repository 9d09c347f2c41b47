import type { Cell, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'

/** A row as the grid draws it: the cells of the requested columns, by key. */
export interface GridRow {
  readonly row: number
  readonly cells: Readonly<Record<string, Cell>>
}

export interface RowsRequest {
  readonly query: TableQuery
  /** The place of the first row in the order of the query. */
  readonly from: number
  readonly count: number
  readonly columns: readonly string[]
  readonly signal: AbortSignal
}

/** Rows of a table by place, with how many the query has and the version of what is stored. */
export async function readRows(ask: AppAsk, table: TableRef, { query, from, count, columns, signal }: RowsRequest) {
  const reply = await ask('tables.rows', { table, query, from, count, columns: [...columns] }, { signal })
  const rows: readonly GridRow[] = reply.rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((key, index) => [key, cells[index] ?? null])),
  }))
  return { rows, matching: reply.matching, version: reply.version }
}
