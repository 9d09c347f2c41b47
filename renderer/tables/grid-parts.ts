import {
  type CellRendererSelectorFunc,
  CellStyleModule,
  type ColDef,
  type Column,
  ColumnApiModule,
  type ColumnState,
  createTheme,
  EventApiModule,
  type ICellRendererParams,
  type IHeaderComp,
  type IHeaderParams,
  InfiniteRowModelModule,
  LocaleModule,
  type Module,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
} from 'ag-grid-community'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { isIdentifier } from '../../preload/values/names.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { type CellWords, cellElement, cellText, isDrawn } from './cells.ts'
import { hitRanges, markedText, type wordsOfColumns } from './hits.ts'
import { filterOf, sortOf } from './query.ts'
import type { ArrangedColumn, GridRow, TableStore } from './table-state.ts'

/** The grid's definition of a column. */
export function columnDefinition(
  column: ArrangedColumn,
  by: CellWords & { readonly wordsOf: ReturnType<typeof wordsOfColumns> },
  heading: new () => IHeaderComp,
): ColDef<GridRow> {
  return {
    headerName: by.words.heading(column),
    headerComponent: heading,
    ...alignment(column),
    ...columnState(column),
    minWidth: 56,
    // The order is the store's: the grid itself never sorts, and leaves `aria-sort` to the heading.
    sortable: false,
    // Alt and an arrow are the app's, such as back to the last place.
    suppressKeyboardEvent: ({ event }) => event.altKey,
    valueGetter: ({ data }) => data?.cells[column.key],
    valueFormatter: ({ value }) => cellText(value, column, by),
    cellRendererSelector: elementRenderer(column, by),
  }
}

/**
 * Only for what is more than text, and for text that a search finds. The grid draws other text itself, and parses what
 * a renderer gives as text.
 */
function elementRenderer(
  column: ArrangedColumn,
  by: Parameters<typeof columnDefinition>[1],
): CellRendererSelectorFunc<GridRow> {
  const component = ({ value, column: place }: ICellRendererParams<GridRow>) =>
    cellElement(value, column, by, place?.getActualWidth() ?? column.width)
  const renderer = { component }
  return ({ value }) => {
    if (isDrawn(value, column)) return renderer
    const words = by.wordsOf(column)
    if (words.length === 0) return undefined
    const text = cellText(value, column, by)
    const ranges = hitRanges(text, words)
    return ranges.length > 0 ? { component: () => markedText(text, ranges) } : undefined
  }
}

const figures: ReadonlySet<string> = new Set(['integer', 'number', 'phone', 'time'])

/** Amounts are aligned at the right. Identifiers are aligned like text. */
function alignment({ key, type }: ArrangedColumn): ColDef<GridRow> {
  if (type === 'number' || type === 'share' || (type === 'integer' && !isIdentifier(key)))
    return { cellClass: 'figures table-right', headerClass: 'table-right' }
  return figures.has(type) || /digitos|telefone/.test(key) ? { cellClass: 'figures' } : {}
}

/** The width, visibility and pinned edge of a column for the grid's API. */
export function columnState({ key, width, hidden, pinned }: ArrangedColumn) {
  return { colId: key, width, hide: hidden, pinned } satisfies ColumnState
}

/** The modules of AG Grid Community that the table uses. Only these are bundled. */
export const gridModules: Module[] = [
  InfiniteRowModelModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
]

/** The grid's theme in the colours of the app (styles.css), which follow light and dark. */
export const gridTheme = createTheme().withParams({
  backgroundColor: 'var(--surface-raised)',
  foregroundColor: 'var(--text)',
  textColor: 'var(--text)',
  accentColor: 'var(--accent)',
  borderColor: 'var(--line)',
  borderRadius: 0,
  browserColorScheme: 'inherit',
  cellHorizontalPadding: 8,
  cellTextColor: 'var(--text)',
  chromeBackgroundColor: 'var(--surface-page)',
  columnBorder: false,
  fontFamily: 'inherit',
  fontSize: 13,
  focusShadow: 'none',
  headerBackgroundColor: 'var(--surface-page)',
  headerFontSize: 12,
  headerFontWeight: 600,
  headerHeight: 32,
  headerTextColor: 'var(--text-dim)',
  headerColumnBorder: false,
  headerColumnResizeHandleColor: 'var(--line-strong)',
  headerColumnResizeHandleHeight: '50%',
  headerColumnResizeHandleWidth: 1,
  oddRowBackgroundColor: 'transparent',
  pinnedColumnBorder: { style: 'solid', width: 1, color: 'var(--line-strong)' },
  rowBorder: { style: 'solid', width: 1, color: 'var(--line)' },
  rowHeight: 28,
  rowHoverColor: 'var(--surface-hover)',
  selectedRowBackgroundColor: 'var(--accent-soft)',
  spacing: 4,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
})

