import { createStore } from 'zustand'
import type { AppState, AppWeight, app as contract, Preferences } from '../../preload/contract/app.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { languageStore } from '../kernel/messages.ts'
import type { Erasing } from './erasing.tsx'

export interface AppStoreState {
  readonly app: Loadable<AppState>
  /** A deed of this store is under way: the vault is being opened, the demonstration entered. */
  readonly working: boolean
  /** Another vault or account is being opened: what is asked meanwhile may be answered from either. */
  readonly switching: boolean
  /** Why the last deed did not succeed; gone when the next begins. */
  readonly failure: Failure | undefined
  load(): Promise<void>
  prefer(preferences: Partial<Preferences>): Promise<void>
  /** The five give true when it is done; what became of it is in `app`, why not in `failure`. */
  createVault(passphrase: string): Promise<boolean>
  unlock(passphrase: string): Promise<boolean>
  retryVault(): Promise<boolean>
  enterDemo(): Promise<boolean>
  leaveDemo(): Promise<boolean>
  dismissNotice(): Promise<void>
  /** True when the proxy has accepted it. */
  enterProxyLogin(login: Input<(typeof contract)['app.enter_proxy_login']>): Promise<boolean>
  /** What erasing everything would take; undefined when that could not be asked, which is in `failure`. */
  weigh(): Promise<AppWeight | undefined>
  erase(word: string): Promise<boolean>
  /** Ends the app after it has erased everything. */
  quit(): Promise<void>
  forgetFailure(): void
}

export type AppStore = ReturnType<typeof createAppStore>

/** The app as a whole: phase, vault, demonstration, preferences. Sets the language of the interface. */
export function createAppStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<AppStoreState>()((set, get) => {
    const show = (app: Loadable<AppState>) => {
      if (app.status === 'ready') languageStore.setState({ language: app.value.preferences.language })
      set({ app })
    }
    const reload = createReload(() => get().app, show)
    const act = async (deed: () => Promise<AppState>): Promise<boolean> => {
      set({ working: true, failure: undefined })
      try {
        show({ status: 'ready', value: await deed() })
        return true
      } catch (error) {
        set({ failure: failureOf(error) })
        return false
      } finally {
        set({ working: false })
      }
    }
    const switchTo = async (deed: () => Promise<AppState>): Promise<boolean> => {
      set({ switching: true })
      const done = await act(deed)
      set({ switching: false })
      return done
    }
    return {
      app: { status: 'idle' },
      working: false,
      switching: false,
      failure: undefined,
      load: () => reload(() => ask('app.state', {})),
      prefer: async (preferences) => void (await act(() => ask('app.prefer', preferences))),
      createVault: (passphrase) => switchTo(() => ask('app.create_vault', { passphrase })),
      unlock: (passphrase) => switchTo(() => ask('app.unlock', { passphrase })),
      retryVault: () => switchTo(() => ask('app.retry_vault', {})),
      enterDemo: () => switchTo(() => ask('app.enter_demo', {})),
      leaveDemo: () => switchTo(() => ask('app.leave_demo', {})),
      dismissNotice: async () => void (await act(() => ask('app.dismiss_notice', {}))),
      enterProxyLogin: (login) => act(() => ask('app.enter_proxy_login', login)),
      async weigh() {
        set({ failure: undefined })
        try {
          return await ask('app.weigh', {})
        } catch (error) {
          set({ failure: failureOf(error) })
          return undefined
        }
      },
      erase: (word) => switchTo(() => ask('app.erase', { word })),
      // The host is gone before it can answer, or has answered.
      quit: async () => void (await ask('app.quit', {}).catch(() => undefined)),
      forgetFailure: () => set({ failure: undefined }),
    }
  })
}

/** The part of the store that erases everything, for the screens that offer it. */
export function erasingOf({ working, failure, weigh, erase }: AppStoreState): Erasing {
  return { working, failure, weigh, erase: (word) => void erase(word) }
}
