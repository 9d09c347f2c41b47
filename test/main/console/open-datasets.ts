import type { Cell } from '../../../preload/contract/tables.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { filterOf, type Lead, pagesOf, queryOf } from '../sheets/data/lead-pages.ts'
import { createSheet, pull } from '../sheets/data/open-sheets.ts'

/** A folder of data as the data process opens it, with what these tests do again and again. */
export function openDatasets() {
  const folder = openDataFolder()
  const { dir, ask, restart } = folder
  const cells = async (id: string, columns: readonly string[], query = queryOf()): Promise<Cell[][]> => {
    const table = { kind: 'dataset', id: `c1:${id}` } as const
    const { rows } = await ask('tables.rows', { table, query, from: 0, count: 100, columns: [...columns] })
    return rows.map((row) => [...row.cells])
  }
  return {
    dir,
    ask,
    cells,
    restart,
    store: (records: readonly unknown[], id = 'd1') =>
      ask('datasets.store', {
        connection_id: 'c1',
        id,
        name: 'Assistentes',
        origin: 'console',
        source: 'GET /captain/assistants',
        read_at: '2026-11-20T12:00:00Z',
        records,
      }),
    shape: (id = 'd1') =>
      ask('tables.shape', { table: { kind: 'dataset', id: `c1:${id}` } as const, query: queryOf() }),
    async sheet(id: string, connection_id: string, leads: readonly Lead[]) {
      await createSheet(folder, id, filterOf(), connection_id)
      await pull(folder, pagesOf(leads, 500), { id })
    },
  }
}
