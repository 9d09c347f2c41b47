import { IconChartBar } from '@tabler/icons-react'
import type { Connection } from '../../preload/contract/connections.ts'
import { type Feature, lazyComponent, resetStores, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { createReportsStore, type ReportsStore } from './reports-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    reports: { connection?: string | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    reports: ReportsStore
  }
}

const ReportsScreen = lazyComponent(async () => (await import('./screen.tsx')).ReportsScreen)

export const reportsFeature: Feature<'reports'> = {
  item: {
    group: 'platform',
    icon: IconChartBar,
    label: ({ app }) => app.navigation.reports,
    place: { screen: 'reports' },
  },
  service: 'platform',
  create({ ask, now }) {
    const store = createReportsStore({ ask, now })
    return { offer: store, reloads: { sheets: store.getState().reloadSheets }, reset: () => resetStores(store) }
  },
  screens: {
    reports: {
      area: 'reports',
      service: 'platform',
      ofConnection: Reports,
      inConnection: (_, connection) => ({ screen: 'reports', connection }),
      help: ['relatórios', 'relatório', 'métricas'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'reports', label: app.commands.goToReports, keys: 'g r', run: go({ screen: 'reports' }) },
  ],
}

function Reports({ connection }: { readonly connection: Connection }) {
  const { tableOf } = useFeature('sheets')
  const { go } = useNavigation()
  return (
    <ReportsScreen
      store={useFeature('reports')}
      connection={connection}
      now={useApp().now}
      onRows={(sheet, query) => {
        void tableOf(sheet).getState().apply(query)
        go({ screen: 'sheet', id: sheet })
      }}
      onNewSheet={() => go({ screen: 'sheets', create: true })}
      onDataset={({ connection_id, id }) => go({ screen: 'dataset', connection: connection_id, id })}
    />
  )
}
