import { type EntriesTable, readEntriesTable } from '../../preload/contract/entries-table.ts'
import type { TableRef } from '../../preload/contract/tables.ts'
import { AppFailure } from './failure.ts'

/** Which entries a table is made of. Throws `not_found` for a table of another kind, or an id that is none. */
export function requireEntriesTable({ kind, id }: TableRef): EntriesTable {
  const table = kind === 'entries' ? readEntriesTable(id) : null
  if (!table) throw new AppFailure('not_found')
  return table
}
