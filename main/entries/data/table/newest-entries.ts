import { randomUUID } from 'node:crypto'
import type { TableLayout } from '../../../../preload/contract/tables.ts'
import { type EntryColumnKey, newestTable } from '../../../../preload/values/entries-table.ts'
import { columnsOf } from '../../../engine/columns/derived-columns.ts'
import type { RowsOrigin } from '../../../engine/export-calls.ts'
import type { Table, TableSource } from '../../../engine/tables/table.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import { createRecent } from '../../../kernel/recent.ts'
import type { OfForm } from '../form-calls.ts'
import { type FormsFolder, schemaVersion } from '../forms-folder.ts'
import { parseEntryPage } from '../parse-entries.ts'
import { type Accounts, noDuplicates } from './account-entries.ts'
import { answerColumns, everyAnswerKey } from './answer-columns.ts'
import { entryOrderOf, factColumns } from './entry-columns.ts'
import { type EntryFacts, entryFacts } from './entry-facts.ts'

interface NewestPage {
  readonly connection_id: string
  readonly table: Table
  readonly origin: RowsOrigin
  layout: TableLayout
}

/** Forms whose newest entries stay in memory. */
const mostPages = 4
const shown: ReadonlySet<EntryColumnKey> = new Set(['id', 'created_at', 'remetente', 'telefone', 'email'])
const searchable = ['remetente', 'telefone', 'email', 'id', everyAnswerKey]

/**
 * The newest entries of forms that are not stored, in memory alone: nothing of them is written to a file, reviewed,
 * counted or joined with what is stored. Where the form has more, each row carries a mark that the table is partial.
 */
export function createNewestEntries({
  folder,
  accounts,
  now,
}: {
  readonly folder: FormsFolder
  readonly accounts: Accounts
  readonly now: () => Date
}) {
  const pages = createRecent<string, NewestPage>(mostPages)
  const pageOf = (id: string): NewestPage => {
    const page = pages.get(id)
    if (page && folder.has(page.connection_id)) return page
    // Nothing stays of a connection that was forgotten.
    pages.delete(id)
    throw new AppFailure('not_found')
  }

  const source: TableSource = {
    version: (id) => pageOf(id).table.version,
    load: async (id) => pageOf(id).table,
    origin: (id) => pageOf(id).origin,
    layout: (id) => pageOf(id).layout,
    arrange: (id, layout) => {
      pageOf(id).layout = layout
    },
  }
  const handlers = {
    /** Takes one page (raw JSON body). Throws `unexpected_body`. */
    'entries.preview': async ({ connection_id, form_id, body }: OfForm & { readonly body: string }) => {
      if (!folder.has(connection_id)) throw new AppFailure('not_found')
      const { entries, rejected, total } = parseEntryPage(body)
      const form = accounts.forms(connection_id).of(form_id)
      const schema_version = schemaVersion(folder.open(connection_id), form_id)
      const facts = entries.map((entry) =>
        entryFacts({ ...entry, form_id, body: JSON.stringify(entry.body), schema_version, gone_at: null }, form),
      )
      const isPart = entries.length + rejected.length < total
      const table = await newestRows(facts, isPart)
      const origin: RowsOrigin = {
        kind: 'newest_entries',
        name: form.name,
        connection_id,
        read_at: now().toISOString(),
        state: isPart ? 'newest' : 'complete',
        filters: null,
        counts: { rows_read: entries.length, service_total: total, rejected: rejected.length },
      }
      const { id } = newestTable(connection_id, form_id)
      pages.set(id, { connection_id, table, origin, layout: pages.get(id)?.layout ?? { columns: [] } })
      return { rows: entries.length, aside: rejected.length, total }
    },
  }
  return { source, handlers }
}

async function newestRows(facts: readonly EntryFacts[], isPart: boolean): Promise<Table> {
  const mark = columnsOf(facts).dictionary('code', () => 'mais_recentes')
  const marks = new Map(isPart ? [['recorte', mark]] : [])
  const entryColumns = new Map([...(await factColumns(facts, noDuplicates))].filter(([key]) => shown.has(key)))
  const answers = await answerColumns(facts)
  return {
    columns: new Map([...marks, ...entryColumns, ...answers.columns]),
    order: [...entryOrderOf(marks), ...entryOrderOf(entryColumns), ...answers.order],
    length: facts.length,
    version: randomUUID(),
    searchable,
  }
}
