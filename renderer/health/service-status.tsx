import './health.css'
import { Button, Popover, Text, UnstyledButton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { ServiceHealth } from '../../preload/contract/health.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { sinceWords, troubleSentence } from './feature.ts'

interface NamedHealth extends ServiceHealth {
  /** The name of the connection. */
  readonly name: string
}

/**
 * The state of the services in the top bar: for one in trouble, in words with a retry button; for several, their
 * number. Opens the details of each.
 */
export function ServiceStatus() {
  const now = useApp().now()
  const { go } = useNavigation()
  const { store } = useFeature('health')
  const connections = useFeature('connections').useList()
  const messages = useMessages()
  const texts = messages.health
  const format = useFormat()
  const { list, probing, probe, probeUnreached, failure } = useStore(store)
  const [open, setOpen] = useState(false)
  // The list shows why a probe failed.
  useEffect(() => {
    if (failure) setOpen(true)
  }, [failure])
  const services = namedHealth(readyValue(list) ?? [], connections)
  const replaceKey = (connection: string) => {
    setOpen(false)
    go({ screen: 'connections', replace: connection })
  }
  const troubled = services.filter(({ state }) => state !== 'answers')
  const [only] = troubled.length === 1 ? troubled : []
  const { online } = useNetwork()
  useOnceBack(online, () => void probeUnreached())
  useAskedAgain(online ? services.filter(isWorthAsking).map(({ connection_id }) => connection_id) : [], probe)
  const state = stateOf(online, services)
  return (
    <div className="gap-2 narrows row">
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
            <span role="status" className="cut">
              {online && only
                ? troubleSentence(only, shortName(only.name), { now, messages, format })
                : texts.states[state](troubled.length)}
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className="service-list" aria-label={texts.title}>
          {open ? <Services services={services} online={online} onReplaceKey={replaceKey} /> : null}
        </Popover.Dropdown>
      </Popover>
      {online && only?.state === 'refused' ? (
        <UnstyledButton className="service-again hoverable" onClick={() => replaceKey(only.connection_id)}>
          {texts.replace}
        </UnstyledButton>
      ) : null}
      {online && only && only.state !== 'refused' ? (
        <UnstyledButton
          className="service-again hoverable"
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

interface ServicesProps {
  readonly services: readonly NamedHealth[]
  readonly online: boolean
  /** Opens the form that replaces the refused key of a connection. */
  readonly onReplaceKey: (connection: string) => void
}

/** Every connection with the last answer of its service. */
function Services({ services, online, onReplaceKey }: ServicesProps) {
  const now = useApp().now()
  const connections = useFeature('connections').useList()
  const messages = useMessages()
  const texts = messages.health
  const format = useFormat()
  const { probing, probe, failure } = useStore(useFeature('health').store)
  return (
    <>
      {online ? null : <Text size="xs">{texts.offlineHint}</Text>}
      {failure ? <FailureNotice failure={failure} /> : null}
      <ul className="plain-list stack gap-12">
        {connections.map(({ id, name }) => {
          const health = services.find(({ connection_id }) => connection_id === id)
          const checking = probing.includes(id)
          return (
            <li key={id} className="row top" data-state={health?.state ?? 'unknown'}>
              <span className="service-dot" aria-hidden="true" />
              <div className="words">
                <Text fw={500} truncate title={name}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" className="figures">
                  {health
                    ? texts.each[health.state](
                        sinceWords(health.state === 'answers' ? health.at : health.since, now, format),
                      )
                    : texts.notAsked}
                </Text>
                {health?.failure ? <Text size="xs">{failureSentence(messages, health.failure)}</Text> : null}
                {health?.state === 'refused' ? (
                  <Button variant="default" size="compact-xs" mt={6} onClick={() => onReplaceKey(id)}>
                    {messages.connections.replaceSecret}
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

/** The health of the services of these connections, those in use first. */
function namedHealth(list: readonly ServiceHealth[], connections: readonly Connection[]): readonly NamedHealth[] {
  return [...connections]
    .sort((one, other) => Number(other.current) - Number(one.current))
    .flatMap(({ id, name }) => {
      const health = list.find(({ connection_id }) => connection_id === id)
      return health ? [{ ...health, name }] : []
    })
}

/** The trouble and its time need the space: a long name is cut here, and whole in the list. */
function shortName(name: string): string {
  const characters = [...name]
  return characters.length > 20 ? `${characters.slice(0, 19).join('').trimEnd()}…` : name
}

/** The computer's own network comes before the services' states. */
function stateOf(online: boolean, services: readonly NamedHealth[]): 'offline' | 'trouble' | 'answers' | 'unknown' {
  if (!online) return 'offline'
  if (services.some(({ state }) => state !== 'answers')) return 'trouble'
  return services.length > 0 ? 'answers' : 'unknown'
}

/**
 * Whether the trouble may pass by itself. A key that is refused, or does not arrive, would be refused again, and
 * networks count refusals.
 */
function isWorthAsking({ state, failure }: ServiceHealth): boolean {
  return state !== 'answers' && state !== 'refused' && failure?.code !== 'header_dropped'
}

const againMs = 60_000

/** Asks these services once a minute while they are in trouble, so that an old state does not stay. */
function useAskedAgain(troubled: readonly string[], probe: (connection: string) => Promise<void>) {
  const ids = troubled.join(' ')
  useEffect(() => {
    if (ids === '') return
    const timer = setInterval(() => {
      for (const id of ids.split(' ')) void probe(id)
    }, againMs)
    return () => clearInterval(timer)
  }, [ids, probe])
}

/** Calls `back` when the computer has a network again. */
function useOnceBack(online: boolean, back: () => void) {
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current) back()
    wasOnline.current = online
  })
}
