import type { Report, ReportCell, ReportColumn, ReportName, ReportTable } from '../../preload/contract/reports.ts'
import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import type { LeadNames } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { isForSystems } from '../../preload/values/export-formats.ts'
import type { ReportFileColumn } from '../engine/export-calls.ts'
import { type AnswerTables, answerTables, daysBefore } from './ask-report.ts'
import type { StoredReport } from './stored-reports.ts'
import type { Cells, TypedTable } from './typed-table.ts'

/** A table with the cells of the previous period for each row. */
export interface ComparedTable extends TypedTable {
  readonly before: readonly (readonly ReportCell[] | null)[]
}

interface ReadReport extends Pick<Report, 'format' | 'notes' | 'compared' | 'compare_failure'> {
  readonly tables: readonly ComparedTable[]
}

/**
 * The tables of a stored answer, with those of the previous period when requested and stored. Throws `unexpected_body`.
 */
export function readStored(
  { question, body, before, compare_failure }: StoredReport,
  compare: boolean,
  cells: Cells = 'read',
): ReadReport {
  const now = answerTables(body, cells)
  const past = compare ? pastTables(now, before, cells) : []
  return {
    format: now.format,
    notes: [...now.notes],
    tables: now.tables.map((table) =>
      compared(
        table,
        past.find(({ name }) => name === table.name),
      ),
    ),
    compared: past.length > 0 ? daysBefore(question) : null,
    compare_failure: compare && past.length === 0 ? compare_failure : null,
  }
}

function pastTables(now: AnswerTables, previous: StoredReport['before'], cells: Cells): readonly TypedTable[] {
  if (now.previous.length > 0) return now.previous
  return previous ? answerTables(previous, cells).tables : []
}

/**
 * Rows with the same name are compared. Rows that only the previous period has follow with empty cells. A series has no
 * row of the same moment in the previous period.
 */
function compared(table: TypedTable, past: TypedTable | undefined): ComparedTable {
  const { columns, rows, label } = table
  const indexes = columns.map(({ key }) => past?.columns.findIndex((column) => column.key === key) ?? -1)
  const moved = (row: readonly ReportCell[]) => indexes.map((at) => row[at] ?? null)
  if (!past || (label !== null && columns[label]?.kind !== 'text')) return { ...table, before: rows.map(() => null) }
  if (label === null) {
    const [first] = past.rows
    return { ...table, before: rows.map((_, at) => (at === 0 && first ? moved(first) : null)) }
  }
  const former = new Map(past.rows.map((row) => [nameOf(moved(row), label), moved(row)]))
  const previousRows = rows.map((row) => former.get(nameOf(row, label)) ?? null)
  const names = new Set(rows.map((row) => nameOf(row, label)))
  const missing = [...former].filter(([name]) => !names.has(name)).map(([, row]) => row)
  const emptied = missing.map((row) => row.map((cell, at) => (columns[at]?.kind === 'text' ? cell : null)))
  return { ...table, rows: [...rows, ...emptied], before: [...previousRows, ...missing] }
}

const nameOf = (row: readonly ReportCell[], label: number) => String(row[label] ?? '')

/** The most rows on the screen; the exports have the rest of a longer table. */
const mostShown = 2000

export function shownTable({ name, columns, label, rows, before }: ComparedTable): ReportTable {
  return {
    name,
    columns: [...columns],
    label,
    rows: rows.slice(0, mostShown).map((cells, index) => {
      const past = before[index]
      return { cells: [...cells], before: past ? [...past] : null }
    }),
    total: rows.length,
  }
}

/**
 * Adds a column `name` to rows with an id and no name (docs/services.md §6.5), from the names in cached leads. Returns
 * other tables unchanged.
 */
export function withNames(table: ComparedTable, report: ReportName, nameLists: LeadNames): ComparedTable {
  const names = new Map((namesOf(report, nameLists) ?? []).map(({ id, name }) => [String(id), name]))
  const id = table.columns.findIndex(({ key }) => /^(id|key|agent_id|user_id|inbox_id)$/.test(key))
  const ownName = table.columns.some(({ key, kind }) => kind === 'text' && /name|nome|title/i.test(key))
  if (id < 0 || ownName || !table.rows.some((row) => names.has(String(row[id])))) return table
  const nameOf = (row: ComparedTable['rows'][number]) => names.get(String(row[id])) ?? String(row[id] ?? '')
  return {
    ...table,
    columns: [{ key: 'name', kind: 'text' }, ...table.columns],
    label: 0,
    rows: table.rows.map((row) => [nameOf(row), ...row]),
    before: table.before.map((row) => row && [nameOf(row), ...row]),
  }
}

function namesOf(report: ReportName, { agents, inboxes }: LeadNames): LeadNames['agents'] | null {
  if (report === 'agents') return agents
  return report === 'inboxes' ? inboxes : null
}

/**
 * A table for a file: each compared figure is followed by that of the previous period. Durations are seconds, as their
 * heading says, so that they can be summed. For systems the columns have the service's own names,
 * and a CSV has figures as they came.
 */
export function exportColumns(
  { columns, rows, before }: ComparedTable,
  texts: Messages['reports'],
  format: ExportFormat,
): { readonly columns: readonly ReportFileColumn[]; readonly rows: readonly (readonly ReportCell[])[] } {
  const isCompared = before.some((row) => row !== null)
  const parts = columns.flatMap(({ key, kind }, at) => {
    const heading = isForSystems(format) ? key : headingOf({ key, kind }, texts)
    const column = { heading, kind: format === 'csv-raw' ? ('text' as const) : fileKind(kind) }
    const now = { column, cell: (row: number) => rows[row]?.[at] ?? null }
    if (!isCompared || !isFigure(kind)) return [now]
    const past = { ...column, heading: texts.beforeHeading(heading) }
    return [now, { column: past, cell: (row: number) => before[row]?.[at] ?? null }]
  })
  return {
    columns: parts.map(({ column }) => column),
    rows: rows.map((_, row) => parts.map(({ cell }) => cell(row))),
  }
}

/** Whether a column is compared with the previous period. Names are not, nor are moments, which always differ. */
function isFigure(kind: ReportColumn['kind']): boolean {
  return kind !== 'text' && kind !== 'day' && kind !== 'time'
}

/** The catalogue's word for a known field of the service, else the service's own. */
function headingOf({ key, kind }: ReportColumn, texts: Messages['reports']): string {
  const heading = texts.fields[key] ?? key
  return kind === 'duration' ? texts.inSeconds(heading) : heading
}

function fileKind(kind: ReportColumn['kind']): ReportFileColumn['kind'] {
  if (kind === 'time') return 'time'
  return kind === 'text' || kind === 'day' ? 'text' : 'number'
}

/** A table as records of a data set, with the service's own column names; times as ISO 8601 in UTC. */
export function recordsOf(
  { columns, rows, before }: ComparedTable,
  { beforeHeading }: Messages['reports'],
): Readonly<Record<string, unknown>>[] {
  return rows.map((row, index) => {
    const cells = columns.flatMap(({ key, kind }, at): [string, unknown][] => {
      const cell = row[at] ?? null
      if (kind === 'time' && typeof cell === 'number') return [[key, new Date(cell).toISOString()]]
      const past = isFigure(kind) ? before[index] : null
      return [[key, cell], ...(past ? [[beforeHeading(key), past[at] ?? null] as [string, unknown]] : [])]
    })
    return Object.fromEntries(cells)
  })
}
