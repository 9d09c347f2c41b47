import { randomUUID } from 'node:crypto'
import { type EntryColumnKey, newestTable } from '../../../preload/contract/entries-table.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createRecent } from '../../kernel/recent.ts'
import type { DataHandlers } from '../calls.ts'
import type { Column } from '../columns/column.ts'
import { columnsOf } from '../columns/derived-columns.ts'
import { parseEntryPage } from '../entries/parse-entries.ts'
import { type FormsFolder, schemaVersion } from '../forms/forms-folder.ts'
import type { TableSource } from '../tables/table.ts'
import { type Accounts, noDuplicates } from './account-entries.ts'
import { answerColumns, everyAnswerKey } from './answer-columns.ts'
import { entryOrderOf, factColumns } from './entry-columns.ts'
import { entryFacts, type StoredEntry } from './entry-facts.ts'

interface NewestEntries {
  readonly source: TableSource
  readonly handlers: Pick<DataHandlers, 'entries.preview'>
}

interface NewestPage {
  readonly connection_id: string
  readonly entries: readonly StoredEntry[]
  /** The form has more. */
  readonly isPart: boolean
  readonly version: string
  layout: TableLayout
}

/** Forms whose newest entries stay in memory. */
const mostPages = 4
const shown: ReadonlySet<EntryColumnKey> = new Set(['id', 'created_at', 'remetente', 'telefone', 'email'])
const searchable = ['remetente', 'telefone', 'email', 'id', everyAnswerKey]

/**
 * The newest entries of forms that are not stored, in memory alone: nothing of them is written to a file, reviewed, counted or
 * joined with what is stored. Where the form has more, each row carries a mark that the table is partial.
 */
export function createNewestEntries({
  folder,
  accounts,
}: {
  readonly folder: FormsFolder
  readonly accounts: Accounts
}): NewestEntries {
  const pages = createRecent<string, NewestPage>(mostPages)
  const pageOf = (id: string): NewestPage => {
    const found = pages.get(id)
    if (found && folder.has(found.connection_id)) return found
    // Nothing stays of a connection that was forgotten.
    pages.delete(id)
    throw new AppFailure('not_found')
  }

  const source: TableSource = {
    version: (id) => pageOf(id).version,
    load: async (id) => {
      const { connection_id, entries, isPart, version } = pageOf(id)
      const forms = accounts.forms(connection_id)
      const facts = entries.map((entry) => entryFacts(entry, forms.of(entry.form_id)))
      const own = new Map([...(await factColumns(facts, noDuplicates))].filter(([key]) => shown.has(key)))
      const marks = new Map<string, Column>()
      if (isPart)
        marks.set(
          'recorte',
          columnsOf(facts).dictionary('code', () => 'mais_recentes'),
        )
      const answers = await answerColumns(facts)
      return {
        columns: new Map([...marks, ...own, ...answers.columns]),
        order: [...entryOrderOf(marks), ...entryOrderOf(own), ...answers.order],
        length: facts.length,
        version,
        searchable,
      }
    },
    layout: (id) => pageOf(id).layout,
    arrange: (id, layout) => {
      pageOf(id).layout = layout
      return layout
    },
  }
  const handlers: NewestEntries['handlers'] = {
    'entries.preview': ({ connection_id, form_id, body }) => {
      if (!folder.has(connection_id)) throw new AppFailure('not_found')
      const { entries, rejected, total } = parseEntryPage(body)
      const schema_version = schemaVersion(folder.open(connection_id), form_id)
      const { id } = newestTable(connection_id, form_id)
      pages.set(id, {
        connection_id,
        entries: entries.map(({ id, created_at, created_ms, body }) => ({
          ...{ id, form_id, created_at, created_ms, schema_version, gone_at: null },
          body: JSON.stringify(body),
        })),
        isPart: entries.length + rejected.length < total,
        version: randomUUID(),
        layout: pages.get(id)?.layout ?? { columns: [] },
      })
      return { rows: entries.length, aside: rejected.length, total }
    },
  }
  return { source, handlers }
}
