import './tables.css'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { TableRef } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { type ScreenEntry, useScreenEntries } from '../kernel/screen-entries.ts'
import { keyText, useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusBar } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { type ColumnPlace, ColumnPopover, ColumnsPanel } from './column-menus.tsx'
import { type SummedColumn, summedKey } from './columns.ts'
import { type CopyDeps, CopyMenu, copyCell, copyRows, listenForCopy, RowMenu } from './copy.tsx'
import { ExportProgress } from './export-dialog.tsx'
import { createTableGrid, type TableGrid, type TableGridDeps } from './grid.ts'
import { narrows } from './query.ts'
import { FilterChips, SearchBox } from './query-bar.tsx'
import { RowDetails } from './row-details.tsx'
import { selectedCount, selectedSum } from './selection.ts'
import type { ArrangedColumn, CellPlace, GridRow, TableStore } from './table-state.ts'
import type { TableWords } from './words.ts'

export interface TableViewProps {
  readonly store: TableStore
  readonly words: TableWords
  /** What the table is called, for screen readers. */
  readonly label: string
  readonly searchPlaceholder?: string
  /** The column whose sum over the selection is shown. */
  readonly sum?: SummedColumn
  /** What stands in place of the grid while the table has no rows at all. */
  readonly empty?: ReactNode
  /** More of the screen's own, beside the search. */
  readonly tools?: ReactNode
  /** What the rows are a part of, where they are not all; beside their number. */
  readonly partOf?: string | null
  /** The key that goes to the rows, where `r` means something else. */
  readonly rowsKey?: string
  /** What can be done with the row whose fields are shown; above them. */
  readonly rowActions?: (row: GridRow) => ReactNode
}

/** A table of the contract with all that can be done with it: search, filters, columns, rows, details, counts. */
export function TableView(props: TableViewProps) {
  const { store } = props
  const shape = useStore(store, (state) => state.shape)
  useEffect(() => {
    void store.getState().open()
    return () => store.getState().close()
  }, [store])
  return (
    <LoadableView of={shape} onRetry={() => void store.getState().open()}>
      {({ total }) => (total === 0 ? (props.empty ?? <NoRows />) : <OpenTable {...props} />)}
    </LoadableView>
  )
}

function OpenTable(props: TableViewProps) {
  const { store, words, label, searchPlaceholder, sum = null, tools, rowsKey = 'r', rowActions } = props
  const grid = useRef<TableGrid>(null)
  const search = useRef<HTMLInputElement>(null)
  const [place, setPlace] = useState<ColumnPlace | null>(null)
  const [cellPlace, setCellPlace] = useState<CellPlace | null>(null)
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
  useShortcuts([
    { keys: '/', label: texts.searchLabel, run: () => search.current?.select() },
    { keys: rowsKey, label: texts.goToRows, run: () => grid.current?.focus() },
    { keys: 'mod+a', label: texts.copy.selectAll, run: () => store.getState().selectAll() },
    { keys: 'mod+c', label: texts.copy.key, run: null },
    { keys: 'mod+shift+c', label: texts.copy.forExcel, run: () => void copyRows(store, true) },
    { keys: 'enter', label: texts.details.open, run: null },
    { keys: 'space', label: texts.toggleRow, run: null },
    { keys: 'alt+arrowdown', label: texts.openColumnMenu, run: null },
  ])
  useScreenEntries(() =>
    store
      .getState()
      .columns.flatMap((column) => columnEntries(column, { store, words, texts: texts.columns, grid, setPlace })),
  )
  return (
    <div ref={frame} className="pane narrows">
      <div className="table-tools bar">
        <SearchBox
          store={store}
          field={search}
          onLeave={() => grid.current?.focus()}
          {...(searchPlaceholder ? { placeholder: searchPlaceholder } : {})}
        />
        {tools}
        <FilterChips
          store={store}
          words={words}
          onChange={(column, anchor) => setPlace({ column, part: 'filter', anchor: anchor.getBoundingClientRect() })}
        />
        <div className="rigid at-end row">
          <CopyMenu store={store} />
          <ColumnsPanel store={store} words={words} />
        </div>
      </div>
      <TableFailures store={store} />
      <div className="panes">
        <div className="relative words">
          <GridHost store={store} words={words} label={label} onMenu={openMenu} onRowMenu={setCellPlace} grid={grid} />
          <NoneFound store={store} />
        </div>
        <RowDetails
          store={store}
          words={words}
          actions={rowActions}
          onClose={() => {
            const position = store.getState().details?.position
            store.getState().closeDetails()
            grid.current?.focus(position ?? undefined)
          }}
        />
      </div>
      <TableStatus store={store} words={words} sum={sum} partOf={props.partOf} />
      {place ? (
        <ColumnPopover
          key={place.column + place.part}
          store={store}
          words={words}
          place={place}
          onPart={(part) => setPlace({ ...place, part })}
          onFit={(column) => grid.current?.fit(column)}
          onClose={closePlace}
        />
      ) : null}
      {cellPlace ? (
        <RowMenu
          key={`${cellPlace.position} ${cellPlace.left} ${cellPlace.top}`}
          store={store}
          place={cellPlace}
          onCopyCell={(cell) => copyCell(cell, copying)}
          onClose={closeCellPlace}
        />
      ) : null}
    </div>
  )
}

