import { notifications } from '@mantine/notifications'
import type { Failure } from '../../preload/contract/wire.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { messagesNow } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'

/** Shows that the service accepted a message, or its own `failed` (features.md §8.6). */
export function noticeSent(to: string | null, status: string | null): void {
  const texts = messagesNow().sending
  const name = to ?? texts.someone
  if (status === 'failed') notifications.show({ ...failed, message: texts.sentFailing(name) })
  else notifications.show({ message: texts.sent(name) })
}

/** Shows an unknown result of a message whose dialog was closed. */
export function noticeUnknown(to: string | null): void {
  const texts = messagesNow().sending
  notifications.show({ ...failed, message: texts.unknown(to ?? texts.someone) })
}

/** Shows why a message was refused whose dialog was closed. Its text is still stored. */
export function noticeRefused(to: string | null, failure: Failure): void {
  const messages = messagesNow()
  const { someone, refused } = messages.sending
  notifications.show({ ...failed, message: refused(to ?? someone, failureSentence(messages, failure)) })
}
