import { notifications } from '@mantine/notifications'
import { copiedCell } from '../../preload/contract/clipboard-cell.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'
import { keyText, takesText } from '../kernel/shortcuts.ts'
import { type CellWords, cellText } from './cell-text.ts'
import { writeClipboard } from './clipboard.ts'
import type { FocusedCell, TableGrid } from './grid.ts'
import type { GridRow } from './read-rows.ts'
import type { CopiedRows } from './select-actions.ts'
import { hasMarkedRows } from './selection.ts'
import type { TableStore } from './table-store.ts'

export interface CopyDeps extends CellWords {
  readonly store: TableStore
  readonly grid: () => TableGrid | null
}

/**
 * Answers the page's `copy` event (Ctrl C, ⌘ C, the Edit menu) for a table, wherever the focus is in `frame` or nowhere.
 * Rows that were marked are copied, or else the cell with the focus. Text that is selected in the page, fields and dialogs keep the browser's own copy. Returns what stops it.
 */
export function listenForCopy(frame: HTMLElement, deps: CopyDeps): () => void {
  const onCopy = (event: ClipboardEvent) => {
    if (event.defaultPrevented || hasSelectedText() || !isFor(frame, event.target)) return
    event.preventDefault()
    const field = fieldOf(event.target, deps)
    if (field) {
      copyCell(field, deps)
      return
    }
    if (event.target instanceof Element && event.target.closest('.table-details')) {
      void deps.store.getState().copyDetails().then(writeRows)
      return
    }
    const cell = deps.grid()?.focusedCell() ?? null
    if (cell && !hasMarkedRows(deps.store.getState().selection)) copyCell(cell, deps)
    else void copyRows(deps.store, false)
  }
  document.addEventListener('copy', onCopy)
  return () => document.removeEventListener('copy', onCopy)
}

/** Copies the selected rows and says how much that was. */
export async function copyRows(store: TableStore, excel: boolean) {
  await writeRows(await store.getState().copySelected(excel))
}

/** Copies a small table that is on the page whole, as it is shown, unless text of it is selected. */
export function copyShownTable(event: ClipboardEvent, rows: readonly (readonly string[])[]) {
  if (hasSelectedText()) return
  event.preventDefault()
  const text = rows.map((cells) => cells.map(copiedCell).join('\t')).join('\r\n')
  void writeAndNotify(text, messagesNow().tables.copy.rows(rows.length, rows[0]?.length ?? 0, 0))
}

/** Copies one cell as it is shown and says so. */
export function copyCell({ row, column: key }: FocusedCell, { store, words, format }: CopyDeps) {
  const column = store.getState().columns.find((each) => each.key === key)
  if (!column) return
  const texts = messagesNow().tables.copy
  const text = cellText(row.cells[key], column, { words, format })
  if (text === '') notifications.show({ message: texts.emptyCell })
  else void writeAndNotify(copiedCell(text), texts.cell(words.heading(column)))
}

async function writeRows(copied: CopiedRows | 'failed' | null) {
  const texts = messagesNow().tables.copy
  if (copied === 'failed') return
  if (!copied) notifications.show({ message: texts.nothing(keyText) })
  else await writeAndNotify(copied.text, texts.rows(copied.rows, copied.columns, copied.hidden))
}

async function writeAndNotify(text: string, done: string) {
  const written = await writeClipboard(text)
  if (written) notifications.show({ message: done })
  else notifications.show({ ...failed, message: messagesNow().tables.copy.refused })
}

function hasSelectedText(): boolean {
  const selected = document.getSelection()
  return selected !== null && !selected.isCollapsed && selected.toString() !== ''
}

function isFor(frame: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || takesText(target)) return false
  return frame.contains(target) || target.matches('body, main, [data-page-title]')
}

/** The field of the open row that has the focus. */
function fieldOf(target: EventTarget | null, { store }: CopyDeps): { row: GridRow; column: string } | null {
  const field = target instanceof Element ? target.closest<HTMLElement>('.table-details [data-column]') : null
  const details = store.getState().details
  const row = details && readyValue(details.row)
  return field?.dataset.column && row ? { row, column: field.dataset.column } : null
}
