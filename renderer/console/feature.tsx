import { SegmentedControl } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import {
  type Feature,
  lazyComponent,
  resetStores,
  useApp,
  useFeature,
  useNavigation,
  useSlot,
} from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { Account, accountKey } from '../ui/account.tsx'
import { type AnswerStore, createAnswerStore } from './answer-store.ts'
import { type ConsoleStore, createConsoleStore } from './console-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** Of either service. */
    console: { connection?: string | undefined; part?: 'call' | 'history' | 'datasets' | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    console: { readonly store: ConsoleStore; readonly answer: AnswerStore }
  }
}

const ConsoleScreen = lazyComponent(async () => (await import('./console-screen.tsx')).ConsoleScreen)

export const consoleFeature: Feature<'console'> = {
  item: {
    group: 'more',
    icon: IconTerminal2,
    label: ({ app }) => app.navigation.console,
    place: { screen: 'console' },
  },
  service: 'platform',
  create({ ask }) {
    const store = createConsoleStore({ ask })
    const answer = createAnswerStore({ ask })
    return {
      offer: { store, answer },
      reloads: { console: store.getState().load },
      reset() {
        store.getState().close()
        resetStores(store)
        answer.getState().close()
      },
    }
  },
  screens: {
    console: {
      area: 'console',
      service: 'platform',
      component: Console,
      inConnection: ({ part }, connection) => ({ screen: 'console', connection, part }),
      help: ['api', 'integração', 'token de acesso'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'console', label: app.commands.goToConsole, keys: 'g o', run: go({ screen: 'console' }) },
  ],
}

function Console({ place }: { readonly place: PlaceOf<'console'> }) {
  const NoConnection = useSlot('noConnection')
  const { goInstead } = useNavigation()
  const connection = useConnectionOf(place)
  // The top bar offers the accounts of the connection that the place names.
  useEffect(() => {
    if (connection && place.connection === undefined) goInstead({ ...place, connection: connection.id })
  }, [connection, place, goInstead])
  return connection ? <ConsoleOf place={place} connection={connection} /> : <NoConnection service="platform" />
}

/** The connection in use of the service whose console is open, of either service else. */
function useConnectionOf({ connection }: PlaceOf<'console'>): Connection | undefined {
  const connections = useFeature('connections').useList()
  const opened = useStore(useFeature('console').store, (state) => state.connection)
  const [known] = [connection, opened].flatMap((id) => connections.find((one) => one.id === id) ?? [])
  const inUse = connections.filter(({ current }) => current)
  return inUse.find(({ service }) => service === (known?.service ?? 'platform')) ?? inUse[0]
}

interface ConsoleOfProps {
  readonly place: PlaceOf<'console'>
  readonly connection: Connection
}

function ConsoleOf({ place, connection }: ConsoleOfProps) {
  const { store, answer } = useFeature('console')
  const { now } = useApp()
  const { go } = useNavigation()
  const DatasetList = useSlot('datasetList')
  const { id } = connection
  const part = place.part ?? 'call'
  return (
    <Account
      key={accountKey(connection)}
      name={connection.name}
      onReplaceKey={() => go({ screen: 'connections', replace: id })}
    >
      <WebhookSecret />
      <ConsoleScreen
        store={store}
        answer={answer}
        connection={connection}
        part={part}
        accounts={
          <ServiceChoice value={id} onChange={(chosen) => go({ screen: 'console', connection: chosen, part })} />
        }
        datasets={<DatasetList connection={connection} />}
        now={now}
        onPart={(chosen) => go({ screen: 'console', connection: id, part: chosen })}
        onDataset={(dataset) => go({ screen: 'dataset', connection: id, id: dataset.id })}
        onWrites={() =>
          go(connection.service === 'platform' ? { screen: 'activity', connection: id } : { screen: 'forms' })
        }
      />
    </Account>
  )
}

/** The secret of a webhook that was made here, once, with its account. */
function WebhookSecret() {
  const { store } = useFeature('console')
  const SecretDialog = useSlot('webhookSecret')
  const made = useStore(store, (state) => state.secrets[0])
  const connection = useFeature('connections')
    .useList()
    .find(({ id }) => id === made?.connection)
  if (!made || !connection) return null
  const { secret } = made
  return (
    <SecretDialog key={secret} secret={secret} account={connection.name} onClose={store.getState().dismissSecret} />
  )
}

interface ServiceChoiceProps {
  readonly value: string
  readonly onChange: (connection: string) => void
}

/** Which of the two services is asked, each by the name of its account in use. Nothing where only one is connected. */
function ServiceChoice({ value, onChange }: ServiceChoiceProps) {
  const texts = useMessages().console
  const inUse = useFeature('connections')
    .useList()
    .filter(({ current }) => current)
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
