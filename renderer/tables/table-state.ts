import type { StoreApi } from 'zustand'
import type { ExportFormat, SavedFile } from '../../preload/contract/saved-files.ts'
import type { ColumnFilter, Grouping, TableColumn, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type {
  Cell,
  ColumnStatistics,
  CopiedKeys,
  KeyKind,
  SearchHits,
  TableFigures,
  TableLayout,
  TableShape,
} from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/values/failures.ts'
import type { Pace } from '../../preload/values/progress.ts'
import type { AppAsk } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import type { MutationState } from '../kernel/mutation.ts'
import type { SortDirection } from './query.ts'
import type { ViewsState } from './views.ts'

/** A column as it is shown. Its place in the list is its place on screen. */
export interface ArrangedColumn extends TableColumn {
  /** CSS pixels. */
  readonly width: number
  readonly hidden: boolean
  /** It is computed from others: hidden until the person wants it, and then in no count of hidden ones. */
  readonly derived: boolean
  /** Whether the person or the table's defaults decide `hidden`. Otherwise the column is hidden while it is empty. */
  readonly chosen: boolean
  readonly pinned: 'left' | 'right' | null
}

export type ColumnChange = Partial<Pick<ArrangedColumn, 'width' | 'hidden' | 'pinned'>>

/**
 * What is selected. Rows are named by their number in the table, so that a selection survives sorting. Beside each is
 * its value in the column of ids, where the table's defaults name one.
 */
export type Selection =
  | {
      readonly kind: 'rows'
      readonly rows: ReadonlyMap<number, number>
      /** The person marked the rows. A plain click moves to a cell, and selects its row without marking it. */
      readonly marked: boolean
    }
  /** Every row of the query, including rows that are not loaded. */
  | { readonly kind: 'all' }

export interface SelectedRow {
  readonly row: number
  readonly id: number
}

/** A cell by the position of its row in the view and the key of its column. */
export interface CellAt {
  readonly position: number
  readonly column: string
}

/** A row as the grid draws it: the cells of the requested columns, by key. */
export interface GridRow {
  readonly row: number
  readonly cells: Readonly<Record<string, Cell>>
}

export interface FocusedCell {
  readonly row: GridRow
  readonly column: string
}

/** The cell whose menu is open, and where. */
export interface CellPlace extends FocusedCell, CellAt {
  /** CSS pixels of the window. */
  readonly left: number
  readonly top: number
}

/** The query whose rows the grid shows. */
export interface TableView {
  readonly query: TableQuery
  readonly matching: number
  /** Changes with a new query, whose rows are shown from the top. */
  readonly generation: number
  /** Changes when the same positions must be read again: stored rows changed, or a column was shown. */
  readonly revision: number
}

/** How a person groups a table; the rows are those of its query. */
export type GroupChoice = Omit<Grouping, 'query'>

/** How a table is shown. */
export interface Arrangement {
  readonly query: TableQuery
  readonly columns: TableLayout['columns']
  readonly grouping: GroupChoice | null
}

export interface UndoActions {
  undo(): Promise<void>
  redo(): Promise<void>
}

export interface TableState
  extends QueryActions,
    ColumnActions,
    SelectActions,
    DetailActions,
    ExportActions,
    UndoActions,
    ViewsState {
  readonly table: TableRef
  readonly shape: Loadable<TableShape>
  /** The stored arrangement and `query` are loaded. The shape may take longer. */
  readonly arranged: boolean
  readonly columns: readonly ArrangedColumn[]
  /** The requested query. The view follows once it is answered. */
  readonly query: TableQuery
  readonly view: TableView | null
  /** A query is on its way. */
  readonly busy: boolean
  /** Why rows could not be read, until they are. */
  readonly failure: Failure | null
  readonly selection: Selection
  /** The cell that has the focus, or had it last. */
  readonly cursor: CellAt | null
  /** The corner opposite to the cursor, where a rectangle of cells is marked. Its rows are selected. */
  readonly head: CellAt | null
  readonly details: Details | null
  /** The column whose statistics are open, in the place of the details. */
  readonly summary: string | null
  /** Whether pictures of the rows stand beside them. */
  readonly overview: boolean
  readonly exporting: ExportState
  /** How the rows are grouped; null for the rows themselves. */
  readonly grouping: GroupChoice | null
  /** The table of the groups, which is shown in place of the rows. */
  readonly groups: TableStore | null
  /** How the table was shown before each change, and what was undone, the next first. */
  readonly past: readonly Arrangement[]
  readonly future: readonly Arrangement[]

  /** Loads the arrangement and the shape, and again what may have changed since `close`. */
  open(): Promise<void>
  /** Cancels running requests. */
  close(): void
  /** Loads the rows again if the stored ones changed. Does nothing while closed. */
  reload(): Promise<void>
  /**
   * Rows of the view by position; null once `signal` aborts, or when they cannot be read (why is in the state's
   * `failure`).
   */
  rows(from: number, count: number, signal: AbortSignal): Promise<readonly GridRow[] | null>
  /**
   * The values of a column among the rows under the other filters: those that contain `search`, or the most frequent
   * ones without a search.
   */
  values(column: string, search: string, signal: AbortSignal): Promise<ColumnValues>
  /** Why rows match the search of a query; `columns` are the keys of the shown ones. */
  searchHits(query: TableQuery, columns: readonly string[], signal: AbortSignal): Promise<SearchHits>
  /** The first groups of the view's rows, and how many there are. */
  groupsOf(choice: GroupChoice, options: GroupOptions, signal: AbortSignal): Promise<GroupsOfRows>
  /** What a column holds in the rows of the view. */
  statistics(column: string, signal: AbortSignal): Promise<ColumnStatistics>
}

export interface GroupOptions {
  readonly sort: TableQuery['sort']
  /** The column whose filter is left out; null for none. */
  readonly without: string | null
}

export interface GroupsOfRows {
  readonly rows: readonly GridRow[]
  readonly matching: number
}

export interface ColumnValues {
  readonly values: readonly { readonly value: string | null; readonly rows: number }[]
  /** Whether there are more values than the contract returns at once. */
  readonly more: boolean
}

interface QueryActions {
  search(text: string): Promise<void>
  /** Changes to the next sort of a heading that was clicked. */
  sortNext(column: string, added: boolean): Promise<void>
  sort(column: string, direction: SortDirection, added: boolean): Promise<void>
  filter(column: string, filter: ColumnFilter | null): Promise<void>
  /** Removes search and filters. The order stays. */
  clearFilters(): Promise<void>
  /** Replaces the whole query, such as by a saved one. */
  apply(query: TableQuery): Promise<void>
  /** Groups the rows of the query; null shows the rows themselves. */
  group(choice: GroupChoice | null): void
  /** Shows or hides the pictures. */
  showOverview(on: boolean): void
  /** Repeats what failed. */
  retry(): Promise<void>
}

export interface ColumnActions {
  arrange(column: string, change: ColumnChange): void
  move(column: string, by: -1 | 1): void
  /** Puts the columns in the order of these keys, as after a drag. */
  order(columns: readonly string[]): void
  /** Derived ones are shown one by one. */
  showAllColumns(): void
  showEmptyColumns(): void
  /** Removes the person's arrangement. */
  restoreColumns(): void
}

export interface SelectActions {
  /** Selects this row alone, as a plain click does. */
  select(row: GridRow): void
  /** Adds the row to the selection or takes it out. */
  toggle(row: GridRow): void
  /** The focus is on this cell: the range ends. Its rows stay selected with `keepsRows`. */
  moveTo(cell: CellAt | null, keepsRows: boolean): void
  /** Marks the cells between the cursor and this cell, and selects their rows: all, or at most 100,000. */
  extend(head: CellAt): Promise<void>
  /** Marks the rows of the range as whole rows. */
  markRows(): void
  selectAll(): void
  clearSelection(): void
  /** What the status bar says of the range, or of marked rows in the column of the cursor; null without any. */
  figures(signal: AbortSignal): Promise<TableFigures | null>
  /**
   * The range, or the selected rows in the visible columns, as tab-separated text: as shown, or protected for Excel
   * with headings. Null if nothing is selected; `failed` if they cannot be read (the state's `failure` says why).
   */
  copySelected(excel: boolean): Promise<CopiedRows | 'failed' | null>
  /** The phones or e-mails of the selected rows, one a line; null and `failed` as above. */
  copyKeys(kind: KeyKind): Promise<CopiedKeys | 'failed' | null>
  /** The cells of a column in all rows of the view. */
  copyColumn(column: string): Promise<CopiedRows | 'failed' | null>
  /** The cells of the row whose fields are open. */
  copyDetails(): Promise<CopiedRows | 'failed' | null>
}

export interface CopiedRows {
  readonly text: string
  readonly rows: number
  readonly columns: number
  /** The number of hidden columns, which are not copied. */
  readonly hidden: number
}

export interface Details {
  /** The position of the row in the view; null while it is searched for in a new view. */
  readonly position: number | null
  readonly row: Loadable<GridRow>
}

export interface DetailActions {
  /** Shows every field of the row at this position. Positions outside of the view are ignored. */
  openDetails(position: number): Promise<void>
  /**
   * Selects a row by its number and shows every field of it, without search and filters where they leave it out. False
   * where the stored rows are of another version, by which the number is another row's.
   */
  openRow(row: number, version: string): Promise<boolean>
  stepDetails(by: -1 | 1): Promise<void>
  closeDetails(): void
  /** Shows the statistics of a column in the place of the details; null closes them. */
  summarize(column: string | null): void
}

/** The contents of the file: rows and columns on screen, the selected rows, or every row and column (`everyColumn`). */
export type ExportScope = 'shown' | 'selection' | 'all'

/** The export of a table and its progress. */
interface ExportState extends MutationState<'export'> {
  readonly pace: Pace
}

/** Rows in place of a scope, or their groups, and their columns; null for all columns. */
export interface ExportedRows {
  readonly query: TableQuery
  readonly grouping?: GroupChoice
  readonly columns: readonly string[] | null
}

export interface ExportActions {
  /**
   * Writes a file. Returns what was saved, or null when it failed (kept in `exporting`), was cancelled or not chosen.
   */
  save(scope: ExportScope | ExportedRows, format: ExportFormat, name: string): Promise<SavedFile | null>
  /** Writes a picture: PNG, base64. */
  savePicture(name: string, png: string): Promise<SavedFile | null>
  cancelSave(): void
  /** Removes the notice of a failed export. */
  dismissSave(): void
}

export type TableStore = StoreApi<TableState>

/** The state and dependencies that the parts of the store share. */
export interface TableSlot {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
}
