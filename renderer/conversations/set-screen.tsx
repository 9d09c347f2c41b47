import './conversations.css'
import { Button, Group } from '@mantine/core'
import { IconDownload, IconMessages, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { CollectionScreen, type OpenItem } from '../collections/collection-screen.tsx'
import { InterruptedBand, ReadingBand, type TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import type { GridRow, TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { ConversationDetail, type ConversationLinks } from './conversation-detail.tsx'
import { filterPhrase } from './conversation-filter.ts'
import { SetBadge, setReason, setWords } from './conversation-words.tsx'
import type { ConversationsStore } from './conversations-store.ts'
import { isInterrupted, isReading, type SetsStore, type StoredConversationStore } from './sets-store.ts'

export interface SetScreenProps extends TaskProps {
  readonly store: SetsStore
  /** For the names in filters. */
  readonly live: ConversationsStore
  readonly stored: StoredConversationStore
  readonly table: TableStore
  readonly connection: string
  readonly id: string
  readonly links: ConversationLinks
  readonly now: () => number
  readonly onBack: () => void
  /** Shows a filter on the service. */
  readonly onFilter: (filter: ConversationFilter) => void
  /** Shows a conversation on the service. */
  readonly onConversation: (id: number) => void
}
/** One set of stored conversations: what it is, whether it is whole, what can be done with it, and its rows. */
export function SetScreen(props: SetScreenProps) {
  const { live, connection } = props
  const messages = useMessages()
  useEffect(() => void live.getState().open(connection), [live, connection])
  return (
    <CollectionScreen {...props} texts={messages.conversations.sets.dialogs} gone={messages.conversations.sets}>
      {(open) => <OpenSet {...props} {...open} />}
    </CollectionScreen>
  )
}
type OpenSetProps = SetScreenProps & OpenItem<ConversationSet>
function OpenSet(props: OpenSetProps) {
  const { store, table, item: set, notice, openDialog, onBack, onFilter } = props
  const messages = useMessages()
  const { sets: texts, shortcuts } = messages.conversations
  const { unavailable } = messages.common
  const words = useMemo(() => setWords(messages), [messages])
  const reading = isReading(set)
  const read = () => void store.getState().resume(set.id)
  useShortcuts([
    { keys: 'mod+e', label: shortcuts.export, run: () => set.rows > 0 && openDialog('export') },
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
            onClick: () => openDialog('export'),
          },
        ]}
        menu={[
          { label: texts.rename, onClick: () => openDialog('rename') },
          { label: texts.forget, onClick: () => openDialog('forget'), dangerous: true },
        ]}
      />
      {notice}
      <SetNotices {...props} onResume={read} />
      <TableView
        store={table}
        words={words}
        label={set.name}
        searchPlaceholder={texts.search}
        empty={<SetWithoutRows set={set} />}
        rowActions={(row) => <RowLinks {...props} row={row} />}
      />
      <StoredConversationDrawer {...props} />
    </>
  )
}
/** Above the rows: how far a reading is, or plainly that conversations are missing and how to go on. */
function SetNotices({ onResume, ...props }: OpenSetProps & { readonly onResume: () => void }) {
  const { item: set } = props
  const messages = useMessages()
  const texts = messages.conversations.sets
  if (isReading(set)) return <ReadingBand {...props} texts={texts} />
  if (!isInterrupted(set)) return null
  const read = set.all_count === null ? texts.some(set.rows) : texts.ofAll(set.rows, set.all_count)
  return (
    <InterruptedBand resume={texts.resume} onResume={onResume}>
      {set.read_at === null ? (
        <>
          <strong>{texts.incomplete}</strong> {read} {setReason(set, messages)}
        </>
      ) : (
        texts.interrupted
      )}
    </InterruptedBand>
  )
}
function SetFacts({ live, item: set, now }: OpenSetProps) {
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
function RowLinks({ stored, connection, id, links, row, onConversation }: SetScreenProps & { readonly row: GridRow }) {
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
        onClick={() => void stored.getState().open({ connection_id: connection, set: id, id: conversation })}
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
/** The conversation of a row as it was stored, with everything that came. */
function StoredConversationDrawer({ stored, links, now, onConversation }: SetScreenProps): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.detail
  const opened = useStore(stored)
  useEffect(() => stored.getState().close, [stored])
  const shown = readyValue(opened.conversation)
  return (
    <SideDrawer
      opened={opened.id !== null}
      onClose={opened.close}
      size={460}
      title={opened.id === null ? '' : texts.title(opened.id)}
      classNames={{ title: 'strong', body: 'conversation-kept' }}
    >
      {shown ? (
        <p className="conversation-kept-at dim">{texts.readAt(format.moment(Date.parse(shown.read_at), now()))}</p>
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
