import { exportTable } from '../../../main/data/export/export-table.ts'
import { exportFormat } from '../../../preload/contract/tables.ts'

/** `export-rows.ts FILE FORMAT`: exports rows to FILE without end. */
const [file = '', format] = process.argv.slice(2)

function* rows(): Generator<readonly string[]> {
  for (let index = 0; ; index += 1) yield [`nome ${index}`, '+5511988887777']
}

await exportTable({
  path: file,
  format: exportFormat.parse(format),
  columns: [
    { heading: 'Nome', kind: 'text' },
    { heading: 'Telefone', kind: 'text' },
  ],
  rows: rows(),
  total: 0,
  sheetName: 'Leads',
  zone: 'America/Sao_Paulo',
  signal: new AbortController().signal,
  progress: () => undefined,
})
