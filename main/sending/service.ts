import { type Recipient, type RelatedLead, savedText, type sending } from '../../preload/contract/contacts.ts'
import type { Conversation, ConversationFound } from '../../preload/contract/conversations.ts'
import type { StoredWrite } from '../activity/data/write-calls.ts'
import type { Data } from '../data-calls.ts'
import { createNamedList } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import { isRecord, momentOf, parseJson } from '../kernel/json.ts'
import type { Handlers } from '../kernel/router.ts'
import { type PlatformCheck, platformCheck, saltedDigest, type WriteOutcome, withoutCheck } from '../ledger.ts'
import { lostOnPlatform } from '../remotes/lost-write.ts'
import type { Platform } from '../remotes/platform.ts'
import type { Services } from '../services.ts'

interface One {
  readonly connection_id: string
  readonly conversation: number
  readonly contact_id: number | null
}

/** Messages to one person at a time, each sent once. */
export function createSendingService(deps: Services): Handlers<typeof sending> {
  const { data, platformLedger, platform, placeOf, accountId, ask } = deps
  const texts = createNamedList(data, { name: 'sending/texts', shape: savedText })
  /** Messages on their way: `<connection> <conversation>` and the callers' names for them. */
  const busy = new Set<string>()

  const conversationOf = async ({ connection_id, conversation: id, contact_id }: One, signal: AbortSignal) =>
    requireKnown(await ask('conversations.read', { connection_id, id, contact_id }, signal), contact_id)
  const sentTo = async ({ connection_id, conversation }: One) =>
    (await platformLedger.list(connection_id)).filter(
      ({ kind, target }) => kind === 'send_message' && target === String(conversation),
    )
  return {
    async 'sending.open'(one, { signal }) {
      const { conversation, seen_at } = await conversationOf(one, signal)
      const lead = await leadOf(data, one.connection_id, conversation, signal)
      return {
        conversation,
        seen_at,
        fields: { ...contactFields(conversation), ...lead?.lead },
        lead: lead && { sheet_name: lead.sheet_name, read_at: lead.read_at },
        unknown: (await sentTo(one)).filter(({ state }) => state === 'unknown').map(withoutCheck),
      }
    },
    async 'sending.send'({ once, content, insist, ...one }, { signal }) {
      const { connection_id } = one
      const names = [once, `${connection_id} ${one.conversation}`]
      if (names.some((name) => busy.has(name))) throw new AppFailure('already_running')
      for (const name of names) busy.add(name)
      try {
        if ((await sentTo(one)).some((write) => checkOf(write)?.once === once)) throw new AppFailure('already_running')
        const place = await placeOf(connection_id)
        const account = await platform(connection_id)
        const { conversation } = await conversationOf(one, signal)
        if (conversation.can_reply === false && !insist) throw new AppFailure('cannot_reply')
        const message = { accountId: await accountId(connection_id), conversation: one.conversation, content }
        signal.throwIfAborted()
        const check = messageCheck({ once, conversation, content })
        const about = { kind: 'send_message', target: String(one.conversation), check, place } as const
        return await platformLedger.write(connection_id, about, () => sendMessage(account, message))
      } finally {
        for (const name of names) busy.delete(name)
      }
    },
    'sending.texts': ({ connection_id }) => texts.list(connection_id),
    'sending.save_text': ({ connection_id, text }) => texts.save(connection_id, text),
    'sending.forget_text': ({ connection_id, id }) => texts.forget(connection_id, id),
  }
}

/**
 * The conversation, and when it was seen where the service does not show it now. Throws `not_found`, `other_contact`,
 * and `conversation_hidden` where it is unknown whether it is the contact's.
 */
function requireKnown(result: ConversationFound, contactId: number | null) {
  if (result.state === 'absent') throw new AppFailure('not_found')
  if (result.state === 'unknown') throw new AppFailure('conversation_hidden')
  const { conversation } = result
  const { id } = conversation.contact
  if (contactId !== null && id === null) throw new AppFailure('conversation_hidden')
  if (contactId !== null && id !== contactId) throw new AppFailure('other_contact')
  return { conversation, seen_at: result.state === 'seen' ? result.read_at : null }
}

/** The lead row of the conversation's contact: of this conversation if any, else of the newest sheet. */
async function leadOf(
  data: Data,
  connection_id: string,
  { id, contact }: Conversation,
  signal: AbortSignal,
): Promise<RelatedLead | null> {
  const present = (text: string | null) => (text === null ? [] : [text])
  const keys = { contact_id: contact.id, phones: present(contact.phone), emails: present(contact.email) }
  const { leads } = await data.ask('related.find', { connection_id, ...keys, forms: [], platforms: [] }, { signal })
  const ofContact = leads.filter(({ matched_by }) => matched_by === 'contato_id')
  const candidates = ofContact.length > 0 ? ofContact : leads
  return candidates.find(({ lead }) => lead.conversa_id === id) ?? candidates[0] ?? null
}

/** The contact's data in a conversation, by the names of the lead row (docs/services.md §2.1). */
function contactFields({ id, contact, status, inbox, assignee }: Conversation): Recipient['fields'] {
  return {
    contato_id: contact.id,
    nome: contact.name,
    telefone: contact.phone,
    email: contact.email,
    conversa_id: id,
    status,
    caixa: inbox.name,
    agente: assignee.name,
  }
}

