import type { ChosenRows, TableQuery } from '../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { pause, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { hiddenCount } from './columns.ts'
import { rangeOf } from './range.ts'
import type { ArrangedColumn, GridRow, SelectActions, SelectedRow, Selection, TableSlot } from './table-state.ts'

export const nothingSelected: Selection = { kind: 'rows', rows: new Map(), marked: false }

export function selectionOf(rows: readonly SelectedRow[], marked = true): Selection {
  return { kind: 'rows', rows: new Map(rows.map(({ row, id }) => [row, id])), marked }
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

/**
 * The selection with one row more, or less when it was in it. A row that the focus alone had selected becomes a marked
 * one. Of everything, only the one row stays.
 */
export function toggled(selection: Selection, { row, id }: SelectedRow): Selection {
  if (selection.kind === 'all') return selectionOf([{ row, id }])
  const rows = new Map(selection.rows)
  if (!selection.marked || !rows.delete(row)) rows.set(row, id)
  return { kind: 'rows', rows, marked: true }
}

/** The row numbers for a request of the contract, ascending; null for all rows of the query. */
export function selectedRows(selection: Selection): number[] | null {
  return selection.kind === 'all' ? null : [...selection.rows.keys()].sort((one, other) => one - other)
}

/** The contract's limits: rows in one answer, and row numbers in one copy. */
const rowsAtOnce = 1000
const mostRowsNamed = 100_000

/** A long range is read once it has stood for so many ms: a key that is held changes it 30 times a second. */
const settledMs = 100

const settled = (rows: number, signal: AbortSignal) => pause(rows < rowsAtOnce ? 0 : settledMs, signal)

/** After a change, at most this many marked rows stay selected; more are cleared. */
const mostFollowed = 100

/**
 * The actions of selecting, and `follow`, which finds the remaining selection in changed rows that keep their
 * numbers.
 */
export function createSelectActions({ ask, table, ids, get, set }: TableSlot & { ids: string | undefined }) {
  // All actions of the table share one failure, and these do not set `busy`.
  const slot = {
    get: () => noMutation,
    set: ({ failure }: Partial<MutationState>) => failure && set({ failure }),
  }
  // A row number is valid until the stored rows change. A range that arrives later is dropped.
  const version = () => readyValue(get().shape)?.version
  const ranging = createMutation({ ...slot, scope: version, concurrency: 'replace' })
  const copying = createMutation({ ...slot, concurrency: 'parallel' })

  const idColumns = ids === undefined ? [] : [ids]
  const withId = (row: number, id: unknown): SelectedRow => ({ row, id: typeof id === 'number' ? id : 0 })
  const selected = ({ row, cells }: GridRow) => withId(row, ids === undefined ? null : cells[ids])

  /** The rows between two positions, read in blocks of the contract's limit. */
  const readRange = async (first: number, last: number, signal: AbortSignal) => {
    const query = get().view?.query ?? emptyQuery
    const rows: SelectedRow[] = []
    for (let from = first; from <= last; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, last - from + 1)
      const reply = await ask('tables.rows', { table, query, from, count, columns: idColumns }, { signal })
      for (const { row, cells } of reply.rows) rows.push(withId(row, cells[0]))
    }
    return rows
  }

  const copy = async (rows: ChosenRows, excel: boolean, chosen?: readonly ArrangedColumn[]) => {
    const { columns, view } = get()
    if (!view || (Array.isArray(rows) && rows.length === 0)) return null
    const copied = chosen ?? columns.filter((column) => !column.hidden)
    const input = { table, query: view.query, rows, columns: copied.map(({ key }) => key), excel }
    const answer = await copying.run('copy', () => ask('tables.copy', input))
    return answer ? { ...answer, columns: copied.length, hidden: chosen ? 0 : hiddenCount(columns) } : 'failed'
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
    select(row) {
      ranging.cancel()
      set({ selection: selectionOf([selected(row)], false), head: null })
    },
    toggle(row) {
      ranging.cancel()
      set({ selection: toggled(get().selection, selected(row)), head: null })
    },
    moveTo(cursor, keepsRows) {
      const { head } = get()
      if (head) ranging.cancel()
      set({ cursor, head: null, ...(head && !keepsRows ? { selection: nothingSelected } : {}) })
    },
    async extend(head) {
      const { cursor, view } = get()
      if (!cursor || !view) return
      const previous = rangeOf(get())
      set({ head })
      const first = Math.min(cursor.position, head.position)
      const last = Math.max(cursor.position, head.position)
      if (previous?.first === first && previous.last === last) return
      if (last - first + 1 === view.matching && view.matching > 1) {
        ranging.cancel()
        return set({ selection: { kind: 'all' } })
      }
      await ranging.run(
        'range',
        async (_, { signal }) => {
          await settled(last - first, signal)
          return readRange(first, Math.min(last, first + mostRowsNamed - 1), signal)
        },
        (rows) => set({ selection: selectionOf(rows, rows.length > 1) }),
      )
    },
    markRows() {
      const { selection } = get()
      set({ head: null, ...(selection.kind === 'rows' ? { selection: { ...selection, marked: true } } : {}) })
    },
    selectAll() {
      ranging.cancel()
      set({ selection: { kind: 'all' }, head: null })
    },
    clearSelection() {
      ranging.cancel()
      set({ selection: nothingSelected, head: null })
    },
    async figures(signal) {
      const { view, selection, cursor } = get()
      if (!view) return null
      const { query } = view
      const range = rangeOf(get())
      if (range) {
        const { first, last } = range
        const columns = range.columns.map(({ key }) => key)
        await settled(last - first, signal)
        return ask('tables.figures', { table, query, rows: { first, last }, columns }, { signal })
      }
      if (!cursor || !hasMarkedRows(selection)) return null
      const columns = [cursor.column]
      return ask('tables.figures', { table, query, rows: selectedRows(selection), columns }, { signal })
    },
    copyKeys,
    copySelected(excel) {
      const range = rangeOf(get())
      if (!range) return copy(selectedRows(get().selection), excel)
      return copy({ first: range.first, last: range.last }, excel, range.columns)
    },
    copyColumn: (key) => {
      return copy(
        null,
        false,
        get().columns.filter((column) => column.key === key),
      )
    },
    async copyDetails() {
      const { details } = get()
      const row = details && readyValue(details.row)
      return row ? copy([row.row], false) : null
    },
  }

  /** The row at this position, or the last one before it. */
  const nearest = async (query: TableQuery, place: number, signal: AbortSignal): Promise<Selection> => {
    const at = { query, from: Math.max(0, place - 1), count: 2, columns: idColumns }
    const { rows } = await ask('tables.rows', { table, ...at }, { signal })
    const row = rows[Math.min(place, 1)] ?? rows[0]
    return row ? selectionOf([withId(row.row, row.cells[0])], false) : nothingSelected
  }

  /** The selected rows that the query still has; in place of one alone that left it, the nearest one. */
  const follow = async (selection: Selection, query: TableQuery, signal: AbortSignal): Promise<Selection> => {
    if (selection.kind === 'all' || selection.rows.size === 0) return selection
    if (selection.rows.size > mostFollowed) return nothingSelected
    const places = await Promise.all(
      [...selection.rows].map(async ([row, id]) => {
        return { row, id, ...(await ask('tables.position', { table, query, row }, { signal })) }
      }),
    )
    const stays = places.filter(({ position }) => position !== null)
    const [first] = places
    if (stays.length === places.length) return selection
    if (selection.marked || !first) return stays.length > 0 ? selectionOf(stays) : nothingSelected
    return nearest(query, first.before, signal)
  }

  return { actions, follow }
}
