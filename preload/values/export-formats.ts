export const exportFormats = ['xlsx', 'csv-excel', 'csv-raw', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

export function isCsv(format: ExportFormat): boolean {
  return format === 'csv-excel' || format === 'csv-raw'
}

/** Whether other systems read the file: its headings are field names, and its values are codes. */
export function isForSystems(format: ExportFormat | 'list'): boolean {
  return format === 'csv-raw' || format === 'parquet'
}
