import type { DataCallName, DataCalls } from '../../../main/data/calls.ts'
import { entriesTable } from '../../../preload/contract/entries-table.ts'
import type { Cell, TableQuery, TableRef } from '../../../preload/contract/tables.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'

export const connection = 'conta'

/** A form or an entry as the service would send it, without what a test does not care for. */
export type JsonObject = Readonly<Record<string, unknown>>

export interface OpenEntries {
  ask<K extends Exclude<DataCallName, 'open'>>(name: K, input: DataCalls[K]['input']): Promise<DataCalls[K]['output']>
  /** Stores a form with these fields and keeps it. */
  form(id: number, name: string, fields: readonly JsonObject[]): Promise<void>
  /** Reads these entries as one page of the form, whatever was read before. */
  entries(formId: number, entries: readonly JsonObject[]): Promise<void>
  /** A column of the rows that a query matches, in its order. */
  column(key: string, query?: Partial<TableQuery>, table?: TableRef): Promise<Cell[]>
}

export interface KitOptions {
  readonly now?: Date
  readonly dir?: string | undefined
}

/** The data process's handlers over a real folder, without the process around them. */
export function openEntries({ now = new Date('2026-11-20T15:00:00Z'), dir }: KitOptions = {}): OpenEntries {
  const { ask } = openDataFolder({ ...(dir === undefined ? {} : { dir }), now: () => now })
  return {
    ask,
    async form(id, name, fields) {
      await ask('forms.store', { connection_id: connection, forms: [{ id, name, status: 'active', fields }] })
      await ask('forms.keep', { connection_id: connection, form_id: id, keep: true })
    },
    async entries(formId, entries) {
      const place = { connection_id: connection, form_id: formId }
      await ask('entries.begin', { ...place, mode: 'walk', now: now.toISOString() })
      const meta = { current_page: 1, per_page: 100, total: entries.length, last_page: 1 }
      const data = entries.map((entry) => ({ form_id: formId, fields: {}, metadata: {}, ...entry }))
      await ask('entries.page', { ...place, page: 1, body: JSON.stringify({ data, meta }) })
      await ask('entries.finish', { ...place, total: entries.length })
    },
    async column(column, query = {}, table = tableOf(null)) {
      const cells: Cell[] = []
      for (let from = 0; ; from += 1000) {
        const page = { table, query: queryOf(query), from, count: 1000, columns: [column] }
        const { rows, matching } = await ask('tables.rows', page)
        for (const { cells: row } of rows) cells.push(row[0] ?? null)
        if (from + rows.length >= matching) return cells
      }
    },
  }
}

export function tableOf(form_id: number | null, set = ''): TableRef {
  return entriesTable({ connection_id: connection, form_id, set })
}

export function queryOf(query: Partial<TableQuery> = {}): TableQuery {
  return { search: '', sort: [], filters: [], ...query }
}

export function field(id: string, label: string, type = 'text'): JsonObject {
  return { id, type, label, required: false, placeholder: null }
}
