import type { Dataset } from '../../preload/contract/reports.ts'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'

export interface DatasetActions {
  /** With null the columns of the leads are removed. */
  join(id: string, join: Dataset['join']): Promise<boolean>
}

export type DatasetsStore = ReturnType<typeof createDatasetsStore>

/** What was saved from answers of one connection. Works offline. */
export function createDatasetsStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<Dataset, DatasetActions>(
    {
      isByConnection: true,
      list: (connection_id) => ask('datasets.list', { connection_id }),
      rename: (item, name) => ask('datasets.rename', { ...item, name }),
      forget: (item) => ask('datasets.forget', item),
    },
    ({ mutation }) => ({
      join: (id, join) => mutation.succeeds(id, (connection_id) => ask('datasets.join', { connection_id, id, join })),
    }),
  )
}
