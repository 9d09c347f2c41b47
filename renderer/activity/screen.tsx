import './activity.css'
import { notifications } from '@mantine/notifications'
import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Write } from '../../preload/contract/writes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { checkedSentence, settlesFrom, type WritesStore } from '../kernel/writes-store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { WriteLine } from '../ui/write-line.tsx'
import { callWords } from './call-words.ts'

export interface ActivityScreenProps {
  readonly store: WritesStore
  readonly connection: string
  readonly now: () => number
  readonly onConversation: (id: number) => void
}

/** What was sent to an agent platform, and what became of it; nothing here is ever sent again. */
export function ActivityScreen(props: ActivityScreenProps) {
  const { store, connection } = props
  const texts = useMessages().activity
  const { list, failure, load, dismissFailure } = useStore(store)
  useEffect(() => void store.getState().open(connection), [store, connection])
  const unknown = (readyValue(list) ?? []).filter(({ state }) => state === 'unknown').length
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={joinFacts([texts.facts, unknown > 0 ? texts.unknown(unknown) : null])}
        actions={[{ label: texts.refresh, icon: <IconRefresh size={16} />, onClick: () => void load() }]}
      />
      <div className="activity">
        <p className="dim">{texts.text}</p>
        {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
        <LoadableView of={list} onRetry={() => void load()}>
          {(writes) =>
            writes.length === 0 ? (
              <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title={texts.empty} text={texts.emptyText} />
            ) : (
              <ul className="write-list activity-list" aria-label={texts.list}>
                {writes.map((write) => (
                  <Line key={write.id} {...props} write={write} />
                ))}
              </ul>
            )
          }
        </LoadableView>
      </div>
    </>
  )
}

function Line({ store, write, now, onConversation }: ActivityScreenProps & { readonly write: Write }) {
  const messages = useMessages()
  const texts = messages.activity
  const checking = useStore(store, (state) => state.working === write.id)
  const target = targetOf(write, messages)
  const { settle } = store.getState()
  const unknown = write.state === 'unknown'
  const items = [
    ...(write.kind === 'send_message'
      ? [{ label: texts.openConversation, onClick: () => onConversation(Number(write.target)) }]
      : []),
    ...(unknown
      ? [
          { label: texts.confirmedByHand, onClick: () => void settle(write.id, 'confirmed') },
          ...(settlesFrom(write, now()) === null
            ? [{ label: texts.notDoneByHand, onClick: () => void settle(write.id, 'not_done') }]
            : []),
        ]
      : []),
  ]
  return (
    <WriteLine
      write={write}
      target={target}
      now={now()}
      checking={checking}
      onCheck={() => void check(store, write)}
      more={
        items.length > 0 ? (
          <DotsMenu label={texts.more(texts.kinds[write.kind], target)} width={240} items={items} />
        ) : null
      }
    />
  )
}

/** Asks what became of a write, and says it quietly. */
async function check(store: WritesStore, { id }: Write) {
  const write = await store.getState().check(id)
  if (!write) return
  notifications.show({ message: checkedSentence(write, targetOf(write, messagesNow()), Date.now()) })
}

function targetOf({ kind, target }: Write, { activity, console: { routes } }: Messages): string {
  if (kind === 'send_message') return activity.conversation(target)
  const words = kind === 'call' ? callWords(target, routes.titles) : null
  return words === null ? target : activity.call(words, target)
}
