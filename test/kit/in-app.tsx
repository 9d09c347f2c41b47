import { type ReactNode, useSyncExternalStore } from 'react'
import { createAsk } from '../../renderer/kernel/ask.ts'
import { type App, AppProvider, type FeatureName, type Features } from '../../renderer/kernel/feature.ts'
import { createNavigation, type Place } from '../../renderer/kernel/navigation.ts'
import { createFakeBridge } from './fake-bridge.ts'

/** What a screen uses of the features; the rest is missing. */
type GivenFeatures = { readonly [K in FeatureName]?: Partial<Features[K]> }

/** An app in which only these features exist. Nothing is shown where other features show something. */
export function createTestApp(features: GivenFeatures, { now = 0, place }: { now?: number; place?: Place } = {}): App {
  const bridge = createFakeBridge()
  return {
    ask: createAsk(bridge),
    bridge,
    navigation: createNavigation(place ?? { screen: 'sheets' }),
    now: () => now,
    feature<K extends FeatureName>(name: K) {
      const offer = features[name]
      if (!offer) throw new Error(`the test has no feature ${name}`)
      return offer as Features[K]
    },
    slot: () => () => null,
  }
}

/** Renders a screen as the app does, at the place where the app is. */
export function InApp({ app, children }: { readonly app: App; readonly children: (place: Place) => ReactNode }) {
  const { navigation } = app
  const { place } = useSyncExternalStore(navigation.subscribe, navigation.getState)
  return <AppProvider value={app}>{children(place)}</AppProvider>
}
