import { act, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import { createRuntime, type Runtime, RuntimeContext } from '../../renderer/app/runtime.ts'
import { Screen } from '../../renderer/app/workplace.tsx'
import { AppProvider } from '../../renderer/kernel/feature.ts'
import type { NavigationStore, Place } from '../../renderer/kernel/navigation.ts'
import { ShortcutsContext } from '../../renderer/kernel/shortcuts.ts'
import { type Answers, createFakeBridge, type FakeBridge } from './fake-bridge.ts'
import { render } from './render.tsx'
import { appStateWith, connectionWith, formsConnectionWith, tableShapeWith } from './samples.ts'
import { until } from './until.ts'

interface AppOptions {
  /** The screen to show; the one of sheets by default. */
  readonly place?: Place
  readonly state?: Partial<AppState>
  /** Of the app's clock, ISO 8601. */
  readonly now?: string
}

export interface OpenedApp extends Pick<FakeBridge, 'inputs' | 'hold'>, Pick<Runtime, 'feature'> {
  readonly runtime: Runtime
  readonly bridge: FakeBridge
  go(place: Place): Promise<void>
  place(): Place
  press(key: string): Promise<void>
}

/**
 * The whole app over a fake main: all features as they are, and the screen of the place where the app is. By default
 * there is a connection of each service, no task, and every table is empty.
 */
export async function openApp(
  answers: Answers = {},
  { place, state, now = '2026-11-20T12:00:00.000Z' }: AppOptions = {},
): Promise<OpenedApp> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const bridge = createFakeBridge({
    'app.state': () => appStateWith(state),
    'connections.list': () => [connectionWith(), formsConnectionWith()],
    'tasks.list': () => [],
    'tables.layout': () => ({ columns: [] }),
    'tables.arrange': () => ({ columns: [] }),
    'tables.shape': () => tableShapeWith(),
    'tables.rows': () => ({ rows: [], matching: 0, version: '1' }),
    'tables.values': () => ({ values: [], more: false }),
    'notes.of': () => null,
    ...answers,
  })
  const runtime = createRuntime({ bridge })
  const { feature, navigation, shortcuts } = runtime
  const connections = feature('connections').store
  await feature('app').store.getState().load()
  await until(() => {
    if (connections.getState().list.status !== 'ready') throw new Error('the connections are not loaded')
  })
  if (place) navigation.getState().go(place)
  await render(
    <RuntimeContext value={runtime}>
      <AppProvider value={runtime}>
        <ShortcutsContext value={shortcuts}>
          <ScreenOfPlace navigation={navigation} />
        </ShortcutsContext>
      </AppProvider>
    </RuntimeContext>,
  )
  // The code of a screen is read when it is first shown.
  await waitFor(() => {
    if (!document.querySelector('h1, h2')) throw new Error('the screen is not shown')
  })
  return {
    runtime,
    feature,
    bridge,
    inputs: bridge.inputs,
    hold: bridge.hold,
    go: (next: Place) => act(async () => navigation.getState().go(next)),
    place: () => navigation.getState().place,
    press: (key: string) => act(async () => shortcuts.handle(new KeyboardEvent('keydown', { key }))),
  }
}

function ScreenOfPlace({ navigation }: { readonly navigation: NavigationStore }) {
  return <Screen place={useStore(navigation, (state) => state.place)} />
}
