import type { GridApi } from 'ag-grid-community'
import { hasMod } from '../kernel/shortcuts.ts'
import { isSameCell, rangeOf } from './range.ts'
import type { CellAt, GridRow, TableStore } from './table-state.ts'

export interface GridRangeDeps {
  readonly api: GridApi<GridRow>
  readonly store: TableStore
}

/** Marks the cells from the one with the focus to this one, and scrolls there. */
export function extendTo({ api, store }: GridRangeDeps, head: CellAt): void {
  const focused = focusedAt(api)
  if (!focused) return
  // The grid reports the focus a moment late.
  if (!isSameCell(focused, store.getState().cursor)) store.getState().moveTo(focused, true)
  void store.getState().extend(head)
  api.ensureIndexVisible(head.position)
  api.ensureColumnVisible(head.column)
}

/** The place of the cell with the focus. */
export function focusedAt(api: GridApi<GridRow>): CellAt | null {
  const focused = api.getFocusedCell()
  return focused && { position: focused.rowIndex, column: focused.column.getColId() }
}

/**
 * Draws the store's range on the cells that exist. Cells that scroll into view are drawn before they are painted: the
 * observer runs with the change of the page, and only while there is a range.
 */
export function drawRange(host: HTMLElement, store: TableStore): () => void {
  const draw = (cells: Iterable<HTMLElement>) => {
    const range = rangeOf(store.getState())
    const places = new Map(range?.columns.map(({ key }, place) => [key, place]))
    for (const cell of cells) {
      const position = Number(cell.closest('.ag-row')?.getAttribute('row-index'))
      const place = places.get(cell.getAttribute('col-id') ?? '')
      const isInside = range && place !== undefined && position >= range.first && position <= range.last
      cell.toggleAttribute('data-range', Boolean(isInside))
      if (!isInside) {
        cell.removeAttribute('aria-selected')
        continue
      }
      const edges = [
        position === range.first && 'top',
        position === range.last && 'bottom',
        place === 0 && 'left',
        place === places.size - 1 && 'right',
      ]
      cell.dataset.range = edges.filter(Boolean).join(' ')
      cell.ariaSelected = 'true'
    }
  }
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue
      draw(node.matches('.ag-cell') ? [node] : node.querySelectorAll<HTMLElement>('.ag-cell'))
    }
  })
  const stop = store.subscribe((state, previous) => {
    if (state.head === previous.head && state.cursor === previous.cursor && state.columns === previous.columns) return
    if (!rangeOf(state) && !rangeOf(previous)) return
    draw(host.querySelectorAll<HTMLElement>('.ag-cell'))
    observer.disconnect()
    if (rangeOf(state)) observer.observe(host, { childList: true, subtree: true })
  })
  return () => {
    stop()
    observer.disconnect()
  }
}

/** While the pointer is beside the rows, the range grows this often, in ms. */
const scrollMs = 50
/** CSS pixels beside the rows for each further row of a step. */
const pixelsPerRow = 4

/**
 * Marks cells by the mouse: by dragging from a cell, and by Shift and a click. Beside the rows the drag scrolls, faster
 * with the distance.
 */
