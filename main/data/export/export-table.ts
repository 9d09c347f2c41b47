import { excelLimits } from '../../../preload/contract/excel-limits.ts'
import type { ExportFormat, WrittenFile } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { saveFile } from '../../kernel/save-file.ts'
import { createZone } from '../../kernel/zone.ts'
import { writeCsv } from './csv.ts'
import { createExportPace } from './pace.ts'
import type { ExportProgress, ExportTable, WrittenTable } from './table.ts'
import { writeXlsx } from './xlsx.ts'

export interface ExportJob extends ExportTable {
  /** Absolute path of the file to make or to replace. */
  readonly path: string
  readonly format: ExportFormat
  /** Rows expected, for the progress only. */
  readonly total: number
  /** Requested name of the worksheet (XLSX). */
  readonly sheetName: string
  /** IANA zone of the person; `csv-raw` alone writes UTC. */
  readonly zone: string
  readonly signal: AbortSignal
  /** About ten times a second, and once more with the last row. */
  progress(progress: ExportProgress): void
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
 * Writes a table to a file, whole or not at all (save.ts), without holding it in memory and without keeping the thread for
 * more than a few milliseconds at a time. Issue sections 5 and 6; formats in csv.ts and xlsx.ts. `rows` is read once; its
 * iterator is closed on failure and cancel. Throws `cancelled`, the failures of `saveFile`, `bad_request` for a zone
 * that nobody knows or a table that the format cannot hold, and what `rows` throws.
 */
export async function exportTable(job: ExportJob): Promise<ExportedFile> {
  const { columns, rows, format, sheetName } = job
  if (columns.length === 0) throw new AppFailure('bad_request', {}, 'no columns')
  const zone = createZone(job.zone)
  const pace = createExportPace(job)
  const { value, bytes } = await saveFile(job, (sink) =>
    format === 'xlsx'
      ? writeXlsx({ columns, rows }, { sink, pace, zone, sheetName })
      : writeCsv({ columns, rows }, format, { sink, pace, zone }),
  )
  pace.end(value.rows)
  return { ...value, bytes }
}
