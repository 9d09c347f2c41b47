import { IconMessages } from '@tabler/icons-react'
import type { ConversationFilter } from '../../preload/contract/conversations.ts'
import { conversationsTable } from '../../preload/values/conversation-fields.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import type { TableStore } from '../tables/table-state.ts'
import {
  createSetsStore,
  createStoredConversationStore,
  type SetsStore,
  type StoredConversationStore,
  setDefaults,
} from './conversation-sets.tsx'
import { type ConversationsStore, createConversationsStore } from './conversations-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /**
     * `part` is the tab; without it, the conversations on the service. `conversation` is searched and opened, and
     * should belong to `contact`.
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

export const conversationsFeature = defineFeature('conversations', {
  item: {
    group: 'platform',
    icon: IconMessages,
    label: ({ conversations }) => conversations.title,
    place: { screen: 'conversations' },
  },
  service: 'platform',
  create({ ask, now, navigation, feature }) {
    const store = createConversationsStore({ ask, now })
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
          void store.getState().find(filter)
          navigation.getState().go({ screen: 'conversations', connection })
        },
      },
      reloads: { conversations: sets.getState().load, views: () => store.getState().loadViews() },
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
      ofConnection: lazyComponent(async () => (await import('./conversations-screen.tsx')).ConversationsScreen),
      inConnection: ({ part }, connection) => ({ screen: 'conversations', connection, part }),
      help: ['filtrar conversas', 'filtro', 'conversas'],
      guide: 'offline',
    },
    'conversation-set': {
      area: 'conversations',
      service: 'platform',
      perRecord: true,
      ofConnection: lazyComponent(async () => (await import('./set-screen.tsx')).SetScreen),
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
})
