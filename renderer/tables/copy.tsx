import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { KeyKind } from '../../preload/contract/tables.ts'
import { copiedCell } from '../../preload/values/excel.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'
import { keyText, takesText } from '../kernel/shortcuts.ts'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import { type CellWords, cellText } from './cells.ts'
import type { TableGrid } from './grid.ts'
import { cellCount, rangeOf } from './range.ts'
import { hasMarkedRows, isSelected, selectedCount } from './selection.ts'
import { type ShownTable, useTable, useTableState } from './table-context.ts'
import type { CellPlace, CopiedRows, FocusedCell, GridRow, TableStore } from './table-state.ts'

export interface CopyDeps extends CellWords, ShownTable {
  readonly grid: () => TableGrid | null
}

/**
 * Answers the page's `copy` event (Ctrl C, ⌘ C, the Edit menu) for a table, wherever the focus is in `frame` or
 * nowhere. A range of cells is copied, else rows that were marked, else the cell with the focus, whose row is selected.
 * Text that is selected in the page, fields and dialogs keep the browser's own copy. Returns what stops it.
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
    const cell = deps.grid()?.focusedCell()
    const { selection } = deps.store.getState()
    const isOneCell = !rangeOf(deps.store.getState()) && !hasMarkedRows(selection)
    if (cell && isSelected(selection, cell.row.row) && isOneCell) copyCell(cell, deps)
    else void copyRows(deps.store, false)
  }
  document.addEventListener('copy', onCopy)
  return () => document.removeEventListener('copy', onCopy)
}

/** Copies the range, or else the selected rows, and shows how many rows. */
export async function copyRows(store: TableStore, excel: boolean) {
  await writeRows(await store.getState().copySelected(excel))
}

/** Copies the cells of a column in all rows of the view, and shows how many. */
export async function copyColumn(store: TableStore, column: string) {
  await writeRows(await store.getState().copyColumn(column))
}

/** Copies the phones or e-mails of the selected rows, and shows their number and which rows had none. */
export async function copyKeys(store: TableStore, kind: KeyKind) {
  const texts = messagesNow().tables.copy
  const copied = await store.getState().copyKeys(kind)
  if (copied === 'failed') return
  if (!copied) notifications.show({ message: texts.nothing(keyText) })
  else if (copied.keys === 0) notifications.show({ message: texts.keys[kind].none(copied.without) })
  else await copyText(copied.text, texts.keys[kind].copied(copied))
}

/** Copies a whole small table of the page as shown, unless text in it is selected. */
export function copyShownTable(event: ClipboardEvent, rows: readonly (readonly string[])[]) {
  if (hasSelectedText()) return
  event.preventDefault()
  const text = rows.map((cells) => cells.map(copiedCell).join('\t')).join('\r\n')
  void copyText(text, messagesNow().tables.copy.rows(rows.length, rows[0]?.length ?? 0, 0))
}

/** Copies one cell as shown and confirms it. */
export function copyCell({ row, column: key }: FocusedCell, { store, words, format }: CopyDeps) {
  const column = store.getState().columns.find((each) => each.key === key)
  if (!column) return
  const texts = messagesNow().tables.copy
  const text = cellText(row.cells[key], column, { words, format })
  if (text === '') notifications.show({ message: texts.emptyCell })
  else void copyText(copiedCell(text), texts.cell(words.heading(column)))
}

async function writeRows(copied: CopiedRows | 'failed' | null) {
  const texts = messagesNow().tables.copy
  if (copied === 'failed') return
  if (!copied) notifications.show({ message: texts.nothing(keyText) })
  else await copyText(copied.text, texts.rows(copied.rows, copied.columns, copied.hidden))
}

/** Writes text to the clipboard and shows `notice`, or that it was refused. */
export async function copyText(text: string, notice: string) {
  const isCopied = await writeClipboard(text)
  if (isCopied) notifications.show({ message: notice })
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

/**
 * Writes text to the clipboard. Without the clipboard permission it uses the browser's copy command. Returns false if
 * both are refused.
 */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  let copied = false
  const give = (event: ClipboardEvent) => {
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    copied = event.clipboardData !== null
  }
  // Runs before the handler of a table, which would copy a second time.
  document.addEventListener('copy', give, { once: true, capture: true })
  // Deprecated, but the only way for a page without the clipboard permission.
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return copied
}

interface MoreActions {
  /** The screen's own actions on the selected rows. */
  readonly more: readonly MenuAction[]
}

interface RowMenuProps extends MoreActions {
  readonly place: CellPlace
  readonly onCopyCell: (place: CellPlace) => void
  readonly onClose: () => void
}

/** The menu of a right click: actions on the cell and on the selected rows. */
export function RowMenu({ place, more, onCopyCell, onClose }: RowMenuProps) {
  const texts = useMessages().tables
  const actions = useRowActions()
  const copiesMore = useTableState((state) => rangeOf(state) !== null || hasMarkedRows(state.selection))
  const openDetails = useTableState((state) => state.openDetails)
  const [opened, setOpened] = useState(false)
  // Opens after mounting, since Mantine measures the target and moves the focus only on opening.
  useEffect(() => setOpened(true), [])
  const { left, top } = place
  return (
    <Menu opened={opened} onClose={onClose} position="bottom-start" width={320} offset={0} returnFocus={false}>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={texts.copy.menu}
          style={{ position: 'fixed', left, top, width: 1, height: 1, opacity: 0, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems
          items={[
            {
              label: texts.copy.oneCell,
              shortcut: copiesMore ? undefined : keyText('mod+c'),
              onClick: () => onCopyCell(place),
            },
            ...actions,
            ...more,
            {
              label: texts.details.open,
              shortcut: 'Enter',
              onClick: () => void openDetails(place.position),
            },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The menu of the selected rows in the table's bar. */
export function CopyMenu({ more }: MoreActions) {
  const texts = useMessages().tables.copy
  const actions = useRowActions()
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Tooltip label={texts.menu}>
          <ActionIcon variant="default" size={30} aria-label={texts.menu}>
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems items={[...actions, ...more]} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The shortcut that copies each kind of key. */
export const keysOfCopies = { phone: 'shift+t', email: 'shift+e' } as const satisfies Record<KeyKind, string>

function useRowActions(): readonly MenuAction[] {
  const { store } = useTable()
  const {
    tables: { copy: texts },
    common: { unavailable },
  } = useMessages()
  const state = useTableState((current) => current)
  const { selection, view, shape, selectAll } = state
  const selected = selectedCount(selection, view?.matching ?? 0)
  const range = rangeOf(state)
  return [
    {
      label: range ? texts.range(cellCount(range)) : texts.selected(selected),
      shortcut: range || hasMarkedRows(selection) ? keyText('mod+c') : undefined,
      disabled: selected === 0 && unavailable.noneSelected,
      onClick: () => void copyRows(store, false),
    },
    {
      label: texts.forExcel,
      hint: texts.forExcelHint,
      shortcut: keyText('mod+shift+c'),
      disabled: selected === 0 && unavailable.noneSelected,
      onClick: () => void copyRows(store, true),
    },
    ...(readyValue(shape)?.keys ?? []).map((kind) => ({
      label: texts.keys[kind].action,
      hint: texts.keys[kind].hint,
      shortcut: keyText(keysOfCopies[kind]),
      disabled: selected === 0 && unavailable.noneSelected,
      onClick: () => void copyKeys(store, kind),
    })),
    { label: texts.selectAll, shortcut: keyText('mod+a'), onClick: selectAll },
  ]
}
