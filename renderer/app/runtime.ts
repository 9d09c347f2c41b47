import { notifications } from '@mantine/notifications'
import { createContext, type FunctionComponent, useContext } from 'react'
import type { Connection, ServiceKind } from '../../preload/contract/connections.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import { features, screens, slots, taskOptions } from '../features.ts'
import { type AppAsk, createAsk, failureOf } from '../kernel/ask.ts'
import { createChanges } from '../kernel/changes.ts'
import { createDrafts, hasDrafts } from '../kernel/drafts.ts'
import type { App, Created, Feature, FeatureName, Features, FrameProps, ScreenOptions } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { connectionOfPlace, createNavigation, type Place, type PlaceOf, type Places } from '../kernel/navigation.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { createScreenEntries, type ScreenEntry } from '../kernel/screen-entries.ts'
import { createShortcuts, keyNames } from '../kernel/shortcuts.ts'
import { noticeEnded } from '../tasks/feature.tsx'
import { accountKey } from '../ui/account.tsx'
import { type OpenOutside, openInPage } from '../ui/outside.tsx'
import type { FileLinks } from '../ui/saved-notice.tsx'
import type { AppStoreState } from './store.ts'

export type Runtime = ReturnType<typeof createRuntime>

const frames: { readonly [S in ServiceKind]?: FunctionComponent<FrameProps> } = Object.assign(
  {},
  ...Object.values<Feature>(features).map((feature) => feature.frames),
)

export function screenOf<S extends keyof Places>({ screen }: { readonly screen: S }): ScreenOptions<S> {
  return screens[screen]
}

export function frameOf(service: ServiceKind): FunctionComponent<FrameProps> | undefined {
  return frames[service]
}

/** Where the result of a task is shown. */
export function placeOfTask({ kind, subject }: Pick<Task, 'kind' | 'subject'>): Place {
  return taskOptions[kind].place(subject)
}

/**
 * Creates every feature once, on first use. It connects them to main's pushes, to the open vault and to the connections
 * in use.
 */
export function createRuntime({ bridge }: { readonly bridge: Bridge }) {
  const ask = createAsk(bridge)
  const changes = createChanges(bridge)
  const shortcuts = createShortcuts()
  const offered = createScreenEntries()
  const drafts = createDrafts()
  const navigation = createNavigation({ screen: 'sheets' })
  const { go, goInstead } = navigation.getState()
  const created = new Map<FeatureName, Created<unknown>>()

  const app: App = {
    ask,
    bridge,
    navigation,
    now: Date.now,
    feature: <K extends FeatureName>(name: K) => {
      const one = created.get(name) ?? features[name].create(app)
      created.set(name, one)
      // Each name gets the value that its own manifest creates.
      return one.offer as Features[K]
    },
    slot: (name) => slots[name],
  }
  for (const name of Object.keys(features) as FeatureName[]) app.feature(name)
  const { store } = app.feature('app')
  const { store: connections } = app.feature('connections')

  app.feature('tasks').onEnded((task) => {
    const { onEnded, showsFailure = true } = taskOptions[task.kind]
    onEnded?.(task.id)
    const place = placeOfTask(task)
    const isShown = isSameRecord(navigation.getState().place, place)
    if (!isShown || (task.state === 'failed' && !showsFailure)) noticeEnded(task, () => go(place))
  })

  // Before the vault is open, main answers only `app.*`; other questions wait for it, and for the end of a switch to
  // another.
  const isReadable = () => isOpen(store.getState()) && !store.getState().switching
  changes.on('app', store.getState().load)
  for (const { reloads = {} } of created.values()) {
    for (const [feature, reload] of Object.entries(reloads)) {
      changes.on(feature, (ids) => (isReadable() ? reload(ids) : undefined))
    }
  }

  // Data and toasts of one vault or account must not be shown in another, or over a locked vault.
  const resetAll = () => {
    notifications.clean()
    notifications.cleanQueue()
    drafts.setState({}, true)
    for (const { reset } of created.values()) reset?.()
  }
  store.subscribe((now, previous) => {
    const isAnother = identity(now) !== identity(previous)
    if (isAnother) resetAll()
    if (isOpen(now) && (isAnother || (previous.switching && !now.switching))) changes.allBut('app')
  })

  // What was read through a connection is dropped when the connection leads to another account or host.
  connections.subscribe((now, previous) => {
    const previousKeys = new Map((readyValue(previous.list) ?? []).map((one) => [one.id, accountKey(one)]))
    const moved = (readyValue(now.list) ?? []).filter(
      (one) => (previousKeys.get(one.id) ?? accountKey(one)) !== accountKey(one),
    )
    if (moved.length === 0) return
    for (const [name, { reset, accountChanged }] of created) {
      if (moved.some(({ service }) => service === features[name].service)) reset?.()
      accountChanged?.()
    }
  })

  /**
   * One connection of each service is in use, and the service's screens show only it. A place that names another
   * connection puts that one in use; when another is put in use, the place follows. `previous`: the former connections.
   */
  const follow = (previous: readonly Connection[]) => {
    const list = readyValue(connections.getState().list)
    const { place } = navigation.getState()
    const named = connectionOfPlace(place)
    if (!list || named === undefined) return
    const isNamed = ({ id }: Connection) => id === named
    const [connection, was] = [list.find(isNamed), previous.find(isNamed)]
    if (connection?.current) return
    if (connection && !was?.current) return void connections.getState().use(named)
    const service = connection?.service ?? was?.service ?? screenOf(place).service ?? 'platform'
    goInstead(placeInConnection(place, app.feature('connections').inUse(service)?.id))
  }
  connections.subscribe((now, previous) => {
    if (now.list !== previous.list) follow(readyValue(previous.list) ?? [])
  })
  navigation.subscribe((now, previous) => {
    if (now.place !== previous.place) follow([])
  })

  return {
    ...app,
    changes,
    shortcuts,
    offered,
    drafts,
    openOutside: createOutside({ ask }),
    fileLinks: createFileLinks({ ask }),
    /** What Ctrl K finds on the open screen: its buttons and menus, and what else has a key there. */
    screenEntries(): readonly ScreenEntry[] {
      const keys = shortcuts.list('screen').flatMap(({ keys, label, run }): ScreenEntry[] => {
        return run === null ? [] : [{ kind: 'action', label, shortcut: keyNames(keys).join(' '), run }]
      })
      return [...offered.list(), ...keys]
    },
    /** Whether the person has typed something that the page would lose. */
    hasUnsent: () => hasDrafts(drafts) || [...created.values()].some((one) => one.hasUnsent?.()),
    /** Goes to the place of the navigation bar, a key or a command. */
    choose(place: Place) {
      screenOf(place).onChoose?.(app)
      go(place)
    },
  }
}

