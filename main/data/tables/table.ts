import type { TableColumn, TableLayout } from '../../../preload/contract/tables.ts'
import type { Column } from '../columns/column.ts'

/**
 * A table in memory: immutable, whole, and independent of the file that it came from. New rows are a new Table with a
 * new version.
 */
export interface Table {
  readonly columns: ReadonlyMap<string, Column>
  /** The columns that people see, in the table's own order; each key is in `columns`. */
  readonly order: readonly TableColumn[]
  readonly length: number
  readonly version: string
  /** Keys of the columns that the search box looks in. */
  readonly searchable: readonly string[]
}

/** Where tables of one kind come from. To add a kind: implement this and give it to `createTableHandlers`. */
export interface TableSource {
  /** Changes whenever the stored rows do; cheap, asked with every call. Throws `not_found`. */
  version(id: string): string
  /** Reads every row; called once a version while the table stays among the loaded ones. */
  load(id: string): Promise<Table>
  layout(id: string): TableLayout
  arrange(id: string, layout: TableLayout): TableLayout
}