export function listenForRangeMouse(host: HTMLElement, deps: GridRangeDeps): () => void {
  const { api, store } = deps
  let drag: { readonly from: CellAt; x: number; y: number; isMoved: boolean } | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  const cellAt = (target: EventTarget | null): CellAt | null => {
    const cell = target instanceof Element && host.contains(target) ? target.closest('.ag-cell') : null
    const position = cell?.closest('.ag-row')?.getAttribute('row-index')
    const column = cell?.getAttribute('col-id')
    return position && column ? { position: Number(position), column } : null
  }
  const scroll = () => {
    const { cursor, head, columns, view } = store.getState()
    const from = head ?? cursor
    const body = host.querySelector('.ag-grid-viewport')
    if (!drag?.isMoved || !from || !body || !view) return
    const { left, top, right, bottom } = rowsBox(body)
    const keys = columns.filter(({ hidden }) => !hidden).map(({ key }) => key)
    const rows = steps(drag.y, top, bottom)
    const place = keys.indexOf(from.column) + Math.sign(steps(drag.x, left, right))
    const position = Math.max(0, Math.min(from.position + rows, view.matching - 1))
    const column = keys[Math.max(0, Math.min(place, keys.length - 1))] ?? from.column
    if (isSameCell({ position, column }, from)) return
    extendTo(deps, { position, column })
  }
  const end = () => {
    clearInterval(timer)
    window.removeEventListener('pointermove', move, true)
    window.removeEventListener('pointerup', end, true)
    // The click that ends a drag must not select its row.
    if (drag?.isMoved) window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, true))
    drag = null
  }
  const move = (event: PointerEvent) => {
    if (!drag || event.buttons === 0) return end()
    drag.x = event.clientX
    drag.y = event.clientY
    const cell = cellAt(event.target)
    const { cursor, head } = store.getState()
    if (cell && isSameCell(cell, drag.isMoved ? (head ?? cursor) : drag.from)) return
    drag.isMoved = true
    if (cell) extendTo(deps, cell)
  }
  /** The focus stays where it is with Shift, and by the menu of a range. */
  let keepsFocus = false
  const press = (event: PointerEvent) => {
    const cell = event.pointerType === 'touch' || hasMod(event) ? null : cellAt(event.target)
    const isExtended = event.button === 0 && event.shiftKey && api.getFocusedCell() !== null
    keepsFocus = cell !== null && (isExtended || (event.button === 2 && isInRange(store, cell)))
    // The grid would move its focus.
    if (keepsFocus) event.stopPropagation()
    if (!cell || event.button !== 0) return
    if (isExtended) extendTo(deps, cell)
    drag = { from: cell, x: event.clientX, y: event.clientY, isMoved: isExtended }
    timer = setInterval(scroll, scrollMs)
    window.addEventListener('pointermove', move, true)
    window.addEventListener('pointerup', end, true)
  }
  const pressMouse = (event: MouseEvent) => {
    if (!keepsFocus) return
    swallow(event)
    refocus(host, api)
  }
  host.addEventListener('pointerdown', press, true)
  host.addEventListener('mousedown', pressMouse, true)
  return () => {
    end()
    host.removeEventListener('pointerdown', press, true)
    host.removeEventListener('mousedown', pressMouse, true)
  }
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function isInRange(store: TableStore, { position, column }: CellAt): boolean {
  const range = rangeOf(store.getState())
  if (!range || position < range.first || position > range.last) return false
  return range.columns.some(({ key }) => key === column)
}

/** The keyboard stays at the corner from which the range begins. */
function refocus(host: HTMLElement, api: GridApi<GridRow>): void {
  const focused = api.getFocusedCell()
  if (focused && !host.contains(document.activeElement)) api.setFocusedCell(focused.rowIndex, focused.column)
}

/** CSS pixels: the grid may end with the screen, beyond which no pointer goes. */
const sideEdge = 8

/** The part of the grid where rows are seen: below the headings, without the scroll bars. */
function rowsBox(body: Element) {
  const { left, top } = body.getBoundingClientRect()
  const headings = body.querySelector('.ag-header')?.getBoundingClientRect()
  return {
    left: left + sideEdge,
    top: headings ? Math.max(top, headings.bottom) : top,
    right: left + body.clientWidth - sideEdge,
    bottom: top + body.clientHeight,
  }
}

/** How many rows or columns to go: none inside the bounds, more with the distance. */
function steps(at: number, from: number, to: number): number {
  if (at >= from && at < to) return 0
  const beyond = at < from ? at - from : at - to
  return Math.sign(beyond || 1) * (1 + Math.floor(Math.abs(beyond) / pixelsPerRow))
}
