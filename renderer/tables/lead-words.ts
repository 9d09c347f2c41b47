import type { Messages } from '../../preload/messages/catalogue.ts'

/** The heading of a field of the lead row, or undefined for what is none. */
export function leadFieldHeading(messages: Messages, key: string): string | undefined {
  const headings: Readonly<Record<string, string>> = messages.leads.fields
  return Object.hasOwn(headings, key) ? headings[key] : undefined
}

/** The word for a conversation's status. The services may invent others: those are shown as they came. */
export function conversationStatusWord(messages: Messages, status: string): string {
  const words: Readonly<Record<string, string>> = messages.leads.status
  return Object.hasOwn(words, status) ? (words[status] ?? status) : status
}
