import type { Connection } from '../../preload/contract/connections.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    dataset: { connection: string; id: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    datasets: DatasetsStore
  }
  interface Slots {
    datasetList: { readonly connection: Connection }
  }
}

export const datasetsFeature = defineFeature('datasets', {
  service: 'platform',
  create({ ask }) {
    const store = createDatasetsStore({ ask })
    return { offer: store, reloads: { datasets: store.getState().load }, reset: () => resetStores(store) }
  },
  screens: {
    dataset: {
      area: 'console',
      service: 'platform',
      perRecord: true,
      component: lazyComponent(async () => (await import('./dataset-screen.tsx')).DatasetScreen),
      inConnection: (_, connection) => ({ screen: 'console', connection, part: 'datasets' }),
      help: ['api', 'integração', 'token de acesso'],
      guide: 'offline',
    },
  },
  slots: { datasetList: lazyComponent(async () => (await import('./dataset-list.tsx')).DatasetList) },
})

export interface DatasetActions {
  /** Null removes the columns of the leads. */
  join(id: string, join: Dataset['join']): Promise<boolean>
}

export type DatasetsStore = ReturnType<typeof createDatasetsStore>

/** The data sets that were saved from answers of one connection. Works offline. */
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
