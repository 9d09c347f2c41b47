import type { Connection } from '../../preload/contract/connections.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createDatasetsStore, type DatasetsStore } from './datasets-store.ts'

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
    /** The data sets of a connection. */
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
