import { Button, Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import { useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { Account, accountKey } from '../ui/account.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PageHeader, PartBar } from '../ui/page-header.tsx'
import { AnswerPane } from './answer-pane.tsx'
import { CallForm } from './call-form.tsx'
import type { CallPreview } from './console-store.ts'
import { HistoryList } from './history-list.tsx'
import { RouteList } from './route-list.tsx'

import './console.css'

type ConsolePlace = PlaceOf<'console'>

/** Any documented call of a service, its answer, the history of calls, and the data sets saved from them. */
export function ConsoleScreen({ place }: { readonly place: ConsolePlace }) {
  const NoConnection = useSlot('noConnection')
  const { go, goInstead } = useNavigation()
  const connection = useConnectionOf(place)
  // The top bar offers the accounts of the service that the place names.
  useEffect(() => {
    if (connection && place.connection === undefined) goInstead({ ...place, connection: connection.id })
  }, [connection, place, goInstead])
  if (!connection) return <NoConnection service="platform" />
  return (
    <Account
      key={accountKey(connection)}
      name={connection.name}
      onReplaceKey={() => go({ screen: 'connections', replace: connection.id })}
    >
      <WebhookSecret />
      <ConsoleOf connection={connection} part={place.part ?? 'call'} />
    </Account>
  )
}

/** The connection in use of the service of the open console; else that of either service. */
function useConnectionOf({ connection }: ConsolePlace): Connection | undefined {
  const connections = useFeature('connections').useList()
  const opened = useStore(useFeature('console').store, (state) => state.connection)
  const [named] = [connection, opened].flatMap((id) => connections.find((one) => one.id === id) ?? [])
  const inUse = connections.filter(({ current }) => current)
  return inUse.find(({ service }) => service === (named?.service ?? 'platform')) ?? inUse[0]
}

interface ConsoleOfProps {
  readonly connection: Connection
  readonly part: NonNullable<ConsolePlace['part']>
}

function ConsoleOf({ connection, part }: ConsoleOfProps) {
  const { console: texts, common } = useMessages()
  const { store } = useFeature('console')
  const { history, send } = useStore(store)
  const { go } = useNavigation()
  const DatasetList = useSlot('datasetList')
  const { id, base_url, beta_url, on_beta } = connection
  const calls = readyValue(history)?.length ?? 0
  useEffect(() => void store.getState().open(id), [store, id])
  useShortcuts(part === 'call' ? [{ keys: 'mod+enter', label: common.send, run: () => void send() }] : [])
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={texts.facts(new URL(on_beta && beta_url !== null ? beta_url : base_url).host)}
      />
      <PartBar
        label={texts.parts.label}
        parts={[
          ['call', texts.parts.call],
          [
            'history',
            <>
              {texts.parts.history}
              {calls > 0 ? <span className="dim figures"> {calls}</span> : null}
            </>,
          ],
          ['datasets', texts.parts.datasets],
        ]}
        part={part}
        onGo={(chosen) => go({ screen: 'console', connection: id, part: chosen })}
        end={<ServiceChoice connection={id} part={part} />}
      />
      {part === 'history' ? <HistoryList connection={id} /> : null}
      {part === 'datasets' ? (
        <div className="page">
          <DatasetList connection={connection} />
        </div>
      ) : null}
      {part === 'call' ? (
        <div className="console panes">
          <RouteList connection={id} />
          <div className="console-work column words">
            <CallForm connection={connection} />
            <AnswerPane connection={id} />
          </div>
        </div>
      ) : null}
      <ConfirmSend />
    </>
  )
}

/** The secret of a webhook that was made here, shown once, with its account. */
function WebhookSecret() {
  const { store } = useFeature('console')
  const SecretDialog = useSlot('webhookSecret')
  const connections = useFeature('connections').useList()
  const newest = useStore(store, (state) => state.secrets[0])
  const connection = connections.find(({ id }) => id === newest?.connection)
  if (!newest || !connection) return null
  const { secret } = newest
  return (
    <SecretDialog key={secret} secret={secret} account={connection.name} onClose={store.getState().dismissSecret} />
  )
}

interface ServiceChoiceProps extends Pick<ConsoleOfProps, 'part'> {
  readonly connection: string
}

/** Chooses between the two services, each by the name of its account in use. Empty where only one is connected. */
function ServiceChoice({ connection, part }: ServiceChoiceProps) {
  const texts = useMessages().console
  const { go } = useNavigation()
  const connections = useFeature('connections').useList()
  const inUse = connections.filter(({ current }) => current)
  if (inUse.length < 2) return null
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.service}
      value={connection}
      data={inUse.map(({ id, name }) => ({
        value: id,
        label: (
          <span className="console-account" title={name}>
            {name}
          </span>
        ),
      }))}
      onChange={(chosen) => go({ screen: 'console', connection: chosen, part })}
    />
  )
}

/** Shows what will be sent, before it is sent. For a deletion the person types a word. */
export function ConfirmSend() {
  const { preview, draft } = useStore(useFeature('console').store)
  return preview && draft ? <ConfirmDialog preview={preview} method={draft.method} /> : null
}

function ConfirmDialog({ preview, method }: { readonly preview: CallPreview; readonly method: string }) {
  const { confirm, closePreview } = useFeature('console').store.getState()
  const messages = useMessages()
  const texts = messages.console.confirm
  const { url, effect, body, route } = preview
  const [word, setWord] = useState('')
  const destroys = effect === 'destroys'
  const ready = !destroys || word.trim().toLocaleLowerCase() === texts.typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) void confirm()
  }
  return (
    <Dialog writes onClose={closePreview} title={texts.title} size={640}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="md">{destroys ? texts.destroys : texts.text}</Text>
          {route === 'DELETE /forms/{id}' ? <Text size="md">{texts.deletesForm}</Text> : null}
          <Code block className="console-preview verbatim" tabIndex={0}>
            {[`${method} ${url}`, body ?? `(${texts.noBody})`].join('\n\n')}
          </Code>
          <Text size="sm" c="dimmed">
            {texts.once}
          </Text>
          {destroys ? (
            <TextInput
              label={messages.common.typeToConfirm(texts.typed)}
              value={word}
              autoComplete="off"
              onChange={(event) => setWord(event.currentTarget.value)}
            />
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={closePreview} data-autofocus>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!ready} {...(destroys ? { className: 'dangerous' } : {})}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
