import { longestName } from '../../preload/values/names.ts'
import './conversations.css'
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconDownload, IconMessages, IconRefresh } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { ConversationFilter } from '../../preload/contract/conversations.ts'
import type { SavedView } from '../../preload/contract/views.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusBar } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { ConversationPanel, useReply } from './conversation-detail.tsx'
import { type BuiltInFilter, builtInFilters, builtInOrder, filterPhrase, isSameFilter } from './conversation-filter.ts'
import { ConversationList, ConversationTabs, FilterLine } from './conversation-list.tsx'
import { countOf, type FoundConversations, shownConversation, undatedIn } from './conversations-store.ts'
import { SetsList } from './set-screen.tsx'

interface ConversationsScreenProps {
  readonly place: PlaceOf<'conversations'>
  readonly connection: Connection
}

/** The conversations of an account: on the service by a filter, or stored on this computer. */
export function ConversationsScreen({ place, connection: { id: connection } }: ConversationsScreenProps) {
  const { store, sets } = useFeature('conversations')
  const { go } = useNavigation()
  const messages = useMessages()
  const texts = messages.conversations
  const { list, filter } = useStore(store)
  const kept = useStore(sets, ({ list }) => readyValue(list)?.length ?? 0)
  const [fetching, setFetching] = useState(false)
  const isLive = place.part === undefined
  const { conversation, contact = null } = place

  useEffect(() => {
    void store.getState().open(connection)
    void sets.getState().open(connection)
  }, [store, sets, connection])
  // It runs after the account was opened, which closes the conversation of another account.
  useEffect(() => {
    if (conversation !== undefined) void store.getState().openById(conversation, contact)
  }, [store, conversation, contact])

  const setsName = kept > 0 ? texts.parts.setsCounted(kept) : texts.parts.sets
  const showPart = (part?: 'sets') => go({ screen: 'conversations', connection, part })
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={isLive ? factsOf(list, filter, messages) : texts.sets.count(kept)}
        actions={
          isLive
            ? [
                {
                  label: messages.common.refresh,
                  icon: <IconRefresh size={16} />,
                  disabled: list.status === 'loading' && messages.common.unavailable.reading,
                  onClick: () => void store.getState().refresh(),
                },
                {
                  label: texts.sets.fetch,
                  primary: true,
                  icon: <IconDownload size={16} />,
                  disabled: readyValue(list)?.all_count === 0 && messages.common.unavailable.noConversations,
                  onClick: () => setFetching(true),
                },
              ]
            : []
        }
      />
      <div className="conversation-parts bar">
        <nav aria-label={texts.parts.label}>
          {[undefined, 'sets' as const].map((part) => (
            <UnstyledButton
              key={part ?? 'live'}
              className="conversation-part hoverable ring-inside"
              onClick={() => showPart(part)}
              {...(part === place.part ? { 'aria-current': 'page' } : {})}
            >
              {part === undefined ? texts.parts.live : setsName}
            </UnstyledButton>
          ))}
        </nav>
      </div>
      {isLive ? (
        <LiveView onSets={kept > 0 ? () => showPart('sets') : undefined} />
      ) : (
        <SetsList connection={connection} onCreate={() => showPart()} />
      )}
      {fetching ? <FetchAllDialog connection={connection} onClose={() => setFetching(false)} /> : null}
    </>
  )
}

/** The count, if the service sends one. */
function factsOf(
  list: Loadable<FoundConversations>,
  filter: ConversationFilter,
  { conversations, common }: Messages,
): string {
  const shownList = readyValue(list)
  if (!shownList) return list.status === 'failed' ? conversations.list.notRead : common.loading
  const counted = countOf(shownList, filter)
  if (counted === null) return conversations.list.shownOnly(shownList.conversations.length)
  return (counted.most ? conversations.atMost : conversations.count)(counted.count)
}

/**
 * The live conversations of a filter: the filter, the list, and the open conversation. `onSets` opens the stored sets,
 * where there are some.
 */
