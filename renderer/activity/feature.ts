import { IconHistory } from '@tabler/icons-react'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createWritesStore, type WritesStore } from '../kernel/writes-store.ts'
import { createExportsStore, type ExportsStore } from './exports-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    activity: { connection?: string | undefined; part?: 'sent' | 'exports' | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    activity: { readonly writes: WritesStore; readonly exports: ExportsStore }
  }
}

export const activityFeature = defineFeature('activity', {
  item: {
    group: 'app',
    icon: IconHistory,
    label: ({ activity }) => activity.title,
    place: { screen: 'activity' },
  },
  service: 'platform',
  create({ ask }) {
    const exports = createExportsStore({ ask })
    const writes = createWritesStore({
      ledger: {
        list: (connection_id) => ask('activity.list', { connection_id }),
        check: (connection_id, id) => ask('activity.check', { connection_id, id }),
        settle: (connection_id, id, state) => ask('activity.settle', { connection_id, id, state }),
      },
      checked: async () => undefined,
    })
    return {
      offer: { writes, exports },
      reloads: { activity: writes.getState().load, exports: exports.getState().reload },
      reset: () => resetStores(writes, exports),
    }
  },
  screens: {
    activity: {
      area: 'activity',
      service: 'platform',
      component: lazyComponent(async () => (await import('./screen.tsx')).ActivityScreen),
      inConnection: ({ part }, connection) => ({ screen: 'activity', connection, part }),
      help: ['enviar mensagem', 'mensagens', 'conversas'],
      guide: 'offline',
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'activity', label: app.commands.goToActivity, keys: 'g h', run: go({ screen: 'activity' }) },
  ],
})
