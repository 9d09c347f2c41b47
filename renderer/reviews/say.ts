import { notifications } from '@mantine/notifications'
import type { SavedFile } from '../../preload/contract/tables.ts'
import { messagesNow } from '../kernel/messages.ts'

/** Says quietly that something was done. */
export function say(message: string, title?: string): void {
  notifications.show({
    message,
    ...(title === undefined ? {} : { title }),
    autoClose: 8000,
    closeButtonProps: { 'aria-label': messagesNow().common.close },
  })
}

/** Says that a package is on the disk, and that its passphrase goes another way. */
export function sayWritten({ name, rows }: SavedFile): void {
  const { saved } = messagesNow().reviews
  say(saved.text(name, rows), saved.title)
}
