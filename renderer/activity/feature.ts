import { IconHistory } from '@tabler/icons-react'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createExportsStore, type ExportsStore } from './exports-store.ts'
import { createSentStore, type SentStore } from './sent-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    activity: { part?: 'sent' | 'exports' | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    activity: { readonly sent: SentStore; readonly exports: ExportsStore }
  }
}

export const activityFeature = defineFeature('activity', {
  item: {
    group: 'app',
    icon: IconHistory,
    label: ({ activity }) => activity.title,
    place: { screen: 'activity' },
  },
  create({ ask }) {
    const exports = createExportsStore({ ask })
    const sent = createSentStore({ ask })
    const { reload } = sent.getState()
    return {
      offer: { sent, exports },
      reloads: { activity: reload, writes: reload, cruzar: reload, exports: exports.getState().reload },
      reset: () => resetStores(sent, exports),
    }
  },
  screens: {
    activity: {
      area: 'activity',
      component: lazyComponent(async () => (await import('./screen.tsx')).ActivityScreen),
      help: ['enviar mensagem', 'mensagens', 'conversas'],
      guide: 'offline',
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'activity', label: app.commands.goToActivity, keys: 'g h', run: go({ screen: 'activity' }) },
  ],
})
