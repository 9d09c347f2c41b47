import './conversations.css'
import { Button, Group } from '@mantine/core'
import { IconDownload, IconMessages, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ExportLine } from '../tables/export-dialog.tsx'
import type { GridRow, TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { useWhileMounted } from '../ui/use-is-mounted.ts'
import { ConversationDetail } from './conversation-detail.tsx'
import type { ConversationLinks } from './conversation-panel.tsx'
import { setWords } from './conversation-words.ts'
import type { ConversationsStore } from './conversations-store.ts'
import { filterPhrase } from './filter-phrase.ts'
import type { StoredConversationStore } from './kept-store.ts'
import { SetBadge } from './set-badge.tsx'
import { type AskedOfSet, SetDialog } from './set-dialogs.tsx'
import { SetNotices } from './set-progress.tsx'
import { isReading, type SetsStore } from './sets-store.ts'

export interface SetScreenProps {
  readonly store: SetsStore
  /** For the names in filters. */
  readonly live: ConversationsStore
  readonly kept: StoredConversationStore
  readonly table: TableStore
  readonly connection: string
  readonly id: string
  readonly links: ConversationLinks
  readonly tasks: readonly Task[]
  readonly taskWords: (task: Task) => string
  readonly now: () => number
  readonly onBack: () => void
  /** Shows a filter on the service. */
  readonly onFilter: (filter: ConversationFilter) => void
  /** Shows a conversation on the service. */
  readonly onConversation: (id: number) => void
  readonly onCancelTask: (id: string) => void
}

/** One set of kept conversations: what it is, whether it is whole, what can be done with it, and its rows. */
export function SetScreen(props: SetScreenProps) {
  const { store, live, connection, id, onBack } = props
  const list = useStore(store, (state) => state.list)
  const texts = useMessages().conversations.sets
  useEffect(() => {
    void store.getState().open(connection)
    void live.getState().open(connection)
  }, [store, live, connection])
  const onForgotten = useWhileMounted(onBack)
  return (
    <LoadableView of={list} onRetry={() => void store.getState().load()}>
      {(sets) => {
        const set = sets.find((each) => each.id === id)
        return set ? (
          <OpenSet {...props} set={set} onForgotten={onForgotten} />
        ) : (
          <EmptyState title={texts.gone} text={texts.goneText} action={{ label: texts.backToList, onClick: onBack }} />
        )
      }}
    </LoadableView>
  )
}

interface OpenSetProps extends SetScreenProps {
  readonly set: ConversationSet
  readonly onForgotten: () => void
}

function OpenSet(props: OpenSetProps) {
  const { store, table, set, onBack, onForgotten, onFilter } = props
  const messages = useMessages()
  const { sets: texts, shortcuts } = messages.conversations
  const { unavailable } = messages.common
  const words = useMemo(() => setWords(messages), [messages])
  const { failure, refresh, dismissFailure } = useStore(store)
  const [asking, setAsking] = useState<AskedOfSet | null>(null)
  const reading = isReading(set)
  const read = () => void refresh(set.id)
  useShortcuts([
    { keys: 'mod+e', label: shortcuts.export, run: () => set.rows > 0 && setAsking('export') },
    { keys: 'mod+r', label: shortcuts.refresh, run: () => !reading && read() },
  ])
  return (
    <>
      <PageHeader
        title={set.name}
        facts={<SetFacts {...props} />}
        onBack={onBack}
        actions={[
          {
            label: texts.refresh,
            icon: <IconRefresh size={16} />,
            disabled: reading && unavailable.reading,
            onClick: read,
          },
          {
            label: texts.showLive,
            icon: <IconMessages size={16} />,
            onClick: () => onFilter(set.filter),
          },
          {
            label: texts.export,
            icon: <IconDownload size={16} />,
            disabled: set.rows === 0 && unavailable.noRows,
            onClick: () => setAsking('export'),
          },
        ]}
        menu={[
          { label: texts.rename, onClick: () => setAsking('rename') },
          { label: texts.forget, onClick: () => setAsking('forget'), dangerous: true },
        ]}
      />
      {failure && asking === null ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <ExportLine store={table} />
      <SetNotices {...props} onResume={read} />
      <TableView
        store={table}
        words={words}
        label={set.name}
        searchPlaceholder={texts.search}
        empty={<SetWithoutRows set={set} />}
        rowActions={(row) => <RowLinks {...props} row={row} />}
      />
      <KeptDrawer {...props} />
      {asking ? (
        <SetDialog
          store={store}
          set={set}
          asking={asking}
          table={table}
          onForgotten={onForgotten}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  )
}

function SetFacts({ live, set, now }: OpenSetProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.sets
  const known = useStore(live, (state) => state.known)
  const facts = joinFacts([
    messages.conversations.count(set.rows),
    set.read_at ? texts.readAt(format.moment(Date.parse(set.read_at), now())) : null,
    set.outside > 0 ? texts.outside(set.outside) : null,
    filterPhrase(set.filter, { messages, format, known }),
  ])
  return (
    <>
      <SetBadge set={set} /> <span title={facts}>{facts}</span>
    </>
  )
}

/** No rows: because reading has only begun, because it stopped at once, or because there are none. */
function SetWithoutRows({ set }: { readonly set: ConversationSet }) {
  const texts = useMessages().conversations.sets
  if (isReading(set)) return <EmptyState title={texts.waitingRows} />
  if (set.state === 'partial') return <EmptyState title={texts.nothingRead} />
  return <EmptyState title={texts.noRows} text={texts.noRowsText} />
}

/** Where the conversation of a row leads to. */
function RowLinks({ kept, connection, id, links, row, onConversation }: SetScreenProps & { readonly row: GridRow }) {
  const texts = useMessages().conversations.detail
  const conversation = numberIn(row, 'id')
  const contact = numberIn(row, 'contato_id')
  if (conversation === null) return null
  return (
    <Group gap="xs">
      <Button onClick={() => links.onReply({ id: conversation, contact })}>{texts.reply}</Button>
      {contact === null ? null : (
        <Button variant="default" onClick={() => links.onContact(contact)}>
          {texts.contact}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => void kept.getState().open({ connection_id: connection, set: id, id: conversation })}
      >
        {texts.whole}
      </Button>
      <Button variant="subtle" onClick={() => onConversation(conversation)}>
        {texts.live}
      </Button>
    </Group>
  )
}

function numberIn({ cells }: GridRow, key: string): number | null {
  const cell = cells[key]
  return typeof cell === 'number' ? cell : null
}

/** The conversation of a row as it was kept, with everything that came. */
function KeptDrawer({ kept, links, now, onConversation }: SetScreenProps): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.detail
  const opened = useStore(kept)
  useEffect(() => kept.getState().close, [kept])
  const told = readyValue(opened.conversation)
  return (
    <SideDrawer
      opened={opened.id !== null}
      onClose={opened.close}
      size={460}
      title={opened.id === null ? '' : texts.title(opened.id)}
      classNames={{ title: 'conversation-kept-title', body: 'conversation-kept' }}
    >
      {told ? (
        <p className="conversation-kept-at dim">{texts.readAt(format.moment(Date.parse(told.read_at), now()))}</p>
      ) : null}
      <LoadableView of={opened.conversation}>
        {({ conversation }) => (
          <ConversationDetail
            conversation={conversation}
            now={now()}
            related={links.related(conversation)}
            actions={
              <Group gap="xs">
                <Button variant="default" onClick={() => onConversation(conversation.id)}>
                  {texts.live}
                </Button>
              </Group>
            }
          />
        )}
      </LoadableView>
    </SideDrawer>
  )
}
