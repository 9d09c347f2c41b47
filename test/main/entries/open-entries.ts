import { onTestFinished } from 'vitest'
import type { DataCallName, DataCalls } from '../../../main/data-calls.ts'
import { createFormsFolder } from '../../../main/entries/data/forms-folder.ts'
import { fileKey, openDataFolder } from '../../kit/temporary-folder.ts'

export const connection_id = 'conta'
export const form_id = 7
/** Where the service's clock stands when a test sets nothing else. */
export const noon = '2026-11-20T12:00:00.000Z'

export type OpenedEntries = ReturnType<typeof openEntries>

/** An entry as the service returns it. */
export type ListedEntry = Readonly<Record<string, unknown>> & { readonly id: number }
export interface Page {
  readonly entries: readonly ListedEntry[]
  readonly total: number
}

/** `id` says the minute before noon: a larger one is newer. */
export function listedEntry(id: number, more: Readonly<Record<string, unknown>> = {}): ListedEntry {
  const created_at = new Date(Date.parse('2026-11-20T10:00:00Z') + id * 60_000).toISOString().replace('.000', '')
  return { id, form_id, fields: { nome: `Pessoa ${id}` }, metadata: { ip: '177.1.2.3' }, created_at, ...more }
}

function pageBody({ entries, total }: Page, page = 1): string {
  const meta = { current_page: page, per_page: 100, total, last_page: Math.max(1, Math.ceil(total / 100)) }
  return JSON.stringify({ data: entries, meta })
}

type AskedName = Extract<DataCallName, `${'connections' | 'forms' | 'entries' | 'facts' | 'writes'}.${string}`>

/** The data process over a folder, for one connection. */
export function openEntries(dir?: string) {
  const folder = openDataFolder({ ...(dir === undefined ? {} : { dir }), now: () => new Date() })
  const files = createFormsFolder({ dir: folder.dir, key: fileKey })
  onTestFinished(() => files.close())
  const database = () => files.open(connection_id)
  const ask = <K extends AskedName>(name: K, input: Omit<DataCalls[K]['input'], 'connection_id' | 'service'>) =>
    // The connection and the service are what `Omit` left out.
    folder.ask(name, { connection_id, service: 'forms', ...input } as DataCalls[K]['input'])
  /** Makes the form and keeps it. */
  const keep = async () => {
    await ask('forms.store', { forms: [{ id: form_id, name: 'Contato', fields: [] }] })
    await ask('forms.keep', { form_id, keep: true })
  }
  /** Stores a page of the reading under way. */
  const page = (page: number, content: Page) => ask('entries.page', { form_id, page, body: pageBody(content, page) })
  /** One reading whose pages are these, with the total of each. */
  const read = async (mode: 'auto' | 'walk', pages: readonly Page[], total: number | null = null) => {
    await ask('entries.begin', { form_id, mode, now: noon })
    for (const [index, content] of pages.entries()) {
      const stored = await page(index + 1, content)
      if (stored.rows !== content.entries.length) throw new Error('a page was not stored whole')
    }
    return ask('entries.finish', { form_id, total })
  }
  return {
    dir: folder.dir,
    ask,
    keep,
    page,
    read,
    /** Rows of the file. */
    rows: (sql: string) => database().prepare<[], Record<string, unknown>>(sql).all(),
    write: (sql: string) => void database().exec(sql),
    /** Makes the form, keeps it, and reads these entries whole as its first reading. */
    async keepWith(entries: readonly ListedEntry[]) {
      await keep()
      await read('auto', [{ entries, total: entries.length }])
    },
    /** Stores the answer to a single read. */
    single: (entry: ListedEntry) => ask('entries.single', { body: JSON.stringify({ data: entry }) }),
  }
}
