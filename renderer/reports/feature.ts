import { IconChartBar } from '@tabler/icons-react'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
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

export const reportsFeature = defineFeature('reports', {
  item: {
    group: 'platform',
    icon: IconChartBar,
    label: ({ reports }) => reports.title,
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
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).ReportsScreen),
      inConnection: (_, connection) => ({ screen: 'reports', connection }),
      help: ['relatórios', 'relatório', 'métricas'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'reports', label: app.commands.goToReports, keys: 'g r', run: go({ screen: 'reports' }) },
  ],
})
