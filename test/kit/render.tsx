import { MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import {
  act,
  cleanup,
  configure,
  fireEvent,
  getConfig,
  type RenderResult,
  render as renderWithLibrary,
} from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Bridge } from '../../preload/values/wire.ts'
import { cssVariablesResolver, theme } from '../../renderer/app/theme.ts'
import { createAsk } from '../../renderer/kernel/ask.ts'
import { createDrafts, DraftsContext } from '../../renderer/kernel/drafts.ts'
import { type App, AppProvider, type FeatureName, type Features } from '../../renderer/kernel/feature.ts'
import { createNavigation, type Place } from '../../renderer/kernel/navigation.ts'
import { cleanups } from './cleanups.ts'
import { createFakeBridge } from './fake-bridge.ts'

// React asks for it, so that `act` knows a test is running.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export interface Rendered extends Pick<RenderResult, 'unmount'> {
  rerender(node: ReactNode): Promise<void>
}

/** Whether a step of the person runs, which `act` awaits. */
let isStepping = false
const { asyncWrapper } = getConfig()

configure({
  // The library's own wrapper tells React that no test runs, which is right for waiting, and wrong within `act`.
  asyncWrapper: (wait) => (isStepping ? drained(wait) : asyncWrapper(wait)),
  // The longest that a condition may take to hold on a busy machine.
  asyncUtilTimeout: 15_000,
  // Finding out whether an element is hidden takes seven times as long as finding it.
  defaultHidden: true,
  computedStyleSupportsPseudoElements: false,
  getElementError: (message) => new Error(`${message} in: ${pageText()}`),
})

/** What can be read on the page. */
function pageText(): string {
  const page = document.createElement('div')
  page.innerHTML = document.body.innerHTML
  for (const style of page.querySelectorAll('style')) style.remove()
  return page.textContent
}

const events = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

/** The person at the screen; each step ends when React has done what follows from it. */
export const user = {
  click: (element: Element) => step(() => events.click(element)),
  selectOptions: (select: Element, values: string) => step(() => events.selectOptions(select, values)),
}

async function step(run: () => Promise<void>): Promise<void> {
  isStepping = true
  try {
    await act(run)
  } finally {
    isStepping = false
  }
}

/** As the library does: what was answered at once is taken before the next step. */
async function drained<T>(run: () => Promise<T>): Promise<T> {
  const value = await run()
  await new Promise((resolve) => setTimeout(resolve))
  return value
}

// The last added comes first: the page is gone when its toasts go.
cleanups.add(removeToasts)
cleanups.add(() => act(async () => cleanup()))

/** Shows a screen as the shell does. It is unmounted when its test ends. */
export async function render(node: ReactNode): Promise<Rendered> {
  const drafts = createDrafts()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <DraftsContext value={drafts}>{children}</DraftsContext>
    </MantineProvider>
  )
  const { unmount, rerender } = await act(async () => renderWithLibrary(node, { wrapper }))
  return { unmount, rerender: (next) => act(async () => rerender(next)) }
}

/** Accepts every accessible name that contains the text. */
export const containing = (text: string) => (name: string) => name.includes(text)

/** The first of several that a person cannot tell apart. */
export function first(elements: readonly HTMLElement[]): HTMLElement {
  const [element] = elements
  if (!element) throw new Error('there is none')
  return element
}

/** Replaces the text of a field at once, as pasting does. */
export function fill(field: HTMLElement, value: string): Promise<void> {
  return act(async () => void fireEvent.change(field, { target: { value } }))
}

/** What a screen uses of the features; the rest is missing. */
type GivenFeatures = { readonly [K in FeatureName]?: Partial<Features[K]> }

/** An app in which only these features exist. Nothing is shown where other features show something. */
export function createTestApp(
  features: GivenFeatures,
  { now = 0, place, bridge = createFakeBridge() }: { now?: number; place?: Place; bridge?: Bridge } = {},
): App {
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

/** The messages of the toasts that are shown. */
export function toastMessages(): readonly unknown[] {
  return notificationsStore.getState().notifications.map(({ message }) => message)
}

/** Puts back what the library starts with; the shell sets its own limit. */
function removeToasts(): void {
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-right', limit: 5 })
}

removeToasts()
