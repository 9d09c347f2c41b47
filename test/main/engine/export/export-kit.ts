import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type ExportJob, exportTable } from '../../../../main/engine/export/export-table.ts'
import type { ExportCell, ExportColumn, ExportTable } from '../../../../main/engine/export/table.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

/** A column of a table whose cells are given row by row. */
export type Headed = Pick<ExportColumn, 'heading' | 'kind'>

export function texts(...headings: string[]): readonly Headed[] {
  return headings.map((heading) => ({ heading, kind: 'text' }))
}

/** A table of these rows; what is missing at the end of one is empty. */
export function tableOf(columns: readonly Headed[], rows: Iterable<readonly ExportCell[]>): ExportTable {
  const all = [...rows]
  return {
    columns: columns.map((column, index) => ({ ...column, cell: (row) => all[row]?.[index] })),
    rows: Uint32Array.from(all.keys()),
  }
}

/** So many rows of a name and a phone, made when they are read. */
export function numberedTable(rows: number): ExportTable {
  const [name, phone] = texts('Nome', 'Telefone')
  if (!name || !phone) throw new Error('two columns')
  return {
    columns: [
      { ...name, cell: (row) => `nome ${row}` },
      { ...phone, cell: () => '+5511988887777' },
    ],
    rows: new Uint32Array(rows),
  }
}

/** Pieces of texts: whatever has a meaning in CSV, XML, Excel, JSON or UTF-8. */
export const oddPieces = [
  '',
  '\r\n',
  '- 2 x',
  '(11) 98888-7777',
  '+55 (11) 98888-7777',
  ...' \t\n\r\u0001\u001f\u007f\u00a0\u200b\u2028\u3000\ufeff\ufffe\uffff\ud800,\udc00;"\'|=+-@＝＋&<>_x\\{[(/.~#%01eÉßł×ɐ€漢😊',
  ...'Ana João a\u0301 ]]> _x0041_ _x \\u0041 12 00123 3/4 1E5 1e -5 -1,5 999999999999 5511988887777 +5511988887777'.split(
    ' ',
  ),
  ...'="0011" ana_b@x.com'.split(' '),
]

/** A job with everything that a test does not care about. */
export function jobOf(job: Partial<ExportJob> & Pick<ExportJob, 'path' | 'format' | 'columns' | 'rows'>): ExportJob {
  return {
    sheet_name: 'Leads',
    origin: null,
    zone: 'America/Sao_Paulo',
    signal: new AbortController().signal,
    progress: () => undefined,
    ...job,
  }
}

/** Exports to a file of its own and gives back where it is and the result of the writer. */
export async function exported(
  format: ExportJob['format'],
  columns: readonly Headed[],
  rows: Iterable<readonly ExportCell[]>,
  job: Partial<ExportJob> = {},
) {
  const folder = await temporaryFolder()
  const file = path.join(folder, `saida.${format}`)
  const result = await exportTable(jobOf({ path: file, format, ...tableOf(columns, rows), ...job }))
  return { folder, file, result, names: await readdir(folder) }
}
