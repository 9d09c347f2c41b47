import './tables.css'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { TableShape } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { type ScreenEntry, useScreenEntries } from '../kernel/screen-entries.ts'
import { keyText, useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { MenuAction } from '../ui/menu-items.tsx'
import { type ColumnPlace, ColumnPopover, ColumnsPanel } from './column-menus.tsx'
import { ColumnSummary } from './column-summary.tsx'
import { ConditionsDialog } from './conditions.tsx'
import { type CopyDeps, CopyMenu, copyCell, copyKeys, copyRows, keysOfCopies, listenForCopy, RowMenu } from './copy.tsx'
import { GoToRow } from './go-to-row.tsx'
import { createTableGrid, type TableGrid, type TableGridDeps } from './grid.ts'
import { GroupChip } from './group-panel.tsx'
import { groupWords } from './groups.ts'
import { Overview } from './overview.tsx'
import { narrows } from './query.ts'
import { FilterChips, SearchBox, SearchNote } from './query-bar.tsx'
import { RowDetails } from './row-details.tsx'
import { type ShownTable, TableContext, useTable, useTableState } from './table-context.ts'
import type { ArrangedColumn, CellPlace, GridRow, TableStore } from './table-state.ts'
import { TableStatus } from './table-status.tsx'
import { TableViewTabs, undoKeys, ViewMenu } from './view-menu.tsx'
import type { BuiltInView } from './view-tabs.tsx'
import type { TableWords } from './words.ts'

export interface TableViewProps extends Pick<ShownTable, 'store'> {
  /** The words in a language. It must be the same function for every render, since a new one redraws the grid. */
  readonly words: (messages: Messages) => TableWords
  /** The name of the table for screen readers. */
  readonly label: string
  readonly searchPlaceholder?: string
  /** Replaces the grid while the table has no rows at all. */
  readonly empty?: ReactNode
  /** The screen's own controls beside the search. */
  readonly tools?: ReactNode
  /** Views that the app has itself. */
  readonly builtIn?: readonly BuiltInView[] | undefined
  /** If the rows are a part of something, its description, shown beside their number. */
  readonly partOf?: string | null | undefined
  /** The shortcut that moves to the rows, where `r` has another meaning. */
  readonly rowsKey?: string
  /** Further actions in the menus of rows. */
  readonly moreActions?: readonly MenuAction[]
  /** The actions on the open row, shown above its fields. */
  readonly rowActions?: (row: GridRow) => ReactNode
}

/**
 * A table of the contract with search, filters, columns, rows, details and counts. Its groups are shown in place of its
 * rows.
 */
export function TableView({ store, words, empty, ...props }: TableViewProps) {
  const shape = useStore(store, (state) => state.shape)
  const groups = useStore(store, (state) => state.groups)
  const messages = useMessages()
  const table = useMemo(() => ({ store, words: words(messages) }), [store, words, messages])
  useOpened(store)
  return (
    <TableContext value={table}>
      <LoadableView of={shape} onRetry={() => void store.getState().open()}>
        {(rows) => {
          if (rows.total === 0) return empty ?? <NoRows />
          if (groups) return <GroupTable rows={table} shapeOfRows={rows} groups={groups} {...props} />
          return <OpenTable {...props} />
        }}
      </LoadableView>
    </TableContext>
  )
}

function useOpened(store: TableStore) {
  useEffect(() => {
    void store.getState().open()
    return () => store.getState().close()
  }, [store])
}

interface GroupTableProps extends Pick<TableViewProps, 'label' | 'builtIn'> {
  /** The table whose rows are grouped. */
  readonly rows: ShownTable
  readonly shapeOfRows: TableShape
  readonly groups: TableStore
}

/** The groups of a table's rows as a table. */
function GroupTable({ rows, shapeOfRows, groups, label, builtIn }: GroupTableProps) {
  const messages = useMessages()
  const shape = useStore(groups, (state) => state.shape)
  const table = useMemo(() => {
    const { columns, derived = [] } = shapeOfRows
    return { store: groups, words: groupWords(rows.words, [...columns, ...derived], messages), rows: rows.store }
  }, [groups, rows, shapeOfRows, messages])
  useOpened(groups)
  const tools = (
    <TableContext value={rows}>
      <GroupChip />
      <Filters />
    </TableContext>
  )
  return (
    <TableContext value={table}>
      {shape.status === 'ready' ? (
        <OpenTable label={label} builtIn={builtIn} searchPlaceholder={messages.tables.groups.search} tools={tools} />
      ) : (
        <div className="pane narrows">
          <TableViewTabs />
          <div className="table-tools bar">{tools}</div>
          <LoadableView of={shape} onRetry={() => void groups.getState().open()}>
            {() => null}
          </LoadableView>
        </div>
      )}
    </TableContext>
  )
}

/** The filters and conditions of the table, with what changes them. */
function Filters() {
  const [place, setPlace] = useState<Pick<ColumnPlace, 'column' | 'anchor'> | null>(null)
  const [isConditioning, setIsConditioning] = useState(false)
  return (
    <>
      <FilterChips
        onChange={(column, anchor) => setPlace({ column, anchor: anchor.getBoundingClientRect() })}
        onConditions={() => setIsConditioning(true)}
      />
      {isConditioning ? <ConditionsDialog onClose={() => setIsConditioning(false)} /> : null}
      {place ? (
        <ColumnPopover
          key={place.column}
          place={{ ...place, part: 'filter' }}
          onPart={() => undefined}
          onFit={() => undefined}
          onClose={() => setPlace(null)}
        />
      ) : null}
    </>
  )
}

type OpenTableProps = Omit<TableViewProps, keyof ShownTable | 'empty'>

function OpenTable(props: OpenTableProps) {
  const { label, searchPlaceholder, tools, builtIn, partOf, rowsKey = 'r', moreActions = [], rowActions } = props
  const { store, words } = useTable()
  const grid = useRef<TableGrid>(null)
  const search = useRef<HTMLInputElement>(null)
  const [place, setPlace] = useState<ColumnPlace | null>(null)
  const [cellPlace, setCellPlace] = useState<CellPlace | null>(null)
  const [isGoingToRow, setIsGoingToRow] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const openMenu = useCallback((column: string, anchor: HTMLElement, row?: number) => {
    setPlace({ column, part: 'menu', anchor: anchor.getBoundingClientRect(), row })
  }, [])
  const closePlace = () => {
    if (place?.row !== undefined) grid.current?.focus(place.row)
    else if (place) grid.current?.focusHeading(place.column)
    setPlace(null)
  }
  const closeCellPlace = () => {
    if (cellPlace) grid.current?.focus(cellPlace.position)
    setCellPlace(null)
  }
  const texts = useMessages().tables
  const format = useFormat()
  const copying: CopyDeps = useMemo(() => ({ store, words, format, grid: () => grid.current }), [store, words, format])
  useEffect(() => (frame.current ? listenForCopy(frame.current, copying) : undefined), [copying])
  useTableKeys({ search, grid, rowsKey, onGoToRow: () => setIsGoingToRow(true) })
  useScreenEntries(() => [
    {
      kind: 'action',
      label: texts.goToRow.action,
      shortcut: keyText('mod+g'),
      run: () => setTimeout(() => setIsGoingToRow(true)),
    },
    ...store
      .getState()
      .columns.flatMap((column) => columnEntries(column, { store, words, texts: texts.columns, grid, setPlace })),
  ])
  return (
    <div ref={frame} className="pane narrows">
      <TableViewTabs />
      <div className="table-tools bar">
        <SearchBox field={search} onLeave={() => grid.current?.focus()} placeholder={searchPlaceholder} />
        <SearchNote />
        {tools}
        <Filters />
        <div className="rigid at-end row">
          <ViewMenu builtIn={builtIn} />
          <CopyMenu more={moreActions} />
          <ColumnsPanel />
        </div>
      </div>
      <TableFailures />
      <div className="panes">
        <div className="relative words">
          <GridHost label={label} onMenu={openMenu} onRowMenu={setCellPlace} grid={grid} />
          <NoneFound />
        </div>
        <RowDetails
          actions={rowActions}
          onClose={() => {
            const position = store.getState().details?.position
            store.getState().closeDetails()
            grid.current?.focus(position ?? undefined)
          }}
        />
        <OverviewBeside name={label} />
        <ColumnSummary
          onClose={(column) => {
            store.getState().summarize(null)
            grid.current?.focusHeading(column)
          }}
        />
      </div>
      <TableStatus partOf={partOf} />
      {isGoingToRow ? (
        <GoToRow onGo={(position) => grid.current?.focus(position)} onClose={() => setIsGoingToRow(false)} />
      ) : null}
      {place ? (
        <ColumnPopover
          key={place.column + place.part}
          place={place}
          onPart={(part) => setPlace({ ...place, part })}
          onFit={(columns) => grid.current?.fit(columns)}
          onClose={closePlace}
        />
      ) : null}
      {cellPlace ? (
        <RowMenu
          key={`${cellPlace.position} ${cellPlace.left} ${cellPlace.top}`}
          place={cellPlace}
          more={moreActions}
          onCopyCell={(cell) => copyCell(cell, copying)}
          onClose={closeCellPlace}
        />
      ) : null}
    </div>
  )
}

/** Pictures of the rows, while no row or column is open in their place. */
function OverviewBeside({ name }: { readonly name: string }) {
  const isShown = useTableState(({ overview, details, summary }) => overview && !details && summary === null)
  return isShown ? <Overview name={name} /> : null
}

interface TableKeysDeps {
  readonly search: RefObject<HTMLInputElement | null>
  readonly grid: RefObject<TableGrid | null>
  readonly rowsKey: string
  readonly onGoToRow: () => void
}

function useTableKeys({ search, grid, rowsKey, onGoToRow }: TableKeysDeps) {
  const { store } = useTable()
  const texts = useMessages().tables
  const kinds = useTableState(({ shape }) => readyValue(shape)?.keys) ?? []
  useShortcuts([
    ...kinds.map((kind) => ({
      keys: keysOfCopies[kind],
      label: texts.copy.keys[kind].action,
      run: () => void copyKeys(store, kind),
    })),
    { keys: '/', label: texts.searchLabel, run: () => search.current?.select() },
    { keys: rowsKey, label: texts.goToRows, run: () => grid.current?.focus() },
    ...undoKeys(store, texts.views),
    { keys: 'mod+a', label: texts.copy.selectAll, run: () => store.getState().selectAll() },
    { keys: 'mod+c', label: texts.copy.key, run: null },
    { keys: 'mod+shift+c', label: texts.copy.forExcel, run: () => void copyRows(store, true) },
    { keys: 'enter', label: texts.details.open, run: null },
    { keys: 'space', label: texts.toggleRow, run: null },
    { keys: 'shift+space', label: texts.markRows, run: null },
    { keys: 'shift+arrowdown', label: texts.extendRange, run: null },
    { keys: 'mod+shift+arrowdown', label: texts.extendToEdge, run: null },
    { keys: 'mod+arrowdown', label: texts.goToEdge, run: null },
    { keys: 'home', label: texts.goToFirstColumn, run: null },
    { keys: 'mod+home', label: texts.goToCorner, run: null },
    { keys: 'mod+g', label: texts.goToRow.action, run: onGoToRow },
    { keys: 'alt+arrowdown', label: texts.openColumnMenu, run: null },
  ])
}

function NoRows() {
  const texts = useMessages().tables
  return <EmptyState title={texts.empty} text={texts.emptyText} />
}

/** Lies over the grid and does not replace it, so that the headings with their filters stay. */
function NoneFound() {
  const { tables: texts, common } = useMessages()
  const { store } = useTable()
  const none = useTableState(({ view }) => view !== null && view.matching === 0 && narrows(view.query))
  if (!none) return null
  return (
    <div className="table-none">
      <EmptyState
        title={texts.noneFound}
        text={texts.noneFoundText}
        action={{ label: common.clearAll, onClick: () => void store.getState().clearFilters() }}
      />
    </div>
  )
}

interface ColumnEntriesDeps extends ShownTable {
  readonly texts: Messages['tables']['columns']
  readonly grid: RefObject<TableGrid | null>
  readonly setPlace: (place: ColumnPlace) => void
}

/** The entries of Ctrl K for a column: go to it, filter it, sum it up, hide it. */
function columnEntries(column: ArrangedColumn, { store, words, texts, grid, setPlace }: ColumnEntriesDeps) {
  const { key, hidden } = column
  const label = words.heading(column)
  const { arrange, summarize } = store.getState()
  const goThere = () => {
    if (hidden) arrange(key, { hidden: false })
    // The grid must draw the column first, and the dialog must return the focus first.
    setTimeout(() => grid.current?.focusHeading(key))
  }
  const filter = () => {
    goThere()
    setTimeout(() => {
      const anchor = document.querySelector(`.ag-header-cell[col-id="${CSS.escape(key)}"]`)?.getBoundingClientRect()
      if (anchor) setPlace({ column: key, part: 'filter', anchor })
    })
  }
  const entry = (note: string, run: () => void): ScreenEntry => ({ kind: 'column', label, note, run })
  return [
    entry(hidden ? texts.showAndGo : texts.goTo, goThere),
    entry(texts.filterIt, filter),
    entry(texts.sumItUp, () => setTimeout(() => summarize(key))),
    ...(hidden ? [] : [entry(texts.hideIt, () => arrange(key, { hidden: true }))]),
  ]
}

/** The failures of rows and of exports. Loaded rows stay. */
function TableFailures() {
  const { failure, exporting, retry, dismissSave } = useTableState((state) => state)
  return (
    <>
      {failure ? <FailureNotice failure={failure} onRetry={() => void retry()} /> : null}
      {exporting.failure ? <FailureNotice failure={exporting.failure} onClose={dismissSave} /> : null}
    </>
  )
}

interface GridHostProps extends Pick<TableGridDeps, 'onMenu' | 'onRowMenu'> {
  readonly label: string
  readonly grid: RefObject<TableGrid | null>
}

/** The element of the grid, from the first answered query on. A change of language redraws it. */
function GridHost({ label, onMenu, onRowMenu, grid }: GridHostProps) {
  const { store, words } = useTable()
  const host = useRef<HTMLDivElement>(null)
  const messages = useMessages()
  const format = useFormat()
  const ready = useTableState((state) => state.view !== null)
  const busy = useTableState((state) => state.busy)
  useEffect(() => {
    if (!host.current || !ready) return
    const created = createTableGrid(host.current, { store, words, format, messages, onMenu, onRowMenu })
    grid.current = created
    return () => {
      grid.current = null
      created.destroy()
    }
  }, [store, words, format, messages, onMenu, onRowMenu, grid, ready])
  useEffect(() => grid.current?.setLabel(label))
  return <div ref={host} className="table-grid" aria-busy={busy} />
}
