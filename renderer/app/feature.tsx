import { IconSettings } from '@tabler/icons-react'
import { createStore, type StoreApi } from 'zustand'
import { defineFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { SettingsScreen } from './settings-screen.tsx'
import { type AppStore, createAppStore } from './store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    settings: object
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    app: {
      readonly store: AppStore
      /** Which of the app's own dialogs is open over the screen. */
      readonly dialog: StoreApi<{ readonly open: 'search' | 'shortcuts' | null }>
      /** Opens the demonstration and its first sheet, which main has begun to read. */
      enterDemo(): Promise<void>
      leaveDemo(): Promise<void>
    }
  }
}

/** The app as a whole: phase, vault, demonstration, settings. */
export const appFeature = defineFeature('app', {
  item: {
    group: 'app',
    icon: IconSettings,
    label: ({ settings }) => settings.title,
    place: { screen: 'settings' },
  },
  create({ ask, navigation, feature }) {
    const store = createAppStore({ ask })
    const { goInstead } = navigation.getState()
    return {
      offer: {
        store,
        dialog: createStore(() => ({ open: null })),
        async enterDemo() {
          if (!(await store.getState().enterDemo())) return
          const search = feature('search')
          await search.getState().load()
          const sheet = readyValue(search.getState().findable)?.sheets[0]
          goInstead(sheet ? { screen: 'sheet', id: sheet.id } : { screen: 'sheets' })
        },
        async leaveDemo() {
          if (await store.getState().leaveDemo()) goInstead({ screen: 'sheets' })
        },
      },
    }
  },
  screens: {
    settings: {
      area: 'app',
      component: SettingsScreen,
      help: ['perfil', 'configurações', 'token de acesso'],
      guide: 'data',
    },
  },
  commands: ({ messages: { app, connections }, go }) => [
    { id: 'settings', label: app.commands.goToSettings, keys: 'g a', run: go({ screen: 'settings' }) },
    { id: 'new-connection', label: connections.create, run: go({ screen: 'connections', create: true }) },
  ],
})
