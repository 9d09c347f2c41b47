import { createStore } from 'zustand'
import type { FormsAccount, Usage } from '../../preload/contract/account.ts'
import type { IdleReads } from '../../preload/contract/entries.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

/** `current`, `previous` or a month as YYYY-MM (form-collection.md, "Account"). */
export type Period = string

export interface AccountState {
  readonly connection: string | null
  /** Null when the account was never read. */
  readonly account: Loadable<FormsAccount | null>
  /** Every month that was ever read, oldest first. */
  readonly months: Loadable<readonly Usage[]>
  /** What was read of entries in idle time today. */
  readonly idle: Loadable<IdleReads>
  readonly period: Period
  /** What the service answered for `current` and `previous`: only it knows which months those are. */
  readonly named: Readonly<Record<string, string>>
  readonly asking: boolean
  /** The service could not be asked; what was kept stays. */
  readonly failure: Failure | null
  /** Shows what is kept, then asks the service for the account and the chosen month. */
  open(connection: string): Promise<void>
  /** Reads what is kept, without the service. */
  load(): Promise<void>
  refresh(): Promise<void>
  choose(period: Period): Promise<void>
  dismissFailure(): void
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Of an account that nobody looked at yet. */
const nothingKnown = {
  account: { status: 'idle' },
  months: { status: 'idle' },
  idle: { status: 'idle' },
  period: 'current',
  named: {},
  asking: false,
  failure: null,
} satisfies Partial<AccountState>

/** The account of a form service and its usage by month; what was read once stands without a network. */
export function createAccountStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<AccountState>()((set, get) => {
    let asked = 0
    const reloadAccount = createReload<FormsAccount | null>(
      () => get().account,
      (account) => set({ account }),
    )
    const reloadMonths = createReload<readonly Usage[]>(
      () => get().months,
      (months) => set({ months }),
    )

    const reloadIdle = createReload<IdleReads>(
      () => get().idle,
      (idle) => set({ idle }),
    )

    /** Asks the service; the answers are kept there and read back, so that only the last question shows as asking. */
    const askService = async (questions: (connection: string) => readonly Promise<unknown>[]) => {
      const { connection } = get()
      if (connection === null) return
      asked += 1
      const turn = asked
      set({ asking: true, failure: null })
      const ends = await Promise.allSettled(questions(connection))
      if (get().connection !== connection) return
      await get().load()
      const failed = ends.find((end) => end.status === 'rejected')
      if (turn === asked) set({ asking: false, failure: failed ? failureOf(failed.reason) : null })
    }
    const usage = async (connection: string, period: Period) => {
      const answer = await ask('account.usage', { connection_id: connection, period })
      if (get().connection === connection) set({ named: { ...get().named, [period]: answer.period } })
    }

    return {
      connection: null,
      ...nothingKnown,
      async open(connection) {
        if (get().connection !== connection) {
          asked += 1
          set({ connection, ...nothingKnown })
        }
        await get().load()
        if (get().connection === connection) await get().refresh()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await Promise.all([
          reloadAccount(() => ask('account.read', { connection_id: connection, fresh: false })),
          reloadMonths(() => ask('account.months', { connection_id: connection })),
          reloadIdle(() => ask('entries.idle_reads', { connection_id: connection })),
        ])
      },
      refresh: () =>
        askService((connection) => [
          ask('account.read', { connection_id: connection, fresh: true }),
          usage(connection, get().period),
        ]),
      async choose(period) {
        if (period === get().period) return
        set({ period })
        await askService((connection) => [usage(connection, period)])
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}
