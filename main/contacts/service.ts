import type { ServiceKind } from '../../preload/contract/connections.ts'
import { type Contact, type ContactPage, contactPage, type contacts } from '../../preload/contract/contacts.ts'
import type { Conversation } from '../../preload/contract/conversations.ts'
import type { duplicates } from '../../preload/contract/duplicates.ts'
import { forwardToData } from '../data-calls.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import { idOf, isRecord, listIn, parseJson, recordOf, textOf, timeOf, yesOrNo } from '../kernel/json.ts'
import type { Handlers } from '../kernel/router.ts'
import { phoneForms } from '../phones/match-ladder.ts'
import { digitsOf, phoneKey } from '../phones/phones.ts'
import type { Services } from '../services.ts'

/**
 * Pages have fifteen contacts at most (docs/services.md §5.3), where the answer does not report whether there are
 * more.
 */
const usualPage = 15

/** Contacts of agent platforms: searched at the service, opened with the stored data of the same person. */
export function createContactsService(deps: Services): Handlers<typeof contacts & typeof duplicates> {
  const { data, platform, accountId, placeOf, connections, now } = deps
  /** The page of a contact that was opened here, stored for offline use. */
  const pageFact = (connection_id: string, id: number) =>
    ({ service: 'platform', connection_id, name: `contact/${id}/page` }) as const
  const storedPage = async (connectionId: string, id: number) =>
    (await readFact(data, pageFact(connectionId, id), contactPage)) ?? null
  const seen = createSeenContacts()
  /** The connections to a service whose stored records are searched for a person. */
  const connectionsTo = async (wanted: ServiceKind) =>
    (await connections.list()).filter(({ service }) => service === wanted).map(({ id }) => id)

  const ask = async (connectionId: string, path: string, query: readonly [string, string][], signal: AbortSignal) => {
    const account = `/api/v1/accounts/${await accountId(connectionId)}`
    return (await (await platform(connectionId)).call({ method: 'GET', path: account + path, query, signal })).text
  }
  const search = async (connectionId: string, sent: string, page: number, signal: AbortSignal) => {
    const query: [string, string][] = [
      ['q', sent],
      ['page', String(page)],
    ]
    const answer = readContacts(await ask(connectionId, '/contacts/search', query, signal))
    seen.remember(connectionId, answer.contacts)
    return answer
  }
  /**
   * No documented route reads one contact. So its number is searched for, which some builds support (docs/services.md
   * §5.3).
   */
  const findById = async (connectionId: string, id: number, signal: AbortSignal): Promise<Contact | null> => {
    if (id < 10) return null
    const { contacts: matches } = await search(connectionId, String(id), 1, signal)
    return matches.find((contact) => contact.id === id) ?? null
  }
  const read = async (connectionId: string, id: number, signal: AbortSignal): Promise<ContactPage> => {
    const body = await ask(connectionId, `/contacts/${id}/conversations`, [], signal)
    const account = { connection_id: connectionId, place: await placeOf(connectionId) }
    const parsed = await data.ask('conversations.parse', { ...account, body, days: null })
    const conversations = latestFirst(parsed.conversations)
    const stored = (await storedPage(connectionId, id))?.contact ?? null
    const seenContact = bothOf(seen.find(connectionId, id), senderOf(conversations, id))
    const contact =
      seenContact ??
      (await findById(connectionId, id, signal)) ??
      stored ??
      readContact(await data.ask('conversations.sender', { ...account, id })) ??
      (await storedSender(connectionId, id, signal))
    return { contact, conversations, read_at: now().toISOString() }
  }
  /** The contact from stored conversations and leads; null where there are none. */
  const storedSender = async (connection_id: string, id: number, signal: AbortSignal): Promise<Contact | null> => {
    const person = { connection_id, contact_id: id, phones: [], emails: [], forms: [], platforms: [connection_id] }
    const { conversations, leads } = await data.ask('related.find', person, { signal })
    const [{ contact } = {}] = conversations
    const [{ lead } = {}] = leads
    if (contact) return readContact({ id, ...contact })
    return lead ? readContact({ id, name: lead.nome, phone: lead.telefone, email: lead.email }) : null
  }
  return {
    ...forwardToData(data, ['duplicates.summary']),
    async 'contacts.search'({ connection_id, text, page, other_ninth }, { signal }) {
      const { sent: typed, otherNinth } = searchText(text)
      const sent = other_ninth ? otherNinth : typed
      if (sent === null) {
        return { contacts: [], page, count: null, has_more: false, sent: null, other_ninth: otherNinth }
      }
      const { contacts: matches, received, count, hasMore } = await search(connection_id, sent, page, signal)
      return {
        contacts: [...matches],
        page,
        count,
        has_more: hasMore ?? received >= usualPage,
        sent,
        other_ninth: other_ninth ? typed : otherNinth,
      }
    },
    'contacts.find_kept': async (input, { signal }) => data.ask('people.search', input, { signal }),
    async 'contacts.read'({ connection_id, id, fresh }, { signal }) {
      if (!fresh) return storedPage(connection_id, id)
      const page = await read(connection_id, id, signal)
      await data.ask('facts.put', { ...pageFact(connection_id, id), value: page })
      return page
    },
    'contacts.related': async (person, { signal }) => {
      const [forms, platforms] = await Promise.all([connectionsTo('forms'), connectionsTo('platform')])
      return data.ask('related.find', { ...person, forms, platforms }, { signal })
    },
  }
}

