import { createStore } from 'zustand'
import type { Webhook, webhooks } from '../../preload/contract/form-service.ts'
import type { Input } from '../../preload/contract/question.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationEnd, type MutationState, noMutation } from '../kernel/mutation.ts'

export interface WebhookList {
  readonly webhooks: readonly Webhook[]
  /** When the service was last read; null before that. */
  readonly readAt: string | null
}

/** A webhook that was just made, with its secret, which is shown once and dropped with the dialog. */
export interface MadeWebhook {
  readonly connection: string
  /** The webhook that it replaces; null for a new one. */
  readonly replaces: number | null
  readonly webhook: Webhook
  readonly secret: string | null
}

export type NewWebhook = Omit<Input<(typeof webhooks)['webhooks.create']>, 'connection_id'>
export type WebhookChanges = Omit<Input<(typeof webhooks)['webhooks.update']>, 'connection_id' | 'id'>

/** `working`: the webhook being changed, or 0 for a new one. */
export interface WebhooksState extends MutationState<number> {
  readonly connection: string | null
  readonly list: Loadable<WebhookList>
  /** The pending request and its failure; the stored list stays. */
  readonly reading: MutationState
  /** Webhooks of every account, until their secrets were seen: they cannot be shown again. */
  readonly made: readonly MadeWebhook[]
  /** Shows the stored list, then the service's. */
  open(connection: string): Promise<void>
  /** Reads the stored list, without asking the service. */
  load(): Promise<unknown>
  refresh(): Promise<unknown>
  create(webhook: NewWebhook): Promise<MutationEnd>
  change(id: number, changes: WebhookChanges): Promise<MutationEnd>
  remove(id: number): Promise<MutationEnd>
  /** First step of a rotation: a new webhook like this one. Without a secret the service makes one. */
  replace(id: number, secret: string | null): Promise<MutationEnd>
  /** Drops the secret of a webhook. */
  forgetSecret(id: number): void
  dismissFailure(): void
}

export interface WebhooksDeps {
  readonly ask: AppAsk
  /** Something was sent, with any result: the ledger must be read again. */
  readonly done: () => Promise<unknown>
}

export type WebhooksStore = ReturnType<typeof createWebhooksStore>

/** The webhooks of an account. A secret is stored only between its creation and the end of its dialog. */
export function createWebhooksStore({ ask, done }: WebhooksDeps) {
  return createStore<WebhooksState>()((set, get) => {
    const scope = () => get().connection
    const list = createLatest({ get, set, key: 'list', scope })
    const reading = createMutation({ ...partOf({ get, set }, 'reading'), scope })
    const mutation = createMutation({ get, set, scope, onSuccess: () => get().load(), onSettled: done })
    const read = async (connection_id: string, fresh: boolean): Promise<WebhookList> => {
      const { webhooks, read_at } = await ask('webhooks.list', { connection_id, fresh })
      return { webhooks, readAt: read_at }
    }
    const show = (
      created: Pick<MadeWebhook, 'webhook' | 'secret'>,
      connection: string,
      replaces: number | null = null,
    ) => {
      // Another vault is open: what was made in the one before is not shown here.
      if (get().connection !== null) set({ made: [...get().made, { ...created, connection, replaces }] })
    }

    return {
      connection: null,
      list: { status: 'idle' },
      reading: noMutation,
      ...noMutation,
      made: [],
      async open(connection) {
        if (get().connection !== connection) {
          set({ connection, list: { status: 'idle' }, reading: noMutation, failure: null })
        }
        await get().load()
        await get().refresh()
      },
      load: () => list.load((connection) => read(connection, false)),
      refresh: () => reading.run('refresh', (connection) => read(connection, true), list.show),
      create: (webhook) =>
        mutation.end(0, async (connection_id) =>
          show(await ask('webhooks.create', { connection_id, ...webhook }), connection_id),
        ),
      change: (id, changes) =>
        mutation.end(id, (connection_id) => ask('webhooks.update', { connection_id, id, ...changes })),
      remove: (id) => mutation.end(id, (connection_id) => ask('webhooks.delete', { connection_id, id })),
      replace: (id, secret) =>
        mutation.end(id, async (connection_id) => {
          const body = secret === null ? {} : { secret }
          show(await ask('webhooks.replace', { connection_id, id, ...body }), connection_id, id)
        }),
      forgetSecret: (id) => set({ made: get().made.filter(({ webhook }) => webhook.id !== id) }),
      dismissFailure: mutation.dismissFailure,
    }
  })
}
