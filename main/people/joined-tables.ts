import type { Dataset } from '../../preload/contract/reports.ts'
import type { TableLayout } from '../../preload/contract/tables.ts'
import type { Column } from '../engine/columns/column.ts'
import type { RowsOrigin } from '../engine/export-calls.ts'
import type { Table, TableSource } from '../engine/tables/table.ts'
import type { CachedSheet } from '../leads/cached-sheets.ts'
import { leadsBeside } from '../leads/lead-columns.ts'
import { emailKey } from '../phones/addresses.ts'
import { readCellKeys } from '../phones/cell-keys.ts'
import { findPeople, revisionOfSheets } from './find-people.ts'
import type { PeopleOfSheets, PersonKey } from './sheet-people.ts'

type Join = NonNullable<Dataset['join']>

/** What the file of a connection holds under an id, as a table. */
export interface StoredTable {
  /** Changes whenever the rows or the join do. */
  readonly revision: number | string
  /** How each row finds its lead; null while it finds none. */
  readonly join: Join | null
  /** The columns of the leads stand behind this one; behind that of the join where it is left out. */
  readonly leadsBehind?: string
  /** The columns of the leads that the search box covers. */
  readonly searchedLead?: readonly string[]
  rows(): Promise<Omit<Table, 'version'>>
  origin(): RowsOrigin
  layout(): TableLayout
  arrange(layout: TableLayout): void
}

/**
 * Tables of what the files of connections hold, `<connection>:<id>`, each row beside the cached lead that belongs to
 * it. `lead_resultado` says whether there is one or several alike, and is empty where the value is nobody's.
 * `lead_motivo` says why the lead is meant, where phones or e-mails were compared.
 * `lead_planilha` is the sheet that has the lead; then come the lead's fields as `lead_…`. A contact's number means
 * something within its account only, so the sheets of the same connection are searched. Phones, with the ninth digit
 * and without, and e-mails are searched in every sheet. `read` throws `not_found`.
 */
export function createJoinedTables(
  read: (connectionId: string, id: string) => StoredTable,
  people: PeopleOfSheets,
): TableSource {
  const storedOf = (tableId: string) => {
    const [connectionId = '', id = ''] = tableId.split(':')
    return { connectionId, ...read(connectionId, id) }
  }
  const searched = (connectionId: string, by: Join['by']): readonly CachedSheet[] =>
    people.list().filter((sheet) => by !== 'contato_id' || sheet.connection_id === connectionId)
  return {
    version(tableId) {
      const { connectionId, revision, join } = storedOf(tableId)
      return `${revision} ${join ? revisionOfSheets(searched(connectionId, join.by)) : ''}`
    },
    async load(tableId, version) {
      const { connectionId, join, rows, leadsBehind = join?.column, searchedLead = [] } = storedOf(tableId)
      const table = { ...(await rows()), version }
      const matched = join ? table.columns.get(join.column) : undefined
      if (!join || !matched) return table
      const leads = await leadsOf(matched, join.by, searched(connectionId, join.by), people)
      const at = table.order.findIndex(({ key }) => key === leadsBehind) + 1
      const order = [...leads].map(([key, { type }]) => ({ key, type, heading: null }))
      return {
        ...table,
        columns: new Map([...table.columns, ...leads]),
        order: table.order.toSpliced(at, 0, ...order),
        searchable: [...table.searchable, ...searchedLead.filter((key) => leads.has(key))],
      }
    },
    origin: (tableId) => storedOf(tableId).origin(),
    layout: (tableId) => storedOf(tableId).layout(),
    arrange: (tableId, layout) => storedOf(tableId).arrange(layout),
  }
}

async function leadsOf(
  column: Column,
  by: Join['by'],
  sheets: readonly CachedSheet[],
  people: PeopleOfSheets,
): Promise<ReadonlyMap<string, Column>> {
  const rows = Array.from({ length: column.length }, (_, row) => row)
  const matches = await findPeople(rows.entries(), (row) => keysOf(column.text(row), by), { sheets, people })
  const columns = new Map(leadsBeside(rows.map(matches.of), matches.columns))
  if (by === 'contato_id') columns.delete('lead_motivo')
  return columns
}

function keysOf(text: string, by: Join['by']): readonly PersonKey[] {
  const value = text.trim()
  if (by === 'contato_id') return /^\d{1,15}$/.test(value) ? [{ kind: by, key: value }] : []
  if (by === 'telefone') return readCellKeys(value, 'phone').keys
  const address = emailKey(value)
  return address.ok ? [address] : []
}
