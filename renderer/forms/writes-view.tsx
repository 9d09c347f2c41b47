import { Button, Drawer, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Write } from '../../preload/contract/writes.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages, useSentence } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import type { WritesStore } from './writes-store.ts'

export interface WritesProps {
  readonly store: WritesStore
}

/** Asks what became of a write, and says it quietly. */
async function check(store: WritesStore, { id }: Write) {
  const write = await store.getState().check(id)
  if (write) notifications.show({ message: messagesNow().forms.writes.checked[write.state](write.target) })
}

export const isUnknown = ({ state }: Write) => state === 'unknown'

export interface WritesBandProps extends WritesProps {
  readonly onSee: () => void
}

/** What was sent and never confirmed, until it is checked: it must not be sent a second time by hand. */
export function WritesBand({ store, onSee }: WritesBandProps) {
  const texts = useMessages().forms.writes
  const { list, checking, failure, dismissFailure } = useStore(store)
  const unknown = (readyValue(list) ?? []).filter(isUnknown)
  const [first] = unknown
  if (!first) return null
  const deed = texts.kinds[first.kind].toLocaleLowerCase()
  return (
    <>
      <div className="forms-band" data-warning role="alert">
        <IconAlertTriangle size={18} aria-hidden="true" />
        <Text size="md" flex={1}>
          {texts.band(deed, first.target)}
        </Text>
        {unknown.length > 1 ? (
          <Button variant="subtle" onClick={onSee}>
            {texts.bandMore(unknown.length - 1)}
          </Button>
        ) : null}
        <Button
          variant="default"
          loading={checking === first.id}
          aria-label={texts.checkNamed(deed, first.target)}
          onClick={() => void check(store, first)}
        >
          {texts.check}
        </Button>
      </div>
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
    </>
  )
}

export interface WritesDrawerProps extends WritesProps {
  readonly opened: boolean
  readonly now: () => number
  readonly onClose: () => void
}

/** Everything that was sent in the last 30 days, and what became of it. */
export function WritesDrawer({ store, opened, now, onClose }: WritesDrawerProps) {
  const messages = useMessages()
  const texts = messages.forms.writes
  const { list, failure, load, dismissFailure } = useStore(store)
  useEffect(() => {
    if (opened) void store.getState().load()
  }, [opened, store])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={480}
      title={texts.title}
      closeButtonProps={{ 'aria-label': messages.common.close }}
      transitionProps={{ duration: 120 }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <LoadableView of={list} onRetry={() => void load()}>
        {(writes) =>
          writes.length === 0 ? (
            <EmptyState title={texts.empty} text={texts.emptyText} />
          ) : (
            <ul className="writes-list">
              {writes.map((write) => (
                <WriteLine key={write.id} store={store} write={write} now={now()} />
              ))}
            </ul>
          )
        }
      </LoadableView>
    </Drawer>
  )
}

const colors: Readonly<Record<Write['state'], string>> = {
  sending: 'status-snoozed',
  confirmed: 'status-open',
  unknown: 'status-pending',
  not_done: 'status-resolved',
  failed: 'outcome-invalida',
}

interface WriteLineProps extends WritesProps {
  readonly write: Write
  readonly now: number
}

function WriteLine({ store, write, now }: WriteLineProps) {
  const messages = useMessages()
  const format = useFormat()
  const sentence = useSentence()
  const checking = useStore(store, (state) => state.checking === write.id)
  const texts = messages.forms.writes
  const deed = texts.kinds[write.kind]
  const color = colors[write.state]
  return (
    <li className="writes-line">
      <div className="writes-words">
        <div className="writes-head">
          <Text size="md" fw={600} truncate title={`${deed} ${write.target}`}>
            {deed} <span className="writes-target">{write.target}</span>
          </Text>
        </div>
        <div className="writes-facts figures">
          <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
            {texts.states[write.state]}
          </Mark>
          <span className="dim">{format.moment(Date.parse(write.at), now)}</span>
        </div>
        {write.failure && write.failure !== 'validation_failed' ? (
          <Text size="sm" c="dimmed">
            {sentence({ code: write.failure, params: { host: messages.common.theService, status: '5xx' } })}
          </Text>
        ) : null}
      </div>
      {isUnknown(write) ? (
        <Button
          variant="default"
          loading={checking}
          aria-label={texts.checkNamed(deed, write.target)}
          onClick={() => void check(store, write)}
        >
          {texts.check}
        </Button>
      ) : null}
    </li>
  )
}
