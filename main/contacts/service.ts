import { type Contact, type ContactPage, contactPage, type contacts } from '../../preload/contract/contacts.ts'
import type { Conversation } from '../../preload/contract/conversations.ts'
import { readFact } from '../facts.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { readContact, readContacts, searchText } from './read-contacts.ts'

/** Pages have fifteen contacts at most (features.md §8.5), where the answer does not report whether there are more. */
const usualPage = 15

/** Contacts of agent platforms: searched at the service, opened with what is kept here of the same person. */
export function createContactsService(deps: Services): Handlers<typeof contacts> {
  const { data, platform, accountId, connections, now } = deps
  /** The page of a contact that was opened here, kept to be read offline. */
  const pageFact = (connection_id: string, id: number) =>
    ({ service: 'platform', connection_id, name: `contact/${id}/page` }) as const
  const keptPage = async (connectionId: string, id: number) =>
    (await readFact(data, pageFact(connectionId, id), contactPage)) ?? null
  const seen = createSeenContacts()
  /** The connections to form services, in whose kept entries a person is searched for. */
  const formConnections = async () =>
    (await connections.list()).filter(({ service }) => service === 'forms').map(({ id }) => id)

  const ask = async (connectionId: string, path: string, query: readonly [string, string][], signal: AbortSignal) => {
    const account = `/api/v1/accounts/${await accountId(connectionId)}`
    return (await (await platform(connectionId)).call({ method: 'GET', path: account + path, query, signal })).text
  }
  const search = async (connectionId: string, sent: string, page: number, signal: AbortSignal) => {
    const query: [string, string][] = [
      ['q', sent],
      ['page', String(page)],
    ]
    const found = readContacts(await ask(connectionId, '/contacts/search', query, signal))
    seen.remember(connectionId, found.contacts)
    return found
  }
  /** No row of the document reads one contact: its number is searched for, which some builds understand (features.md §8.5). */
  const findById = async (connectionId: string, id: number, signal: AbortSignal): Promise<Contact | null> => {
    if (id < 10) return null
    const { contacts: found } = await search(connectionId, String(id), 1, signal)
    return found.find((contact) => contact.id === id) ?? null
  }
  const read = async (connectionId: string, id: number, signal: AbortSignal): Promise<ContactPage> => {
    const body = await ask(connectionId, `/contacts/${id}/conversations`, [], signal)
    const parsed = await data.ask('conversations.parse', { connection_id: connectionId, body, days: null })
    const conversations = latestFirst(parsed.conversations)
    const kept = (await keptPage(connectionId, id))?.contact ?? null
    const known = bothOf(seen.find(connectionId, id), senderOf(conversations, id))
    const contact = known ?? (await findById(connectionId, id, signal)) ?? kept
    return { contact, conversations, read_at: now().toISOString() }
  }
  return {
    async 'contacts.search'({ connection_id, text, page, other_ninth }, { signal }) {
      const { sent: typed, otherNinth } = searchText(text)
      const sent = other_ninth ? otherNinth : typed
      if (sent === null) {
        return { contacts: [], page, count: null, has_more: false, sent: null, other_ninth: otherNinth }
      }
      const { contacts: found, received, count, hasMore } = await search(connection_id, sent, page, signal)
      return {
        contacts: [...found],
        page,
        count,
        has_more: hasMore ?? received >= usualPage,
        sent,
        other_ninth: other_ninth ? typed : otherNinth,
      }
    },
    'contacts.find_kept': async (input, { signal }) => data.ask('people.search', input, { signal }),
    async 'contacts.read'({ connection_id, id, fresh }, { signal }) {
      if (!fresh) return keptPage(connection_id, id)
      const page = await read(connection_id, id, signal)
      await data.ask('facts.put', { ...pageFact(connection_id, id), value: page })
      return page
    },
    'contacts.related': async ({ connection_id, contact_id, phones, emails }, { signal }) =>
      data.ask(
        'related.find',
        { connection_id, contact_id, phones, emails, forms: await formConnections() },
        { signal },
      ),
  }
}

function latestFirst(conversations: readonly Conversation[]): Conversation[] {
  const at = ({ last_activity_at, created_at }: Conversation) => last_activity_at ?? created_at ?? ''
  return conversations.toSorted((one, other) => at(other).localeCompare(at(one)))
}

/** Merges a found contact with its conversation; the conversation is newer and wins. */
function bothOf(found: Contact | null, sender: Contact | null): Contact | null {
  return readContact({ ...found?.raw, ...sender?.raw })
}

/** The contact as its own conversations have it. */
function senderOf(conversations: readonly Conversation[], id: number): Contact | null {
  for (const { raw } of conversations) {
    const sender = readContact(Object(raw.meta).sender)
    if (sender?.id === id) return sender
  }
  return null
}

const mostSeen = 2000

/** Contacts that searches since this start returned, since no row of the document reads one contact. In memory alone. */
function createSeenContacts() {
  // Least recently returned first.
  const seen = new Map<string, Contact>()
  return {
    remember(connectionId: string, contacts: readonly Contact[]): void {
      for (const contact of contacts) {
        const name = `${connectionId} ${contact.id}`
        seen.delete(name)
        seen.set(name, contact)
      }
      for (const name of [...seen.keys()].slice(0, Math.max(0, seen.size - mostSeen))) seen.delete(name)
    },
    find: (connectionId: string, id: number): Contact | null => seen.get(`${connectionId} ${id}`) ?? null,
  }
}
