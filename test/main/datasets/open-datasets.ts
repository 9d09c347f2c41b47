import type { Cell } from '../../../preload/contract/tables.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { filterOf, type Lead, pagesOf, queryOf } from '../sheets-data/lead-pages.ts'

/** A folder of data as the data process opens it, with what these tests do again and again. */
export function openDatasets() {
  const { dir, ask, restart } = openDataFolder()
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
      await ask('sheets.create', { id, name: `Planilha ${id}`, connection_id, filter: filterOf() })
      await ask('sheets.begin', { id, mode: 'full', updated_after: null })
      for (const [index, body] of pagesOf(leads, 500).entries()) await ask('sheets.page', { id, page: index + 1, body })
      await ask('sheets.finish', { id, numbered: true })
    },
  }
}
