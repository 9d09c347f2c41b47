import { lazy } from 'react'
import type { ConversationFilter } from '../preload/contract/conversations.ts'
import type { ConversationLinks } from './conversations/conversation-detail.tsx'
import type { Place } from './navigation.ts'
import { RelatedOfPerson } from './people-area.tsx'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'

const ConversationsScreen = lazy(async () => ({
  default: (await import('./conversations/conversations-screen.tsx')).ConversationsScreen,
}))
const SetScreen = lazy(async () => ({ default: (await import('./conversations/set-screen.tsx')).SetScreen }))

interface ConversationsOfPlaceProps {
  readonly place: Extract<Place, { readonly screen: 'conversations' }>
  readonly connection: string
}

/** The conversations of an account: on the service, or kept on this computer. */
export function ConversationsOfPlace({ place, connection }: ConversationsOfPlaceProps) {
  const stores = useStores()
  const links = useLinks(connection)
  const { go } = stores.navigation.getState()
  const { conversation, contact } = place
  return (
    <ConversationsScreen
      {...useTaskProps()}
      store={stores.conversations}
      sets={stores.conversationSets}
      connection={connection}
      part={place.part ?? 'live'}
      requested={conversation === undefined ? null : { conversation, contact: contact ?? null }}
      links={links}
      tableOf={stores.conversationTable}
      onPart={(part) => go({ screen: 'conversations', connection, ...(part === 'sets' ? { part } : {}) })}
      onOpen={(id) => go({ screen: 'conversation-set', connection, id })}
    />
  )
}

/** One set of kept conversations. */
export function ConversationSetOfPlace({
  place: { connection, id },
}: {
  readonly place: Extract<Place, { readonly screen: 'conversation-set' }>
}) {
  const stores = useStores()
  const links = useLinks(connection)
  const { go, goInstead } = stores.navigation.getState()
  const showFilter = (filter: ConversationFilter) => {
    void stores.conversations.getState().open(connection)
    void stores.conversations.getState().search(filter)
    go({ screen: 'conversations', connection })
  }
  return (
    <SetScreen
      {...useTaskProps()}
      store={stores.conversationSets}
      live={stores.conversations}
      stored={stores.storedConversation}
      table={stores.conversationTable({ connection_id: connection, id })}
      connection={connection}
      id={id}
      links={links}
      onBack={() => goInstead({ screen: 'conversations', connection, part: 'sets' })}
      onFilter={showFilter}
      onConversation={(conversation) => go({ screen: 'conversations', connection, conversation })}
    />
  )
}

/** Where a conversation leads to: its contact, and what is kept of the same person. */
function useLinks(connection: string): ConversationLinks {
  const { navigation, sending } = useStores()
  return {
    onReply: ({ id, contact }) => void sending.getState().open({ connection, conversation: id, contact }),
    onContact: (id) => navigation.getState().go({ screen: 'contact', connection, id }),
    related: ({ contact: { id, phone, email } }) => (
      <RelatedOfPerson person={{ connection, contact: id, phone, email }} />
    ),
  }
}
