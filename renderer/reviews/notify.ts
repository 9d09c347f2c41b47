import { notifications } from '@mantine/notifications'
import type { SavedFile } from '../../preload/contract/tables.ts'
import { messagesNow } from '../kernel/messages.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'

/** Says quietly that something was done. */
export function notify(message: string): void {
  notifications.show({ message, autoClose: 8000 })
}

/** Says that a package is on the disk, and that its passphrase goes another way. */
export function notifyPackageSaved({ name, rows, file }: SavedFile): void {
  const { saved } = messagesNow().reviews
  noticeSaved({ title: saved.title, message: saved.text(name, rows), file })
}
