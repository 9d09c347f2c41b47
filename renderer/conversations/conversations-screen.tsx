import './conversations.css'
import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type {
  ConversationFilter,
  ConversationSet,
  SavedConversationFilter,
} from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { TableStore } from '../tables/table-state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import type { ConversationLinks } from './conversation-detail.tsx'
import { type BuiltInFilter, builtInFilters, builtInOrder, filterPhrase, isSameFilter } from './conversation-filter.ts'
import type { ConversationsStore, FoundConversations } from './conversations-store.ts'
import { LiveView } from './live-view.tsx'
import { SetsList } from './sets-list.tsx'
import type { SetsStore } from './sets-store.ts'

export interface ConversationsScreenProps extends TaskProps {
  readonly store: ConversationsStore
  readonly sets: SetsStore
  /** Of the agent platform. */
  readonly connection: string
  readonly part: 'live' | 'sets'
  /** The requested conversation, and the contact it should belong to. */
  readonly requested: { readonly conversation: number; readonly contact: number | null } | null
  readonly links: ConversationLinks
  readonly now: () => number
  /** The table of a set, for exporting from the list. */
  readonly tableOf: (set: ConversationSet) => TableStore
  readonly onPart: (part: 'live' | 'sets') => void
  readonly onOpen: (set: string) => void
}

/** The conversations of an account: on the service by a filter, or kept on this computer. */
export function ConversationsScreen(props: ConversationsScreenProps) {
  const { store, sets, connection, part, requested, links, now, onPart, onOpen } = props
  const messages = useMessages()
  const texts = messages.conversations
  const list = useStore(store, (state) => state.list)
  const kept = useStore(sets, ({ list }) => readyValue(list)?.length ?? 0)
  const [building, setBuilding] = useState(false)
  const [fetching, setFetching] = useState(false)

  useEffect(() => {
    void store.getState().open(connection)
    void sets.getState().open(connection)
  }, [store, sets, connection])
  const conversation = requested?.conversation
  const contact = requested?.contact ?? null
  // After the account was opened, which closes the conversation of another account.
  useEffect(() => {
    if (conversation !== undefined) void store.getState().openById(conversation, contact)
  }, [store, conversation, contact])

  const showFilter = (filter: ConversationFilter) => {
    onPart('live')
    void store.getState().search(filter)
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={part === 'live' ? factsOf(list, messages) : texts.sets.count(kept)}
        actions={
          part === 'live'
            ? [
                {
                  label: texts.list.refresh,
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
      <Parts part={part} kept={kept} onPart={onPart} />
      {part === 'live' ? (
        <LiveView
          store={store}
          links={links}
          building={building}
          onBuilding={setBuilding}
          onSets={kept > 0 ? () => onPart('sets') : undefined}
          now={now}
        />
      ) : (
        <SetsList {...props} store={sets} live={store} onFilter={showFilter} onCreate={() => onPart('live')} />
      )}
      {fetching ? (
        <FetchAllDialog store={store} sets={sets} onKept={({ id }) => onOpen(id)} onClose={() => setFetching(false)} />
      ) : null}
    </>
  )
}

/** The count, if the service sends one. */
function factsOf(list: Loadable<FoundConversations>, { conversations, common }: Messages): string {
  const found = readyValue(list)
  if (!found) return list.status === 'failed' ? conversations.list.notRead : common.loading
  return found.all_count === null
    ? conversations.list.shownOnly(found.conversations.length)
    : conversations.count(found.all_count)
}

interface PartsProps {
  readonly part: 'live' | 'sets'
  readonly kept: number
  readonly onPart: (part: 'live' | 'sets') => void
}

function Parts({ part, kept, onPart }: PartsProps) {
  const texts = useMessages().conversations.parts
  const names = { live: texts.live, sets: kept > 0 ? texts.setsCounted(kept) : texts.sets }
  return (
    <div className="conversation-parts bar">
      <nav aria-label={texts.label}>
        {(['live', 'sets'] as const).map((name) => (
          <UnstyledButton
            key={name}
            className="conversation-part"
            onClick={() => onPart(name)}
            {...(name === part ? { 'aria-current': 'page' } : {})}
          >
            {names[name]}
          </UnstyledButton>
        ))}
      </nav>
    </div>
  )
}

interface FetchAllDialogProps {
  readonly store: ConversationsStore
  readonly sets: SetsStore
  readonly onKept: (set: ConversationSet) => void
  readonly onClose: () => void
}
/** agent-platform.md, "Limits": conversation filter page size. */
const pageSize = 25
/** Until a page that is not full: behind a full last page there is an empty one. */
const requestsFor = (all: number) => Math.floor(all / pageSize) + 1
/** The contract's longest name of a set. */
const longestName = 120
/** Stores all conversations of the current filter: shows the cost and asks for a name. */
function FetchAllDialog({ store, sets, onKept, onClose }: FetchAllDialogProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.sets
  const { filter, known, saved: savedStore } = useStore(store)
  const saved = readyValue(useStore(savedStore, (state) => state.filters)) ?? []
  const all = useStore(store, ({ list }) => readyValue(list)?.all_count ?? null)
  const { list, working, failure } = useStore(sets)
  const phrase = filterPhrase(filter, { messages, format, known })
  const [name, setName] = useState(() => {
    const called = filterName(filter, saved, messages.conversations.saved.names) ?? phrase
    return freeName(called, new Set(readyValue(list)?.map((set) => set.name)))
  })
  const trimmedName = name.trim()
  const isMounted = useIsMounted()
  const close = () => {
    sets.getState().dismissFailure()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (trimmedName === '') return
    const set = await sets.getState().create(filter, trimmedName)
    if (!set || !isMounted()) return
    onClose()
    onKept(set)
  }
  return (
    <Dialog opened onClose={close} title={texts.title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="md">{phrase}</Text>
          <Text size="sm" c="dimmed" className="figures">
            {all === null ? texts.planUnknown : texts.plan(all, requestsFor(all))}
          </Text>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={trimmedName === ''} loading={working !== null}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
/** What the filter is called, where it is one that has a name. */
function filterName(
  filter: ConversationFilter,
  saved: readonly SavedConversationFilter[],
  names: Readonly<Record<BuiltInFilter, string>>,
): string | undefined {
  const own = saved.find((each) => isSameFilter(each.filter, filter))
  const builtIn = builtInOrder.find((each) => isSameFilter(builtInFilters[each], filter))
  return own?.name ?? (builtIn && names[builtIn])
}
/** A name that no other set has: "…", then "… (2)". */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const short = name.length > longestName - 6 ? `${name.slice(0, longestName - 7)}…` : name
  for (let place = 1; ; place += 1) {
    const proposed = place === 1 ? short : `${short} (${place})`
    if (!taken.has(proposed)) return proposed
  }
}
