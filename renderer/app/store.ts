import { createStore } from 'zustand'
import type { AppState, Preferences } from '../../preload/contract/app.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { languageStore } from '../kernel/messages.ts'

export interface AppStoreState {
  readonly app: Loadable<AppState>
  /** A deed of this store is under way: the vault is being opened, the demonstration entered. */
  readonly working: boolean
  /** Why the last deed did not succeed; gone when the next begins. */
  readonly failure: Failure | undefined
  load(): Promise<void>
  prefer(preferences: Partial<Preferences>): Promise<void>
  createVault(passphrase: string): Promise<void>
  unlock(passphrase: string): Promise<void>
  retryVault(): Promise<void>
  /** True when the demonstration is open. */
  enterDemo(): Promise<boolean>
  leaveDemo(): Promise<boolean>
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
    return {
      app: { status: 'idle' },
      working: false,
      failure: undefined,
      load: () => reload(() => ask('app.state', {})),
      prefer: async (preferences) => void (await act(() => ask('app.prefer', preferences))),
      createVault: async (passphrase) => void (await act(() => ask('app.create_vault', { passphrase }))),
      unlock: async (passphrase) => void (await act(() => ask('app.unlock', { passphrase }))),
      retryVault: async () => void (await act(() => ask('app.retry_vault', {}))),
      enterDemo: () => act(() => ask('app.enter_demo', {})),
      leaveDemo: () => act(() => ask('app.leave_demo', {})),
      forgetFailure: () => set({ failure: undefined }),
    }
  })
}
