import type { DataCalls } from '../../../../main/data-calls.ts'
import type { StoredSheet } from '../../../../main/leads/sheet-calls.ts'
import { outcome } from '../../../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import type { TableQuery, TableRef } from '../../../../preload/contract/table-queries.ts'
import type { Cell } from '../../../../preload/contract/tables.ts'
import type { CodeWords } from '../../../../preload/messages/table-words.ts'
import { failureCodes } from '../../../../preload/values/failures.ts'
import { type DataFolder, openDataFolder } from '../../../kit/temporary-folder.ts'
import { filterOf, type Lead, pagesOf, queryOf } from './lead-pages.ts'

export const words: CodeWords = {
  status: { open: 'aberta', pending: 'pendente', resolved: 'resolvida', snoozed: 'adiada' },
  outcome: Object.fromEntries(outcome.options.map((code) => [code, `desfecho ${code}`])),
  // The reasons of keys and of failures; no sheet has any.
  reason: Object.fromEntries(failureCodes.map((code) => [code, code])) as CodeWords['reason'],
  codes: {},
}

type TableExport = DataCalls['tables.export']['input']

/** An export of a whole table for systems, but for what a test says. */
export function exportOf(input: Partial<TableExport> & Pick<TableExport, 'table' | 'path' | 'columns'>): TableExport {
  return {
    query: queryOf(),
    rows: null,
    format: 'csv-raw',
    sheet_name: 'Leads',
    origin: null,
    account_folders: null,
    words,
    zone: 'America/Sao_Paulo',
    ...input,
  }
}

/** A folder of data whose clock goes. */
export function openSheets(dir?: string, now = () => new Date()): DataFolder {
  return openDataFolder(dir === undefined ? { now } : { dir, now })
}

/** Makes an empty sheet; gives back what it was made in. */
export async function createSheet(
  sheets = openSheets(),
  id = 's1',
  filter = filterOf(),
  connection_id = 'c1',
): Promise<DataFolder> {
  await sheets.ask('sheets.create', { id, name: `Planilha ${id}`, connection_id, filter })
  return sheets
}

/** Begins a pull of the sheet, or goes on with it. */
export function beginPull(sheets: DataFolder, mode: 'full' | 'quick' = 'full', id = 's1') {
  return sheets.ask('sheets.begin', { id, mode, updated_after: mode === 'quick' ? '2026-01-01' : null })
}

export function storePage(sheets: DataFolder, page: number, body = '') {
  return sheets.ask('sheets.page', { id: 's1', page, body: Buffer.from(body) })
}

export function finishPull(sheets: DataFolder) {
  return sheets.ask('sheets.finish', { id: 's1', numbered: true })
}

/** A whole pull of these pages, from begin to finish. */
export async function pull(
  sheets: DataFolder,
  pages: readonly string[],
  { id = 's1', mode = 'full' as 'full' | 'quick', numbered = true } = {},
): Promise<StoredSheet> {
  await beginPull(sheets, mode, id)
  for (const [index, body] of pages.entries())
    await sheets.ask('sheets.page', { id, page: index + 1, body: Buffer.from(body) })
  return await sheets.ask('sheets.finish', { id, numbered })
}

/** A sheet of these leads, read whole. */
export async function sheetOf(sheets: DataFolder, leads: readonly Lead[], filter?: LeadFilter): Promise<StoredSheet> {
  await createSheet(sheets, 's1', filter)
  return await pull(sheets, pagesOf(leads, 500))
}

/** Sheets with one of these leads, read whole. */
export async function sheetWith(leads: readonly Lead[], filter?: LeadFilter): Promise<DataFolder> {
  const sheets = openSheets()
  await sheetOf(sheets, leads, filter)
  return sheets
}

/** One column of all rows of a query, in its order. */
export async function columnOf(
  sheets: DataFolder,
  column: string,
  query: Partial<TableQuery> = {},
  id = 's1',
): Promise<Cell[]> {
  return await cellsOf(sheets, { kind: 'sheet', id }, column, query)
}

/** One column of all rows that a query of a table matches, in its order. */
export async function cellsOf(
  { ask }: Pick<DataFolder, 'ask'>,
  table: TableRef,
  column: string,
  query: Partial<TableQuery> = {},
): Promise<Cell[]> {
  const cells: Cell[] = []
  for (let from = 0; ; from += 1000) {
    const page = { table, query: queryOf(query), from, count: 1000, columns: [column] }
    const { rows, matching } = await ask('tables.rows', page)
    for (const { cells: row } of rows) cells.push(row[0] ?? null)
    if (from + rows.length >= matching) return cells
  }
}
