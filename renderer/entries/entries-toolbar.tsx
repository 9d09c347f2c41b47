import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconArrowsJoin, IconChevronDown } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import type { EntriesStore } from './entries-store.ts'
import type { OpenDialog, ReviewCommands } from './review-commands.ts'
import { StateTabs } from './state-tabs.tsx'

export interface EntriesToolbarProps {
  readonly store: EntriesStore
  readonly commands: ReviewCommands
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onCruzar: () => void
  /** The pictures of these entries, where the screen around has no way to them. */
  readonly onPictures?: (() => void) | undefined
}

/** States, list or table, and what can be done with the whole. */
export function EntriesToolbar({ store, commands, onOpenDialog, onCruzar, onPictures }: EntriesToolbarProps) {
  const messages = useMessages()
  const texts = messages.entries
  const presentation = useStore(store, (state) => state.presentation)
  const { table, sync, refreshList, present } = store.getState()
  const blind = table.set !== ''
  const actions: readonly MenuAction[] = [
    { label: texts.actions.undo, shortcut: 'U', onClick: () => void commands.undo() },
    { label: texts.actions.refresh, shortcut: 'L', onClick: () => void refreshList() },
    { label: texts.actions.export, shortcut: keyText('mod+e'), onClick: () => onOpenDialog({ kind: 'export' }) },
    ...(onPictures ? [{ label: messages.forms.tabs.pictures, onClick: onPictures }] : []),
  ]
  // The screen of a form has these above its tabs.
  const syncs: readonly MenuAction[] =
    table.form_id === null
      ? [
          { label: texts.actions.sync, onClick: () => void sync(false) },
          { label: texts.actions.reconcile, onClick: () => void sync(true) },
        ]
      : []
  const own: readonly MenuAction[] = [
    ...syncs,
    { label: texts.actions.create, onClick: () => onOpenDialog({ kind: 'create' }) },
    { label: texts.actions.remove, onClick: commands.remove, dangerous: true },
  ]
  return (
    <div className="entries-toolbar">
      <StateTabs store={store} />
      <span className="entries-space" />
      <SegmentedControl
        size="xs"
        aria-label={texts.presentations.label}
        value={presentation}
        onChange={(value) => present(value === 'table' ? 'table' : 'list')}
        data={[
          { value: 'list', label: texts.presentations.list },
          { value: 'table', label: texts.presentations.table },
        ]}
      />
      <Button variant="default" leftSection={<IconArrowsJoin size={14} aria-hidden="true" />} onClick={onCruzar}>
        {texts.actions.cruzar}
      </Button>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            {texts.actions.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems items={blind ? actions : [...actions, ...own]} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