function LiveView({ onSets }: { readonly onSets: (() => void) | undefined }) {
  const { store } = useFeature('conversations')
  const messages = useMessages()
  const { list: texts, shortcuts } = messages.conversations
  const [building, setBuilding] = useState(false)
  const listed = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const { list, order, opened, connection, refresh, hide } = useStore(store)
  const reply = useReply()
  useEffect(() => {
    if (connection !== null) void store.getState().start()
    return () => store.getState().close()
  }, [store, connection])
  const replyToOpened = () => {
    const conversation = shownConversation(opened)
    if (conversation) reply(conversation.id, conversation.contact.id)
  }
  useShortcuts([
    { keys: 'f', label: shortcuts.filter, run: () => setBuilding(true) },
    { keys: 'mod+r', label: messages.common.refresh, run: () => void refresh() },
    { keys: 'l', label: shortcuts.list, run: () => listed.current?.focus() },
    { keys: 'r', label: shortcuts.reply, run: replyToOpened },
  ])
  return (
    <>
      <ConversationTabs />
      <FilterLine building={building} onBuilding={setBuilding} />
      <div className="conversation-split panes" data-open={opened !== null || undefined}>
        <div className="conversation-main column words">
          {list.status === 'failed' ? (
            <div className="loadable-failed">
              <FailureNotice
                failure={list.failure}
                onRetry={() => void refresh()}
                {...(onSets ? { action: { label: texts.seeSets, onClick: onSets } } : {})}
              />
            </div>
          ) : (
            <LoadableView of={list} onRetry={() => void refresh()}>
              {(value) =>
                value.conversations.length === 0 && !value.hasMore ? (
                  <EmptyState
                    icon={<IconMessages size={32} stroke={1.5} />}
                    title={texts.empty}
                    text={texts.emptyText}
                    action={{ label: messages.conversations.filter.edit, onClick: () => setBuilding(true) }}
                  />
                ) : (
                  <>
                    {order === 'wait' && value.hasMore ? (
                      <p className="conversation-order-note note">{texts.orderOfRead(value.conversations.length)}</p>
                    ) : null}
                    <ConversationList list={listed} onEnter={() => panel.current?.focus()} />
                  </>
                )
              }
            </LoadableView>
          )}
        </div>
        <ConversationPanel
          panel={panel}
          onClose={() => {
            hide()
            listed.current?.focus()
          }}
        />
      </div>
      {list.status === 'ready' ? <ListStatus found={list.value} /> : null}
    </>
  )
}

function ListStatus({ found }: { readonly found: FoundConversations }) {
  const { now } = useApp()
  const { list: texts, outside: outsideDays, undated: withoutDay } = useMessages().conversations
  const format = useFormat()
  const { conversations, outside, readAt } = found
  const filter = useStore(useFeature('conversations').store, (state) => state.filter)
  const counted = countOf(found, filter)
  const undated = undatedIn(found, filter)
  return (
    <StatusBar
      items={[
        counted === null
          ? texts.shownOnly(conversations.length)
          : (counted.most ? texts.shownOfMost : texts.shown)(conversations.length, counted.count),
        outside > 0 ? (
          <span key="outside" title={texts.outsideHint}>
            {outsideDays(outside)}
          </span>
        ) : null,
        undated > 0 ? withoutDay(undated) : null,
        texts.readAt(format.moment(readAt, now())),
      ]}
    />
  )
}

/** The size of a page (docs/services.md §4.3). */
const pageSize = 25
/** The number of requests until a page is not full: a full last page is followed by an empty one. */
const requestsFor = (all: number) => Math.floor(all / pageSize) + 1
/** Stores all conversations of the current filter: shows the cost and asks for a name. */
function FetchAllDialog({ connection, onClose }: { readonly connection: string; readonly onClose: () => void }) {
  const { store, sets } = useFeature('conversations')
  const { go } = useNavigation()
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.sets
  const { filter, known, savedViews, list: listed } = useStore(store)
  const shown = readyValue(listed)
  const all = shown?.all_count ?? null
  const counted = shown ? countOf(shown, filter) : null
  const { list, working, failure, create, dismissFailure } = useStore(sets)
  const phrase = filterPhrase(filter, { messages, format, known })
  const [name, setName] = useState(() => {
    const called = filterName(filter, savedViews, messages.conversations.builtIn) ?? phrase
    return freeName(called, new Set(readyValue(list)?.map((set) => set.name)))
  })
  const trimmedName = name.trim()
  const isMounted = useIsMounted()
  const close = () => {
    dismissFailure()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (trimmedName === '') return
    const set = await create(filter, trimmedName)
    if (!set || !isMounted()) return
    onClose()
    go({ screen: 'conversation-set', connection, id: set.id })
  }
  return (
    <Dialog onClose={close} title={texts.title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="md">{phrase}</Text>
          <Text size="sm" c="dimmed" className="figures">
            {all === null || counted === null
              ? texts.planUnknown
              : (counted.most ? texts.planAtMost : texts.plan)(counted.count, requestsFor(all))}
          </Text>
          <TextInput
            label={messages.common.fields.name}
            description={texts.nameHint}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <DialogButtons
            confirm={messages.common.download}
            disabled={trimmedName === ''}
            busy={working !== null}
            onClose={close}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
/** The name of a filter, where it has one. */
function filterName(
  filter: ConversationFilter,
  views: readonly SavedView[],
  names: Readonly<Record<BuiltInFilter, string>>,
): string | undefined {
  const view = views.find((each) => each.filter && isSameFilter(each.filter, filter))
  const builtIn = builtInOrder.find((each) => isSameFilter(builtInFilters[each], filter))
  return view?.name ?? (builtIn && names[builtIn])
}
/** A name that no other set has: "…", then "… (2)". */
function freeName(name: string, usedNames: ReadonlySet<string>): string {
  const short = name.length > longestName - 6 ? `${name.slice(0, longestName - 7)}…` : name
  for (let place = 1; ; place += 1) {
    const proposed = place === 1 ? short : `${short} (${place})`
    if (!usedNames.has(proposed)) return proposed
  }
}
