import { createHash, randomUUID } from 'node:crypto'
import type { Conversation } from '../../preload/contract/conversations.ts'
import type { StoredWrite } from '../data/calls.ts'
import { isRecord } from '../kernel/json.ts'
import type { Services } from '../services.ts'
import { type PlatformCheck, platformCheck } from '../writes/check.ts'
import type { WriteOutcome } from '../writes/ledger.ts'

/**
 * Returns a function that determines the outcome of a message by reading; null where it is unknown, or the write is another's.
 * Throws what the reads throw.
 */
export function createMessageOutcomeResolver({ ask }: Services) {
  return async (connectionId: string, write: StoredWrite, signal: AbortSignal) => {
    const check = checkOf(write)
    if (!check) return null
    const conversation = await ask(
      'conversations.read',
      { connection_id: connectionId, id: check.conversation_id },
      signal,
    )
    return conversation && outcomeOf(check, conversation)
  }
}

type MessageCheck = Extract<PlatformCheck, { by: 'message' }>

interface MessageAbout {
  readonly once: string
  readonly conversation: Conversation
  readonly content: string
}

/** How to recognise this message later, without keeping it: a digest, and the newest message of before. */
export function messageCheck({ once, conversation, content }: MessageAbout): MessageCheck {
  const salt = randomUUID()
  return {
    by: 'message',
    once,
    conversation_id: conversation.id,
    salt,
    digest: contentDigest(content, salt),
    known: newest(conversation, ({ id }) => id),
    known_at: newest(conversation, ({ at }) => at),
  }
}

/** The check of a write that was a message; null for any other. */
export function checkOf({ check }: StoredWrite): MessageCheck | null {
  const known = platformCheck.safeParse(check).data
  return known?.by === 'message' ? known : null
}

/** Whether these words are the message of the check; blanks at its ends and kinds of line ends do not count. */
export function isContent(content: string, { salt, digest }: MessageCheck): boolean {
  return contentDigest(content, salt) === digest
}

function contentDigest(content: string, salt: string): string {
  const plain = content.replace(/\r\n?/g, '\n').trim()
  return createHash('sha256').update(`${salt}\n${plain}`).digest('base64url')
}

/** A message of a conversation, as far as it is known (features.md §8.6). */
interface ReceivedMessage {
  readonly id: number | null
  readonly content: string
  /** Epoch ms. */
  readonly at: number | null
  readonly ofTeam: boolean
}

/** No row of the document lists messages: a conversation has its last one, some services more (features.md §8.4). */
function messagesOf({ raw }: Conversation): readonly ReceivedMessage[] {
  const list = [...(Array.isArray(raw.messages) ? raw.messages : []), raw.last_non_activity_message].filter(isRecord)
  return list.map(({ id, content, created_at: at, message_type: type, private: isPrivate }) => ({
    id: typeof id === 'number' ? id : null,
    content: typeof content === 'string' ? content : '',
    at: momentOf(at),
    // A note in the same words was not sent to the contact.
    ofTeam: (type === 1 || type === 'outgoing') && isPrivate !== true,
  }))
}

function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 1e11 ? value : value * 1000
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

function newest(conversation: Conversation, value: (message: ReceivedMessage) => number | null): number | null {
  const values = messagesOf(conversation).flatMap((message) => value(message) ?? [])
  return values.length === 0 ? null : Math.max(...values)
}

/** Whether the service states what messages there are at all: a conversation without them does not show a new one. */
function hasMessages({ raw }: Conversation): boolean {
  return Array.isArray(raw.messages) || isRecord(raw.last_non_activity_message)
}

/**
 * The outcome of a message, by the conversation as it is now: `confirmed` where it shows it, `not_done` where nothing came
 * to the conversation after it, null where that is unknown: something newer hides it, or it shows no message at all. What
 * is new is decided by numbers, else by the service's own clock: ours may be wrong by any amount.
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
