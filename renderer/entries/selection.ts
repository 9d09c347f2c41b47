import type { EntrySelection, TableQuery } from '../../preload/contract/tables.ts'
import { nothingSelected, selectionOf } from '../tables/selection.ts'
import type { Selection, TableStore } from '../tables/table-state.ts'

/** Which entries of the list are picked: named one by one, or all that the query matches. */
export type Selected = { readonly kind: 'ids'; readonly ids: ReadonlySet<number> } | { readonly kind: 'all' }

export const noneSelected: Selected = { kind: 'ids', ids: new Set() }

export function isPicked(selected: Selected, id: number): boolean {
  return selected.kind === 'all' || selected.ids.has(id)
}

export function isEmpty(selected: Selected): boolean {
  return selected.kind === 'ids' && selected.ids.size === 0
}

/** How many are picked, of a query that matches so many. */
export function pickedCount(selected: Selected, matching: number): number {
  return selected.kind === 'all' ? matching : selected.ids.size
}

/** With the entry, or without it when it was picked. Of all, only this one stays. */
export function togglePicked(selected: Selected, id: number): Selected {
  if (selected.kind === 'all') return { kind: 'ids', ids: new Set([id]) }
  const ids = new Set(selected.ids)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'ids', ids }
}

/** With these entries besides those that were picked. */
export function addPicked(selected: Selected, added: readonly number[]): Selected {
  return selected.kind === 'all' ? selected : { kind: 'ids', ids: new Set([...selected.ids, ...added]) }
}

/** As the contract names entries. */
export function toEntrySelection(selected: Selected, query: TableQuery): EntrySelection {
  return selected.kind === 'all' ? { query } : { ids: [...selected.ids] }
}

/** The contract answers so many rows at once. */
const rowsAtOnce = 1000

interface RowsSource {
  readonly rows: TableStore
  readRows(from: number, count: number): Promise<readonly { readonly row: number; readonly id: number }[]>
}

/** Selects in the table the rows of the entries that are picked in the list; entries that it does not show are left out. */
export async function selectRows(state: RowsSource, selected: Selected): Promise<void> {
  const { rows } = state
  if (selected.kind === 'all') return rows.getState().selectAll()
  if (selected.ids.size === 0) return rows.setState({ selection: nothingSelected })
  rows.setState({ selection: selectionOf(await findRows(state, selected.ids)) })
}

/**
 * Selects again what was selected before stored rows changed: rows are named by their place, which new entries move. What
 * the person selects or lets go of meanwhile counts.
 */
export async function reselect(state: RowsSource, selection: Selection): Promise<void> {
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
async function findRows({ rows, readRows }: RowsSource, ids: ReadonlySet<number>) {
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
