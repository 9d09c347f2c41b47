import type { ReportCell, ReportColumn } from '../../preload/contract/reports.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { ReportFileColumn } from '../data/platform-calls.ts'
import type { ComparedTable } from './read-kept.ts'

/**
 * A table as it goes to a file: after each figure that was compared, the one of the period before. Durations are seconds,
 * and their heading says so, so that they can be summed; for systems (`csv-raw`) the columns have the service's own names.
 */
export function exportColumns(
  { columns, rows, before }: ComparedTable,
  texts: Messages['reports'],
  format: ExportFormat,
): { readonly columns: readonly ReportFileColumn[]; readonly rows: readonly (readonly ReportCell[])[] } {
  const isCompared = before.some((row) => row !== null)
  const parts = columns.flatMap(({ key, kind }, place) => {
    const isRaw = format === 'csv-raw'
    const heading = isRaw ? key : headingOf({ key, kind }, texts)
    const column = { heading, kind: isRaw ? ('text' as const) : fileKind(kind) }
    const now = { column, cell: (row: number) => rows[row]?.[place] ?? null }
    if (!isCompared || kind === 'text' || kind === 'day' || kind === 'time') return [now]
    const past = { ...column, heading: texts.beforeHeading(heading) }
    return [now, { column: past, cell: (row: number) => before[row]?.[place] ?? null }]
  })
  return {
    columns: parts.map(({ column }) => column),
    rows: rows.map((_, row) => parts.map(({ cell }) => cell(row))),
  }
}

/** The catalogue's word for a field of the service that is known, else the service's own. */
function headingOf({ key, kind }: ReportColumn, texts: Messages['reports']): string {
  const heading = texts.fields[key] ?? key
  return kind === 'duration' ? texts.inSeconds(heading) : heading
}

function fileKind(kind: ReportColumn['kind']): ReportFileColumn['kind'] {
  if (kind === 'time') return 'time'
  return kind === 'text' || kind === 'day' ? 'text' : 'number'
}
