import { statSync } from 'node:fs'
import { leadFields } from '../../preload/contract/lead-fields.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { alone, alternate, compare, type Figure } from './figure.ts'
import { type Measured, runSide, withData } from './measured.ts'
import { sheetId } from './store-leads.ts'
import type { Workshop } from './workshop.ts'

interface Written {
  readonly rows: number
  readonly seconds: number
}

/** The sheet opened and every row of it written, from the start of the process on as in the command line. */
function exportSheet(dir: string, path: string, format: ExportFormat): Promise<Measured<Written>> {
  return withData(dir, async (data) => {
    const start = performance.now()
    const { rows } = await data.ask('tables.export', {
      table: { kind: 'sheet', id: sheetId },
      query: { search: '', sort: [], filters: [] },
      rows: null,
      columns: leadFields.map(({ key }) => ({ key, heading: key })),
      format,
      path,
      sheet_name: 'bench',
      words: { status: {}, outcome: {}, reason: {}, codes: {} },
      zone: 'America/Sao_Paulo',
    })
    return { rows, seconds: (performance.now() - start) / 1000 }
  })
}

/** The whole sheet to a file. */
export async function exports(workshop: Workshop): Promise<Figure[]> {
  const dir = await workshop.sheet()
  const path = await workshop.table()
  const [csv, xlsx] = [workshop.place('ours.csv'), workshop.place('ours.xlsx')]
  const rounds = await alternate(
    3,
    () => exportSheet(dir, csv, 'csv-raw'),
    () => runSide<Written>('export-rows', { path, out: workshop.place('peer.csv') }),
  )
  const books: Measured<Written>[] = []
  for (let round = 0; round < workshop.longRounds; round++) books.push(await exportSheet(dir, xlsx, 'xlsx'))
  const rows = books[0]?.value.rows ?? 0
  const seconds = books.map(({ value }) => value.seconds)
  const megabytes = (file: string) => `${Math.round(statSync(file).size / 1e6)} MB`
  return [
    compare({
      job: `CSV of ${rows} rows and 23 columns`,
      peer: 'encrypted SQLite rows, same cipher, joined as text',
      rounds,
      note: `${megabytes(csv)}; ours turns times into UTC, the peer copies them`,
    }),
    alone(
      `XLSX of ${rows} rows and 23 columns`,
      books,
      seconds,
      `${megabytes(xlsx)}; ${Math.round(rows / Math.min(...seconds) / 1000)}k rows/s; no XLSX writer among the packages to compare with`,
    ),
  ]
}
