import { Button, Loader, SegmentedControl, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Conversation, ConversationFilter } from '../../preload/contract/conversations.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { type OfferedViews, ViewsMenu, ViewTabs } from '../tables/view-tabs.tsx'
import { waitWord } from '../tables/waiting.ts'
import { conversationStatusWord, messageText, nameWord, undeliveredWord } from '../tables/words.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { StatusMark } from '../ui/mark.tsx'
import { keepLineInSight, useLineWindow } from '../ui/use-line-window.ts'
import { builtInFilters, builtInOrder, filterPhrase, isSameFilter, openConversations } from './conversation-filter.ts'
import { listOrders, useListed } from './conversation-order.ts'
import { type ConversationsStore, isShownAs } from './conversations-store.ts'
import { FilterBuilder } from './filter-builder.tsx'

interface ConversationListProps {
  /** The element that takes the keys. */
  readonly list: RefObject<HTMLDivElement | null>
  /** Enter: the focus goes to the conversation. */
  readonly onEnter: () => void
}
/** Pixels of one line. All lines have this height, so that only visible ones are rendered. */
const lineHeight = 52
/** The next page is requested when fewer lines than these are left below. */
const ahead = 10
/**
 * The conversations that were read so far. Scrolling requests the next page. Arrows move, Enter opens a conversation.
 */
export function ConversationList({ list, onEnter }: ConversationListProps) {
  const { store } = useFeature('conversations')
  const { list: texts } = useMessages().conversations
  const scroller = useRef<HTMLDivElement>(null)
  const shownList = useStore(store, (state) => readyValue(state.list))
  const more = useStore(store, (state) => state.more)
  const opened = useStore(store, (state) => state.opened?.id ?? null)
  const conversations = useListed()
  const { from, to, height } = useLineWindow(scroller, conversations.length, lineHeight)
  const position = conversations.findIndex(({ id }) => id === opened)
  const comes = shownList?.hasMore === true && !shownList.repeated && more.working === null && !more.failure
  const needsMore = comes && to >= conversations.length - ahead

  useEffect(() => {
    if (needsMore) void store.getState().loadMore()
  }, [store, needsMore])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel that opens beside the list leaves the line where it was
  useEffect(() => {
    if (scroller.current && position >= 0) keepLineInSight(scroller.current, position, lineHeight)
  }, [position, height])

  return (
    <div className="scroll" ref={scroller}>
      <Headings />
      <div
        ref={list}
        className="key-list relative"
        role="listbox"
        aria-label={texts.label}
        aria-activedescendant={opened !== null && position >= 0 ? optionId(opened) : undefined}
        tabIndex={0}
        style={{ height: conversations.length * lineHeight }}
        onKeyDown={(event) =>
          takeKey(event, store, { conversations, position, page: Math.floor(height / lineHeight), onEnter })
        }
      >
        {conversations.slice(from, to + 1).map((conversation, index) => (
          <Line
            key={conversation.id}
            conversation={conversation}
            place={from + index}
            of={shownList?.all_count ?? -1}
            current={conversation.id === opened}
            onShow={store.getState().show}
          />
        ))}
      </div>
      <ListEnd />
    </div>
  )
}
function Headings() {
  const { conversations } = useMessages()
  const { headings } = useMessages().conversations.list
  return (
    <div className="conversation-headings note" aria-hidden="true">
      <span>{conversations.columns.contato}</span>
      <span>{conversations.columns.ultima_mensagem}</span>
      <span className="conversation-status">{conversations.columns.status}</span>
      <span className="conversation-agent">{conversations.columns.agente}</span>
      <span className="conversation-inbox">{headings.inbox}</span>
      <span className="conversation-time to-right">{conversations.columns.ultima_atividade_em}</span>
    </div>
  )
}
/** Says whether more is being read, could not be read, or everything is there. */
function ListEnd() {
  const { list: texts } = useMessages().conversations
  const { list, more, loadMore } = useStore(useFeature('conversations').store)
  const shownList = readyValue(list)
  const { failure } = more
  const loading = more.working !== null
  if (!shownList) return null
  if (failure) return <FailureNotice failure={failure} onRetry={() => void loadMore()} />
  return (
    <div className="conversation-end row dim" role="status">
      {loading ? (
        <>
          <Loader size={12} aria-hidden="true" /> {texts.loadingMore}
        </>
      ) : null}
      {!loading && shownList.hasMore ? (
        <Button variant="subtle" onClick={() => void loadMore()}>
          {texts.more}
        </Button>
      ) : null}
      {!loading && !shownList.hasMore ? texts.end : null}
    </div>
  )
}
const optionId = (id: number) => `conversation-line-${id}`
interface ListKeys {
  readonly conversations: readonly Conversation[]
  /** The position of the open conversation; less than 0 for none. */
  readonly position: number
  /** How many lines are visible at once. */
  readonly page: number
  readonly onEnter: () => void
}
function takeKey(
  event: KeyboardEvent,
  store: ConversationsStore,
  { conversations, position, page, onEnter }: ListKeys,
) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { show, hide } = store.getState()
  const last = conversations.length - 1
  const places: Readonly<Record<string, number>> = {
    ArrowDown: position + 1,
    ArrowUp: position - 1,
    PageDown: position + page,
    PageUp: position - page,
    Home: 0,
    End: last,
  }
  const target = places[event.key]
  if (event.key === 'Enter') onEnter()
  else if (event.key === 'Escape' && position >= 0) hide()
  else if (target === undefined) return
  else {
    const conversation = conversations[Math.max(0, Math.min(last, target))]
    if (conversation) show(conversation.id)
  }
  event.preventDefault()
  event.stopPropagation()
}
interface LineProps {
  readonly conversation: Conversation
  readonly place: number
  /** How many there are; less than 0 when that is not known. */
  readonly of: number
  readonly current: boolean
  readonly onShow: (id: number) => void
}
const Line = memo(function Line({ conversation, place, of, current, onShow }: LineProps) {
  const { now } = useApp()
  const messages = useMessages()
  const format = useFormat()
  const { list: texts } = messages.conversations
  const { id, contact, status, assignee, inbox, labels, last_activity_at, last_message, unreported } = conversation
  const wait = waitWord(conversation, now(), messages)
  /** A missing part is named only where the service says that there is none. */
  const none = (part: (typeof unreported)[number], word: string) => (
    <span className="dim">{unreported.includes(part) ? texts.noValue : word}</span>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all of its lines
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names its active line
    <div
      id={optionId(id)}
      role="option"
      className="conversation-line key-line hoverable"
      style={{ transform: `translateY(${place * lineHeight}px)` }}
      aria-selected={current}
      aria-setsize={of}
      aria-posinset={place + 1}
      data-current={current || undefined}
      onClick={() => onShow(id)}
    >
      <div className="conversation-cell stack">
        <span className="cut strong">{contact.name || messages.common.noName}</span>
        <span className="conversation-second cut note figures">
          {contact.phone ? format.phone(contact.phone) : contact.email}
        </span>
      </div>
      <div className="conversation-cell stack">
        <span className="cut">
          <MessageStart message={last_message} />
          {(last_message && messageText(messages, last_message)) || none('last_message', texts.noMessage)}
        </span>
        <span className="conversation-second cut note">
          {wait && <span className="pending strong">{wait} </span>}
          {labels.map((label) => (
            <span key={label} className="conversation-label cut">
              {label}
            </span>
          ))}
        </span>
      </div>
      <div className="conversation-status">
        {status === null ? (
          <span className="dim">{texts.noValue}</span>
        ) : (
          <StatusMark status={status} label={conversationStatusWord(messages, status)} />
        )}
      </div>
      <div className="conversation-agent cut">{nameWord(messages, assignee) ?? none('assignee', texts.noAgent)}</div>
      <div className="conversation-inbox cut">{nameWord(messages, inbox) ?? texts.noValue}</div>
      <div className="conversation-time to-right dim figures">
        {last_activity_at ? format.moment(Date.parse(last_activity_at), now()) : texts.noValue}
      </div>
    </div>
  )
})
/** The author of a message that is not the contact's, and whether it did not arrive. */
function MessageStart({ message }: { readonly message: Conversation['last_message'] }) {
  const messages = useMessages()
  const { list: texts } = messages.conversations
  if (message?.from === 'note') return <span className="pending strong">{texts.fromNote} </span>
  if (message?.from !== 'team') return null
  const undelivered = undeliveredWord(messages, message)
  return (
    <>
      <FactLine
        items={[
          undelivered && <span className="pending strong">{undelivered}</span>,
          <span key="from" className="dim">
            {texts.fromTeam}
          </span>,
        ]}
      />{' '}
    </>
  )
}

