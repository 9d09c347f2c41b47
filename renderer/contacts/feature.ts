import { IconAddressBook } from '@tabler/icons-react'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import {
  type ContactSearchStore,
  type ContactStore,
  createContactSearchStore,
  createContactStore,
  createRelatedStore,
  type Person,
  type RelatedStore,
} from './contact-stores.ts'

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
    /** What is stored here of a person. */
    relatedToPerson: { readonly person: Person }
  }
}

export const contactsFeature = defineFeature('contacts', {
  item: {
    group: 'platform',
    icon: IconAddressBook,
    label: ({ contacts }) => contacts.title,
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
      ofConnection: lazyComponent(async () => (await import('./contacts-screen.tsx')).ContactsScreen),
      inConnection: (_, connection) => ({ screen: 'contacts', connection }),
      help: ['buscar contatos', 'contatos', 'contato'],
      guide: 'ninth',
    },
    contact: {
      area: 'contacts',
      service: 'platform',
      ofConnection: lazyComponent(async () => (await import('./contact-screen.tsx')).ContactScreen),
      inConnection: (_, connection) => ({ screen: 'contacts', connection }),
      help: ['contato', 'contatos', 'conversas'],
      guide: 'ninth',
    },
  },
  slots: {
    relatedToPerson: lazyComponent(async () => (await import('./related.tsx')).RelatedToPerson),
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'contacts', label: app.commands.goToContacts, keys: 'g t', run: go({ screen: 'contacts' }) },
  ],
})
