import { createStore } from 'zustand'
import type { AppDeletionImpact, AppState, app as contract, Preferences } from '../../preload/contract/app.ts'
import type { Input } from '../../preload/contract/question.ts'
import { type AppAsk, orNull, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { languageStore } from '../kernel/messages.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

export interface AppStoreState extends MutationState {
  readonly app: Loadable<AppState>
  /** Another vault or account is being opened: an answer given meanwhile may come from either. */
  readonly switching: boolean
  load(): Promise<boolean>
  prefer(preferences: Partial<Preferences>): Promise<void>
  /** The next five give true on success. The result is in `app`, the reason of a failure in `failure`. */
  createVault(passphrase: string): Promise<boolean>
  unlock(passphrase: string): Promise<boolean>
  retryVault(): Promise<boolean>
  enterDemo(): Promise<boolean>
  leaveDemo(): Promise<boolean>
  dismissNotice(): Promise<void>
  /** True when the proxy has accepted it. */
  enterProxyLogin(login: Input<(typeof contract)['app.enter_proxy_login']>): Promise<boolean>
  /** What erasing everything would lose; undefined where the question failed, with the reason in `failure`. */
  deletionImpact(): Promise<AppDeletionImpact | undefined>
  erase(word: string): Promise<boolean>
  /** Ends the app after it has erased everything. */
  quit(): Promise<void>
  dismissFailure(): void
}

export type AppStore = ReturnType<typeof createAppStore>

/** The app as a whole: phase, vault, demonstration, preferences. Sets the language of the interface. */
export function createAppStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<AppStoreState>()((set, get) => {
    const latest = createLatest<AppStoreState, 'app'>({
      get,
      set(state) {
        if (state.app?.status === 'ready') languageStore.setState({ language: state.app.value.preferences.language })
        set(state)
      },
      key: 'app',
    })
    const mutation = createMutation<string>({ get, set, concurrency: 'parallel' })
    const act = (action: string, answer: () => Promise<AppState>) => mutation.succeeds(action, answer, latest.show)
    const switchTo = async (action: string, answer: () => Promise<AppState>): Promise<boolean> => {
      set({ switching: true })
      const success = await act(action, answer)
      set({ switching: false })
      return success
    }
    return {
      app: { status: 'idle' },
      ...noMutation,
      switching: false,
      load: () => latest.load(() => ask('app.state', {})),
      prefer: async (preferences) => void (await act('prefer', () => ask('app.prefer', preferences))),
      createVault: (passphrase) => switchTo('create_vault', () => ask('app.create_vault', { passphrase })),
      unlock: (passphrase) => switchTo('unlock', () => ask('app.unlock', { passphrase })),
      retryVault: () => switchTo('retry_vault', () => ask('app.retry_vault', {})),
      enterDemo: () => switchTo('enter_demo', () => ask('app.enter_demo', {})),
      leaveDemo: () => switchTo('leave_demo', () => ask('app.leave_demo', {})),
      dismissNotice: async () => void (await act('dismiss_notice', () => ask('app.dismiss_notice', {}))),
      enterProxyLogin: (login) => act('enter_proxy_login', () => ask('app.enter_proxy_login', login)),
      async deletionImpact() {
        set({ failure: null })
        const impact = await outcomeOf(ask('app.deletion_impact', {}))
        if (impact.ok) return impact.value
        set({ failure: impact.failure })
        return undefined
      },
      erase: (word) => switchTo('erase', () => ask('app.erase', { word })),
      // The host may end before it can answer.
      quit: async () => void (await orNull(ask('app.quit', {}))),
      dismissFailure: mutation.dismissFailure,
    }
  })
}
