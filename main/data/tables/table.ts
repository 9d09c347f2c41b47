import type { TableColumn, TableLayout, TableRef } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
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
  /** Keys of the columns that the search box searches. */
  readonly searchable: readonly string[]
}

/** Throws `bad_request` for a column that the table has not. */
export function columnOf(table: Table, key: string): Column {
  const column = table.columns.get(key)
  if (!column) throw new AppFailure('bad_request', {}, 'an unknown column')
  return column
}

/** Where tables of one kind come from. */
export interface TableSource {
  /** Changes whenever the stored rows do; cheap, called with every query. Throws `not_found`. */
  version(id: string): string
  /** Reads every row; called once a version while the table stays among the loaded ones. */
  load(id: string): Promise<Table>
  layout(id: string): TableLayout
  arrange(id: string, layout: TableLayout): TableLayout
}

export type TableSources = Readonly<Record<TableRef['kind'], TableSource>>

/** The two parts of a table's id: the connection, and what is stored for it under an id. Throws `not_found`. */
export function partsOfTableId(tableId: string): { readonly connectionId: string; readonly id: string } {
  const at = tableId.indexOf(':')
  if (at <= 0) throw new AppFailure('not_found')
  return { connectionId: tableId.slice(0, at), id: tableId.slice(at + 1) }
}

export interface LoadedTables {
  /** The table as it is stored now, from memory when it is there. */
  open(ref: TableRef): Promise<Table>
}

interface Loaded {
  /** Null while it is being read. */
  table: Table | null
  readonly reading: Promise<Table>
}

/** One table of a million leads takes about 250 MB. */
const maxLoadedBytes = 450_000_000

/**
 * Caches the tables that were used last, up to `maxBytes` together, and always the one that was opened last. A table whose rows
 * changed is dropped before the new rows are read, so that both are never in memory.
 */
export function createLoadedTables(sources: TableSources, maxBytes = maxLoadedBytes): LoadedTables {
  const loaded = new Map<string, Loaded>()

  const load = (name: string, source: TableSource, id: string): Loaded => {
    const entry: Loaded = {
      table: null,
      reading: source.load(id).then((table) => {
        entry.table = table
        shed(loaded, name, maxBytes)
        return table
      }),
    }
    loaded.set(name, entry)
    entry.reading.catch(() => {
      if (loaded.get(name) === entry) loaded.delete(name)
    })
    return entry
  }
  return {
    open: ({ kind, id }) => {
      const name = `${kind}:${id}`
      const source = sources[kind]
      const known = loaded.get(name)
      loaded.delete(name)
      // Throws when the table is gone; then it stays out of the memory as well.
      const version = source.version(id)
      if (!known || (known.table && known.table.version !== version)) return load(name, source, id).reading
      // Moves to the end: the least recently used table goes first.
      loaded.set(name, known)
      return known.reading
    },
  }
}

function shed(loaded: Map<string, Loaded>, newest: string, maxBytes: number): void {
  const bytes = () => [...loaded.values()].reduce((sum, { table }) => sum + bytesOf(table), 0)
  for (const name of [...loaded.keys()]) {
    if (name === newest || bytes() <= maxBytes) continue
    loaded.delete(name)
  }
}

function bytesOf(table: Table | null): number {
  return [...(table?.columns.values() ?? [])].reduce((sum, column) => sum + column.bytes, 0)
}
