import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createWebhooksStore, type WebhooksStore } from './webhooks-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    webhooks: { connection: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    webhooks: WebhooksStore
  }
  interface Slots {
    /** The signing secret of a webhook, shown once. */
    webhookSecret: {
      readonly secret: string | null
      /** The name of the account that the webhook is in, where the screen shows several. */
      readonly account?: string
      readonly onClose: () => void
    }
  }
}

export const webhooksFeature = defineFeature('webhooks', {
  service: 'forms',
  create({ ask, feature }) {
    const store = createWebhooksStore({ ask, done: () => feature('forms').reloadLedger() })
    return { offer: store, reloads: { webhooks: store.getState().load }, reset: () => resetStores(store) }
  },
  screens: {
    webhooks: {
      area: 'forms',
      service: 'forms',
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).WebhooksScreen),
      inConnection: (_, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'webhooks', connection },
      help: ['webhooks', 'webhook', 'integração'],
    },
  },
  slots: { webhookSecret: lazyComponent(async () => (await import('./replace-dialog.tsx')).SecretDialog) },
  commands({ messages: { app }, go, connectionOf }) {
    const connection = connectionOf('forms')
    if (connection === null) return []
    return [{ id: 'webhooks', label: app.commands.goToWebhooks, run: go({ screen: 'webhooks', connection }) }]
  },
})