/** The filter as a sentence, and buttons for another one. While it is edited, `building`, its conditions are below. */
export function FilterLine({
  building,
  onBuilding,
}: {
  readonly building: boolean
  readonly onBuilding: (building: boolean) => void
}) {
  const messages = useMessages()
  const format = useFormat()
  const { filter, known, search, order, orderBy } = useStore(useFeature('conversations').store)
  const phrase = filterPhrase(filter, { messages, format, known })
  const apply = (changed: ConversationFilter) => {
    onBuilding(false)
    void search(changed)
  }
  return (
    <>
      <div className="conversation-filter-line row">
        <Text size="md" className="conversation-phrase clamp words" title={phrase}>
          {phrase}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={messages.conversations.list.order}
          value={order}
          data={listOrders.map((each) => ({ value: each, label: messages.conversations.list.orders[each] }))}
          onChange={orderBy}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden="true" />}
          aria-expanded={building}
          onClick={() => onBuilding(!building)}
        >
          {messages.conversations.filter.edit}
        </Button>
        <ConversationViews />
      </div>
      {building ? <FilterBuilder filter={filter} onApply={apply} onClose={() => onBuilding(false)} /> : null}
    </>
  )
}

/** The views of the list, and whether the shown one was changed. */
function useViews(): OfferedViews {
  const { store } = useFeature('conversations')
  const state = useStore(store)
  const shown = state.savedViews.find(({ id }) => id === state.savedView)
  return { store, offered: state.savedViews, isChanged: shown !== undefined && !isShownAs(shown, state) }
}

/** The saved views of the list as tabs; the first is what the screen shows without one. */
export function ConversationTabs() {
  const { open } = useMessages().conversations.builtIn
  const { filter, savedView } = useStore(useFeature('conversations').store)
  const isShown = savedView === null && isSameFilter(filter, openConversations)
  return <ViewTabs {...useViews()} first={{ label: open, isShown }} />
}

function ConversationViews() {
  const { store } = useFeature('conversations')
  const texts = useMessages().conversations.builtIn
  const builtIn = builtInOrder.map((name) => ({
    label: texts[name],
    run: () => void store.getState().find(builtInFilters[name]),
  }))
  return <ViewsMenu {...useViews()} builtIn={builtIn} />
}
