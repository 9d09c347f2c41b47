import { notifications } from '@mantine/notifications'
import { formatOf } from '../kernel/format.ts'
import { languageStore, messagesNow } from '../kernel/messages.ts'
import type { ServerCsvOrder, ServerCsvStore } from './server-csv-store.ts'

/** Saves the service's own file and says so quietly when it is there. */
export async function saveServerCsv(store: ServerCsvStore, order: ServerCsvOrder) {
  const saved = await store.getState().save(order)
  if (!saved) return
  const size = formatOf(languageStore.getState().language).bytes(saved.bytes)
  notifications.show({ message: messagesNow().sheets.csv.saved(saved.name, size) })
}
