import { exportTable } from '../../../main/engine/export/export-table.ts'
import { exportFormat } from '../../../preload/contract/saved-files.ts'

/** `export-rows.ts FILE FORMAT`: exports more rows to FILE than anybody waits for. */
const [file = '', format] = process.argv.slice(2)

await exportTable({
  path: file,
  format: exportFormat.parse(format),
  columns: [
    { heading: 'Nome', kind: 'text', cell: (row) => `nome ${row}` },
    { heading: 'Telefone', kind: 'text', cell: () => '+5511988887777' },
  ],
  rows: new Uint32Array(100_000_000),
  sheet_name: 'Leads',
  origin: null,
  zone: 'America/Sao_Paulo',
  signal: new AbortController().signal,
  progress: () => undefined,
})
