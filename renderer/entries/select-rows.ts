import { nothingSelected, selectionOf } from '../tables/selection.ts'
import type { EntriesState } from './entries-store.ts'
import type { Selected } from './selected.ts'

/** The contract answers so many rows at once. */
const rowsAtOnce = 1000

/** Selects in the table the rows of the entries that are picked in the list; entries that it does not show are left out. */
export async function selectRows({ rows, readRows }: EntriesState, selected: Selected): Promise<void> {
  if (selected.kind === 'all') return rows.getState().selectAll()
  if (selected.ids.size === 0) return rows.setState({ selection: nothingSelected })
  const found: { readonly row: number; readonly summed: number }[] = []
  const matching = rows.getState().view?.matching ?? 0
  for (let from = 0; from < matching && found.length < selected.ids.size; from += rowsAtOnce) {
    const read = await readRows(from, Math.min(rowsAtOnce, matching - from))
    if (read.length === 0) break
    for (const { row, id } of read) {
      if (selected.ids.has(id)) found.push({ row, summed: id })
    }
  }
  rows.setState({ selection: selectionOf(found) })
}
