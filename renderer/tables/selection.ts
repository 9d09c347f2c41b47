import type { TableQuery } from '../../preload/contract/tables.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { hiddenCount, type SummedColumn, summedKey } from './columns.ts'
import type { GridRow, SelectActions, SelectedRow, Selection, TableSlot } from './table-state.ts'

export const nothingSelected: Selection = { kind: 'rows', rows: new Map(), marked: false }

export function selectionOf(rows: readonly SelectedRow[], marked = true): Selection {
  return { kind: 'rows', rows: new Map(rows.map(({ row, summed }) => [row, summed])), marked }
}

/** Whether Ctrl C copies the selected rows, and not the cell with the focus. */
export function hasMarkedRows(selection: Selection): boolean {
  return selection.kind === 'all' || (selection.marked && selection.rows.size > 0)
}

export function isSelected(selection: Selection, row: number): boolean {
  return selection.kind === 'all' || selection.rows.has(row)
}

/** The number of selected rows; `matching` is the number of rows of the query. */
export function selectedCount(selection: Selection, matching: number): number {
  return selection.kind === 'all' ? matching : selection.rows.size
}

/** The sum over the selection, or null if it would need every row to be read. */
export function selectedSum(selection: Selection): number | null {
  if (selection.kind === 'all') return null
  let sum = 0
  for (const value of selection.rows.values()) sum += value
  return sum
}

/**
 * The selection with one row more, or less when it was in it. A row that the focus alone had selected becomes a marked
 * one. Of everything, only the one row stays.
 */
export function toggled(selection: Selection, { row, summed }: SelectedRow): Selection {
  if (selection.kind === 'all') return selectionOf([{ row, summed }])
  const rows = new Map(selection.rows)
  if (!selection.marked || !rows.delete(row)) rows.set(row, summed)
  return { kind: 'rows', rows, marked: true }
}

/** The row numbers for a request of the contract, ascending; null for all rows of the query. */
export function selectedRows(selection: Selection): number[] | null {
  return selection.kind === 'all' ? null : [...selection.rows.keys()].sort((one, other) => one - other)
}

/** The contract's limits: rows in one answer, and row numbers in one copy. */
const rowsAtOnce = 1000
const mostRowsNamed = 100_000

/** After a change, at most this many marked rows stay selected; more are cleared. */
const mostFollowed = 100

/**
 * The actions of selecting, and `follow`, which finds the remaining selection in changed rows that keep their
 * numbers.
 */
