import { IconMessages } from '@tabler/icons-react'
import type { Connection } from '../../preload/contract/connections.ts'
import { conversationsTable } from '../../preload/contract/conversation-fields.ts'
import type { ConversationFilter } from '../../preload/contract/conversations.ts'
import { type Feature, lazyComponent, resetStores, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import type { TableStore } from '../tables/table-state.ts'
import type { ConversationLinks } from './conversation-detail.tsx'
import { setDefaults } from './conversation-words.tsx'
import { type ConversationsStore, createConversationsStore } from './conversations-store.ts'
import {
  createSetsStore,
  createStoredConversationStore,
  type SetsStore,
  type StoredConversationStore,
} from './sets-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /**
     * `part` is the tab, those on the service when absent. With `conversation` this one is looked for and opened, which
     * should be of `contact`.
     */
    conversations: {
      connection?: string | undefined
      part?: 'sets' | undefined
      conversation?: number
      contact?: number
    }
    /** An offline set of conversations. */
    'conversation-set': { connection: string; id: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    conversations: {
      readonly store: ConversationsStore
      readonly sets: SetsStore
      readonly stored: StoredConversationStore
      tableOf(set: { readonly connection_id: string; readonly id: string }): TableStore
      /** Shows the conversations of an account that a filter finds. */
      find(connection: string, filter: ConversationFilter): void
    }
  }
}

const ConversationsScreen = lazyComponent(async () => (await import('./conversations-screen.tsx')).ConversationsScreen)
const SetScreen = lazyComponent(async () => (await import('./set-screen.tsx')).SetScreen)

export const conversationsFeature: Feature<'conversations'> = {
  item: {
    group: 'platform',
    icon: IconMessages,
    label: ({ app }) => app.navigation.conversations,
    place: { screen: 'conversations' },
  },
  service: 'platform',
  create({ ask, now, navigation, feature }) {
    const store = createConversationsStore({ ask, now, newId: () => crypto.randomUUID() })
    const sets = createSetsStore({ ask })
    const stored = createStoredConversationStore({ ask })
    return {
      offer: {
        store,
        sets,
        stored,
        tableOf: (set) => feature('tables').of(conversationsTable(set), setDefaults),
        find(connection, filter) {
          void store.getState().open(connection)
          void store.getState().search(filter)
          navigation.getState().go({ screen: 'conversations', connection })
        },
      },
      reloads: { conversations: sets.getState().load },
      reset() {
        store.getState().close()
        stored.getState().close()
        resetStores(store, sets)
      },
    }
  },
  screens: {
    conversations: {
      area: 'conversations',
      service: 'platform',
      ofConnection: Conversations,
      inConnection: ({ part }, connection) => ({ screen: 'conversations', connection, part }),
      help: ['filtrar conversas', 'filtro', 'conversas'],
      guide: 'offline',
    },
    'conversation-set': {
      area: 'conversations',
      service: 'platform',
      perRecord: true,
      ofConnection: ConversationSet,
      inConnection: (_, connection) => ({ screen: 'conversations', connection, part: 'sets' }),
      help: ['filtrar conversas', 'status conversa', 'conversas'],
      guide: 'offline',
    },
  },
  tasks: {
    conversations: {
      place(subject) {
        const [connection = '', id = ''] = subject.split(':')
        return { screen: 'conversation-set', connection, id }
      },
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'conversations', label: app.commands.goToConversations, keys: 'g v', run: go({ screen: 'conversations' }) },
  ],
}

interface ConversationsProps {
  readonly place: PlaceOf<'conversations'>
  readonly connection: Connection
}

function Conversations({ place, connection: { id: connection } }: ConversationsProps) {
  const { store, sets, tableOf } = useFeature('conversations')
  const { go } = useNavigation()
  const { conversation, contact, part } = place
  return (
    <ConversationsScreen
      {...useFeature('tasks').useTaskProps()}
      store={store}
      sets={sets}
      connection={connection}
      part={part ?? 'live'}
      requested={conversation === undefined ? null : { conversation, contact: contact ?? null }}
      links={useLinks(connection)}
      tableOf={tableOf}
      onPart={(chosen) => go({ screen: 'conversations', connection, part: chosen === 'sets' ? chosen : undefined })}
      onOpen={(id) => go({ screen: 'conversation-set', connection, id })}
    />
  )
}

function ConversationSet({ place: { connection, id } }: { readonly place: PlaceOf<'conversation-set'> }) {
  const { store, sets, stored, tableOf, find } = useFeature('conversations')
  const { go, goInstead } = useNavigation()
  return (
    <SetScreen
      {...useFeature('tasks').useTaskProps()}
      store={sets}
      live={store}
      stored={stored}
      table={tableOf({ connection_id: connection, id })}
      connection={connection}
      id={id}
      links={useLinks(connection)}
      onBack={() => goInstead({ screen: 'conversations', connection, part: 'sets' })}
      onFilter={(filter) => find(connection, filter)}
      onConversation={(conversation) => go({ screen: 'conversations', connection, conversation })}
    />
  )
}

/** Where a conversation leads to: its contact, and what is stored of the same person. */
function useLinks(connection: string): ConversationLinks {
  const { go } = useNavigation()
  const sending = useFeature('sending')
  const Related = useSlot('relatedToPerson')
  return {
    onReply: ({ id, contact }) => void sending.getState().open({ connection, conversation: id, contact }),
    onContact: (id) => go({ screen: 'contact', connection, id }),
    related: ({ contact: { id, phone, email } }) => <Related person={{ connection, contact: id, phone, email }} />,
  }
}