function latestFirst(conversations: readonly Conversation[]): Conversation[] {
  const at = ({ last_activity_at, created_at }: Conversation) => last_activity_at ?? created_at ?? ''
  return conversations.toSorted((one, other) => at(other).localeCompare(at(one)))
}

/** Merges a found contact with its conversation, whose values win since they are newer. */
function bothOf(contact: Contact | null, sender: Contact | null): Contact | null {
  return readContact({ ...contact?.raw, ...sender?.raw })
}

/** The contact from its own conversations; a sender without a number belongs to it too. */
function senderOf(conversations: readonly Conversation[], id: number): Contact | null {
  for (const { raw } of conversations) {
    const sender = recordOf(recordOf(raw.meta).sender)
    if (textOf(sender.name) !== null && (idOf(sender.id) ?? id) === id) return readContact({ ...sender, id })
  }
  return null
}

const mostSeen = 2000

/** Contacts that searches since this start returned, since no documented route reads one contact. In memory only. */
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

/** One answer of the search. */
interface ReceivedContacts {
  readonly contacts: readonly Contact[]
  /** How many items the answer had. */
  readonly received: number
  readonly count: number | null
  /** Whether the answer reports a next page; null where it does not say. */
  readonly hasMore: boolean | null
}

/** The keys under which services put the list, the usual one first (docs/services.md §5.3). */
const listKeys = ['payload', 'data', 'contacts', 'results'] as const

const mostDepth = 3

/**
 * Reads an answer of the contact search. Throws `unexpected_body` for invalid JSON, a missing list, or a list of other
 * items.
 */
function readContacts(body: string): ReceivedContacts {
  // Some builds answer a search without hits with an empty 200 (docs/services.md §5.2).
  const answer = body.trim() === '' ? [] : parseJson(body)
  if (answer === undefined) throw new AppFailure('unexpected_body', {}, 'not JSON')
  const list = listIn(answer, listKeys, mostDepth)
  if (!list) throw new AppFailure('unexpected_body', {}, 'the answer has no list')
  const contacts = list.flatMap((item) => readContact(item) ?? [])
  if (list.length > 0 && contacts.length === 0) {
    throw new AppFailure('unexpected_body', {}, 'the list has no contacts')
  }
  const meta = metaIn(answer, 0)
  return {
    contacts,
    received: list.length,
    count: idOf(meta.count) ?? idOf(meta.total_count) ?? idOf(meta.total),
    hasMore: yesOrNo(meta.has_more),
  }
}

/** A contact from a service: missing keys are null, unknown ones are in `raw`. Null for an item without a number. */
function readContact(item: unknown): Contact | null {
  const outer = recordOf(item)
  const record = isRecord(outer.contact) ? outer.contact : outer
  const id = idOf(record.id)
  if (id === null) return null
  return {
    id,
    name: textOf(record.name),
    phone: textOf(record.phone_number) ?? textOf(record.phone),
    email: textOf(record.email),
    identifier: textOf(record.identifier),
    created_at: timeOf(record.created_at),
    last_activity_at: timeOf(record.last_activity_at),
    raw: record,
  }
}

function metaIn(value: unknown, depth: number): Readonly<Record<string, unknown>> {
  if (!isRecord(value) || depth === mostDepth) return {}
  return isRecord(value.meta) ? value.meta : metaIn(value.data ?? value.payload, depth + 1)
}

/** The text of a search, and the other form of the same phone if any. */
interface SearchText {
  /** Null for a text that is too short. */
  readonly sent: string | null
  readonly otherNinth: string | null
}

const maskedDigits = /^[\d\s().+-]+$/
const shortest = 2

/**
 * The text to search for when a person types this (docs/services.md §5.1: digits are an accepted form). A phone
 * becomes digits, a Brazilian one with its area code and without 55, so that every stored form is found. A part of a
 * phone becomes its digits; a name or an e-mail is unchanged. Less than two characters are not sent.
 */
export function searchText(typed: string): SearchText {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (!maskedDigits.test(text)) return { sent: text.length < shortest ? null : text, otherNinth: null }
  const reading = phoneKey(text)
  if (!reading.ok) {
    const digits = digitsOf(text)
    return { sent: digits.length < shortest ? null : digits, otherNinth: null }
  }
  const { exact, otherNinth } = phoneForms(reading.key)
  return { sent: shortestOf(exact), otherNinth: otherNinth.length > 0 ? shortestOf(otherNinth) : null }
}

function shortestOf(forms: readonly string[]): string {
  return forms.reduce((best, form) => (form.length < best.length ? form : best))
}
