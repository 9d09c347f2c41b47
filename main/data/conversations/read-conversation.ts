import type { Conversation, LastMessage } from '../../../preload/contract/conversations.ts'
import { idOf, isRecord, recordOf, textOf, timeOf } from '../../kernel/json.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A conversation as a service tells it, read defensively: keys that are missing or of another type are null, unknown ones
 * stay in `raw` (features.md §8.4; agent-platform.md, "Conversation filter item"). Null for what has no number.
 */
export function readConversation(item: unknown): Conversation | null {
  const told = recordOf(item)
  const id = idOf(told.display_id) ?? idOf(told.id)
  if (id === null) return null
  const meta = recordOf(told.meta)
  const sender = firstRecord(meta.sender, told.contact, told.sender)
  const more = recordOf(told.additional_attributes)
  return {
    id,
    status: textOf(told.status),
    priority: textOf(told.priority),
    labels: labelsOf(told.labels),
    created_at: timeOf(told.created_at),
    last_activity_at: timeOf(told.last_activity_at) ?? timeOf(told.timestamp),
    inbox: named(firstRecord(meta.inbox, told.inbox), told.inbox_id, told.inbox_name),
    contact: {
      ...named(sender, told.contact_id),
      phone: textOf(sender.phone_number) ?? textOf(sender.phone),
      email: textOf(sender.email),
      created_at: timeOf(sender.created_at),
    },
    assignee: named(firstRecord(meta.assignee, told.assignee), told.assignee_id),
    team: named(firstRecord(meta.team, told.team), told.team_id),
    subject: textOf(more.mail_subject) ?? textOf(told.mail_subject),
    last_message: lastMessageOf(told),
    can_reply: typeof told.can_reply === 'boolean' ? told.can_reply : null,
    raw: told,
  }
}

function named(record: Json, id?: unknown, name?: unknown) {
  return {
    id: idOf(record.id) ?? idOf(id),
    name: textOf(record.name) ?? textOf(record.available_name) ?? textOf(name),
  }
}

/** The last message that somebody wrote; null where the service tells none, or only its own notes of what was done. */
export function lastMessageOf({ last_non_activity_message: last, messages }: Json): LastMessage | null {
  const told = [...(Array.isArray(messages) ? messages : []), last]
  const message = told.filter(isRecord).findLast(({ message_type: type }) => type !== 2 && type !== 'activity')
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

/** features.md §8.6: numbers in answers, words in what is sent. */
function writerOf({ message_type: type, private: isPrivate }: Json): LastMessage['from'] {
  if (type === 0 || type === 'incoming') return 'contact'
  if (type !== 1 && type !== 3 && type !== 'outgoing' && type !== 'template') return 'other'
  return isPrivate === true ? 'note' : 'team'
}

/** More of one message than anybody attaches, and longer words than any type, are not kept. */
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

function firstRecord(...values: readonly unknown[]): Json {
  return values.find(isRecord) ?? {}
}
