import type { Connection } from '../../preload/contract/connections.ts'
import { datasetTable } from '../../preload/contract/datasets-table.ts'
import { type Feature, lazyComponent, resetStores, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { datasetDefaults } from './dataset-words.ts'
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

const DatasetList = lazyComponent(async () => (await import('./dataset-list.tsx')).DatasetList)
const DatasetScreen = lazyComponent(async () => (await import('./dataset-screen.tsx')).DatasetScreen)

export const datasetsFeature: Feature<'datasets'> = {
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
      component: DatasetOfPlace,
      inConnection: (_, connection) => ({ screen: 'console', connection, part: 'datasets' }),
      help: ['api', 'integração', 'token de acesso'],
      guide: 'offline',
    },
  },
  slots: { datasetList: DatasetListOf },
}

function DatasetOfPlace({ place: { connection, id } }: { readonly place: PlaceOf<'dataset'> }) {
  const { go } = useNavigation()
  const table = useFeature('tables').of(datasetTable({ connection_id: connection, id }), datasetDefaults)
  return (
    <DatasetScreen
      store={useFeature('datasets')}
      table={table}
      connection={connection}
      id={id}
      now={useApp().now}
      onBack={() => go({ screen: 'console', connection, part: 'datasets' })}
    />
  )
}

function DatasetListOf({ connection: { id: connection } }: { readonly connection: Connection }) {
  const { go } = useNavigation()
  return (
    <DatasetList
      store={useFeature('datasets')}
      connection={connection}
      now={useApp().now}
      onOpen={({ id }) => go({ screen: 'dataset', connection, id })}
    />
  )
}
