import { onTestFinished } from 'vitest'
import type { DataCallName, DataCalls, DataHandlers } from '../../../main/data/calls.ts'
import { createEntryHandlers, type EntryReadings } from '../../../main/data/entries/entry-handlers.ts'
import type { EntryPageFacts } from '../../../main/data/form-calls.ts'
import { createFormHandlers } from '../../../main/data/forms/form-handlers.ts'
import { createFormsFolder } from '../../../main/data/forms/forms-folder.ts'
import { createPlatformFiles } from '../../../main/data/platform-files.ts'
import type { Database } from '../../../main/data/store/encrypted-file.ts'
import { createFactHandlers } from '../../../main/data/store/facts.ts'
import { testKey } from '../sheets-data/open-sheets.ts'

export const connection_id = 'conta'
export const form_id = 7
/** Where the service's clock stands when a test sets nothing else. */
export const noon = '2026-11-20T12:00:00.000Z'

type Handled = ReturnType<typeof createFormHandlers> & ReturnType<typeof createFactHandlers> & EntryReadings['handlers']

export interface OpenedEntries {
  readonly dir: string
  ask<K extends keyof Handled & DataCallName>(
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
  close(): void
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

/** The handlers of forms and entries over a real folder, as the data process puts them together. */
export function openEntries(dir: string): OpenedEntries {
  const folder = createFormsFolder({ dir, key: testKey })
  const now = () => new Date()
  const readings = createEntryHandlers({ folder, now })
  const platform = createPlatformFiles({ dir, key: testKey })
  const facts = createFactHandlers({ files: { forms: folder, platform }, now })
  const handlers: Handled = { ...createFormHandlers({ folder, now }), ...facts, ...readings.handlers }
  const database = (): Database => folder.open(connection_id)
  const close = () => {
    readings.close()
    folder.close()
  }
  onTestFinished(close)

  const opened: OpenedEntries = {
    dir,
    async ask(name, input) {
      // Typed by the calls name by name, as in the data process.
      const handler = handlers[name] as (input: unknown, call: unknown) => ReturnType<DataHandlers[typeof name]>
      return (await handler(
        { connection_id, service: 'forms', ...input },
        { signal: new AbortController().signal, progress() {} },
      )) as DataCalls[typeof name]['output']
    },
    rows: (sql) => database().prepare<[], Record<string, unknown>>(sql).all(),
    write: (sql) => void database().exec(sql),
    async keepWith(entries) {
      await opened.ask('forms.store', { forms: [{ id: form_id, name: 'Contato', fields: [] }] })
      await opened.ask('forms.keep', { form_id, keep: true })
      await opened.read('auto', [{ entries, total: entries.length }])
    },
    async read(mode, pages, total = null) {
      await opened.ask('entries.begin', { form_id, mode, now: noon })
      for (const [index, page] of pages.entries()) {
        const facts: EntryPageFacts = await opened.ask('entries.page', {
          form_id,
          page: index + 1,
          body: pageBody(page, index + 1),
        })
        if (facts.rows !== page.entries.length) throw new Error('a page was not stored whole')
      }
      return opened.ask('entries.finish', { form_id, total })
    },
    close,
  }
  return opened
}
