import type { ColumnType, DerivedColumn, TableColumn } from '../../preload/contract/table-queries.ts'
import type { TableLayout, TableShape } from '../../preload/contract/tables.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { orNull } from '../kernel/ask.ts'
import type { ArrangedColumn, ColumnActions, ColumnChange, TableSlot } from './table-state.ts'
import { fitsTable } from './views.ts'

/** How a kind of table looks before the person has touched it. */
export interface TableDefaults {
  /** The keys of the first columns, in this order. The others follow in the table's own order. */
  readonly order: readonly string[]
  readonly pinned: readonly string[]
  readonly hidden: readonly string[]
  /** The keys of derived columns that are shown from the start. */
  readonly shown?: readonly string[]
  /** Hides further columns, whose keys depend on the data. */
  readonly hides?: (column: TableColumn) => boolean
  readonly widths: Readonly<Record<string, number>>
  /** The column by which the feature names rows: a selection knows its numbers. */
  readonly ids?: string
  /** Rows keep their numbers when stored rows change, such as the rows of a list. */
  readonly fixedRows?: true
  /** Columns that are empty in every row are hidden until the person shows them. */
  readonly collapsesEmpty?: true
}

/** The defaults of a table without defaults: its own order, and the widths of its types. */
export const plainDefaults: TableDefaults = { order: [], pinned: [], hidden: [], widths: {} }

const typeWidths: Readonly<Record<ColumnType, number>> = {
  text: 180,
  phone: 152,
  integer: 108,
  number: 108,
  time: 142,
  list: 200,
  choice: 150,
  status: 112,
  outcome: 150,
  reason: 180,
  code: 128,
  codes: 180,
  day: 120,
  month: 108,
  share: 108,
}

/**
 * The columns of a table in the person's order. Derived ones are hidden until they are wanted. Columns of the layout
 * that the table no longer has are left out. Columns that the layout does not know come last (contract/tables.ts,
 * `tableLayout`), derived ones beside their column. Pinned ones stand at their edge. Empty ones are collapsed where the
 * table does so, unless the person has chosen to see them.
 */
export function arrangeColumns(
  { columns: ofRows, derived = [], empty }: Pick<TableShape, 'columns' | 'derived' | 'empty'>,
  layout: TableLayout,
  defaults: TableDefaults,
): readonly ArrangedColumn[] {
  const layoutByKey = new Map(layout.columns.map((column, place) => [column.key, { ...column, place }]))
  const placeOf = (key: string, index: number) => {
    const preferred = defaults.order.indexOf(key)
    return (
      layoutByKey.get(key)?.place ?? layout.columns.length + (preferred < 0 ? defaults.order.length + index : preferred)
    )
  }
  const placeBeside = ({ key, beside }: DerivedColumn, index: number) => {
    const neighbour = layoutByKey.has(key) ? -1 : ofRows.findIndex((column) => column.key === beside)
    return neighbour < 0 ? placeOf(key, ofRows.length + index) : placeOf(beside ?? '', neighbour) + 0.5
  }
  const columns = [
    ...ofRows.map((column, index) => ({ column, place: placeOf(column.key, index), isDerived: false })),
    ...derived.map((column, index) => ({ column, place: placeBeside(column, index), isDerived: true })),
  ]
  const placed = columns.map(({ column: { key, type, heading, across }, place, isDerived }) => {
    const column = { key, type, heading, derived: isDerived, ...(across && { across }) }
    const arranged = layoutByKey.get(key)
    const standard = typeWidths[column.type]
    const isHidden = defaults.hidden.includes(column.key) || defaults.hides?.(column) === true
    const choice = arranged ? arranged.hidden : (!isDerived && isHidden) || undefined
    const isUnused = defaults.collapsesEmpty === true && empty.includes(column.key)
    return {
      place,
      column: {
        ...column,
        width: arranged?.width ?? defaults.widths[column.key] ?? standard,
        hidden: choice ?? ((isDerived && !defaults.shown?.includes(key)) || isUnused),
        chosen: choice !== undefined,
        pinned: arranged ? (arranged.pinned ?? null) : pinnedByDefault(column.key, defaults),
      },
    }
  })
  const ordered = placed.sort((one, other) => one.place - other.place).map((each) => each.column)
  // At least one column stays visible.
  return toEdges(ordered.every(({ hidden }) => hidden) ? ordered.map(withEmpty) : ordered)
}

/** Whether a column is hidden because it is empty in every row, and not by choice. */
export function isCollapsed({ hidden, chosen, derived }: ArrangedColumn): boolean {
  return hidden && !chosen && !derived
}

/** The column, visible even if it is empty in every row. */
function withEmpty(column: ArrangedColumn): ArrangedColumn {
  return isCollapsed(column) ? { ...column, hidden: false, chosen: true } : column
}

function pinnedByDefault(key: string, defaults: TableDefaults): 'left' | null {
  return defaults.pinned.includes(key) ? 'left' : null
}

/** The columns with the pinned ones at the edges, as the grid draws them. */
function toEdges(columns: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  return [
    ...columns.filter((column) => column.pinned === 'left'),
    ...columns.filter((column) => column.pinned === null),
    ...columns.filter((column) => column.pinned === 'right'),
  ]
}

/** The columns with one of them changed. Hiding the last visible column changes nothing. */
export function changeColumn(
  columns: readonly ArrangedColumn[],
  key: string,
  change: ColumnChange,
): readonly ArrangedColumn[] {
  const choice = change.hidden === undefined ? {} : { chosen: true }
  const changed = columns.map((column) => (column.key === key ? { ...column, ...change, ...choice } : column))
  if (changed.every((column) => column.hidden)) return columns
  return toEdges(changed)
}

