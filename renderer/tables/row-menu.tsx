import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import { copyRows } from './copy.ts'
import type { FocusedCell } from './grid.ts'
import { hasMarkedRows, selectedCount } from './selection.ts'
import type { TableStore } from './table-store.ts'

/** The cell whose menu is open, and where. */
export interface CellPlace extends Pick<FocusedCell, 'row' | 'column'> {
  readonly position: number
  /** CSS pixels of the window. */
  readonly left: number
  readonly top: number
}

export interface RowMenuProps {
  readonly store: TableStore
  readonly place: CellPlace
  readonly onCopyCell: (place: CellPlace) => void
  readonly onClose: () => void
}

/** What can be done with a cell and the selected rows, where the person clicked with the right button. */
export function RowMenu({ store, place, onCopyCell, onClose }: RowMenuProps) {
  const texts = useMessages().tables
  const actions = useRowActions(store)
  const copiesRows = useStore(store, ({ selection }) => hasMarkedRows(selection))
  const [opened, setOpened] = useState(false)
  // One moment later: Mantine measures its target and moves the focus only when it opens.
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
              shortcut: copiesRows ? undefined : keyText('mod+c'),
              onClick: () => onCopyCell(place),
            },
            ...actions,
            {
              label: texts.details.open,
              shortcut: 'Enter',
              onClick: () => void store.getState().openDetails(place.position),
            },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same for the selected rows alone, in the table's bar. */
export function CopyMenu({ store }: { readonly store: TableStore }) {
  const texts = useMessages().tables.copy
  const actions = useRowActions(store)
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
        <MenuItems items={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

function useRowActions(store: TableStore): readonly MenuAction[] {
  const {
    tables: { copy: texts },
    common: { unavailable },
  } = useMessages()
  const { selection, view } = useStore(store)
  const selected = selectedCount(selection, view?.matching ?? 0)
  return [
    {
      label: texts.selected(selected),
      shortcut: hasMarkedRows(selection) ? keyText('mod+c') : undefined,
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
    { label: texts.selectAll, shortcut: keyText('mod+a'), onClick: () => store.getState().selectAll() },
  ]
}
