import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { type AccountStore, createAccountStore } from './account-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    account: { connection: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    account: AccountStore
  }
}

export const accountFeature = defineFeature('account', {
  service: 'forms',
  create({ ask }) {
    const store = createAccountStore({ ask })
    return { offer: store, reloads: { account: store.getState().load }, reset: () => resetStores(store) }
  },
  screens: {
    account: {
      area: 'forms',
      service: 'forms',
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).AccountScreen),
      inConnection: (_, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'account', connection },
      help: ['conta', 'plano', 'limites'],
    },
  },
  commands({ messages: { app }, go, connectionOf }) {
    const connection = connectionOf('forms')
    return connection === null
      ? []
      : [{ id: 'account', label: app.commands.goToAccount, run: go({ screen: 'account', connection }) }]
  },
})
