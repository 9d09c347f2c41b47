import { MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { act, type ReactNode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../../preload/values/wire.ts'
import { cssVariablesResolver, theme } from '../../renderer/app/theme.ts'
import { createAsk } from '../../renderer/kernel/ask.ts'
import { createDrafts, DraftsContext } from '../../renderer/kernel/drafts.ts'
import { type App, AppProvider, type FeatureName, type Features } from '../../renderer/kernel/feature.ts'
import { createNavigation, type Place } from '../../renderer/kernel/navigation.ts'
import { cleanups } from './cleanups.ts'
import { createFakeBridge } from './fake-bridge.ts'
import { press, write } from './screen-parts.ts'

// React asks for it, so that `act` knows a test is running.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export interface Rendered {
  /** The element of this role whose accessible name contains the text. Throws when there is none. */
  byRole(role: string, name: string): HTMLElement
  /** The field that this label text belongs to. */
  byLabel(label: string): HTMLInputElement
  /** What can be read on the page, dialogs included. */
  text(): string
  /** Waits until the check no longer throws. */
  until(check: () => void): Promise<void>
  click(element: HTMLElement): Promise<void>
  type(field: HTMLInputElement, text: string): Promise<void>
  rerender(node: ReactNode): Promise<void>
  unmount(): Promise<void>
}

/** The unmounts of the screens that are shown now. */
const shown = new Set<() => Promise<void>>()

cleanups.add(async () => {
  for (const unmount of shown) await unmount()
})

/** Shows a screen as the shell does and finds things in it as people do. It is unmounted when its test ends. */
export async function render(node: ReactNode): Promise<Rendered> {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const drafts = createDrafts()
  const show = (content: ReactNode) =>
    act(async () => {
      root.render(
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
          <DraftsContext value={drafts}>{content}</DraftsContext>
        </MantineProvider>,
      )
    })
  const unmount = async () => {
    shown.delete(unmount)
    await act(async () => root.unmount())
    host.remove()
  }
  shown.add(unmount)
  await show(node)
  const all = () => [...document.body.querySelectorAll<HTMLElement>('*:not(style)')]
  const text = () => [...document.body.children].map((element) => textOf(element)).join(' ')
  return {
    byRole(role, name) {
      const found = all().find((element) => roleOf(element) === role && nameOf(element).includes(name))
      if (!found) throw new Error(`no ${role} named “${name}” in: ${text()}`)
      return found
    },
    byLabel(text) {
      const label = [...document.querySelectorAll('label')].find((element) => element.textContent?.includes(text))
      const field = label ? document.getElementById(label.htmlFor) : null
      if (!(field instanceof HTMLInputElement)) throw new Error(`no field labelled “${text}”`)
      return field
    },
    text,
    until: untilShown,
    click: press,
    type: write,
    rerender: show,
    unmount,
  }
}

/** The longest that a condition may take to hold on a busy machine, in ms. */
const longestMs = 15_000

/**
 * Checks again and again, with what React has to do done before each check: code that is loaded late shows only then.
 */
async function untilShown(check: () => void): Promise<void> {
  const end = performance.now() + longestMs
  for (let pause = 0; ; pause = 20) {
    await act(() => new Promise((resolve) => setTimeout(resolve, pause)))
    try {
      return check()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

const implicit: Readonly<Record<string, string>> = {
  BUTTON: 'button',
  A: 'link',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  MAIN: 'main',
  NAV: 'navigation',
}

/** The text of an element without what only the style engine reads. */
function textOf(element: Element): string {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const style of copy.querySelectorAll('style')) style.remove()
  return copy.tagName === 'STYLE' ? '' : (copy.textContent ?? '')
}

function roleOf(element: HTMLElement): string | undefined {
  return element.getAttribute('role') ?? implicit[element.tagName]
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent ?? ''
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
cleanups.add(removeToasts)
