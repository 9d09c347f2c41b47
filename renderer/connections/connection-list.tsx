import { Button, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Check, Connection, ServiceKind } from '../../preload/contract/connections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'

export interface ConnectionListProps {
  readonly connections: readonly Connection[]
  readonly selected: string | undefined
  /** Epoch ms, to show the age of the last check. */
  readonly now: number
  /** The trouble of a connection's service by its last responses; null without any. */
  readonly troubleOf: (id: string) => string | null
  readonly onUse: (connection: Connection) => void
  readonly onSwitchHost: (connection: Connection, onBeta: boolean) => void
  readonly onEdit: (connection: Connection) => void
  readonly onCheck: (connection: Connection) => void
  readonly onDiagnose: (connection: Connection) => void
  readonly onReplaceSecret: (connection: Connection) => void
  readonly onForget: (connection: Connection) => void
}

const services: readonly ServiceKind[] = ['platform', 'forms']

/** The connections by service, the one in use marked. */
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
      <ul className="connection-list card plain-list">
        {members.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} {...actions} />
        ))}
      </ul>
    </section>
  ))
}

type RowProps = Omit<ConnectionListProps, 'connections'> & { readonly connection: Connection }

function ConnectionRow({ connection, selected, now, troubleOf, ...actions }: RowProps) {
  const texts = useMessages().connections
  const { name } = connection
  const failed = useCheckFailure(connection.last_check, now)
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
          <div className="connection-failed">
            <IconAlertCircle size={16} color="var(--outcome-invalida)" aria-hidden="true" />
            <Text size="sm">{trouble}</Text>
          </div>
        ) : null}
      </div>
      <div className="row rigid">
        {connection.current ? null : (
          <Button variant="subtle" onClick={() => actions.onUse(connection)} aria-label={texts.chooseNamed(name)}>
            {texts.choose}
          </Button>
        )}
        <Button variant="default" onClick={() => actions.onEdit(connection)} aria-label={texts.editNamed(name)}>
          {texts.edit}
        </Button>
        <DotsMenu
          label={texts.moreNamed(name)}
          width={220}
          items={[
            ...(connection.beta_url === null
              ? []
              : [
                  {
                    label: connection.on_beta ? texts.beta.useMain : texts.beta.useBeta,
                    onClick: () => actions.onSwitchHost(connection, !connection.on_beta),
                  },
                ]),
            { label: texts.checkAgain, onClick: () => actions.onCheck(connection) },
            ...(connection.service === 'platform'
              ? [{ label: texts.diagnose, onClick: () => actions.onDiagnose(connection) }]
              : []),
            { label: texts.replaceSecret, onClick: () => actions.onReplaceSecret(connection) },
            { label: texts.forget, onClick: () => actions.onForget(connection), dangerous: true },
          ]}
        />
      </div>
    </li>
  )
}

/** Why a connection did not work when it was last checked; null for one that did. */
function useCheckFailure(check: Check | null, now: number): string | null {
  const texts = useMessages().connections
  const format = useFormat()
  if (check === null || check.passed) return null
  const failed = check.steps.find(({ state }) => state === 'failed')
  const why = failed ? texts.findings[failed.finding]?.(failed.params) : undefined
  return [texts.notWorking(format.moment(Date.parse(check.checked_at), now)), why ?? ''].join(' ').trimEnd()
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
