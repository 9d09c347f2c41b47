import { formatOf } from '../kernel/format.ts'
import { languageStore, messagesNow } from '../kernel/messages.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'
import type { ServerCsvRequest, ServerCsvStore } from './server-csv-store.ts'

/** Saves the service's own file and says so quietly when it is there. */
export async function saveServerCsv(store: ServerCsvStore, order: ServerCsvRequest) {
  const saved = await store.getState().save(order)
  if (!saved) return
  const size = formatOf(languageStore.getState().language).bytes(saved.bytes)
  noticeSaved({ message: messagesNow().sheets.csv.saved(saved.name, size), file: saved.file })
}
