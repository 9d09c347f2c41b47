import type { Dataset, datasets } from '../../../preload/contract/reports.ts'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import type { Column } from '../../engine/columns/column.ts'
import type { RowsOrigin } from '../../engine/export-calls.ts'
import type { Answers } from '../../engine/shared-calls.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, selectJson, selectOneJson } from '../../engine/store/sql.ts'
import { AppFailure, orNotFound } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { StoredTable } from '../../people/joined-tables.ts'
import { flattenRecords, recordColumn } from './record-columns.ts'

/** The stored parts of a data set besides its records. */
interface StoredDataset {
  readonly dataset: Dataset
  readonly layout: TableLayout
  /** Increases with every change of its records or its join. */
  readonly revision: number
}

export interface NewDataset
  extends Pick<Dataset, 'id' | 'connection_id' | 'name' | 'origin' | 'source' | 'read_at'>,
    Partial<Pick<Dataset, 'query' | 'page_of'>> {
  /** Of any shape. */
  readonly records: readonly unknown[]
}

/** The data sets of platform connections, each in the connection's encrypted file. */
export type DatasetStore = ReturnType<typeof createDatasetStore>

/** The columns that the search box covers besides those of the data set. */
const searchedLead = ['lead_nome', 'lead_telefone', 'lead_telefone_digitos', 'lead_email']

const blockRecords = 500

/** The fields that earlier versions did not store, and not every data set has. */
const unknownBefore = { query: [], page_of: null } satisfies Partial<Dataset>

export function createDatasetStore(files: ConnectionFiles) {
  const read = (connectionId: string, id: string) => {
    const row = orNotFound(findRow(files.openReadOnly(connectionId), id))
    return { ...row, dataset: { ...unknownBefore, ...row.dataset } }
  }
  /** Stores the records in one transaction; the name, layout and join of an existing data set stay. */
  const store = ({ records, ...input }: NewDataset): Dataset =>
    files.write(input.connection_id, (database) => {
      const { name, join } = findRow(database, input.id)?.dataset ?? { ...input, join: null }
      const blocks = blocksOf(records)
      const columns = flattenRecords(records).map(({ key }) => key)
      const dataset: Dataset = {
        ...unknownBefore,
        ...input,
        name,
        rows: records.length,
        columns,
        bytes: blocks.reduce((sum, block) => sum + Buffer.byteLength(block), 0),
        join: join && columns.includes(join.column) ? join : null,
      }
      execute(database)`delete from dataset_blocks where dataset = ${dataset.id}`
      for (const [place, block] of blocks.entries()) {
        execute(database)`insert into dataset_blocks (dataset, place, json) values (${dataset.id}, ${place}, ${block})`
      }
      return writeDataset(database, dataset)
    })
  const change = (connectionId: string, id: string, values: Partial<Pick<Dataset, 'name' | 'join'>>): Dataset => {
    const dataset = { ...read(connectionId, id).dataset, ...values }
    if (dataset.join && !dataset.columns.includes(dataset.join.column)) {
      throw new AppFailure('bad_request', {}, 'an unknown column')
    }
    return writeDataset(files.open(connectionId), dataset)
  }
  return {
    store,
    /** Tables of kind `dataset`: the records unchanged. Throws `not_found`. */
    table(connectionId: string, id: string): StoredTable {
      const { dataset, revision, layout } = read(connectionId, id)
      return {
        revision,
        join: dataset.join,
        searchedLead,
        rows: () =>
          tableOf(
            selectJson<unknown[]>(files.openReadOnly(connectionId))`
              select json from dataset_blocks where dataset = ${id} order by place`.flat(),
          ),
        origin: () => originOfDataset(dataset),
        layout: () => layout,
        arrange: (arranged) =>
          execute(files.open(connectionId))`update datasets set layout = ${JSON.stringify(arranged)} where id = ${id}`,
      }
    },
    handlers: {
      'datasets.list': ({ connection_id }) =>
        selectJson<Dataset>(files.openReadOnly(connection_id))`
          select json from datasets order by json ->> 'read_at' desc`.map((dataset) => ({
          ...unknownBefore,
          ...dataset,
        })),
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
    } satisfies Answers<typeof datasets, keyof typeof datasets>,
  }
}

function originOfDataset(dataset: Dataset): RowsOrigin {
  const { name, connection_id, read_at, rows, origin, source, query, page_of, join } = dataset
  return {
    kind: 'dataset',
    name,
    connection_id,
    read_at,
    state: page_of === null ? 'made' : 'partial',
    filters: query.length === 0 ? null : { by: 'request', values: Object.fromEntries(query) },
    counts: { rows_read: rows, service_total: page_of?.total ?? null },
    details: { made_of: origin, call: source, joined_by: join && `${join.column} = ${join.by}` },
  }
}

async function tableOf(records: readonly unknown[]): ReturnType<StoredTable['rows']> {
  const yieldToEventLoop = createYieldToEventLoop()
  const columns = new Map<string, Column>()
  const order: TableColumn[] = []
  for (const one of flattenRecords(records)) {
    const column = recordColumn(one)
    columns.set(one.key, column)
    order.push({ key: one.key, type: column.type, heading: one.key })
    await yieldToEventLoop()
  }
  return { columns, order, length: records.length, searchable: [...columns.keys()] }
}

function findRow(database: Database, id: string): StoredDataset | undefined {
  return selectOneJson<StoredDataset>(database)`
    select json_object('dataset', json(json), 'layout', json(layout), 'revision', revision) from datasets
    where id = ${id}`
}

/** The layout of an existing data set stays. */
function writeDataset(database: Database, dataset: Dataset): Dataset {
  execute(database)`
    insert into datasets (id, json, layout, revision)
    values (${dataset.id}, ${JSON.stringify(dataset)}, '{"columns":[]}', 1)
    on conflict (id) do update set json = excluded.json, revision = revision + 1`
  return dataset
}

function blocksOf(records: readonly unknown[]): string[] {
  const blocks = Map.groupBy(records, (_, place) => Math.floor(place / blockRecords))
  return [...blocks.values()].map((block) => JSON.stringify(block))
}
