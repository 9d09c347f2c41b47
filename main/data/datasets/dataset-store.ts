import type { Dataset } from '../../../preload/contract/reports.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataHandlers } from '../calls.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import type { Database } from '../store/encrypted-file.ts'
import { flattenRecords } from './flat-records.ts'

/** What is stored of a data set besides its records. */
export interface StoredDataset {
  readonly dataset: Dataset
  readonly layout: TableLayout
  /** Goes up with every change of its records or its join. */
  readonly revision: number
}

export interface DatasetStore {
  /** Newest first. */
  list(connectionId: string): Dataset[]
  /** Throws `not_found`. */
  read(connectionId: string, id: string): StoredDataset
  records(connectionId: string, id: string): unknown[]
  /** Stores the records in one transaction; an existing data set of this id keeps its name, its layout and its join. */
  store(input: NewDataset): Dataset
  change(connectionId: string, id: string, change: Partial<Pick<Dataset, 'name' | 'join'>>): Dataset
  arrange(connectionId: string, id: string, layout: TableLayout): TableLayout
  forget(connectionId: string, id: string): void
}

export type NewDataset = Pick<Dataset, 'id' | 'connection_id' | 'name' | 'origin' | 'source' | 'read_at'> & {
  readonly records: readonly unknown[]
}

const blockRecords = 500

/** The data sets of platform connections, each in the connection's encrypted file. */
export function createDatasetStore({ files }: { readonly files: ConnectionFiles }): DatasetStore {
  const find = (connectionId: string, id: string) => findRow(files.openReadOnly(connectionId), id)
  const read = (connectionId: string, id: string): StoredDataset => {
    const found = find(connectionId, id)
    if (!found) throw new AppFailure('not_found')
    return found
  }
  return {
    list: (connectionId) =>
      files
        .openReadOnly(connectionId)
        .prepare<[], string>('select json from datasets')
        .pluck()
        .all()
        // The file is authenticated: what stands in it is what `writeRow` wrote.
        .map((json) => JSON.parse(json) as Dataset)
        .sort((one, other) => other.read_at.localeCompare(one.read_at)),
    read,
    records: (connectionId, id) =>
      files
        .openReadOnly(connectionId)
        .prepare<[string], string>('select json from dataset_blocks where dataset = ? order by place')
        .pluck()
        .all(id)
        .flatMap((json) => JSON.parse(json) as unknown[]),
    store: ({ records, ...input }) => {
      const database = files.open(input.connection_id)
      const known = find(input.connection_id, input.id)
      const blocks = blocksOf(records)
      const columns = flattenRecords(records).columns.map(({ key }) => key)
      const join = known?.dataset.join ?? null
      const dataset: Dataset = {
        ...input,
        name: known?.dataset.name ?? input.name,
        rows: records.length,
        columns,
        bytes: blocks.reduce((sum, block) => sum + Buffer.byteLength(block), 0),
        join: join && columns.includes(join.column) ? join : null,
      }
      database
        .transaction(() => {
          database.prepare('delete from dataset_blocks where dataset = ?').run(dataset.id)
          const insert = database.prepare('insert into dataset_blocks (dataset, place, json) values (?, ?, ?)')
          for (const [place, block] of blocks.entries()) insert.run(dataset.id, place, block)
          const revision = (known?.revision ?? 0) + 1
          writeRow(database, { dataset, layout: known?.layout ?? { columns: [] }, revision })
        })
        .immediate()
      return dataset
    },
    change: (connectionId, id, change) => {
      const known = read(connectionId, id)
      const dataset = { ...known.dataset, ...change }
      if (dataset.join && !dataset.columns.includes(dataset.join.column)) {
        throw new AppFailure('bad_request', {}, 'an unknown column')
      }
      writeRow(files.open(connectionId), { ...known, dataset, revision: known.revision + 1 })
      return dataset
    },
    arrange: (connectionId, id, layout) => {
      writeRow(files.open(connectionId), { ...read(connectionId, id), layout })
      return layout
    },
    forget: (connectionId, id) => {
      if (!find(connectionId, id)) return
      const database = files.open(connectionId)
      database
        .transaction(() => {
          database.prepare('delete from dataset_blocks where dataset = ?').run(id)
          database.prepare('delete from datasets where id = ?').run(id)
        })
        .immediate()
    },
  }
}

function findRow(database: Database, id: string): StoredDataset | null {
  const row = database
    .prepare<[string], { json: string; layout: string; revision: number }>(
      'select json, layout, revision from datasets where id = ?',
    )
    .get(id)
  if (!row) return null
  // The file is authenticated: what stands in it is what `writeRow` wrote.
  const dataset = JSON.parse(row.json) as Dataset
  return { dataset, layout: JSON.parse(row.layout) as TableLayout, revision: row.revision }
}

function writeRow(database: Database, { dataset, layout, revision }: StoredDataset): void {
  database
    .prepare('insert or replace into datasets (id, json, layout, revision) values (?, ?, ?, ?)')
    .run(dataset.id, JSON.stringify(dataset), JSON.stringify(layout), revision)
}

function blocksOf(records: readonly unknown[]): string[] {
  const blocks: string[] = []
  for (let from = 0; from < records.length; from += blockRecords) {
    blocks.push(JSON.stringify(records.slice(from, from + blockRecords)))
  }
  return blocks
}

type DatasetHandlerName = Extract<keyof DataHandlers, `datasets.${string}`>

/** What is asked of data sets besides their tables. */
export function createDatasetHandlers(datasets: DatasetStore): Pick<DataHandlers, DatasetHandlerName> {
  return {
    'datasets.list': ({ connection_id }) => datasets.list(connection_id),
    'datasets.store': (input) => datasets.store(input),
    'datasets.rename': ({ connection_id, id, name }) => datasets.change(connection_id, id, { name }),
    'datasets.join': ({ connection_id, id, join }) => datasets.change(connection_id, id, { join }),
    'datasets.forget': ({ connection_id, id }) => datasets.forget(connection_id, id),
  }
}
