import { notificationsStore } from '@mantine/notifications'
import { cleanups } from './cleanups.ts'

/** The messages of the toasts that are shown. */
export function toastMessages(): readonly unknown[] {
  return notificationsStore.getState().notifications.map(({ message }) => message)
}

/** Puts back what the library starts with; the shell sets its own limit. */
function removeToasts(): void {
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-right', limit: 5 })
}

removeToasts()
cleanups.add(removeToasts)