export function createSelectActions({ ask, table, sum, get, set }: TableSlot & { sum: SummedColumn }) {
  /** The start of a range, and the view that it belongs to. */
  let anchor = { position: 0, generation: 0 }
  const startAt = (position: number) => {
    ranging.cancel()
    anchor = { position, generation: get().view?.generation ?? 0 }
  }
  // All actions of the table share one failure, and these do not set `busy`.
  const slot = {
    get: () => noMutation,
    set: ({ failure }: Partial<MutationState>) => failure && set({ failure }),
  }
  // A row number is valid until the stored rows change. A range that arrives later is dropped.
  const version = () => readyValue(get().shape)?.version
  const ranging = createMutation({ ...slot, scope: version, concurrency: 'replace' })
  const copying = createMutation({ ...slot, concurrency: 'parallel' })

  const sumKey = () => summedKey(sum, readyValue(get().shape)?.columns ?? [])
  const summed = (row: GridRow): SelectedRow => {
    const key = sumKey()
    const value = key === null ? null : row.cells[key]
    return { row: row.row, summed: typeof value === 'number' ? value : 0 }
  }

  /** The rows between two positions, read in blocks of the contract's limit. */
  const readRange = async (first: number, last: number, signal: AbortSignal) => {
    const query = get().view?.query ?? emptyQuery
    const key = sumKey()
    const columns = key === null ? [] : [key]
    const rows: SelectedRow[] = []
    for (let from = first; from <= last; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, last - from + 1)
      const reply = await ask('tables.rows', { table, query, from, count, columns }, { signal })
      for (const { row, cells } of reply.rows) rows.push({ row, summed: typeof cells[0] === 'number' ? cells[0] : 0 })
    }
    return rows
  }

  /** The rows of these numbers, or all of the query. */
  const copy = async (rows: number[] | null, excel: boolean) => {
    const { columns, view } = get()
    if (!view || rows?.length === 0) return null
    const shown = columns.filter((column) => !column.hidden).map((column) => column.key)
    const { query } = view
    const copied = await copying.run('copy', () => ask('tables.copy', { table, query, rows, columns: shown, excel }))
    return copied ? { ...copied, columns: shown.length, hidden: hiddenCount(columns) } : 'failed'
  }

  const copyKeys: SelectActions['copyKeys'] = async (kind) => {
    const { selection, view } = get()
    const rows = selectedRows(selection)
    if (!view || rows?.length === 0) return null
    const { query } = view
    const copied = await copying.run('copy', () => ask('tables.copy_keys', { table, query, rows, kind }))
    return copied ?? 'failed'
  }

  const actions: SelectActions = {
    select(position, row) {
      startAt(position)
      set({ selection: selectionOf([summed(row)], false) })
    },
    toggle(position, row) {
      startAt(position)
      set({ selection: toggled(get().selection, summed(row)) })
    },
    async selectTo(position) {
      const { selection, view } = get()
      // Set before the range is read, so that a change of the focus meanwhile does not select another row.
      if (selection.kind === 'rows') set({ selection: { ...selection, marked: true } })
      const start = anchor.generation === (view?.generation ?? 0) ? anchor.position : position
      const first = Math.min(start, position)
      const last = Math.min(Math.max(start, position), first + mostRowsNamed - 1)
      await ranging.run(
        'range',
        (_, { signal }) => readRange(first, last, signal),
        (rows) => set({ selection: selectionOf(rows) }),
      )
    },
    selectAll() {
      ranging.cancel()
      set({ selection: { kind: 'all' } })
    },
    clearSelection() {
      ranging.cancel()
      set({ selection: nothingSelected })
    },
    copyKeys,
    copySelected: (excel) => copy(selectedRows(get().selection), excel),
    async copyDetails() {
      const { details } = get()
      const row = details && readyValue(details.row)
      return row ? copy([row.row], false) : null
    },
  }

  /** The row at this position, or the last one before it. */
  const nearest = async (query: TableQuery, place: number, signal: AbortSignal): Promise<Selection> => {
    const key = sumKey()
    const at = { query, from: Math.max(0, place - 1), count: 2, columns: key === null ? [] : [key] }
    const { rows } = await ask('tables.rows', { table, ...at }, { signal })
    const row = rows[Math.min(place, 1)] ?? rows[0]
    if (!row) return nothingSelected
    const [value] = row.cells
    return selectionOf([{ row: row.row, summed: typeof value === 'number' ? value : 0 }], false)
  }

  /** The selected rows that the query still has; in place of one alone that left it, the nearest one. */
  const follow = async (selection: Selection, query: TableQuery, signal: AbortSignal): Promise<Selection> => {
    if (selection.kind === 'all' || selection.rows.size === 0) return selection
    if (selection.rows.size > mostFollowed) return nothingSelected
    const places = await Promise.all(
      [...selection.rows].map(async ([row, summed]) => {
        return { row, summed, ...(await ask('tables.position', { table, query, row }, { signal })) }
      }),
    )
    const stays = places.filter(({ position }) => position !== null)
    const [first] = places
    if (!selection.marked && first) anchor = { ...anchor, position: first.before }
    if (stays.length === places.length) return selection
    if (selection.marked || !first) return stays.length > 0 ? selectionOf(stays) : nothingSelected
    return nearest(query, first.before, signal)
  }

  return { actions, follow }
}
