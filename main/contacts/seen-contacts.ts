import type { Contact } from '../../preload/contract/contacts.ts'

/** Contacts that searches since this start returned, since no row of the document reads one contact. In memory alone. */
export interface SeenContacts {
  remember(connectionId: string, contacts: readonly Contact[]): void
  find(connectionId: string, id: number): Contact | null
}

const mostSeen = 2000

export function createSeenContacts(): SeenContacts {
  // Least recently returned first.
  const seen = new Map<string, Contact>()
  return {
    remember(connectionId, contacts) {
      for (const contact of contacts) {
        const name = `${connectionId} ${contact.id}`
        seen.delete(name)
        seen.set(name, contact)
      }
      for (const name of [...seen.keys()].slice(0, Math.max(0, seen.size - mostSeen))) seen.delete(name)
    },
    find: (connectionId, id) => seen.get(`${connectionId} ${id}`) ?? null,
  }
}
