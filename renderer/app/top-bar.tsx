import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconLock, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { keyNames } from '../kernel/shortcuts.ts'

export interface TopBarProps {
  /** The menu of connections. */
  readonly connections: ReactNode
  /** The pill of tasks. */
  readonly tasks: ReactNode
  readonly onSearch: () => void
  readonly onVault: () => void
}

/** The bar of 40 px: which account, search, and how things stand. */
export function TopBar({ connections, tasks, onSearch, onVault }: TopBarProps) {
  const texts = useMessages().app.top
  const { online } = useNetwork()
  return (
    <>
      <div className="top-side">{connections}</div>
      <UnstyledButton className="top-search" onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={15} aria-hidden="true" />
        <span>{texts.search}</span>
        <Kbd size="xs" aria-hidden="true">
          {keyNames('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <div className="top-side" data-end>
        {tasks}
        <Tooltip label={texts.offlineHint} disabled={online}>
          <span className="top-online" role="status" data-online={online || undefined}>
            <span className="top-dot" aria-hidden="true" />
            {online ? texts.online : texts.offline}
          </span>
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
