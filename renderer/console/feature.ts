import { IconTerminal2 } from '@tabler/icons-react'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { type AnswerStore, createAnswerStore } from './answer-store.ts'
import { type ConsoleStore, createConsoleStore } from './console-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** Of either service. */
    console: { connection?: string | undefined; part?: 'call' | 'history' | 'datasets' | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    console: { readonly store: ConsoleStore; readonly answer: AnswerStore }
  }
}

export const consoleFeature = defineFeature('console', {
  item: {
    group: 'more',
    icon: IconTerminal2,
    label: ({ console }) => console.title,
    place: { screen: 'console' },
  },
  service: 'platform',
  create({ ask }) {
    const store = createConsoleStore({ ask })
    const answer = createAnswerStore({ ask })
    return {
      offer: { store, answer },
      reloads: { console: store.getState().load },
      reset() {
        store.getState().close()
        resetStores(store)
        answer.getState().close()
      },
    }
  },
  screens: {
    console: {
      area: 'console',
      service: 'platform',
      component: lazyComponent(async () => (await import('./console-screen.tsx')).ConsoleScreen),
      inConnection: ({ part }, connection) => ({ screen: 'console', connection, part }),
      help: ['api', 'integração', 'token de acesso'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'console', label: app.commands.goToConsole, keys: 'g o', run: go({ screen: 'console' }) },
  ],
})
