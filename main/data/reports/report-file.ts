import type { DataHandlers } from '../calls.ts'
import { exportTable, fileFacts } from '../export/export-table.ts'

/** Writes the rows of a report as XLSX or CSV; the same files as those of tables (main/data/export). */
export const writeReportFile: DataHandlers['reports.write_file'] = async (
  { columns, rows, format, path, sheet_name, zone },
  { signal },
) => {
  const job = { path, format, columns, rows, total: rows.length, sheetName: sheet_name, zone, signal }
  const written = await exportTable({ ...job, progress: () => undefined })
  return fileFacts(written, format)
}
