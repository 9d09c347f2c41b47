import { Button, Menu, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import type { Check, Connection, ServiceKind } from '../../preload/contract/connections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { lacksLeadsAlone } from './store.ts'

interface ConnectionListProps {
  readonly connections: readonly Connection[]
  readonly selected: string | undefined
  readonly onEdit: (connection: Connection, focus: 'name' | 'secret') => void
  readonly onSwitchHost: (connection: Connection, onBeta: boolean) => void
  readonly onCheck: (connection: Connection) => void
  readonly onForget: (connection: Connection) => void
}

const services: readonly ServiceKind[] = ['platform', 'forms']

/** The connections by service. The one in use is marked. */
export function ConnectionList({ connections, ...actions }: ConnectionListProps) {
  const texts = useMessages().connections
  const groups = services
    .map((service) => ({ service, members: connections.filter((connection) => connection.service === service) }))
    .filter((group) => group.members.length > 0)
  return groups.map(({ service, members }) => (
    <section key={service} aria-labelledby={`connections-${service}`} className="connection-group">
      <Title order={2} id={`connections-${service}`}>
        {texts.services[service]}
      </Title>
      <ul className="mt-8 card plain-list">
        {members.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} {...actions} />
        ))}
      </ul>
    </section>
  ))
}

type RowProps = Omit<ConnectionListProps, 'connections'> & { readonly connection: Connection }

function ConnectionRow({ connection, selected, onEdit, onSwitchHost, onCheck, onForget }: RowProps) {
  const { connections: texts, common, diagnostics } = useMessages()
  const troubleOf = useFeature('health').useTroubleOf()
  const { use } = useFeature('connections').store.getState()
  const { go } = useNavigation()
  const { name } = connection
  const failed = useCheckFailure(connection.last_check)
  const trouble = failed ?? troubleOf(connection.id)
  return (
    <li className="connection-row row" data-selected={selected === connection.id || undefined}>
      <div className="words">
        <div className="row narrows">
          <Text size="md" fw={600} truncate title={name}>
            {name}
          </Text>
          {connection.current ? (
            <Mark color="var(--accent)" soft="var(--accent-soft)">
              {texts.inUse}
            </Mark>
          ) : null}
          {connection.on_beta ? (
            <Mark color="var(--outcome-sem-conversa)" soft="var(--outcome-sem-conversa-soft)">
              {texts.beta.mark}
            </Mark>
          ) : null}
          {connection.has_secret ? null : (
            <Mark color="var(--outcome-sem-conversa)" soft="var(--outcome-sem-conversa-soft)">
              {texts.noSecret}
            </Mark>
          )}
        </div>
        <Text size="sm" c="dimmed" truncate className="figures">
          {useFacts(connection)}
        </Text>
        {trouble ? (
          <div className="connection-failed flex gap-6 mt-4">
            <IconAlertCircle size={16} color="var(--outcome-invalida)" aria-hidden="true" />
            <Text size="sm">{trouble}</Text>
          </div>
        ) : null}
      </div>
      <div className="row rigid">
        {connection.current ? null : (
          <Button variant="subtle" onClick={() => void use(connection.id)} aria-label={texts.chooseNamed(name)}>
            {texts.choose}
          </Button>
        )}
        <Button variant="default" onClick={() => onEdit(connection, 'name')} aria-label={common.editNamed(name)}>
          {common.edit}
        </Button>
        <DotsMenu
          label={common.moreOf(name)}
          width={220}
          items={[
            ...(connection.beta_url === null
              ? []
              : [
                  {
                    label: connection.on_beta ? texts.beta.useMain : texts.beta.useBeta,
                    onClick: () => onSwitchHost(connection, !connection.on_beta),
                  },
                ]),
            { label: texts.checkAgain, onClick: () => onCheck(connection) },
            ...(connection.service === 'platform'
              ? [{ label: diagnostics.title, onClick: () => go({ screen: 'diagnostics', connection: connection.id }) }]
              : []),
            { label: texts.replaceSecret, onClick: () => onEdit(connection, 'secret') },
            { label: common.forgetMore, onClick: () => onForget(connection), dangerous: true },
          ]}
        />
      </div>
    </li>
  )
}

/** Why the last check of a connection failed; null where it passed. */
function useCheckFailure(check: Check | null): string | null {
  const now = useApp().now()
  const texts = useMessages().connections
  const format = useFormat()
  if (check === null || check.passed) return null
  const failed = check.steps.find(({ state }) => state === 'failed')
  const why = failed ? texts.findings[failed.finding]?.(failed.params) : undefined
  const summary = lacksLeadsAlone(check) ? texts.withoutLeads : texts.notWorking
  return [summary(format.moment(Date.parse(check.checked_at), now)), why ?? ''].join(' ').trimEnd()
}

function useFacts(connection: Connection): string {
  const texts = useMessages().connections
  const used = connection.on_beta ? (connection.beta_url ?? connection.base_url) : connection.base_url
  const facts = [used.replace(/^https:\/\//, '')]
  if (connection.account_id !== null) facts.push(texts.account(connection.account_id))
  if (connection.brand) facts.push(texts.brand(connection.brand))
  if (connection.service === 'platform') facts.push(texts.sheets(connection.sheets))
  return joinFacts(facts)
}

interface ConnectionMenuProps {
  /** The services whose connections can be chosen here; the menu names the connection of the first. */
  readonly services: readonly ServiceKind[]
}

/** The account of the screen, in the top bar, with a menu of the other accounts of the same service. */
export function ConnectionMenu({ services }: ConnectionMenuProps) {
  const texts = useMessages().app.top
  const { go } = useNavigation()
  const connections = useFeature('connections').useList()
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
          <MenuGroup key={members[0]?.service} members={members} />
        ))}
        <Menu.Item onClick={() => go({ screen: 'connections', create: true })}>{texts.newConnection}</Menu.Item>
        <Menu.Item onClick={() => go({ screen: 'connections' })}>{texts.manageConnections}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function MenuGroup({ members }: { readonly members: readonly Connection[] }) {
  const { use } = useFeature('connections').store.getState()
  const { connections } = useMessages()
  const service = members[0]?.service
  if (service === undefined || members.length < 2) return null
  return (
    <>
      <Menu.Label>{connections.services[service]}</Menu.Label>
      {members.map((connection) => (
        <Menu.Item
          key={connection.id}
          onClick={() => void use(connection.id)}
          rightSection={connection.current ? <span className="dim">{connections.inUse}</span> : null}
        >
          <span className="top-name">{connection.name}</span>
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
