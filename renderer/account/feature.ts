import { createStore } from 'zustand'
import type { IdleReads } from '../../preload/contract/entries.ts'
import type { FormsAccount, Usage } from '../../preload/contract/form-service.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    account: { connection: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    account: AccountStore
  }
}

export const accountFeature = defineFeature('account', {
  service: 'forms',
  create({ ask }) {
    const store = createAccountStore({ ask })
    return { offer: store, reloads: { account: store.getState().load }, reset: () => resetStores(store) }
  },
  screens: {
    account: {
      area: 'forms',
      service: 'forms',
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).AccountScreen),
      inConnection: (_, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'account', connection },
      help: ['conta', 'plano', 'limites'],
    },
  },
  commands({ messages: { app }, go, connectionOf }) {
    const connection = connectionOf('forms')
    return connection === null
      ? []
      : [{ id: 'account', label: app.commands.goToAccount, run: go({ screen: 'account', connection }) }]
  },
})

/** `current`, `previous` or a month as YYYY-MM (docs/services.md §12.3). */
type Period = string

/** `working`: a request is pending; `failure`: it failed, and the stored values stay. */
interface AccountState extends MutationState<'refresh'> {
  readonly connection: string | null
  /** Null when the account was never read. */
  readonly account: Loadable<FormsAccount | null>
  /** Every month that was ever read, oldest first. */
  readonly months: Loadable<readonly Usage[]>
  /** What was read of entries in idle time today. */
  readonly idle: Loadable<IdleReads>
  readonly period: Period
  /** The months that the service answered for `current` and `previous`: only the service knows them. */
  readonly named: Readonly<Record<string, string>>
  /** Shows the stored values, then requests the account and the chosen month. */
  open(connection: string): Promise<void>
  /** Reads what is stored, without asking the service. */
  load(): Promise<unknown>
  refresh(): Promise<unknown>
  choose(period: Period): Promise<void>
  dismissFailure(): void
}

type AccountStore = ReturnType<typeof createAccountStore>

const nothingKnown = {
  account: { status: 'idle' },
  months: { status: 'idle' },
  idle: { status: 'idle' },
  period: 'current',
  named: {},
  ...noMutation,
} satisfies Partial<AccountState>

/** The account of a form service and its usage by month. What was read once is shown offline too. */
export function createAccountStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<AccountState>()((set, get) => {
    const scope = () => get().connection
    const account = createLatest({ get, set, key: 'account', scope })
    const months = createLatest({ get, set, key: 'months', scope })
    const idle = createLatest({ get, set, key: 'idle', scope })
    const { run, dismissFailure } = createMutation({
      get,
      set,
      scope,
      concurrency: 'replace',
      onSettled: () => get().load(),
    })
    const usage = async (connection_id: string, period: Period) => {
      const answer = await ask('account.usage', { connection_id, period })
      if (get().connection === connection_id) set({ named: { ...get().named, [period]: answer.period } })
    }

    return {
      connection: null,
      ...nothingKnown,
      async open(connection) {
        if (get().connection !== connection) set({ connection, ...nothingKnown })
        await get().load()
        if (get().connection === connection) await get().refresh()
      },
      load: () =>
        Promise.all([
          account.load((connection_id) => ask('account.read', { connection_id, fresh: false })),
          months.load((connection_id) => ask('account.months', { connection_id })),
          idle.load((connection_id) => ask('entries.idle_reads', { connection_id })),
        ]),
      refresh: () =>
        run('refresh', (connection_id) =>
          Promise.all([ask('account.read', { connection_id, fresh: true }), usage(connection_id, get().period)]),
        ),
      async choose(period) {
        if (period === get().period) return
        set({ period })
        await run('refresh', (connection_id) => usage(connection_id, period))
      },
      dismissFailure,
    }
  })
}