interface MessageToSend {
  readonly accountId: number
  readonly conversation: number
  readonly content: string
}

/**
 * Sends a message to a conversation in exactly one request (docs/services.md §5.6). Only the service's own refusal
 * counts as one. A message that failed inside the service, was redirected or answered by a page may have been sent, and
 * throws `sent_unknown`. Nobody can recall a message, so nothing cancels it.
 */
async function sendMessage(
  platform: Platform,
  { accountId, conversation, content }: MessageToSend,
): Promise<{ message_id: number | null; status: string | null }> {
  const path = `/api/v1/accounts/${accountId}/conversations/${conversation}/messages`
  try {
    const { text } = await platform.call({
      method: 'POST',
      path,
      body: { content, message_type: 'outgoing' },
      signal: new AbortController().signal,
    })
    return takenAs(text)
  } catch (error) {
    throw lostOnPlatform(error)
  }
}

/** A message with a 2xx is sent, whatever the body contains (docs/services.md §5.7). */
function takenAs(text: string): { message_id: number | null; status: string | null } {
  const body = parseJson(text)
  const message = isRecord(body) && isRecord(body.payload) ? body.payload : body
  if (!isRecord(message)) return { message_id: null, status: null }
  const { id, status } = message
  return {
    message_id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    status: typeof status === 'string' ? status : null,
  }
}

/**
 * Returns a function that finds out a message's outcome by reading. Null where it is unknown, or for another feature's
 * write. Throws the errors of the reads.
 */
export function createMessageOutcomeResolver({ ask }: Services) {
  return async (connectionId: string, write: StoredWrite, signal: AbortSignal) => {
    const check = checkOf(write)
    if (!check) return null
    const about = { connection_id: connectionId, id: check.conversation_id }
    const result = await ask('conversations.read', about, signal)
    return result.state === 'read' ? outcomeOf(check, result.conversation) : null
  }
}

type MessageCheck = Extract<PlatformCheck, { by: 'message' }>

interface MessageAbout {
  readonly once: string
  readonly conversation: Conversation
  readonly content: string
}

/** The check that later recognises this message without storing it: a digest, and the newest message before. */
function messageCheck({ once, conversation, content }: MessageAbout): (salt: string) => MessageCheck {
  return (salt) => ({
    by: 'message',
    once,
    conversation_id: conversation.id,
    salt,
    digest: contentDigest(content, salt),
    known: newest(conversation, ({ id }) => id),
    known_at: newest(conversation, ({ at }) => at),
  })
}

/** The check of a write that was a message; null for any other. */
function checkOf({ check }: StoredWrite): MessageCheck | null {
  const platformWrite = platformCheck.safeParse(check).data
  return platformWrite?.by === 'message' ? platformWrite : null
}

/** Whether this text is the message of the check. Blanks at its ends and kinds of line ends do not count. */
function isContent(content: string, { salt, digest }: MessageCheck): boolean {
  return contentDigest(content, salt) === digest
}

function contentDigest(content: string, salt: string): string {
  const plain = content.replace(/\r\n?/g, '\n').trim()
  return saltedDigest(plain, salt)
}

/** The known parts of a conversation's message (docs/services.md §5.7). */
interface ReceivedMessage {
  readonly id: number | null
  readonly content: string
  /** Epoch ms. */
  readonly at: number | null
  readonly ofTeam: boolean
}

/**
 * No documented route lists messages. A conversation has its last one, in some services more (docs/services.md §4.10).
 */
function messagesOf({ raw }: Conversation): readonly ReceivedMessage[] {
  const list = [...(Array.isArray(raw.messages) ? raw.messages : []), raw.last_non_activity_message].filter(isRecord)
  return list.map(({ id, content, created_at: at, message_type: type, private: isPrivate }) => ({
    id: typeof id === 'number' ? id : null,
    content: typeof content === 'string' ? content : '',
    at: momentOf(at),
    // A private note with the same text was not sent to the contact.
    ofTeam: (type === 1 || type === 'outgoing') && isPrivate !== true,
  }))
}

function newest(conversation: Conversation, value: (message: ReceivedMessage) => number | null): number | null {
  const values = messagesOf(conversation).flatMap((message) => value(message) ?? [])
  return values.length === 0 ? null : Math.max(...values)
}

/** Whether the service reports messages at all: a conversation without them does not show a new one. */
function hasMessages({ raw }: Conversation): boolean {
  return Array.isArray(raw.messages) || isRecord(raw.last_non_activity_message)
}

/**
 * The outcome of a message, by the present conversation: `confirmed` where it shows the message, `not_done` where
 * nothing newer came. Null where something newer hides it, or the conversation shows no message. Numbers decide what is
 * newer, else the service's clock, since ours may be wrong.
 */
function outcomeOf(check: MessageCheck, conversation: Conversation): WriteOutcome {
  const messages = messagesOf(conversation)
  const isNew = ({ id, at }: ReceivedMessage) =>
    id !== null && check.known !== null
      ? id > check.known
      : at === null || check.known_at === null || at > check.known_at
  if (messages.some((one) => one.ofTeam && isNew(one) && isContent(one.content, check))) return 'confirmed'
  return hasMessages(conversation) && !messages.some(isNew) ? 'not_done' : null
}
