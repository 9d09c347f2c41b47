import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { type Column, emptyRank } from '../columns/column.ts'
import { numberPart } from '../columns/number-column.ts'
import { partOf } from '../columns/parts.ts'
import { rankTextPart } from '../columns/text-column.ts'
import type { Table } from '../tables/table.ts'
import { extraKey, leadColumnOf, leadColumns, leadTableColumns } from './lead-columns.ts'
import { type OpenSheet, storedRows } from './open-sheet.ts'
import { rowsVersion, type SheetFile } from './sheet-file.ts'

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
 * it reads those instead. Throws `file_damaged` when the file holds other rows than it declares.
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

/** The column whose order is made once, when a pull ends, and stored: sorting names is what takes longest. */
const rankedKey = 'nome'
const ranksName = 'nome:ranks'
/** Stores the pt-BR order of the generation's names beside them. */
export async function storeNameRanks(
  file: SheetFile,
  generation: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  const names = partOf(file.column(generation, rankedKey, 'text'), 'text')
  const ranks = await runInSlices(rankTextPart(names), yieldToEventLoop)
  const values = Float64Array.from(ranks, (rank) => (rank === emptyRank ? Number.NaN : rank))
  file.atomically(() => {
    // An earlier try to finish may have come this far.
    file.removeColumn(generation, ranksName)
    file.addSegment(generation, ranksName, numberPart(values))
  })
}

/** The stored order of the names, or null where none was stored for all rows. */
function readNameRanks(file: SheetFile, generation: number, rows: number): Uint32Array | null {
  const { values } = partOf(file.column(generation, ranksName, 'number'), 'number')
  if (values.length !== rows) return null
  const ranks = new Uint32Array(rows)
  // Rows lie inside the array: `as number` spares a check a row.
  for (let row = 0; row < rows; row++) ranks[row] = Number.isNaN(values[row]) ? emptyRank : (values[row] as number)
  return ranks
}
