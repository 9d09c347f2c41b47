import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Write } from '../../preload/contract/writes.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { checkedSentence, settlesFrom, type WritesStore } from '../kernel/writes-store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { WriteLine } from '../ui/write-line.tsx'

export interface WritesProps {
  readonly store: WritesStore
}

/** Checks the outcome of a write and shows it as a toast. */
async function check(store: WritesStore, { id }: Write) {
  const write = await store.getState().check(id)
  if (write) notifications.show({ message: checkedSentence(write, write.target, Date.now()) })
}

export const isUnknown = ({ state }: Write) => state === 'unknown'

export interface WritesBandProps extends WritesProps {
  readonly onSee: () => void
}

/** What was sent and never confirmed, until it is checked: it must not be sent a second time by hand. */
export function WritesBand({ store, onSee }: WritesBandProps) {
  const { forms, activity } = useMessages()
  const texts = forms.writes
  const { list, working, failure, dismissFailure } = useStore(store)
  const unknown = (readyValue(list) ?? []).filter(isUnknown)
  const [first] = unknown
  if (!first) return null
  const action = activity.kinds[first.kind].toLocaleLowerCase()
  return (
    <>
      <div className="forms-band bar" data-warning role="alert">
        <IconAlertTriangle size={18} aria-hidden="true" />
        <Text size="md" flex={1}>
          {texts.band(action, first.target)}
        </Text>
        {unknown.length > 1 ? (
          <Button variant="subtle" onClick={onSee}>
            {texts.bandMore(unknown.length - 1)}
          </Button>
        ) : null}
        <Button
          variant="default"
          loading={working === first.id}
          aria-label={activity.checkNamed(action, first.target)}
          onClick={() => void check(store, first)}
        >
          {activity.check}
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

/** Settles a console write by hand: no read of the service can confirm it. */
function ByHand({ store, write, now }: WritesProps & { readonly write: Write; readonly now: number }) {
  const texts = useMessages().activity
  if (write.kind !== 'call' || !isUnknown(write)) return null
  const { settle } = store.getState()
  const items = [
    { label: texts.confirmedByHand, onClick: () => void settle(write.id, 'confirmed') },
    ...(settlesFrom(write, now) === null
      ? [{ label: texts.notDoneByHand, onClick: () => void settle(write.id, 'not_done') }]
      : []),
  ]
  return <DotsMenu label={texts.more(texts.kinds[write.kind], write.target)} width={240} items={items} />
}

/** Everything that was sent in the last 30 days, with its outcome. */
export function WritesDrawer({ store, opened, now, onClose }: WritesDrawerProps) {
  const messages = useMessages()
  const texts = messages.forms.writes
  const { list, working, failure, load, dismissFailure } = useStore(store)
  useEffect(() => {
    if (opened) void store.getState().load()
  }, [opened, store])
  return (
    <SideDrawer opened={opened} onClose={onClose} size={480} title={texts.title}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <LoadableView of={list} onRetry={() => void load()}>
        {(writes) =>
          writes.length === 0 ? (
            <EmptyState title={texts.empty} text={texts.emptyText} />
          ) : (
            <ul className="plain-list">
              {writes.map((write) => (
                <WriteLine
                  key={write.id}
                  write={write}
                  now={now()}
                  checking={working === write.id}
                  onCheck={() => void check(store, write)}
                  more={<ByHand store={store} write={write} now={now()} />}
                />
              ))}
            </ul>
          )
        }
      </LoadableView>
    </SideDrawer>
  )
}
