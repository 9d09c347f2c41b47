import { notifications } from '@mantine/notifications'
import { messagesNow } from '../kernel/messages.ts'

/** Says quietly that the service took a message; its own `failed` is said too (features.md §8.6). */
export function saySent(to: string | null, status: string | null): void {
  const texts = messagesNow().sending
  const name = to ?? texts.someone
  notifications.show({ message: status === 'failed' ? texts.sentFailing(name) : texts.sent(name) })
}

/** Says what nobody would see any more: the dialog of a message was closed before it was known to be lost. */
export function sayLost(to: string | null): void {
  const texts = messagesNow().sending
  notifications.show({ message: texts.unknown(to ?? texts.someone), autoClose: false })
}
