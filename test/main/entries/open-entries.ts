import { onTestFinished } from 'vitest'
import type { DataCallName, DataCalls } from '../../../main/data/calls.ts'
import { createFormsFolder } from '../../../main/data/forms/forms-folder.ts'
import { fileKey, openDataFolder } from '../../kit/temporary-folder.ts'

export const connection_id = 'conta'
export const form_id = 7
/** Where the service's clock stands when a test sets nothing else. */
export const noon = '2026-11-20T12:00:00.000Z'

export interface OpenedEntries {
  readonly dir: string
  ask<K extends Extract<DataCallName, `${'forms' | 'entries' | 'facts' | 'writes'}.${string}`>>(
    name: K,
    input: Omit<DataCalls[K]['input'], 'connection_id' | 'service'>,
  ): Promise<DataCalls[K]['output']>
  /** What stands in the file. */
  rows(sql: string): Record<string, unknown>[]
  write(sql: string): void
  /** Makes the form, keeps it, and reads these entries whole as its first reading. */
  keepWith(entries: readonly ListedEntry[]): Promise<void>
  /** One reading whose pages are these, with the total of each. */
  read(
    mode: 'auto' | 'walk',
    pages: readonly Page[],
    total?: number | null,
  ): Promise<DataCalls['entries.finish']['output']>
}

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

export function pageBody({ entries, total }: Page, page = 1): string {
  const meta = { current_page: page, per_page: 100, total, last_page: Math.max(1, Math.ceil(total / 100)) }
  return JSON.stringify({ data: entries, meta })
}

/** A folder of data, asked about one connection. */
export function openEntries(dir?: string): OpenedEntries {
  const folder = openDataFolder({ ...(dir === undefined ? {} : { dir }), now: () => new Date() })
  const files = createFormsFolder({ dir: folder.dir, key: fileKey })
  onTestFinished(() => files.close())
  const database = () => files.open(connection_id)
  const ask: OpenedEntries['ask'] = (name, input) =>
    // The connection and the service are what `Omit` left out.
    folder.ask(name, { connection_id, service: 'forms', ...input } as DataCalls[typeof name]['input'])
  const opened: OpenedEntries = {
    dir: folder.dir,
    ask,
    rows: (sql) => database().prepare<[], Record<string, unknown>>(sql).all(),
    write: (sql) => void database().exec(sql),
    async keepWith(entries) {
      await ask('forms.store', { forms: [{ id: form_id, name: 'Contato', fields: [] }] })
      await ask('forms.keep', { form_id, keep: true })
      await opened.read('auto', [{ entries, total: entries.length }])
    },
    async read(mode, pages, total = null) {
      await ask('entries.begin', { form_id, mode, now: noon })
      for (const [index, page] of pages.entries()) {
        const stored = await ask('entries.page', { form_id, page: index + 1, body: pageBody(page, index + 1) })
        if (stored.rows !== page.entries.length) throw new Error('a page was not stored whole')
      }
      return ask('entries.finish', { form_id, total })
    },
  }
  return opened
}
