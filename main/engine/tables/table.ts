import type { DerivedColumn, TableColumn, TableRef } from '../../../preload/contract/table-queries.ts'
import type { KeyKind, TableLayout } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import type { RowsOrigin } from '../export-calls.ts'

/** Gives the phone or the e-mail of a row's person; empty where it has none. */
export type KeyOfRow = (row: number) => string

/**
 * A table in memory: immutable and whole. New rows are a new Table with a new version. Columns may be read from the
 * file when they are needed (`Column.load`).
 */
export interface Table {
  readonly columns: ReadonlyMap<string, Column>
  /** The columns that people see, in the table's own order; each key is in `columns`. */
  readonly order: readonly TableColumn[]
  /** More columns, which people see when they want to. Nothing is computed of them before. */
  readonly derived?: readonly DerivedColumn[]
  readonly length: number
  readonly version: string
  /** Keys of the columns that the search box searches. */
  readonly searchable: readonly string[]
  /**
   * The phone and the e-mail of each row's person where no column has them (row-keys.ts); null where a row is not one
   * person.
   */
  readonly keys?: Readonly<Record<KeyKind, KeyOfRow>> | null
}

/**
 * Stands before the key of a column that is shown in part. The prefixed column has its whole values, which files for
 * systems get.
 */
export const wholePrefix = 'whole:'

/** Throws `bad_request` for a column that the table has not. */
export function columnOf(table: Pick<Table, 'columns'>, key: string): Column {
  const column = table.columns.get(key)
  if (!column) throw new AppFailure('bad_request', {}, 'an unknown column')
  return column
}

/** Reads the columns, or what is shown of them in these rows, in slices. */
export async function loadColumns(
  columns: Iterable<Column | undefined>,
  yieldToEventLoop: YieldToEventLoop,
  rows?: Uint32Array,
): Promise<void> {
  for (const column of columns) {
    await column?.load?.(yieldToEventLoop, rows)
    await yieldToEventLoop()
  }
}

/** Where tables of one kind come from. */
export interface TableSource {
  /** Changes whenever the stored rows do; cheap, called with every query. Throws `not_found`. */
  version(id: string): string
  /**
   * Reads every row; called once a version while the table stays among the loaded ones. `version` was taken before
   * anything is read, so that a change meanwhile makes the table stale.
   */
  load(id: string, version: string): Promise<Table>
  /** Where the rows of that version come from, as it is stored now. Throws `not_found`. */
  origin(id: string): RowsOrigin
  layout(id: string): TableLayout
  arrange(id: string, layout: TableLayout): void
}

export type TableSources = Readonly<Record<TableRef['kind'], TableSource>>