/**
 * The columns with one of them moved by one visible place to the left (-1) or right (+1). It skips hidden columns,
 * and stays on its side of a pinned edge.
 */
export function moveColumn(columns: readonly ArrangedColumn[], key: string, by: -1 | 1): readonly ArrangedColumn[] {
  const moved = columns.find((column) => column.key === key)
  if (!moved) return columns
  const neighbours = columns.filter(
    (column) => column.key === key || (!column.hidden && column.pinned === moved.pinned),
  )
  const neighbour = neighbours[neighbours.indexOf(moved) + by]
  if (!neighbour) return columns
  const others = columns.filter((column) => column.key !== key)
  const place = others.indexOf(neighbour) + (by === 1 ? 1 : 0)
  return [...others.slice(0, place), moved, ...others.slice(place)]
}

/** The columns in the order of these keys, as after a drag; columns that are not named keep their order behind them. */
export function orderColumns(columns: readonly ArrangedColumn[], keys: readonly string[]): readonly ArrangedColumn[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const named = keys.flatMap((key) => byKey.get(key) ?? [])
  const rest = columns.filter((column) => !keys.includes(column.key))
  return toEdges([...named, ...rest])
}

/**
 * The number of columns hidden by choice. Collapsed columns do not count, since they are empty, nor derived ones, which
 * say nothing that the others do not.
 */
export function hiddenCount(columns: readonly ArrangedColumn[]): number {
  return columns.filter(({ hidden, chosen, derived }) => hidden && chosen && !derived).length
}

/** The columns of everything, such as all fields of a row: derived ones only where they are shown. */
export function everyColumn(columns: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  return columns.filter(({ hidden, derived }) => !(derived && hidden))
}

/** The stored part of an arrangement. Columns of rows without a choice are hidden while they are empty. */
export function layoutOf(columns: readonly ArrangedColumn[]): TableLayout['columns'] {
  return columns.map(({ key, width, hidden, chosen, derived, pinned }) => ({
    key,
    width: Math.round(width),
    ...(chosen || derived ? { hidden } : {}),
    ...(pinned ? { pinned } : {}),
  }))
}

/** The actions on a table's columns, and the storing of their arrangement. */
export function createColumnActions({
  ask,
  table,
  defaults,
  saveAfterMs,
  get,
  set,
}: TableSlot & { defaults: TableDefaults; saveAfterMs: number }) {
  let keeping: ReturnType<typeof setTimeout> | undefined
  let layout: TableLayout = { columns: [] }

  /** The columns that rows are read with: the visible ones and the ids. */
  const requestedKeys = () => {
    const shown = get().columns.filter(({ key, hidden }) => !hidden || key === defaults.ids)
    return shown.map(({ key }) => key)
  }

  /** Stores columns, filters and order a moment after the last change. A search is not stored. */
  const saveLater = () => {
    clearTimeout(keeping)
    keeping = setTimeout(() => {
      const { columns, query, grouping, savedView: view, overview } = get()
      layout = { columns: layoutOf(columns), query: { ...query, search: '' }, grouping, view, overview }
      // The screen shows the arrangement even if it is not stored.
      void orNull(ask('tables.arrange', { table, layout }))
    }, saveAfterMs)
  }

  const show = (columns: readonly ArrangedColumn[]) => {
    const previousKeys = new Set(requestedKeys())
    set({ columns })
    const { view } = get()
    if (view && requestedKeys().some((key) => !previousKeys.has(key)))
      set({ view: { ...view, revision: view.revision + 1 } })
    saveLater()
  }

  /** Arranges the columns as a layout says. */
  const showLayout = (columns: TableLayout['columns']) => {
    const { shape } = get()
    if (shape.status === 'ready') show(arrangeColumns(shape.value, { columns }, defaults))
  }

  const actions: ColumnActions = {
    arrange: (column, change) => show(changeColumn(get().columns, column, change)),
    move: (column, by) => show(moveColumn(get().columns, column, by)),
    order: (columns) => show(orderColumns(get().columns, columns)),
    showAllColumns: () =>
      show(get().columns.map((column) => (column.derived ? column : { ...column, hidden: false, chosen: true }))),
    showEmptyColumns: () => show(get().columns.map(withEmpty)),
    restoreColumns: () => showLayout([]),
  }
  return {
    actions,
    requestedKeys,
    keep: saveLater,
    /**
     * Reads the stored arrangement, and the views of the table's kind. Where none is stored, the default view is shown,
     * if the table has its columns.
     * What cannot be read is none.
     */
    async load() {
      const isOfGroups = table.grouping !== undefined
      const [stored, views] = await Promise.all([
        orNull(ask('tables.layout', { table })),
        isOfGroups ? null : orNull(ask('views.list', { of: table })),
      ])
      layout = stored ?? { columns: [] }
      const first = views?.find((view) => view.is_default)
      const isUntouched = layout.query === undefined && layout.columns.length === 0
      if (first && isUntouched) {
        const shape = await orNull(ask('tables.shape', { table, query: emptyQuery }))
        // Groups of columns that the table has not could not be shown at all.
        const fits = shape !== null && fitsTable(first, [...shape.columns, ...(shape.derived ?? [])])
        if (fits) layout = { ...first, view: first.id }
      }
      return { layout, savedViews: views ?? [] }
    },
    showLayout,
    /** The columns of a shape in the current arrangement. */
    arranged(shape: TableShape) {
      const { columns } = get()
      return arrangeColumns(shape, columns.length > 0 ? { columns: layoutOf(columns) } : layout, defaults)
    },
  }
}