function placeInConnection<S extends keyof Places>(place: PlaceOf<S> & Place, connection: string | undefined): Place {
  const { inConnection } = screenOf<S>(place)
  return inConnection ? inConnection(place, connection) : place
}

/** Whether both places show the same record, even if not the same part of it. */
function isSameRecord(one: Place, other: Place): boolean {
  const nameOf = (place: Place) =>
    [place.screen, connectionOfPlace(place) ?? '', 'id' in place ? place.id : ''].join(' ')
  return nameOf(one) === nameOf(other)
}

/** Whether data can be read: the vault is open, or the demonstration, which needs none. */
function isOpen({ app }: AppStoreState): boolean {
  const state = readyValue(app)
  return state !== undefined && (state.phase === 'ready' || state.demo)
}

/** The identity of the open data. When it changes, everything that was read belongs to somebody else. */
function identity({ app }: AppStoreState): string {
  const state = readyValue(app)
  return state ? `${state.phase} ${state.demo}` : ''
}

export const RuntimeContext = createContext<Runtime | undefined>(undefined)

/** Throws outside of the shell, which is a bug. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('useRuntime outside of RuntimeContext')
  return runtime
}

/**
 * Opens external addresses: main checks the address and opens it, or gives it back where this page is in the person's
 * own browser. A refused address is reported.
 */
function createOutside({ ask }: { readonly ask: AppAsk }): OpenOutside {
  const open = async (url: string) => {
    try {
      const { page_opens } = await ask('app.open_outside', { url })
      openInPage(page_opens)
    } catch (error) {
      noticeFailure(failureOf(error))
    }
  }
  return (url) => void open(url)
}
/** Opens saved files, whose places main knows. A missing file is reported. */
function createFileLinks({ ask }: { readonly ask: AppAsk }): FileLinks {
  const link = (question: 'app.open_file' | 'app.show_file') => (id: string) =>
    void ask(question, { id }).catch((error: unknown) => noticeFailure(failureOf(error)))
  return { open: link('app.open_file'), show: link('app.show_file') }
}
