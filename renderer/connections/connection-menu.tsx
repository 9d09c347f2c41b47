import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Connection } from '../../preload/contract/connections.ts'
import { useMessages } from '../kernel/messages.ts'

export interface ConnectionMenuProps {
  readonly connections: readonly Connection[]
  readonly onUse: (connection: Connection) => void
  readonly onManage: () => void
  readonly onCreate: () => void
}

/** The account that new sheets and lists use, in the top bar; opens the others. */
export function ConnectionMenu({ connections, onUse, onManage, onCreate }: ConnectionMenuProps) {
  const { app, connections: words } = useMessages()
  const texts = app.top
  const platform = connections.filter((connection) => connection.service === 'platform')
  const forms = connections.filter((connection) => connection.service === 'forms')
  const current = platform.find((connection) => connection.current) ?? forms.find((connection) => connection.current)
  return (
    <Menu position="bottom-start" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton
          className="top-button"
          data-strong
          aria-label={current ? texts.currentConnection(current.name) : texts.noConnection}
        >
          <span className="top-name">{current?.name ?? texts.noConnection}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Group label={words.services.platform} members={platform} onUse={onUse} />
        <Group label={words.services.forms} members={forms} onUse={onUse} />
        {connections.length > 0 ? <Menu.Divider /> : null}
        <Menu.Item onClick={onCreate}>{texts.newConnection}</Menu.Item>
        <Menu.Item onClick={onManage}>{texts.manageConnections}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface GroupProps {
  readonly label: string
  readonly members: readonly Connection[]
  readonly onUse: (connection: Connection) => void
}

function Group({ label, members, onUse }: GroupProps) {
  const texts = useMessages().app.top
  if (members.length === 0) return null
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {members.map((connection) => (
        <Menu.Item
          key={connection.id}
          onClick={() => onUse(connection)}
          rightSection={connection.current ? <span className="dim">{texts.inUse}</span> : null}
        >
          {connection.name}
        </Menu.Item>
      ))}
    </>
  )
}
