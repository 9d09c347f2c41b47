import { notifications } from '@mantine/notifications'
import type { Failure } from '../../preload/contract/wire.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { messagesNow } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'

/** Says quietly that the service took a message; its own `failed` is said too (features.md §8.6). */
export function noticeSent(to: string | null, status: string | null): void {
  const texts = messagesNow().sending
  const name = to ?? texts.someone
  if (status === 'failed') notifications.show({ ...failed, message: texts.sentFailing(name) })
  else notifications.show({ message: texts.sent(name) })
}

/** Says what nobody would see any more: the dialog of a message was closed before it was known to be lost. */
export function noticeUnknown(to: string | null): void {
  const texts = messagesNow().sending
  notifications.show({ ...failed, message: texts.unknown(to ?? texts.someone) })
}

/** Says why a message was not sent whose dialog was closed; its text is still there. */
export function noticeRefused(to: string | null, failure: Failure): void {
  const messages = messagesNow()
  const { someone, refused } = messages.sending
  notifications.show({ ...failed, message: refused(to ?? someone, failureSentence(messages, failure)) })
}
