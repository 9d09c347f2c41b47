import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Connection, ServiceKind } from '../../preload/contract/connections.ts'
import { useMessages } from '../kernel/messages.ts'

export interface ConnectionMenuProps {
  readonly connections: readonly Connection[]
  /** The services whose connections can be chosen here; the first one's is named. */
  readonly services: readonly ServiceKind[]
  readonly onUse: (connection: Connection) => void
  readonly onManage: () => void
  readonly onCreate: () => void
}

/** The account that the screen reads and writes, in the top bar, and the choice of another of the same service. */
export function ConnectionMenu({ connections, services, onUse, onManage, onCreate }: ConnectionMenuProps) {
  const texts = useMessages().app.top
  const groups = services.map((service) => connections.filter((connection) => connection.service === service))
  const current = groups.flat().find((connection) => connection.current)
  const label = current ? texts.currentConnection(current.name) : texts.noConnection
  return (
    <Menu position="bottom-start" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton className="top-button row" data-strong title={label} aria-label={label}>
          <span className="top-name">{current?.name ?? texts.noConnection}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((members) => (
          <Group key={members[0]?.service} members={members} onUse={onUse} />
        ))}
        <Menu.Item onClick={onCreate}>{texts.newConnection}</Menu.Item>
        <Menu.Item onClick={onManage}>{texts.manageConnections}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface GroupProps {
  /** Of one service. */
  readonly members: readonly Connection[]
  readonly onUse: (connection: Connection) => void
}

/** The connections of a service, where there is a choice. */
function Group({ members, onUse }: GroupProps) {
  const { app, connections } = useMessages()
  const service = members[0]?.service
  if (service === undefined || members.length < 2) return null
  return (
    <>
      <Menu.Label>{connections.services[service]}</Menu.Label>
      {members.map((connection) => (
        <Menu.Item
          key={connection.id}
          onClick={() => onUse(connection)}
          rightSection={connection.current ? <span className="dim">{app.top.inUse}</span> : null}
        >
          <span className="top-name">{connection.name}</span>
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
