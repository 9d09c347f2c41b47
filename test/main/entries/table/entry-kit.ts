import type { ReviewChange } from '../../../../preload/contract/reviews.ts'
import type { TableQuery, TableRef } from '../../../../preload/contract/table-queries.ts'
import { entriesTable } from '../../../../preload/values/entries-table.ts'
import { cellsOf, openSheets } from '../../sheets/data/open-sheets.ts'

export const connection = 'conta'

/** A form or an entry as the service would send it, without what a test does not care for. */
export type JsonObject = Readonly<Record<string, unknown>>

export type OpenEntries = ReturnType<typeof openEntries>

export interface KitOptions {
  readonly now?: Date
  readonly dir?: string | undefined
}

/** The data process's handlers over a real folder, without the process around them. */
export function openEntries({ now = new Date('2026-11-20T15:00:00Z'), dir }: KitOptions = {}) {
  const folder = openSheets(dir, () => now)
  const { ask } = folder
  return {
    ...folder,
    /** Stores a form with these fields and keeps it. */
    async form(id: number, name: string, fields: readonly JsonObject[]) {
      await ask('forms.store', { connection_id: connection, forms: [{ id, name, status: 'active', fields }] })
      await ask('forms.keep', { connection_id: connection, form_id: id, keep: true })
    },
    /** Reads these entries as one page of the form, whatever was read before. */
    async entries(formId: number, entries: readonly JsonObject[]) {
      const place = { connection_id: connection, form_id: formId }
      await ask('entries.begin', { ...place, mode: 'walk', now: now.toISOString() })
      const meta = { current_page: 1, per_page: 100, total: entries.length, last_page: 1 }
      const data = entries.map((entry) => ({ form_id: formId, fields: {}, metadata: {}, ...entry }))
      await ask('entries.page', { ...place, page: 1, body: JSON.stringify({ data, meta }) })
      await ask('entries.finish', { ...place, total: entries.length })
    },
    /** A column of the rows that a query matches, in its order. */
    column: (key: string, query: Partial<TableQuery> = {}, table = tableOf(null)) => cellsOf(folder, table, key, query),
    /** One entry as the team reads it, once it is compared with the others. */
    async read(id: number) {
      for (;;) {
        const detail = await ask('entries.read', { connection_id: connection, set: '', id })
        if (detail.compared) return detail
      }
    },
    /** Changes reviews of entries of all forms. */
    change: (ids: readonly number[], change: ReviewChange) =>
      ask('reviews.change', { table: tableOf(null), select: { ids: [...ids] }, change, who: 'Rita' }),
  }
}

export function tableOf(form_id: number | null, set = ''): TableRef {
  return entriesTable({ connection_id: connection, form_id, set })
}

export function field(id: string, label: string, type = 'text'): JsonObject {
  return { id, type, label, required: false, placeholder: null }
}
