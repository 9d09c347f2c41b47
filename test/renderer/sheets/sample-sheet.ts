import type { Sheet } from '../../../preload/contract/sheets.ts'
import { emptyFilter } from '../../../renderer/leads/periods.ts'

/** A whole sheet of 18,204 rows, with what a test wants otherwise. */
export function sampleSheet(otherwise: Partial<Sheet> = {}): Sheet {
  return {
    id: 's1',
    name: 'Leads desde janeiro',
    connection_id: 'c1',
    connection_name: 'Equipe Vendas',
    filter: { ...emptyFilter, created_after: '2026-01-01', inbox_ids: [11] },
    badge: { kind: 'complete', reason: 'none', failure: null },
    rows: 18204,
    total: 18204,
    repeated: 0,
    bytes: 2_400_000,
    read_at: '2026-11-20T11:12:00Z',
    refreshed_at: null,
    echoed: null,
    interrupted: null,
    task_id: null,
    ...otherwise,
  }
}