interface HeadingDeps {
  readonly store: TableStore
  readonly messages: Messages
  /** Opens the menu of a column beside this element. */
  readonly onMenu: (column: string, anchor: HTMLElement) => void
}

/** A click within this many ms after a drag of the heading ends the drag and does not sort. */
const afterDrag = 100

/**
 * The heading of a column: its name, the icons of its filter and its sort, and the button of its menu. It is a class
 * because the grid creates one for every column with `new` (AG Grid, "Header Components").
 */
export function headingClass(deps: HeadingDeps): new () => IHeaderComp {
  return class implements IHeaderComp {
    private readonly parts = headingParts()
    private params: IHeaderParams | undefined
    private stop: (() => void) | undefined

    init(params: IHeaderParams) {
      this.params = params
      const { root, menu } = this.parts
      root.addEventListener('click', clickSorts(params.column, deps))
      menu.addEventListener('click', (event) => {
        event.stopPropagation()
        deps.onMenu(params.column.getColId(), menu)
      })
      this.drawAfterGrid()
      this.stop = deps.store.subscribe((state, previous) => {
        if (state.query !== previous.query) this.draw()
      })
    }
    getGui() {
      return this.parts.root
    }
    refresh(params: IHeaderParams) {
      this.params = params
      this.drawAfterGrid()
      return true
    }
    destroy() {
      this.stop?.()
    }
    /** Draws after the grid, which sets its own attributes on the heading's cell right after the call. */
    private drawAfterGrid() {
      this.draw()
      queueMicrotask(() => this.draw())
    }
    private draw() {
      if (this.params) drawHeading(this.parts, this.params, deps)
    }
  }
}

type HeadingParts = ReturnType<typeof headingParts>

function headingParts() {
  const root = document.createElement('div')
  root.className = 'table-heading row words'
  const name = document.createElement('span')
  name.className = 'table-heading-name cut'
  const filter = document.createElement('span')
  filter.className = 'table-heading-filter'
  const sort = document.createElement('span')
  sort.className = 'table-heading-sort rigid accent figures'
  for (const sign of [filter, sort]) sign.ariaHidden = 'true'
  const menu = document.createElement('button')
  menu.type = 'button'
  menu.tabIndex = -1
  menu.className = 'table-heading-menu'
  menu.textContent = '⋮'
  root.append(name, filter, sort, menu)
  return { root, name, filter, sort, menu }
}

function drawHeading(
  { name, filter, sort, menu }: HeadingParts,
  params: IHeaderParams,
  { store, messages }: HeadingDeps,
) {
  const { query } = store.getState()
  const key = params.column.getColId()
  const sorted = sortOf(query, key)
  const filtered = filterOf(query, key) !== null
  const texts = messages.tables.heading
  name.textContent = params.displayName
  name.title = params.displayName
  filter.hidden = !filtered
  sort.hidden = !sorted
  sort.textContent = sorted ? `${sorted.descending ? '↓' : '↑'}${sorted.of > 1 ? sorted.place : ''}` : ''
  menu.ariaLabel = texts.menu(params.displayName)
  const words = [params.displayName]
  if (sorted) words.push(sorted.descending ? texts.sortedDown : texts.sortedUp)
  if (sorted && sorted.of > 1) words.push(texts.place(sorted.place, sorted.of))
  if (filtered) words.push(texts.filtered)
  const cell = params.eGridHeader
  cell.ariaLabel = words.join(', ')
  cell.setAttribute('aria-sort', ariaSort(sorted))
  cell.setAttribute('aria-description', texts.hint(keyText))
}

function ariaSort(sorted: { readonly descending: boolean } | null) {
  if (!sorted) return 'none'
  return sorted.descending ? 'descending' : 'ascending'
}

function clickSorts(column: Column, { store }: HeadingDeps) {
  let movedAt = Number.NEGATIVE_INFINITY
  column.addEventListener('movingChanged', () => {
    movedAt = performance.now()
  })
  return (event: MouseEvent) => {
    if (column.isMoving() || performance.now() - movedAt < afterDrag) return
    void store.getState().sortNext(column.getColId(), event.shiftKey)
  }
}
