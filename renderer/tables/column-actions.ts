import type { TableLayout, TableRef, TableShape } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import {
  type ArrangedColumn,
  arrangeColumns,
  type ColumnChange,
  changeColumn,
  layoutOf,
  moveColumn,
  orderColumns,
  summedKey,
  type TableDefaults,
} from './columns.ts'
import type { TableState } from './table-store.ts'

export interface ColumnActions {
  arrange(column: string, change: ColumnChange): void
  move(column: string, by: -1 | 1): void
  /** Puts the columns in the order of these keys, as after a drag. */
  order(columns: readonly string[]): void
  showAllColumns(): void
  /** Forgets the person's arrangement. */
  restoreColumns(): void
}

export interface ColumnDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly defaults: TableDefaults
  /** How long an arrangement rests before it is kept, in ms. */
  readonly saveAfterMs: number
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
}

/** The columns of a table as the person arranges them, and the keeping of it. */
export function createColumnActions({ ask, table, defaults, saveAfterMs, get, set }: ColumnDeps) {
  let keeping: ReturnType<typeof setTimeout> | undefined
  let layout: TableLayout = { columns: [] }

  /** The columns that rows are read with: those that are seen, and the one that is summed. */
  const requestedKeys = () => {
    const { columns, shape } = get()
    const sum = summedKey(defaults.sum, readyValue(shape)?.columns ?? [])
    const shown = columns.filter((column) => !column.hidden || column.key === sum)
    return shown.map((column) => column.key)
  }

  /** Keeps columns, filters and order a moment after the last change; a search is for now only. */
  const saveLater = () => {
    clearTimeout(keeping)
    keeping = setTimeout(() => {
      const { columns, query } = get()
      layout = { columns: layoutOf(columns), query: { ...query, search: '' } }
      // An arrangement that could not be kept is no reason to disturb: the screen shows it all the same.
      ask('tables.arrange', { table, layout }).catch(() => undefined)
    }, saveAfterMs)
  }

  const show = (columns: readonly ArrangedColumn[]) => {
    const before = new Set(requestedKeys())
    set({ columns })
    const { view } = get()
    if (view && requestedKeys().some((key) => !before.has(key))) set({ view: { ...view, revision: view.revision + 1 } })
    saveLater()
  }

  const actions: ColumnActions = {
    arrange: (column, change) => show(changeColumn(get().columns, column, change)),
    move: (column, by) => show(moveColumn(get().columns, column, by)),
    order: (columns) => show(orderColumns(get().columns, columns)),
    showAllColumns: () => show(get().columns.map((column) => ({ ...column, hidden: false }))),
    restoreColumns() {
      const { shape } = get()
      if (shape.status === 'ready') show(arrangeColumns(shape.value.columns, { columns: [] }, defaults))
    },
  }
  return {
    actions,
    requestedKeys,
    keep: saveLater,
    /** Reads what the person arranged last time; a table whose arrangement cannot be had shows its standard one. */
    async load() {
      layout = await ask('tables.layout', { table }).catch(() => ({ columns: [] }))
      return layout
    },
    /** The columns of a shape, as they are arranged now. */
    arranged(shape: TableShape) {
      const { columns } = get()
      return arrangeColumns(shape.columns, columns.length > 0 ? { columns: layoutOf(columns) } : layout, defaults)
    },
  }
}
