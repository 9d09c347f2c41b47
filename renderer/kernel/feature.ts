import type { Icon } from '@tabler/icons-react'
import { createContext, type FunctionComponent, lazy, type ReactNode, useContext } from 'react'
import type { Connection, ServiceKind } from '../../preload/contract/connections.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { GuideSection } from '../../preload/messages/guide-sections.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import type { AppAsk } from './ask.ts'
import type { NavigationStore, Place, PlaceOf, Places } from './navigation.ts'

/**
 * What each feature offers its own screens and the other features, by its name: stores, and functions that need
 * several. A feature adds its line in its manifest, so that features do not import each other.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the manifests (`declare module`)
export interface Features {}
export type FeatureName = keyof Features

/** The properties of the components that a feature shows inside the screens of another, by name. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the manifests (`declare module`)
export interface Slots {}

export interface App {
  readonly ask: AppAsk
  readonly bridge: Bridge
  readonly navigation: NavigationStore
  /** Epoch ms. */
  now(): number
  /** What a feature offers. While features are created, only those of earlier lines exist. */
  feature<K extends FeatureName>(name: K): Features[K]
  slot<S extends keyof Slots>(name: S): FunctionComponent<Slots[S]>
}

/**
 * The manifest of a feature: everything that the app knows about it. `S`, `L` and `T`: its screens, slots and tasks.
 */
export interface Feature<
  K extends FeatureName = FeatureName,
  S extends keyof Places = never,
  L extends keyof Slots = never,
  T extends Task['kind'] = never,
> {
  readonly item?: {
    readonly group: 'platform' | 'more' | 'app'
    readonly icon: Icon
    readonly label: (messages: Messages) => string
    readonly place: Place
  }
  /**
   * The service whose account its stores show. They are reset when a connection leads to another account of that
   * service.
   */
  readonly service?: ServiceKind
  create(app: App): Created<Features[K]>
  readonly screens?: { readonly [Name in S]: ScreenOptions<Name> }
  readonly slots?: { readonly [Name in L]: FunctionComponent<Slots[Name]> }
  /** Surrounds every screen of a service. */
  readonly frames?: { readonly [S in ServiceKind]?: FunctionComponent<FrameProps> }
  readonly commands?: (context: CommandContext) => readonly Command[]
  readonly tasks?: { readonly [Kind in T]: TaskOptions }
}

/**
 * The manifest of the feature of this name. Its type keeps what it gives, so that `features.ts` checks that nothing is
 * missing.
 */
export function defineFeature<
  K extends FeatureName,
  S extends keyof Places = never,
  L extends keyof Slots = never,
  T extends Task['kind'] = never,
>(_name: K, manifest: Feature<K, S, L, T>): Feature<K, S, L, T> {
  return manifest
}

/** A feature after its creation. */
export interface Created<Offer> {
  readonly offer: Offer
  /**
   * What loads again after a push, by the feature that the push names. `ids` are the records that changed; null means
   * any. Called while data can be read; while one runs, all further pushes together cause one more run. Must not throw.
   */
  readonly reloads?: Readonly<Record<string, (ids: readonly string[] | null) => unknown>>
  /** Drops everything that was read, since the data of another person or account are open now. */
  reset?(): void
  /** A connection of either service leads to another account. */
  accountChanged?(): void
  /** Whether a typed text would be lost with the page. */
  hasUnsent?(): boolean
}

export type ScreenOptions<S extends keyof Places> = {
  /** The feature whose item of the navigation bar is current. */
  readonly area: FeatureName
  /**
   * The service whose accounts the top bar offers, both by default. A place that names a connection is of its service.
   */
  readonly service?: ServiceKind
  /** Each record has a screen of its own, by the `id` of its place. */
  readonly perRecord?: true
  /**
   * The same screen for another connection, or for none. A record of one account does not exist in another. By default
   * it is the place itself.
   */
  readonly inConnection?: (place: PlaceOf<S>, connection: string | undefined) => Place
  /** Called when the screen is chosen in the navigation bar or by a command. */
  readonly onChoose?: (app: App) => void
  /**
   * The search words for the platform's documentation, the best first. They are Portuguese in both languages, as the
   * documentation is (docs/services.md §8.1).
   */
  readonly help: readonly string[]
  /** The section at which the help about Cruza opens; the first by default. */
  readonly guide?: GuideSection
} & (
  | { readonly component: FunctionComponent<{ readonly place: PlaceOf<S> }> }
  /** It needs the connection in use of its service; without one a notice replaces it. */
  | { readonly ofConnection: FunctionComponent<OfConnectionProps<S>> }
)

export interface OfConnectionProps<S extends keyof Places> {
  readonly place: PlaceOf<S>
  readonly connection: Connection
}

export interface FrameProps {
  readonly place: Place
  readonly connection: Connection
  readonly children: ReactNode
}

/** A command that the person can run from anywhere: by Ctrl K, by a key, by the native menu. */
export interface Command {
  /** The command that main pushes (`{ kind: 'command', command }` of values/wire.ts). */
  readonly id: string
  readonly label: string
  readonly keys?: string
  /** It starts something new, and is listed before all others. */
  readonly first?: true
  readonly run: () => void
}

export interface CommandContext {
  readonly messages: Messages
  readonly go: (place: Place) => () => void
  /** The connection in use of a service, if there is one. */
  readonly connectionOf: (service: ServiceKind) => string | null
}

export interface TaskOptions {
  /** Where its result is shown. */
  place(subject: string): Place
  /** Whether that place says by itself why it failed; so it is by default. */
  readonly showsFailure?: boolean
  onEnded?(task: string): void
}

const AppContext = createContext<App | undefined>(undefined)
export const AppProvider = AppContext.Provider

/** Throws outside of the app, which is a bug. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp outside of AppProvider')
  return app
}

export function useFeature<K extends FeatureName>(name: K): Features[K] {
  return useApp().feature(name)
}

export function useSlot<S extends keyof Slots>(name: S): FunctionComponent<Slots[S]> {
  return useApp().slot(name)
}

export function useNavigation() {
  return useApp().navigation.getState()
}

/** A component whose code is loaded when it is first shown. */
export function lazyComponent<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  const Lazy = lazy(async () => ({ default: await load() }))
  return Lazy
}

interface Resettable {
  getInitialState(): unknown
  setState(state: never, replace: true): void
}

/** Resets stores to their initial state. */
export function resetStores(...stores: readonly Resettable[]): void {
  // The initial state of a store has the type of its state.
  for (const store of stores) store.setState(store.getInitialState() as never, true)
}
