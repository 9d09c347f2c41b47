import './health.css'
import { Button, Popover, Text, UnstyledButton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { HealthStore } from './health-store.ts'
import { type NamedHealth, namedHealth, sinceWords, troubleSentence } from './health-words.ts'

export interface ServiceStatusProps {
  readonly store: HealthStore
  readonly connections: readonly Connection[]
  readonly now: () => number
  /** To where the refused key of a connection is replaced. */
  readonly onReplaceKey: (connection: string) => void
}

/**
 * The state of the services in the top bar: the trouble of one in words, with the way to ask it again;
 * of several how many. Opens what is known of each.
 */
export function ServiceStatus(props: ServiceStatusProps) {
  const { store, connections, now, onReplaceKey } = props
  const messages = useMessages()
  const texts = messages.health
  const format = useFormat()
  const { list, probing, probe, probeUnreached, failure } = useStore(store)
  const [open, setOpen] = useState(false)
  // The list shows why a probe failed.
  useEffect(() => {
    if (failure) setOpen(true)
  }, [failure])
  const known = namedHealth(readyValue(list) ?? [], connections)
  const troubled = known.filter(({ state }) => state !== 'answers')
  const [only] = troubled.length === 1 ? troubled : []
  const { online } = useNetwork()
  useOnceBack(online, () => void probeUnreached())
  const state = stateOf(online, known)
  return (
    <div className="service-status row">
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={400} trapFocus returnFocus shadow="md">
        <Popover.Target>
          <UnstyledButton
            className="top-button row service-button"
            data-state={state}
            aria-expanded={open}
            onClick={() => {
              setOpen(!open)
              if (!open) void store.getState().load()
            }}
          >
            <span className="service-dot" aria-hidden="true" />
            <span role="status" className="service-words">
              {online && only
                ? troubleSentence(only, { now: now(), messages, format })
                : texts.states[state](troubled.length)}
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className="service-list" aria-label={texts.title}>
          {open ? (
            <Services
              {...props}
              known={known}
              online={online}
              onReplaceKey={(connection) => {
                setOpen(false)
                onReplaceKey(connection)
              }}
            />
          ) : null}
        </Popover.Dropdown>
      </Popover>
      {online && only?.state === 'refused' ? (
        <UnstyledButton className="service-again" onClick={() => onReplaceKey(only.connection_id)}>
          {texts.replace}
        </UnstyledButton>
      ) : null}
      {online && only && only.state !== 'refused' ? (
        <UnstyledButton
          className="service-again"
          disabled={probing.includes(only.connection_id)}
          aria-label={texts.tryNamed(only.name)}
          onClick={() => void probe(only.connection_id)}
        >
          {probing.includes(only.connection_id) ? texts.trying : texts.tryNow}
        </UnstyledButton>
      ) : null}
    </div>
  )
}

interface ServicesProps extends ServiceStatusProps {
  readonly known: readonly NamedHealth[]
  readonly online: boolean
}

/** Every connection with what its service last answered. */
function Services({ store, connections, known, online, now, onReplaceKey }: ServicesProps) {
  const messages = useMessages()
  const texts = messages.health
  const format = useFormat()
  const { probing, probe, failure } = useStore(store)
  return (
    <>
      {online ? null : <Text size="xs">{texts.offlineHint}</Text>}
      {failure ? <FailureNotice failure={failure} /> : null}
      <ul>
        {connections.map(({ id, name }) => {
          const health = known.find(({ connection_id }) => connection_id === id)
          const checking = probing.includes(id)
          return (
            <li key={id} data-state={health?.state ?? 'unknown'}>
              <span className="service-dot" aria-hidden="true" />
              <div className="words">
                <Text fw={500} truncate title={name}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" className="figures">
                  {health
                    ? texts.each[health.state](
                        sinceWords(health.state === 'answers' ? health.at : health.since, now(), format),
                      )
                    : texts.notAsked}
                </Text>
                {health?.failure ? <Text size="xs">{failureSentence(messages, health.failure)}</Text> : null}
                {health?.state === 'refused' ? (
                  <Button variant="default" size="compact-xs" mt={6} onClick={() => onReplaceKey(id)}>
                    {texts.connections}
                  </Button>
                ) : null}
              </div>
              <Button
                variant="default"
                size="compact-xs"
                loading={checking}
                aria-label={texts.tryNamed(name)}
                onClick={() => void probe(id)}
              >
                {texts.ask}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The computer's own network comes before the services' states. */
function stateOf(online: boolean, known: readonly NamedHealth[]): 'offline' | 'trouble' | 'answers' | 'unknown' {
  if (!online) return 'offline'
  if (known.some(({ state }) => state !== 'answers')) return 'trouble'
  return known.length > 0 ? 'answers' : 'unknown'
}

/** Does something when the computer has a network again. */
function useOnceBack(online: boolean, back: () => void) {
  const before = useRef(online)
  useEffect(() => {
    if (online && !before.current) back()
    before.current = online
  })
}
