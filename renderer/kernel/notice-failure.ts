import { notifications } from '@mantine/notifications'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { messagesNow } from './messages.ts'

/** Identifies a failure in the strip of notices: it is announced at once and stays until it is dismissed. */
export const failed = { color: 'red', autoClose: false } as const

/** Shows a failure as a notice when no part of the screen can show it. */
export function noticeFailure(failure: Failure): void {
  notifications.show({ ...failed, message: failureSentence(messagesNow(), failure) })
}
