import { SegmentedControl } from '@mantine/core'
import { lazy, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../preload/contract/connections.ts'
import { connectionInUse, namedConnection } from './connection-in-use.ts'
import { NoPlatformConnection } from './connections/no-platform-connection.tsx'
import { placeOf } from './connections/place-of.ts'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import type { Place } from './navigation.ts'
import { useStores } from './stores-context.tsx'
import { Account } from './ui/account.tsx'

const ConsoleScreen = lazy(async () => ({ default: (await import('./console/console-screen.tsx')).ConsoleScreen }))
const DatasetList = lazy(async () => ({ default: (await import('./datasets/dataset-list.tsx')).DatasetList }))
const DatasetScreen = lazy(async () => ({ default: (await import('./datasets/dataset-screen.tsx')).DatasetScreen }))

const SecretDialog = lazy(async () => ({ default: (await import('./webhooks/secret-view.tsx')).SecretDialog }))

export interface ConsoleAreaProps {
  readonly place: Extract<Place, { readonly screen: 'console' | 'dataset' }>
}

/** The console and what was saved from it: of connections to either service, unlike the rest of the platform's screens. */
export function ConsoleArea({ place }: ConsoleAreaProps): ReactNode {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  const list = useStore(stores.connections, (state) => state.list)
  const connections = readyValue(list) ?? []
  const connection = useConsoleConnection(place)
  if (!connection) return <NoPlatformConnection onConnect={() => go({ screen: 'connections', create: true })} />
  if (place.screen === 'dataset') {
    return (
      <DatasetScreen
        key={place.id}
        store={stores.datasets}
        table={stores.datasetTable({ connection_id: place.connection, id: place.id })}
        connection={place.connection}
        id={place.id}
        now={Date.now}
        onBack={() => go({ screen: 'console', connection: place.connection, part: 'datasets' })}
      />
    )
  }
  const { id } = connection
  const openDataset = (dataset: { readonly id: string }) => go({ screen: 'dataset', connection: id, id: dataset.id })
  const part = place.part ?? 'call'
  return (
    <Account name={connection.name} onReplaceKey={() => go({ screen: 'connections', replace: connection.id })}>
      <ConsoleSecret connections={connections} />
      <ConsoleScreen
        key={placeOf(connection)}
        store={stores.console}
        answer={stores.consoleAnswer}
        connection={connection}
        part={part}
        accounts={
          <ServiceChoice
            connections={connections}
            value={id}
            onChange={(chosen) => go({ screen: 'console', connection: chosen, part })}
          />
        }
        datasets={<DatasetList store={stores.datasets} connection={id} now={Date.now} onOpen={openDataset} />}
        now={Date.now}
        onPart={(chosen) => go({ screen: 'console', connection: id, part: chosen })}
        onDataset={openDataset}
        onWrites={() => {
          if (connection.service === 'platform') return go({ screen: 'activity', connection: id })
          go({ screen: 'forms' })
        }}
      />
    </Account>
  )
}

/** The secret of a webhook that was made here, once; it says in which account. */
function ConsoleSecret({ connections }: { readonly connections: readonly Connection[] }) {
  const { console: store } = useStores()
  const made = useStore(store, (state) => state.secrets[0])
  const connection = connections.find(({ id }) => id === made?.connection)
  if (!made || !connection) return null
  const { secret } = made
  return (
    <SecretDialog key={secret} secret={secret} account={connection.name} onClose={store.getState().dismissSecret} />
  )
}

/** The connection in use of the service whose console is open, of either service else. */
export function useConsoleConnection(place: Place): Connection | undefined {
  const stores = useStores()
  const connections = readyValue(useStore(stores.connections, (state) => state.list)) ?? []
  const opened = useStore(stores.console, (state) => state.connection)
  const wanted = [namedConnection(place), opened].map((id) => connections.find((one) => one.id === id))
  const service = wanted.find((one) => one !== undefined)?.service ?? 'platform'
  return connectionInUse(connections, service) ?? connections.find(({ current }) => current)
}

interface ServiceChoiceProps {
  readonly connections: readonly Connection[]
  readonly value: string
  readonly onChange: (connection: string) => void
}

/** Which of the two services is asked, each by the name of its account in use. Nothing where only one is connected. */
function ServiceChoice({ connections, value, onChange }: ServiceChoiceProps) {
  const texts = useMessages().console
  const inUse = connections.filter(({ current }) => current)
  if (inUse.length < 2) return null
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.service}
      value={value}
      data={inUse.map(({ id, name }) => ({
        value: id,
        label: (
          <span className="console-account" title={name}>
            {name}
          </span>
        ),
      }))}
      onChange={onChange}
    />
  )
}
