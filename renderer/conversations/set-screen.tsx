import './conversations.css'
import { Button, Group } from '@mantine/core'
import { IconDownload, IconMessages, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { CollectionList } from '../collections/collection-list.tsx'
import { CollectionScreen, type OpenItem } from '../collections/collection-screen.tsx'
import { InterruptedBand, ReadingBand, ReadingProgress, rowsOfReading } from '../collections/reading.tsx'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { personOfRow } from '../leads/lead-person.ts'
import type { GridRow } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { SideDrawer } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ConversationActions, ConversationDetail } from './conversation-detail.tsx'
import { filterPhrase } from './conversation-filter.ts'
import { isInterrupted, isReading, SetBadge, setReason, setWords } from './conversation-sets.tsx'

interface SetScreenProps {
  readonly place: PlaceOf<'conversation-set'>
}

/** One set of stored conversations: its filter, whether it is complete, its actions, and its rows. */
export function SetScreen({ place: { connection, id } }: SetScreenProps) {
  const { store, sets, tableOf } = useFeature('conversations')
  const { goInstead } = useNavigation()
  const { list, sets: texts } = useMessages().conversations
  const onBack = () => goInstead({ screen: 'conversations', connection, part: 'sets' })
  useEffect(() => void store.getState().open(connection), [store, connection])
  return (
    <CollectionScreen
      store={sets}
      texts={texts.dialogs}
      gone={{ ...texts, backToList: list.seeSets }}
      table={tableOf({ connection_id: connection, id })}
      connection={connection}
      id={id}
      onBack={onBack}
    >
      {(open) => <OpenSet {...open} onBack={onBack} />}
    </CollectionScreen>
  )
}

interface SetProps {
  readonly set: ConversationSet
}

