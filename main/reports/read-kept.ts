import type { Report, ReportCell, ReportTable } from '../../preload/contract/reports.ts'
import { type AnswerTables, answerTables } from './answer-tables.ts'
import type { KeptReport } from './kept-reports.ts'
import { daysBefore } from './period.ts'
import type { Cells, TypedTable } from './typed-table.ts'

/** A table with each row's cells of the period before. */
export interface ComparedTable extends TypedTable {
  readonly before: readonly (readonly ReportCell[] | null)[]
}

export interface ReadReport extends Pick<Report, 'format' | 'notes' | 'compared' | 'compare_failure'> {
  readonly tables: readonly ComparedTable[]
}

/** What a kept answer says, with the period before beside it when that is wanted and there. Throws `unexpected_body`. */
export function readKept(
  { question, body, before, compare_failure }: KeptReport,
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

function pastTables(now: AnswerTables, before: KeptReport['before'], cells: Cells): readonly TypedTable[] {
  if (now.previous.length > 0) return now.previous
  return before ? answerTables(before, cells).tables : []
}

/**
 * Rows are the same by their name; what had a name only then follows with empty cells. A series has no row of the same
 * moment in the period before.
 */
function compared(table: TypedTable, past: TypedTable | undefined): ComparedTable {
  const { columns, rows, label } = table
  const place = columns.map(({ key }) => past?.columns.findIndex((column) => column.key === key) ?? -1)
  const moved = (row: readonly ReportCell[]) => place.map((at) => (at < 0 ? null : (row[at] ?? null)))
  if (!past || (label !== null && columns[label]?.kind !== 'text')) return { ...table, before: rows.map(() => null) }
  if (label === null) {
    const [first] = past.rows
    return { ...table, before: rows.map((_, at) => (at === 0 && first ? moved(first) : null)) }
  }
  const former = new Map(past.rows.map((row) => [nameOf(moved(row), label), moved(row)]))
  const before = rows.map((row) => former.get(nameOf(row, label)) ?? null)
  const known = new Set(rows.map((row) => nameOf(row, label)))
  const gone = [...former].filter(([name]) => !known.has(name)).map(([, row]) => row)
  const emptied = gone.map((row) => row.map((cell, at) => (columns[at]?.kind === 'text' ? cell : null)))
  return { ...table, rows: [...rows, ...emptied], before: [...before, ...gone] }
}

const nameOf = (row: readonly ReportCell[], label: number) => String(row[label] ?? '')

/** What goes to the screen; the rest of a longer table is in its exports. */
const mostShown = 2000

export function shownTable({ name, columns, label, rows, before }: ComparedTable): ReportTable {
  return {
    name,
    columns: [...columns],
    label,
    rows: rows.slice(0, mostShown).map((cells, place) => {
      const past = before[place]
      return { cells: [...cells], before: past ? [...past] : null }
    }),
    total: rows.length,
  }
}
