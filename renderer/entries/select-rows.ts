import { nothingSelected, type Selection, selectionOf } from '../tables/selection.ts'
import type { EntriesState } from './entries-store.ts'
import type { Selected } from './selection.ts'

/** The contract answers so many rows at once. */
const rowsAtOnce = 1000

/** Selects in the table the rows of the entries that are picked in the list; entries that it does not show are left out. */
export async function selectRows(state: EntriesState, selected: Selected): Promise<void> {
  const { rows } = state
  if (selected.kind === 'all') return rows.getState().selectAll()
  if (selected.ids.size === 0) return rows.setState({ selection: nothingSelected })
  rows.setState({ selection: selectionOf(await findRows(state, selected.ids)) })
}

/**
 * Selects again what was selected before stored rows changed: rows are named by their place, which new entries move. What
 * the person selects or lets go of meanwhile counts.
 */
export async function reselect(state: EntriesState, selection: Selection): Promise<void> {
  const { rows } = state
  if (selection.kind === 'all') return rows.getState().selectAll()
  // Until the new places are read the old ones stand, with the right entries.
  const before: Selection = { ...selection }
  rows.setState({ selection: before })
  // What is "summed" over the selected rows is each entry's own number (`entryDefaults`).
  const found = await findRows(state, new Set(selection.rows.values()))
  if (rows.getState().selection === before) rows.setState({ selection: selectionOf(found, selection.marked) })
}

/** The rows of these entries; those that the table does not show are left out. */
async function findRows({ rows, readRows }: EntriesState, ids: ReadonlySet<number>) {
  const found: { readonly row: number; readonly summed: number }[] = []
  const matching = rows.getState().view?.matching ?? 0
  for (let from = 0; from < matching && found.length < ids.size; from += rowsAtOnce) {
    const read = await readRows(from, Math.min(rowsAtOnce, matching - from))
    if (read.length === 0) break
    for (const { row, id } of read) {
      if (ids.has(id)) found.push({ row, summed: id })
    }
  }
  return found
}
