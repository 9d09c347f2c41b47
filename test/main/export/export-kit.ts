import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type ExportJob, exportTable } from '../../../main/data/export/export-table.ts'
import type { ExportCell, ExportColumn } from '../../../main/data/export/table.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

export function texts(...headings: string[]): readonly ExportColumn[] {
  return headings.map((heading) => ({ heading, kind: 'text' }))
}

/** A job with everything that a test does not care about. */
export function jobOf(job: Partial<ExportJob> & Pick<ExportJob, 'path' | 'format' | 'columns' | 'rows'>): ExportJob {
  return {
    total: 0,
    sheetName: 'Leads',
    zone: 'America/Sao_Paulo',
    signal: new AbortController().signal,
    progress: () => undefined,
    ...job,
  }
}

/** Exports to a file of its own and gives back where it is and the result of the writer. */
export async function exported(
  format: ExportJob['format'],
  columns: readonly ExportColumn[],
  rows: Iterable<readonly ExportCell[]>,
  job: Partial<ExportJob> = {},
) {
  const folder = await temporaryFolder()
  const file = path.join(folder, `saida.${format}`)
  const result = await exportTable(jobOf({ path: file, format, columns, rows, ...job }))
  return { folder, file, result, names: await readdir(folder) }
}
