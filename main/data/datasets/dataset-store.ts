import type { Dataset } from '../../../preload/contract/reports.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataCalls, HandlersOf } from '../calls.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import type { Database } from '../store/encrypted-file.ts'
import { execute, selectJson, selectOne } from '../store/sql.ts'
import { flattenRecords } from './flat-records.ts'

/** What is stored of a data set besides its records. */
interface StoredDataset {
  readonly dataset: Dataset
  readonly layout: TableLayout
  /** Goes up with every change of its records or its join. */
  readonly revision: number
}

/** The data sets of platform connections, each in the connection's encrypted file. */
export interface DatasetStore {
  /** Throws `not_found`. */
  read(connectionId: string, id: string): StoredDataset
  records(connectionId: string, id: string): unknown[]
  /** Stores the records in one transaction; the name, layout and join of an existing one stay. */
  store(input: DataCalls['datasets.store']['input']): Dataset
  arrange(connectionId: string, id: string, layout: TableLayout): TableLayout
  readonly handlers: HandlersOf<'datasets'>
}

const blockRecords = 500

export function createDatasetStore(files: ConnectionFiles): DatasetStore {
  const read = (connectionId: string, id: string): StoredDataset => {
    const found = findRow(files.openReadOnly(connectionId), id)
    if (!found) throw new AppFailure('not_found')
    return found
  }
  const store: DatasetStore['store'] = ({ records, ...input }) =>
    files.write(input.connection_id, (database) => {
      const known = findRow(database, input.id)
      const blocks = blocksOf(records)
      const columns = flattenRecords(records).map(({ key }) => key)
      const join = known?.dataset.join ?? null
      const dataset: Dataset = {
        ...input,
        name: known?.dataset.name ?? input.name,
        rows: records.length,
        columns,
        bytes: blocks.reduce((sum, block) => sum + Buffer.byteLength(block), 0),
        join: join && columns.includes(join.column) ? join : null,
      }
      execute(database)`delete from dataset_blocks where dataset = ${dataset.id}`
      const insert = database.prepare('insert into dataset_blocks (dataset, place, json) values (?, ?, ?)')
      for (const [place, block] of blocks.entries()) insert.run(dataset.id, place, block)
      const revision = (known?.revision ?? 0) + 1
      writeRow(database, { dataset, layout: known?.layout ?? { columns: [] }, revision })
      return dataset
    })
  const change = (connectionId: string, id: string, values: Partial<Pick<Dataset, 'name' | 'join'>>): Dataset => {
    const known = read(connectionId, id)
    const dataset = { ...known.dataset, ...values }
    if (dataset.join && !dataset.columns.includes(dataset.join.column)) {
      throw new AppFailure('bad_request', {}, 'an unknown column')
    }
    writeRow(files.open(connectionId), { ...known, dataset, revision: known.revision + 1 })
    return dataset
  }
  return {
    read,
    records: (connectionId, id) =>
      selectJson<unknown[]>(files.openReadOnly(connectionId))`
        select json from dataset_blocks where dataset = ${id} order by place`.flat(),
    store,
    arrange(connectionId, id, layout) {
      writeRow(files.open(connectionId), { ...read(connectionId, id), layout })
      return layout
    },
    handlers: {
      'datasets.list': ({ connection_id }) =>
        selectJson<Dataset>(files.openReadOnly(connection_id))`
          select json from datasets order by json ->> 'read_at' desc`,
      'datasets.store': store,
      'datasets.rename': ({ connection_id, id, name }) => change(connection_id, id, { name }),
      'datasets.join': ({ connection_id, id, join }) => change(connection_id, id, { join }),
      'datasets.forget': ({ connection_id, id }) => {
        if (!files.has(connection_id)) return
        files.write(connection_id, (database) => {
          execute(database)`delete from dataset_blocks where dataset = ${id}`
          execute(database)`delete from datasets where id = ${id}`
        })
      },
    },
  }
}

function findRow(database: Database, id: string): StoredDataset | null {
  const row = selectOne<{ json: string; layout: string; revision: number }>(database)`
    select json, layout, revision from datasets where id = ${id}`
  if (!row) return null
  // Written by `writeRow`.
  const dataset = JSON.parse(row.json) as Dataset
  return { dataset, layout: JSON.parse(row.layout) as TableLayout, revision: row.revision }
}

function writeRow(database: Database, { dataset, layout, revision }: StoredDataset): void {
  execute(database)`
    insert or replace into datasets (id, json, layout, revision)
    values (${dataset.id}, ${JSON.stringify(dataset)}, ${JSON.stringify(layout)}, ${revision})`
}

function blocksOf(records: readonly unknown[]): string[] {
  const blocks: string[] = []
  for (let from = 0; from < records.length; from += blockRecords) {
    blocks.push(JSON.stringify(records.slice(from, from + blockRecords)))
  }
  return blocks
}
