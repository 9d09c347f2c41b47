import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import type { Table } from '../tables/table.ts'
import { extraKey, leadColumnOf, leadColumns, leadTableColumns } from './lead-columns.ts'
import { rankedKey, readNameRanks } from './name-ranks.ts'
import type { OpenSheet } from './open-sheet.ts'
import { rowsVersion } from './sheet-state.ts'
import { storedRows } from './stored-rows.ts'

/** The growth after which a sheet that is being read shows its new rows: loading again and again stays linear. */
const growth = 1.25

/** What the table of a sheet shows now: the rows of the last whole read, or those that a first pull has stored so far. */
function shownRows(sheet: OpenSheet): { readonly generation: number | null; readonly rows: number } {
  const { state, pull } = sheet
  if (state.generation !== null) return { generation: state.generation, rows: state.rows }
  if (!pull) return { generation: null, rows: 0 }
  const shown = sheet.shownRows ?? 0
  if (!sheet.reading || shown === 0 || pull.rows >= shown * growth) sheet.shownRows = pull.rows
  return { generation: pull.generation, rows: sheet.shownRows ?? 0 }
}

/** Changes whenever the shown rows do. */
export function shownVersion(sheet: OpenSheet): string {
  const { generation, rows } = shownRows(sheet)
  return rowsVersion(generation, rows)
}

/**
 * Reads every column of the rows that are shown, yielding in between. When other rows are shown by the time it ends,
 * it reads those instead. Throws `file_damaged` when the file holds other rows than it says.
 */
export async function loadSheetTable(sheet: OpenSheet): Promise<Table> {
  const yieldToEventLoop = createYieldToEventLoop()
  for (;;) {
    // All rows that are stored by now are read, so those are the ones shown from here on.
    sheet.shownRows = null
    const version = shownVersion(sheet)
    const { generation, rows } = shownRows(sheet)
    const columns = await readColumns(sheet, generation, yieldToEventLoop)
    if (columns) return tableOf(sheet, version, rows, columns)
    if (version === shownVersion(sheet)) throw new AppFailure('file_damaged', {}, 'rows are missing')
  }
}

/** Null when the file does not hold these rows (any more). */
async function readColumns(
  sheet: OpenSheet,
  generation: number | null,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlyMap<string, Column> | null> {
  const { file, state, pull } = sheet
  const staged = state.generation === null && pull !== null
  const stored = storedRows(sheet)
  const columns = new Map<string, Column>()
  for (const { key, type, kind } of leadColumns) {
    const part = stored.column(key, kind)
    if (!part) return null
    const isRanked = key === rankedKey && generation !== null && !staged
    columns.set(key, leadColumnOf(type, part, isRanked ? readNameRanks(file, generation, stored.rows) : null))
    await yieldToEventLoop()
  }
  return columns
}

function tableOf(
  { state, pull }: OpenSheet,
  version: string,
  rows: number,
  columns: ReadonlyMap<string, Column>,
): Table {
  const facts = state.generation === null && pull ? pull : state
  const phones = facts.phones_differ ? ['telefone_digitos', 'telefone'] : ['telefone_digitos']
  const order = leadTableColumns(facts.has_extra)
  return {
    columns: facts.has_extra ? columns : new Map([...columns].filter(([key]) => key !== extraKey)),
    order,
    length: rows,
    version,
    searchable: ['nome', ...phones, 'email', 'identificador'],
  }
}
