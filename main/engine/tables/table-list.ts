import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { RowSelection, TableRef } from '../../../preload/contract/table-queries.ts'
import type { CodeWords } from '../../../preload/messages/table-words.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { tableToList } from '../export/export-table.ts'
import { columnOf, loadColumns } from './table.ts'
import { chosenRows, exportedCells, kindOf } from './table-handlers.ts'
import type { LoadedTable, LoadedTables } from './views.ts'

/** Rows of a table that become a list for cruzar. */
export interface TableList {
  readonly table: TableRef
  readonly select: RowSelection
  /** At least one. */
  readonly columns: readonly { readonly key: string; readonly heading: string }[]
  /** The columns of phones and e-mails, by their place; null recognises them. */
  readonly key_columns: ListSettings['key_columns']
  readonly words: CodeWords
}

interface TableListDeps {
  readonly tables: LoadedTables
  /** In bytes; throws `file_too_large` beyond them. */
  readonly most: number
}

/**
 * Gives the bytes of a list (throws `list_empty` for one without rows) with the texts of the cells as they are. Times
 * are as the service sent them, codes in the person's words.
 */
export function createTableLists({ tables, most }: TableListDeps) {
  return async ({ table: ref, select, columns, words }: TableList, { signal, progress }: Call<RowProgress>) => {
    const table = await tables.open(ref)
    const rows = await selectedRows(table, select)
    if (rows.length === 0) throw new AppFailure('list_empty')
    await loadColumns(
      columns.map(({ key }) => columnOf(table, key)),
      createYieldToEventLoop(signal),
    )
    const cells = columns.map(({ key, heading }) => {
      const column = columnOf(table, key)
      return { heading, kind: kindOf(column.type), ...exportedCells(key, column, { format: 'list', words }) }
    })
    return tableToList({ columns: cells, rows }, { most, signal, progress })
  }
}

async function selectedRows(table: LoadedTable, select: RowSelection): Promise<Uint32Array> {
  if ('query' in select) return chosenRows(table, await table.rows(select.query), select.rows)
  const ids = columnOf(table, 'id')
  const wanted = new Map(select.ids.map((id) => [id, -1]))
  for (let row = 0; row < table.length; row++) {
    const id = ids.cell(row)
    if (typeof id === 'number' && wanted.has(id)) wanted.set(id, row)
  }
  return Uint32Array.from([...wanted.values()].filter((row) => row >= 0))
}
