import './conversations.css'
import { UnstyledButton } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { TableStore } from '../tables/table-state.ts'
import { PageHeader } from '../ui/page-header.tsx'
import type { ConversationLinks } from './conversation-panel.tsx'
import type { ConversationsStore, FoundConversations } from './conversations-store.ts'
import { FetchAllDialog } from './fetch-all-dialog.tsx'
import { LiveView } from './live-view.tsx'
import { SetsList } from './sets-list.tsx'
import type { SetsStore } from './sets-store.ts'

export interface ConversationsScreenProps extends TaskProps {
  readonly store: ConversationsStore
  readonly sets: SetsStore
  /** Of the agent platform. */
  readonly connection: string
  readonly part: 'live' | 'sets'
  /** A conversation that is looked for, and the contact that it should be of. */
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
  // After the account was opened: that closes what was looked at in another.
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

/** How many there are, as far as the service says so. */
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
    <div className="conversation-parts">
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
