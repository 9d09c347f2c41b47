import type { TableColumn } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { Column } from '../columns/column.ts'
import type { Table, TableSource } from '../tables/table.ts'
import type { DatasetStore } from './dataset-store.ts'
import { flattenRecords } from './flat-records.ts'
import type { JoinedLeads } from './joined-leads.ts'
import { recordColumn } from './record-column.ts'

export interface DatasetSourceDeps {
  readonly datasets: DatasetStore
  readonly leads: JoinedLeads
}

/** What the search box looks in besides the columns of the data set. */
const searchedLead = ['lead_nome', 'lead_telefone', 'lead_telefone_digitos', 'lead_email']

/** Tables of kind `dataset` (preload/contract/datasets-table.ts): the records as they came, with the joined lead. */
export function createDatasetSource({ datasets, leads }: DatasetSourceDeps): TableSource {
  const version = (id: string): string => {
    const { connection, dataset } = readId(id)
    const { revision, dataset: told } = datasets.read(connection, dataset)
    return told.join ? `${revision} ${leads.revision(connection, told.join.by)}` : String(revision)
  }
  return {
    version,
    async load(id) {
      const { connection, dataset } = readId(id)
      // Told before anything is read: what changes meanwhile makes the table old at once, never new too long.
      const loadedVersion = version(id)
      const { join } = datasets.read(connection, dataset).dataset
      const table = await ownTable(datasets.records(connection, dataset), loadedVersion)
      const matched = join ? table.columns.get(join.column) : undefined
      if (!join || !matched) return table
      const joined = await leads.beside(matched, connection, join.by)
      const after = table.order.findIndex(({ key }) => key === join.column) + 1
      return {
        ...table,
        columns: new Map([...table.columns, ...joined.columns]),
        // Beside the column that tells the person: at the end of a wide table nobody would see them come.
        order: [...table.order.slice(0, after), ...joined.order, ...table.order.slice(after)],
        searchable: [...table.searchable, ...searchedLead.filter((key) => joined.columns.has(key))],
      }
    },
    layout: (id) => {
      const { connection, dataset } = readId(id)
      return datasets.read(connection, dataset).layout
    },
    arrange: (id, layout) => {
      const { connection, dataset } = readId(id)
      return datasets.arrange(connection, dataset, layout)
    },
  }
}

async function ownTable(records: readonly unknown[], version: string): Promise<Table> {
  const yieldToEventLoop = createYieldToEventLoop()
  const flat = flattenRecords(records)
  const columns = new Map<string, Column>()
  const order: TableColumn[] = []
  for (const one of flat.columns) {
    const column = recordColumn(one)
    columns.set(one.key, column)
    order.push({ key: one.key, type: column.type, heading: one.key })
    await yieldToEventLoop()
  }
  return { columns, order, length: flat.rows, version, searchable: [...columns.keys()] }
}

/** The connection and the data set of a table's id. Throws `not_found`. */
function readId(id: string): { readonly connection: string; readonly dataset: string } {
  const at = id.indexOf(':')
  if (at <= 0) throw new AppFailure('not_found')
  return { connection: id.slice(0, at), dataset: id.slice(at + 1) }
}
