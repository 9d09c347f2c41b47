import { IconAddressBook } from '@tabler/icons-react'
import type { Connection } from '../../preload/contract/connections.ts'
import { type Feature, lazyComponent, resetStores, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { emptyQuery } from '../tables/query.ts'
import {
  type ContactSearchStore,
  type ContactStore,
  createContactSearchStore,
  createContactStore,
  createRelatedStore,
  type Person,
  type RelatedStore,
} from './contact-stores.ts'
import type { RelatedLinks } from './related.tsx'

declare module '../kernel/navigation.ts' {
  interface Places {
    contacts: { connection?: string | undefined }
    contact: { connection: string; id: number }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    contacts: { readonly search: ContactSearchStore; readonly contact: ContactStore; readonly related: RelatedStore }
  }
  interface Slots {
    /** What is kept here of a person. */
    relatedToPerson: { readonly person: Person }
  }
}

const ContactsScreen = lazyComponent(async () => (await import('./contacts-screen.tsx')).ContactsScreen)
const ContactScreen = lazyComponent(async () => (await import('./contact-screen.tsx')).ContactScreen)
const RelatedOf = lazyComponent(async () => (await import('./related.tsx')).RelatedOf)

export const contactsFeature: Feature<'contacts'> = {
  item: {
    group: 'platform',
    icon: IconAddressBook,
    label: ({ app }) => app.navigation.contacts,
    place: { screen: 'contacts' },
  },
  service: 'platform',
  create({ ask }) {
    const search = createContactSearchStore({ ask, clock: () => performance.now() })
    const contact = createContactStore({ ask })
    const related = createRelatedStore({ ask })
    const { reload } = related.getState()
    return {
      offer: { search, contact, related },
      reloads: { sheets: reload, cruzar: reload, entries: reload },
      reset() {
        search.getState().setText('')
        contact.getState().close()
        resetStores(search, related)
      },
    }
  },
  screens: {
    contacts: {
      area: 'contacts',
      service: 'platform',
      ofConnection: Contacts,
      inConnection: (_, connection) => ({ screen: 'contacts', connection }),
      help: ['buscar contatos', 'contatos', 'contato'],
      guide: 'ninth',
    },
    contact: {
      area: 'contacts',
      service: 'platform',
      ofConnection: Contact,
      inConnection: (_, connection) => ({ screen: 'contacts', connection }),
      help: ['contato', 'contatos', 'conversas'],
      guide: 'ninth',
    },
  },
  slots: { relatedToPerson: RelatedToPerson },
  commands: ({ messages: { app }, go }) => [
    { id: 'contacts', label: app.commands.goToContacts, keys: 'g t', run: go({ screen: 'contacts' }) },
  ],
}

function Contacts({ connection: { id: connection } }: { readonly connection: Connection }) {
  const { go } = useNavigation()
  return (
    <ContactsScreen
      store={useFeature('contacts').search}
      connection={connection}
      now={useApp().now}
      onOpen={(id) => go({ screen: 'contact', connection, id })}
    />
  )
}

function Contact({ place: { connection, id } }: { readonly place: PlaceOf<'contact'> }) {
  const { contact, related } = useFeature('contacts')
  const { find } = useFeature('conversations')
  const sending = useFeature('sending')
  const { go, goInstead } = useNavigation()
  return (
    <ContactScreen
      store={contact}
      related={related}
      relatedLinks={useRelatedLinks()}
      connection={connection}
      id={id}
      now={useApp().now}
      onBack={() => goInstead({ screen: 'contacts', connection })}
      onConversation={(conversation) => go({ screen: 'conversations', connection, conversation })}
      onConversations={() =>
        find(connection, [{ attribute_key: 'contact_id', filter_operator: 'equal_to', values: [id] }])
      }
      onWrite={(conversation) => void sending.getState().open({ connection, conversation, contact: id })}
    />
  )
}

function RelatedToPerson({ person }: { readonly person: Person }) {
  return (
    <RelatedOf store={useFeature('contacts').related} person={person} links={useRelatedLinks()} now={useApp().now()} />
  )
}

/** Where the cached rows, runs and entries of a person are to be seen. */
function useRelatedLinks(): RelatedLinks {
  const { tableOf } = useFeature('sheets')
  const { go } = useNavigation()
  return {
    onLead: ({ sheet_id, lead }) => {
      const search = String(lead.telefone_digitos ?? lead.email ?? lead.nome ?? '')
      void tableOf(sheet_id)
        .getState()
        .apply({ ...emptyQuery, search })
      go({ screen: 'sheet', id: sheet_id })
    },
    onRun: ({ run_id }) => go({ screen: 'run', id: run_id }),
    onEntry: ({ connection_id, entry_id }) => go({ screen: 'entries', connection: connection_id, entry: entry_id }),
  }
}
