import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Area } from './app/navigation-bar.tsx'
import { ConnectionsScreen } from './connections/screen.tsx'
import { readyValue } from './kernel/loadable.ts'
import type { Place } from './navigation.ts'
import { SettingsScreen } from './settings/screen.tsx'
import { useStores } from './stores-context.tsx'

export interface ScreenProps {
  readonly place: Place
  readonly onShortcuts: () => void
}

/** The screen of a place. A new screen gets its place in `navigation.ts`, its area below and its line here. */
export function Screen({ place, onShortcuts }: ScreenProps): ReactNode {
  switch (place.screen) {
    case 'sheets':
    case 'sheet':
    case 'cruzar':
    case 'run':
      return null
    case 'connections':
      return <Connections create={place.create === true} />
    case 'settings':
      return <Settings onShortcuts={onShortcuts} />
  }
}

/** The item of the navigation that a place belongs to. */
export function areaOf(place: Place): Area {
  switch (place.screen) {
    case 'sheets':
    case 'sheet':
      return 'sheets'
    case 'cruzar':
    case 'run':
      return 'cruzar'
    case 'connections':
      return 'connections'
    case 'settings':
      return 'settings'
  }
}

function Connections({ create }: { readonly create: boolean }) {
  const { connections, navigation } = useStores()
  const { go, goInstead } = navigation.getState()
  return (
    <ConnectionsScreen
      store={connections}
      create={create}
      now={Date.now}
      onCreate={(open) => goInstead(open ? { screen: 'connections', create: true } : { screen: 'connections' })}
      onNewSheet={() => go({ screen: 'sheets', create: true })}
    />
  )
}

function Settings({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const stores = useStores()
  const state = useStore(stores.app)
  const app = readyValue(state.app)
  if (!app) return null
  return (
    <SettingsScreen
      app={app}
      working={state.working}
      failure={state.failure}
      onPrefer={(preferences) => void state.prefer(preferences)}
      onRetryVault={() => void state.retryVault()}
      onEnterDemo={() => void stores.enterDemo()}
      onLeaveDemo={() => void stores.leaveDemo()}
      onShortcuts={onShortcuts}
      onCloseFailure={state.forgetFailure}
    />
  )
}