function NoRows() {
  const texts = useMessages().tables
  return <EmptyState title={texts.empty} text={texts.emptyText} />
}

/** Over the grid and not in its place, so that the headings with their filters stay. */
function NoneFound({ store }: { readonly store: TableStore }) {
  const texts = useMessages().tables
  const none = useStore(store, ({ view }) => view !== null && view.matching === 0 && narrows(view.query))
  if (!none) return null
  return (
    <div className="table-none">
      <EmptyState
        title={texts.noneFound}
        text={texts.noneFoundText}
        action={{ label: texts.clearAll, onClick: () => void store.getState().clearFilters() }}
      />
    </div>
  )
}

/** Why rows or a file could not be had. The rows that are there stay. */
interface ColumnEntriesDeps {
  readonly store: TableStore
  readonly words: TableWords
  readonly texts: Messages['tables']['columns']
  readonly grid: RefObject<TableGrid | null>
  readonly setPlace: (place: ColumnPlace) => void
}

/** What Ctrl K does with a column: goes there, filters it, hides it. */
function columnEntries(column: ArrangedColumn, { store, words, texts, grid, setPlace }: ColumnEntriesDeps) {
  const { key, hidden } = column
  const label = words.heading(column)
  const { arrange } = store.getState()
  const goThere = () => {
    if (hidden) arrange(key, { hidden: false })
    // The grid draws the column before its heading can be reached, and the dialog gives the keyboard back first.
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
    ...(hidden ? [] : [entry(texts.hideIt, () => arrange(key, { hidden: true }))]),
  ]
}

function TableFailures({ store }: { readonly store: TableStore }) {
  const failure = useStore(store, (state) => state.failure)
  const exporting = useStore(store, (state) => state.exporting)
  const { retry, dismissSave } = store.getState()
  return (
    <>
      {failure ? <FailureNotice failure={failure} onRetry={() => void retry()} /> : null}
      {exporting.failure ? <FailureNotice failure={exporting.failure} onClose={dismissSave} /> : null}
    </>
  )
}

interface GridHostProps extends Pick<TableGridDeps, 'onMenu' | 'onRowMenu'> {
  readonly store: TableStore
  readonly words: TableWords
  readonly label: string
  readonly grid: RefObject<TableGrid | null>
}

/** The element that the grid draws into, from the first answered query on. A change of language draws it anew. */
function GridHost({ store, words, label, onMenu, onRowMenu, grid }: GridHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const messages = useMessages()
  const format = useFormat()
  const ready = useStore(store, (state) => state.view !== null)
  const busy = useStore(store, (state) => state.busy)
  useEffect(() => {
    if (!host.current || !ready) return
    const made = createTableGrid(host.current, { store, words, format, messages, label, onMenu, onRowMenu })
    grid.current = made
    return () => {
      grid.current = null
      made.destroy()
    }
  }, [store, words, format, messages, label, onMenu, onRowMenu, grid, ready])
  return <div ref={host} className="table-grid" aria-busy={busy} />
}

interface TableStatusProps {
  readonly store: TableStore
  readonly words: TableWords
  /** The column that the selection is summed over. */
  readonly sum: SummedColumn
  /** What the rows are a part of, where they are not all; beside their number. */
  readonly partOf?: string | null | undefined
}

/** Rows shown, in all, selected, and the sum of the selection; a running export with its way to stop. */
function TableStatus({ store, words, sum, partOf = null }: TableStatusProps) {
  const messages = useMessages()
  const texts = messages.tables
  const { table, view, shape, selection, exporting, columns } = useStore(store)
  if (!view || shape.status !== 'ready') return <StatusBar items={[]} />
  const selected = selectedCount(selection, view.matching)
  const total = selectedSum(selection)
  const key = summedKey(sum, shape.value.columns)
  const summed = columns.find((column) => column.key === key)
  const items = [
    narrows(view.query) ? texts.counts.shown(view.matching, shape.value.total) : texts.counts.rows(shape.value.total),
    partOf,
    selected > 0 ? texts.counts.selected(selected) : null,
    selected > 0 && total !== null && summed ? texts.counts.sum(words.heading(summed), total) : null,
  ]
  // There is deliberately no way to write to all selected people.
  const hint = selected > 1 && isOfPeople(table) ? messages.sending.oneByOne : texts.shortcuts(keyText)
  return <StatusBar items={items} end={exporting.working ? <ExportProgress store={store} /> : hint} />
}

/** Whether a row is somebody who can be written to. */
function isOfPeople({ kind }: TableRef): boolean {
  return kind === 'sheet' || kind === 'run' || kind === 'conversations'
}
