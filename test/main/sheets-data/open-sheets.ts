import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { DataCallName, DataCalls, DataHandlers, StoredSheet, Words } from '../../../main/data/calls.ts'
import { createSheetHandlers } from '../../../main/data/sheets/sheet-handlers.ts'
import type { TableSource } from '../../../main/data/tables/table.ts'
import { createTableHandlers } from '../../../main/data/tables/table-handlers.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { outcome } from '../../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import type { Cell, TableQuery } from '../../../preload/contract/tables.ts'
import { failureCodes } from '../../../preload/contract/wire.ts'
import { sheetNotesIn } from '../../kit/in-process.ts'
import { filterOf, type Lead, pagesOf, queryOf } from './lead-pages.ts'

export const testKey = '0123456789abcdef'.repeat(4)

export const words: Words = {
  status: { open: 'aberta', pending: 'pendente', resolved: 'resolvida', snoozed: 'adiada' },
  outcome: Object.fromEntries(outcome.options.map((code) => [code, `desfecho ${code}`])),
  // The reasons of keys and of failures; no sheet has any.
  reason: Object.fromEntries(failureCodes.map((code) => [code, code])) as Words['reason'],
  codes: {},
}

type SheetAndTableCall = Extract<DataCallName, `sheets.${string}` | `tables.${string}`>
type SheetAndTableHandlers = Pick<DataHandlers, Exclude<SheetAndTableCall, 'sheets.answer_keys'>>

export interface OpenedSheets {
  readonly dir: string
  ask<K extends keyof SheetAndTableHandlers>(
    name: K,
    input: DataCalls[K]['input'],
    call?: { readonly signal?: AbortSignal; readonly progress?: (value: DataCalls[K]['progress']) => void },
  ): Promise<DataCalls[K]['output']>
  /** Closes the files and opens the folder anew, as after a restart. */
  restart(): void
  close(): void
}

/** No cruzar runs and no entries in these tests. */
const noTables: TableSource = {
  version: () => {
    throw new AppFailure('not_found')
  },
  load: () => Promise.reject(new AppFailure('not_found')),
  layout: () => ({ columns: [] }),
  arrange: (_, layout) => layout,
}

export function temporaryFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'cruza-sheets-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The handlers over a real folder, as the data process puts them together. */
export function openSheets(dir = temporaryFolder(), { key = testKey, now = () => new Date() } = {}): OpenedSheets {
  let { sheets, handlers } = opened()
  function opened() {
    const sheets = createSheetHandlers({ dir, key, notes: sheetNotesIn(dir), now })
    const tables = createTableHandlers({ sources: { sheet: sheets.source, run: noTables, entries: noTables } })
    return { sheets, handlers: { ...sheets.handlers, ...tables } satisfies SheetAndTableHandlers }
  }
  onTestFinished(() => sheets.close())
  return {
    dir,
    ask: async (name, input, call = {}) => {
      const signal = call.signal ?? new AbortController().signal
      // As in serve-calls.ts: the name says the types, which TypeScript does not follow through an index.
      const handler = handlers[name] as unknown as (
        given: typeof input,
        context: unknown,
      ) => Promise<DataCalls[typeof name]['output']>
      return await handler(input, { signal, progress: call.progress ?? (() => undefined) })
    },
    restart: () => {
      sheets.close()
      ;({ sheets, handlers } = opened())
    },
    close: () => sheets.close(),
  }
}

/** Makes an empty sheet; gives back what it was made in. */
export async function createSheet(sheets = openSheets(), id = 's1', filter = filterOf()): Promise<OpenedSheets> {
  await sheets.ask('sheets.create', { id, name: `Planilha ${id}`, connection_id: 'c1', filter })
  return sheets
}

/** Begins a pull of the sheet `s1`, or goes on with it. */
export function beginPull(sheets: OpenedSheets, mode: 'full' | 'quick' = 'full', id = 's1') {
  return sheets.ask('sheets.begin', { id, mode, updated_after: mode === 'quick' ? '2026-01-01' : null })
}

export function storePage(sheets: OpenedSheets, page: number, body = '') {
  return sheets.ask('sheets.page', { id: 's1', page, body })
}

export function finishPull(sheets: OpenedSheets) {
  return sheets.ask('sheets.finish', { id: 's1', numbered: true })
}

/** A whole pull of these pages, from begin to finish. */
export async function pull(
  sheets: OpenedSheets,
  pages: readonly string[],
  { id = 's1', mode = 'full' as 'full' | 'quick', numbered = true } = {},
): Promise<StoredSheet> {
  await beginPull(sheets, mode, id)
  for (const [index, body] of pages.entries()) await sheets.ask('sheets.page', { id, page: index + 1, body })
  return await sheets.ask('sheets.finish', { id, numbered })
}

/** A sheet of these leads, read whole. */
export async function sheetOf(sheets: OpenedSheets, leads: readonly Lead[], filter?: LeadFilter): Promise<StoredSheet> {
  await createSheet(sheets, 's1', filter)
  return await pull(sheets, pagesOf(leads, 500))
}

/** Sheets with one of these leads, read whole. */
export async function sheetWith(leads: readonly Lead[], filter?: LeadFilter): Promise<OpenedSheets> {
  const sheets = openSheets()
  await sheetOf(sheets, leads, filter)
  return sheets
}

/** One column of all rows of a query, in its order. */
export async function columnOf(
  sheets: OpenedSheets,
  column: string,
  query: Partial<TableQuery> = {},
  id = 's1',
): Promise<Cell[]> {
  const cells: Cell[] = []
  for (let from = 0; ; from += 1000) {
    const { rows, matching } = await sheets.ask('tables.rows', {
      table: { kind: 'sheet', id },
      query: queryOf(query),
      from,
      count: 1000,
      columns: [column],
    })
    for (const { cells: row } of rows) cells.push(row[0] ?? null)
    if (from + rows.length >= matching) return cells
  }
}
