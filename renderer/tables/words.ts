import type { Conversation, LastMessage } from '../../preload/contract/conversations.ts'
import type { TableColumn } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'

/** The words for headings and fixed values; each kind of table has its own. */
export interface TableWords {
  heading(column: Pick<TableColumn, 'key' | 'heading' | 'across'>): string
  /** The word for a value of a column, such as "Aberta" for `open`; most values are their own word. */
  value(column: Pick<TableColumn, 'key' | 'type'>, value: string): string
}

/**
 * The words of a table of leads and of lead columns in other tables: headings of the catalogue or of the column
 * itself, statuses, outcomes and reasons.
 */
export function leadWords(messages: Messages): TableWords {
  const outcomes: Readonly<Record<string, string>> = messages.cruzar.outcomes
  const reasons: Readonly<Record<string, string>> = messages.cruzar.reasons
  const weekdays: Readonly<Record<string, string>> = messages.leads.weekdays
  return {
    heading: ({ key, heading }) => heading ?? leadFieldHeading(messages, key) ?? key,
    value({ type }, value) {
      if (type === 'status') return conversationStatusWord(messages, value)
      if (type === 'outcome') return outcomes[value] ?? value
      if (type === 'code') return weekdays[value] ?? value
      return type === 'reason' ? (reasons[value] ?? value) : value
    },
  }
}

/** The heading of a field of the lead row, or of what is derived of them; undefined for other keys. */
export function leadFieldHeading(messages: Messages, key: string): string | undefined {
  const headings: Readonly<Record<string, string>> = messages.leads.fields
  return Object.hasOwn(headings, key) ? headings[key] : undefined
}

/** The word for a conversation's status. An unknown status of the service is shown as it is. */
export function conversationStatusWord(messages: Messages, status: string): string {
  const words: Readonly<Record<string, string>> = messages.leads.status
  return Object.hasOwn(words, status) ? (words[status] ?? status) : status
}

/** The name, else the number; null if both are missing. */
export function nameWord(messages: Messages, { id, name }: Conversation['inbox']): string | null {
  return name ?? (id === null ? null : messages.common.numbered(id))
}

/** The text of a message, else its attachments, as "Imagem, Áudio"; null if both are missing. */
export function messageText(messages: Messages, { content, attachments }: LastMessage): string | null {
  const words: Readonly<Record<string, string>> = messages.conversations.attachments
  return content || attachments.map((type) => words[type] ?? type).join(', ') || null
}

/** "Não entregue" for a message of the team that did not reach the contact; null for any other. */
export function undeliveredWord(messages: Messages, { delivery }: LastMessage): string | null {
  return delivery === 'failed' ? messages.conversations.deliveries.failed : null
}
