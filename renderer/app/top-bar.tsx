import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { IconHelp, IconLock, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { ariaKeys, keyNames } from '../kernel/shortcuts.ts'

export interface TopBarProps {
  /** The menu of connections. */
  readonly connections: ReactNode
  /** The pill of tasks. */
  readonly tasks: ReactNode
  /** What is known of the services. */
  readonly status: ReactNode
  readonly onSearch: () => void
  readonly onVault: () => void
  /** Opens the article that fits the screen. */
  readonly onHelp: () => void
}

/** The bar of 40 px: which account, search, and how things stand. */
export function TopBar({ connections, tasks, status, onSearch, onVault, onHelp }: TopBarProps) {
  const messages = useMessages()
  const texts = messages.app.top
  const help = messages.documentation.help.open
  return (
    <>
      <div className="top-side">{connections}</div>
      <UnstyledButton className="top-search" onClick={onSearch} aria-keyshortcuts={ariaKeys('mod+K')}>
        <IconSearch size={15} aria-hidden="true" />
        <span>{texts.search}</span>
        <Kbd size="xs" aria-hidden="true">
          {keyNames('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <div className="top-side" data-end>
        {tasks}
        {status}
        <Tooltip
          label={
            <>
              {help} <Kbd size="xs">F1</Kbd>
            </>
          }
        >
          <ActionIcon aria-label={help} aria-keyshortcuts="F1" onClick={onHelp}>
            <IconHelp size={17} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={texts.vault}>
          <ActionIcon aria-label={texts.vault} onClick={onVault}>
            <IconLock size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  )
}
