import type { Column, IHeaderComp, IHeaderParams } from 'ag-grid-community'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { filterOf, sortOf } from './query.ts'
import type { TableStore } from './table-store.ts'

export interface HeadingDeps {
  readonly store: TableStore
  readonly messages: Messages
  /** Opens the menu of a column beside this element. */
  readonly onMenu: (column: string, anchor: HTMLElement) => void
}

/** A click that ends a drag of the heading is not meant as a click. */
const afterDrag = 100

/**
 * The heading of a column: its name, the sign of its filter, the sign of its order with its place among several, and the
 * button of its menu. A class because the grid makes one for every column with `new` (AG Grid, "Header Components").
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
      this.stop = deps.store.subscribe((state, before) => {
        if (state.query !== before.query) this.draw()
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
    /** The grid sets its own attributes on the heading's cell right after it has called. */
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
  root.className = 'table-heading'
  const name = document.createElement('span')
  name.className = 'table-heading-name'
  const filter = document.createElement('span')
  filter.className = 'table-heading-filter'
  const sort = document.createElement('span')
  sort.className = 'table-heading-sort'
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
