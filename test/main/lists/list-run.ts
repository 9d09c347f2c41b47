import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import type { ListFile } from '../../../main/lists/plan.ts'
import { type ListSettings, listSettings } from '../../../preload/contract/cruzar.ts'
import { type TableQuery, tableQuery } from '../../../preload/contract/table-queries.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { runOf } from '../cruzar/data/run-kit.ts'
import { exportOf } from '../sheets/data/open-sheets.ts'

const query: TableQuery = tableQuery.parse({})

/**
 * Brings a file as a person does, makes a run of it, and exports its original columns for systems. Gives how it was
 * read, and the headings and cells of the export; beside them the key of each row, empty without one.
 */
export async function exportedList({ name, bytes }: ListFile, chosen: Partial<ListSettings> = {}) {
  const { ask, dir } = openDataFolder()
  const settings = listSettings.parse(chosen)
  await ask('lists.stage', { list: 'a', name, source: { bytes } })
  const inspection = await ask('lists.inspect', { list: 'a', settings })
  const run = await ask('runs.create', { ...runOf('a'), id: randomUUID(), settings })
  const table = { kind: 'run' as const, id: run.id }
  const { columns } = await ask('tables.shape', { table, query })
  const ownColumns = columns.filter(({ key }) => /^c\d+$/.test(key))
  const file = path.join(dir, 'saida.csv')
  await ask(
    'tables.export',
    exportOf({
      table,
      path: file,
      columns: [...ownColumns, { key: 'cruzar_chave' }].map(({ key }, at) => ({
        key,
        heading: ownColumns[at]?.heading ?? '',
      })),
    }),
  )
  const { data } = Papa.parse<string[]>(readFileSync(file, 'utf8'), {
    delimiter: ',',
    newline: '\n',
    skipEmptyLines: true,
  })
  const [headings = [], ...rows] = data
  return {
    inspection,
    headings: headings.slice(0, -1),
    rows: rows.map((row) => row.slice(0, -1)),
    keys: rows.map((row) => row.at(-1) ?? ''),
  }
}
