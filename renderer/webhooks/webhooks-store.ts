import { createStore } from 'zustand'
import type { Input } from '../../preload/contract/kernel.ts'
import type { Webhook, webhooks } from '../../preload/contract/webhooks.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface WebhookList {
  readonly webhooks: readonly Webhook[]
  /** When the service told of them; null when it never did. */
  readonly readAt: string | null
}

/** A webhook that was just made, with its secret: shown once, and let go with the dialog. */
export interface MadeWebhook {
  readonly connection: string
  /** The one whose place it takes; null for one that is new. */
  readonly replaces: number | null
  readonly webhook: Webhook
  readonly secret: string | null
}

export type NewWebhook = Omit<Input<(typeof webhooks)['webhooks.create']>, 'connection_id'>
export type WebhookChanges = Omit<Input<(typeof webhooks)['webhooks.update']>, 'connection_id' | 'id'>

/** `unknown`: it was sent and nobody confirmed it; the ledger says so and offers to check. */
export type WebhookEnd = 'done' | 'failed' | 'unknown'

export interface WebhooksState {
  readonly connection: string | null
  readonly list: Loadable<WebhookList>
  readonly asking: boolean
  /** The service could not be asked; what was kept stays. */
  readonly readFailure: Failure | null
  /** A webhook that something is asked for, or 0 for one that is made. */
  readonly working: number | null
  readonly failure: Failure | null
  /** Of every account, until their secrets were seen: nobody can show them again. */
  readonly made: readonly MadeWebhook[]
  /** Shows what is kept, then what the service has. */
  open(connection: string): Promise<void>
  /** Reads what is kept, without the service. */
  load(): Promise<void>
  refresh(): Promise<void>
  create(webhook: NewWebhook): Promise<WebhookEnd>
  change(id: number, changes: WebhookChanges): Promise<WebhookEnd>
  remove(id: number): Promise<WebhookEnd>
  /** First step of a rotation: a new webhook like this one. Without a secret the service makes one. */
  replace(id: number, secret: string | null): Promise<WebhookEnd>
  /** Lets go of the secret of a webhook. */
  forgetSecret(id: number): void
  dismissFailure(): void
}

export interface WebhooksDeps {
  readonly ask: AppAsk
  /** Something was sent, whatever came of it: the ledger is to be read again. */
  readonly done: () => Promise<unknown>
}

export type WebhooksStore = ReturnType<typeof createWebhooksStore>

/** The webhooks of an account. A secret is here only between its making and the end of its dialog. */
export function createWebhooksStore({ ask, done }: WebhooksDeps) {
  return createStore<WebhooksState>()((set, get) => {
    const reload = createReload<WebhookList>(
      () => get().list,
      (list) => set({ list }),
    )
    const read = async (connection: string, fresh: boolean): Promise<WebhookList> => {
      const { webhooks, read_at } = await ask('webhooks.list', { connection_id: connection, fresh })
      return { webhooks, readAt: read_at }
    }
    const show = (
      made: Pick<MadeWebhook, 'webhook' | 'secret'>,
      connection: string,
      replaces: number | null = null,
    ) => {
      // Another vault is open: what was made in the one before is not shown here.
      if (get().connection !== null) set({ made: [...get().made, { ...made, connection, replaces }] })
    }
    const deed = async (id: number, act: (connection: string) => Promise<unknown>): Promise<WebhookEnd> => {
      const { connection, working } = get()
      if (connection === null || working !== null) return 'failed'
      set({ working: id, failure: null })
      try {
        await act(connection)
        await Promise.all([get().load(), done()])
        return 'done'
      } catch (error) {
        const failure = failureOf(error)
        await done()
        if (failure.code === 'sent_unknown') return 'unknown'
        if (get().connection === connection) set({ failure })
        return 'failed'
      } finally {
        set({ working: null })
      }
    }

    return {
      connection: null,
      list: { status: 'idle' },
      asking: false,
      readFailure: null,
      working: null,
      failure: null,
      made: [],
      async open(connection) {
        if (get().connection !== connection) {
          set({ connection, list: { status: 'idle' }, asking: false, readFailure: null, failure: null })
        }
        await get().load()
        await get().refresh()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(() => read(connection, false))
      },
      async refresh() {
        const { connection, asking } = get()
        if (connection === null || asking) return
        set({ asking: true, readFailure: null })
        try {
          const value = await read(connection, true)
          if (get().connection === connection) set({ list: { status: 'ready', value } })
        } catch (error) {
          if (get().connection === connection) set({ readFailure: failureOf(error) })
        } finally {
          if (get().connection === connection) set({ asking: false })
        }
      },
      create: (webhook) =>
        deed(0, async (connection_id) =>
          show(await ask('webhooks.create', { connection_id, ...webhook }), connection_id),
        ),
      change: (id, changes) => deed(id, (connection_id) => ask('webhooks.update', { connection_id, id, ...changes })),
      remove: (id) => deed(id, (connection_id) => ask('webhooks.delete', { connection_id, id })),
      replace: (id, secret) =>
        deed(id, async (connection_id) => {
          const own = secret === null ? {} : { secret }
          show(await ask('webhooks.replace', { connection_id, id, ...own }), connection_id, id)
        }),
      forgetSecret: (id) => set({ made: get().made.filter(({ webhook }) => webhook.id !== id) }),
      dismissFailure: () => set({ failure: null }),
    }
  })
}
