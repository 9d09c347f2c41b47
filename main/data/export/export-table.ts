import { excelLimits } from '../../../preload/contract/excel.ts'
import type { ExportFormat, WrittenFile } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { saveFile } from '../../kernel/save-file.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { createZone } from '../../kernel/times.ts'
import type { DataHandlers } from '../calls.ts'
import { writeCsv } from './csv.ts'
import type { ExportTable, WrittenTable } from './table.ts'
import { writeXlsx } from './xlsx.ts'

export interface ExportJob extends ExportTable {
  /** Absolute path of the file to make or to replace. */
  readonly path: string
  readonly format: ExportFormat
  /** Requested name of the worksheet (XLSX). */
  readonly sheetName: string
  /** IANA zone of the person; `csv-raw` alone writes UTC. */
  readonly zone: string
  readonly signal: AbortSignal
  /** After each slice of work, and once more with the last row. */
  progress(progress: { readonly rows: number; readonly total: number }): void
}

export interface ExportedFile extends WrittenTable {
  readonly bytes: number
}

/** What a person sees about a file. */
export function fileFacts(file: ExportedFile, format: ExportFormat): WrittenFile {
  const { rows, bytes, long, cleaned } = file
  const isCsv = format !== 'xlsx'
  return {
    rows,
    bytes,
    cut_cells: isCsv ? 0 : long,
    long_cells: isCsv ? long : 0,
    cleaned_cells: cleaned,
    rows_beyond: isCsv ? Math.max(0, rows + 1 - excelLimits.rows) : 0,
  }
}

/**
 * Writes a table to a file, whole or not at all (kernel/save-file.ts), without holding it in memory and without keeping the thread for
 * more than a few milliseconds at a time. Formats in csv.ts and xlsx.ts. Throws `cancelled`, the failures of `saveFile`,
 * `bad_request` for a zone that nobody knows or a table that the format cannot hold, and what the cells throw.
 */
export async function exportTable(job: ExportJob): Promise<ExportedFile> {
  const { format } = job
  const total = job.rows.length
  if (job.columns.length === 0) throw new AppFailure('bad_request', {}, 'no columns')
  const zone = createZone(job.zone)
  const yieldToEventLoop = createYieldToEventLoop(job.signal)
  const progress = (rows: number) => job.progress({ rows, total })
  const { value, bytes } = await saveFile(job, (sink) => {
    const deps = { sink, zone, yieldToEventLoop, progress }
    return format === 'xlsx' ? writeXlsx(job, { ...deps, sheetName: job.sheetName }) : writeCsv(job, format, deps)
  })
  progress(value.rows)
  return { ...value, bytes }
}

/** Writes the rows of a report as XLSX or CSV; the same files as those of tables (main/data/export). */
export const writeReportFile: DataHandlers['reports.write_file'] = async (
  { columns, rows, format, path, sheet_name, zone },
  { signal },
) => {
  const written = await exportTable({
    path,
    format,
    columns: columns.map((column, index) => ({ ...column, cell: (row) => rows[row]?.[index] })),
    rows: Uint32Array.from(rows.keys()),
    sheetName: sheet_name,
    zone,
    signal,
    progress: () => undefined,
  })
  return fileFacts(written, format)
}
