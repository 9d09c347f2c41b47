import type { LastMessage } from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'

/** What a message says, else what is attached to it, as "Imagem, Áudio"; null for neither. */
export function messageText(messages: Messages, { content, attachments }: LastMessage): string | null {
  const words: Readonly<Record<string, string>> = messages.conversations.attachments
  return content || attachments.map((type) => words[type] ?? type).join(', ') || null
}

/** "Não entregue" for a message of the team that did not reach the contact; null for any other. */
export function undeliveredWord(messages: Messages, { delivery }: LastMessage): string | null {
  return delivery === 'failed' ? messages.conversations.deliveries.failed : null
}
