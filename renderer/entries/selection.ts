import type { EntrySelection, TableQuery } from '../../preload/contract/tables.ts'

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
export function selectionOf(selected: Selected, query: TableQuery): EntrySelection {
  return selected.kind === 'all' ? { query } : { ids: [...selected.ids] }
}