function OpenSet({
  item: set,
  notice,
  openDialog,
  onBack,
}: OpenItem<ConversationSet> & { readonly onBack: () => void }) {
  const { sets, tableOf, find } = useFeature('conversations')
  const messages = useMessages()
  const { sets: texts } = messages.conversations
  const { unavailable } = messages.common
  const toCruzar = useFeature('cruzar').useRowActions(tableOf(set))
  const PersonNote = useSlot('personNote')
  const reading = isReading(set)
  const read = () => void sets.getState().resume(set.id)
  useShortcuts([
    { keys: 'mod+e', label: messages.common.export, run: () => set.rows > 0 && openDialog('export') },
    { keys: 'mod+r', label: messages.common.refresh, run: () => !reading && read() },
  ])
  return (
    <>
      <PageHeader
        title={set.name}
        facts={<SetFacts set={set} />}
        onBack={onBack}
        actions={[
          {
            label: messages.common.refresh,
            icon: <IconRefresh size={16} />,
            disabled: reading && unavailable.reading,
            onClick: read,
          },
          {
            label: texts.showLive,
            icon: <IconMessages size={16} />,
            onClick: () => find(set.connection_id, set.filter),
          },
          {
            label: messages.common.export,
            icon: <IconDownload size={16} />,
            disabled: set.rows === 0 && unavailable.noRows,
            onClick: () => openDialog('export'),
          },
        ]}
        menu={[
          ...toCruzar.shown,
          { label: messages.common.renameMore, onClick: () => openDialog('rename') },
          { label: messages.common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ]}
      />
      {notice}
      <SetNotices set={set} onResume={read} />
      <TableView
        store={tableOf(set)}
        words={setWords}
        label={set.name}
        searchPlaceholder={texts.search}
        partOf={reading ? rowsOfReading(set, messages) : null}
        empty={<SetWithoutRows set={set} />}
        moreActions={[toCruzar.selected, ...toCruzar.shown]}
        rowActions={(row) => (
          <>
            <RowLinks set={set} row={row} />
            <PersonNote person={personOfRow(row, { connection: set.connection_id })} />
          </>
        )}
      />
      <StoredConversationDrawer connection={set.connection_id} />
    </>
  )
}
/** Above the rows: the progress of a reading, or a warning that conversations are missing with a way to continue. */
function SetNotices({ set, onResume }: SetProps & { readonly onResume: () => void }) {
  const messages = useMessages()
  const texts = messages.conversations.sets
  if (isReading(set)) return <ReadingBand item={set} label={texts.progress(set.name)} />
  if (!isInterrupted(set)) return null
  const read =
    set.all_count === null
      ? texts.some(set.rows)
      : texts.ofAll(set.rows, Math.max(set.all_count - set.outside, set.rows))
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
function SetFacts({ set }: SetProps) {
  const { now } = useApp()
  const messages = useMessages()
  const format = useFormat()
  const names = useStore(useFeature('conversations').store, (state) => state.known)
  const facts = joinFacts([
    isReading(set) ? null : messages.conversations.count(set.rows),
    set.read_at ? messages.common.readAtFeminine(format.moment(Date.parse(set.read_at), now())) : null,
    set.outside > 0 ? messages.conversations.outside(set.outside) : null,
    set.undated > 0 ? messages.conversations.undated(set.undated) : null,
    filterPhrase(set.filter, { messages, format, known: names }),
  ])
  return (
    <>
      <SetBadge set={set} /> <span title={facts}>{facts}</span>
    </>
  )
}
/** Explains why there are no rows: reading has only begun, it stopped at once, or there are none. */
function SetWithoutRows({ set }: SetProps) {
  const texts = useMessages().conversations.sets
  if (isReading(set)) return <EmptyState title={texts.waitingRows} />
  if (set.state === 'partial') return <EmptyState title={texts.nothingRead} />
  return <EmptyState title={texts.noRows} text={texts.noRowsText} />
}
/** Links from the conversation of a row. */
function RowLinks({ set, row }: SetProps & { readonly row: GridRow }) {
  const { common } = useMessages()
  const texts = useMessages().conversations.detail
  const { stored } = useFeature('conversations')
  const { go } = useNavigation()
  const id = numberIn(row, 'id')
  const { connection_id } = set
  if (id === null) return null
  return (
    <ConversationActions id={id} contact={numberIn(row, 'contato_id')}>
      <Button variant="default" onClick={() => void stored.getState().open({ connection_id, set: set.id, id })}>
        {common.seeConversation}
      </Button>
      <Button
        variant="subtle"
        onClick={() => go({ screen: 'conversations', connection: connection_id, conversation: id })}
      >
        {texts.live}
      </Button>
    </ConversationActions>
  )
}

function numberIn({ cells }: GridRow, key: string): number | null {
  const cell = cells[key]
  return typeof cell === 'number' ? cell : null
}
/** The conversation of a row as it was stored, with all its fields. */
function StoredConversationDrawer({ connection }: { readonly connection: string }) {
  const { stored } = useFeature('conversations')
  const { go } = useNavigation()
  const { now } = useApp()
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.detail
  const opened = useStore(stored)
  useEffect(() => stored.getState().close, [stored])
  const shown = readyValue(opened.conversation)
  if (opened.id === null) return null
  return (
    <SideDrawer
      onClose={opened.close}
      size={460}
      title={texts.title(opened.id)}
      classNames={{ title: 'strong', body: 'conversation-kept' }}
    >
      {shown ? (
        <p className="conversation-kept-at dim">{texts.readAt(format.moment(Date.parse(shown.read_at), now()))}</p>
      ) : null}
      <LoadableView of={opened.conversation}>
        {({ conversation, read_at }) => (
          <ConversationDetail conversation={conversation} readAt={Date.parse(read_at)}>
            <Group gap="xs">
              <Button
                variant="default"
                onClick={() => go({ screen: 'conversations', connection, conversation: conversation.id })}
              >
                {texts.live}
              </Button>
            </Group>
          </ConversationDetail>
        )}
      </LoadableView>
    </SideDrawer>
  )
}

/** The sets of conversations that are stored on this computer, one in each line. */
export function SetsList({ connection, onCreate }: { readonly connection: string; readonly onCreate: () => void }) {
  const { store, sets, tableOf, find } = useFeature('conversations')
  const { now } = useApp()
  const { go } = useNavigation()
  const onOpen = ({ id }: ConversationSet) => go({ screen: 'conversation-set', connection, id })
  const messages = useMessages()
  const format = useFormat()
  const names = useStore(store, (state) => state.known)
  const { sets: texts } = messages.conversations
  const { unavailable } = messages.common
  const { resume } = sets.getState()
  return (
    <div className="pad-16 scroll">
      <CollectionList
        store={sets}
        texts={texts.dialogs}
        caption={texts.list}
        columns={() => [
          { label: messages.common.fields.name },
          { label: messages.conversations.title, width: 110, number: true },
          { label: messages.common.fields.size, width: 92, number: true },
          { label: messages.common.fields.state, width: 160 },
          { label: messages.common.fields.readAt, width: 136 },
          { label: messages.common.fields.actions, width: 152, unseen: true },
        ]}
        line={(set, openDialog) => ({
          sentence: { text: filterPhrase(set.filter, { messages, format, known: names }) },
          cells: (
            <>
              <td className="list-number">{format.number(set.rows)}</td>
              <td className="list-number dim">{format.bytes(set.bytes)}</td>
              <td>
                <SetBadge set={set} />
              </td>
              <td className="dim">
                {set.read_at ? format.moment(Date.parse(set.read_at), now()) : messages.common.notYet}
              </td>
            </>
          ),
          button: isInterrupted(set) ? (
            <Button variant="default" aria-label={texts.resumeNamed(set.name)} onClick={() => void resume(set.id)}>
              {texts.resume}
            </Button>
          ) : null,
          menu: [
            { label: messages.common.open, onClick: () => onOpen(set) },
            {
              label: texts.refreshing,
              onClick: () => void resume(set.id),
              disabled: isReading(set) && unavailable.reading,
            },
            { label: texts.showLive, onClick: () => find(connection, set.filter) },
            { label: messages.common.renameMore, onClick: () => openDialog('rename') },
            {
              label: messages.common.exportMore,
              onClick: () => openDialog('export'),
              disabled: set.rows === 0 && unavailable.noRows,
            },
            { label: messages.common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
          ],
          progress: isReading(set) ? <ReadingProgress item={set} label={texts.progress(set.name)} /> : null,
        })}
        menu={{ label: messages.common.moreOf, width: 240 }}
        empty={
          <EmptyState
            icon={<IconMessages size={32} stroke={1.5} />}
            title={texts.empty}
            text={texts.emptyText}
            action={{ label: texts.makeFilter, onClick: onCreate }}
          />
        }
        tableOf={tableOf}
        onOpen={onOpen}
      />
    </div>
  )
}
