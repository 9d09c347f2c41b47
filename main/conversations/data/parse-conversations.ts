import { type Conversation, type LastMessage, optionalParts } from '../../../preload/contract/conversations.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { idOf, isRecord, type JsonRecord, listIn, parseJson, recordOf, textOf, timeOf } from '../../kernel/json.ts'

/** An answer with conversations. */
export interface ReceivedConversations {
  /** The conversations with a number, in the answer's order. */
  readonly conversations: readonly Conversation[]
  /** `meta.all_count`; null where the answer has no count. */
  readonly all_count: number | null
  /** How many items the answer had. */
  readonly items: number
}

/** The keys under which services put the list, the usual one first (docs/services.md §4.5). */
const listKeys = ['payload', 'data', 'conversations', 'results', 'items'] as const

const countKeys = ['all_count', 'total_count', 'total'] as const

const mostDepth = 3

/**
 * Reads an answer of the conversation filter or of a contact's conversations. Throws `unexpected_body` for invalid
 * JSON, a missing list, or items that are no conversations.
 */
export function parseConversations(body: string): ReceivedConversations {
  const answer = parseJson(body)
  if (answer === undefined) throw new AppFailure('unexpected_body', {}, 'not JSON')
  const list = listIn(answer, listKeys, mostDepth)
  if (!list) throw new AppFailure('unexpected_body', {}, 'the answer has no list')
  const conversations = list.flatMap((item) => readConversation(item) ?? [])
  if (list.length > 0 && conversations.length === 0) {
    throw new AppFailure('unexpected_body', {}, 'the list has no conversations')
  }
  return { conversations, all_count: countIn(answer, 0), items: list.length }
}

function countIn(value: unknown, depth: number): number | null {
  if (!isRecord(value) || depth === mostDepth) return null
  const meta = isRecord(value.meta) ? value.meta : value
  const [count] = countKeys.flatMap((key) => idOf(meta[key]) ?? [])
  return count ?? countIn(value.data ?? value.payload, depth + 1)
}

/**
 * A received conversation: keys that are missing or of another type are null, unknown ones stay in `raw`
 * (docs/services.md §4.4 and §4.9). A missing key does not mean that there is no value: `unreported` names those
 * parts. Null for an item without a number.
 */
export function readConversation(item: unknown): Conversation | null {
  const received = recordOf(item)
  const id = idOf(received.display_id) ?? idOf(received.id)
  if (id === null) return null
  const meta = recordOf(received.meta)
  const sender = firstRecord(meta.sender, received.contact, received.sender)
  const more = recordOf(received.additional_attributes)
  const last_message = lastMessageOf(received)
  return {
    id,
    status: textOf(received.status),
    priority: textOf(received.priority),
    labels: labelsOf(received.labels),
    created_at: timeOf(received.created_at),
    last_activity_at: timeOf(received.last_activity_at) ?? timeOf(received.timestamp) ?? last_message?.at ?? null,
    inbox: named(firstRecord(meta.inbox, received.inbox), received.inbox_id, received.inbox_name),
    contact: {
      ...named(sender, received.contact_id),
      phone: textOf(sender.phone_number) ?? textOf(sender.phone),
      email: textOf(sender.email),
      created_at: timeOf(sender.created_at),
    },
    assignee: named(firstRecord(meta.assignee, received.assignee), received.assignee_id),
    team: named(firstRecord(meta.team, received.team), received.team_id),
    subject: textOf(more.mail_subject) ?? textOf(received.mail_subject),
    last_message,
    can_reply: typeof received.can_reply === 'boolean' ? received.can_reply : null,
    unreported: unreportedIn(received, meta),
    raw: received,
  }
}

/** The possible keys of each part, in the conversation or in its `meta`. */
const keysOfPart = {
  assignee: ['assignee', 'assignee_id'],
  team: ['team', 'team_id'],
  priority: ['priority'],
  labels: ['labels'],
  last_message: ['last_non_activity_message', 'messages'],
} as const satisfies Readonly<Record<Conversation['unreported'][number], readonly string[]>>

function unreportedIn(received: JsonRecord, meta: JsonRecord): Conversation['unreported'] {
  return optionalParts.filter((part) => !keysOfPart[part].some((key) => key in received || key in meta))
}

function named(record: JsonRecord, id?: unknown, name?: unknown) {
  return {
    id: idOf(record.id) ?? idOf(id),
    name: textOf(record.name) ?? textOf(record.available_name) ?? textOf(name),
  }
}

/** The last message written by a person; null where there is none, or only activity messages. */
function lastMessageOf({ last_non_activity_message: last, messages }: JsonRecord): LastMessage | null {
  const all = [...(Array.isArray(messages) ? messages : []), last]
  const message = all.filter(isRecord).findLast(({ message_type: type }) => type !== 2 && type !== 'activity')
  if (!message) return null
  const from = writerOf(message)
  return {
    at: timeOf(message.created_at),
    content: textOf(message.content),
    from,
    delivery: from === 'team' ? textOf(message.status) : null,
    attachments: attachmentsOf(message.attachments),
  }
}

/** Numbers in answers, words in sent messages (docs/services.md §5.7). Null where the message has no type. */
function writerOf({ message_type: type, private: isPrivate }: JsonRecord): LastMessage['from'] {
  if (type === undefined || type === null) return null
  if (type === 0 || type === 'incoming') return 'contact'
  if (type !== 1 && type !== 3 && type !== 'outgoing' && type !== 'template') return 'other'
  return isPrivate === true ? 'note' : 'team'
}

/** More attachments than anybody sends, and types that are too long, are left out. */
const mostAttachments = 50
const longestType = 60

function attachmentsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, mostAttachments) : []
  return list.filter(isRecord).map(({ file_type: type }) => textOf(type)?.slice(0, longestType) ?? 'file')
}

function labelsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : []
  return list.flatMap((label) => textOf(isRecord(label) ? (label.title ?? label.name) : label) ?? [])
}

function firstRecord(...values: readonly unknown[]): JsonRecord {
  return values.find(isRecord) ?? {}
}
