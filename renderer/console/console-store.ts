import { createStore } from 'zustand'
import type { ConsoleCall, console, Route } from '../../preload/contract/console.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { type CallDraft, draftOfCall, draftOfRoute, freeDraft, isReading, isReady, requestOf } from './draft.ts'

export type CallPreview = Output<(typeof console)['console.preview']>

/** The signing secret of a webhook, and the connection that made it. */
export interface MadeSecret {
  readonly connection: string
  readonly secret: string
}

/** `working`, `failure`: of a preview, or of a removal from the history. */
export interface ConsoleState extends MutationState {
  readonly connection: string | null
  readonly routes: Loadable<readonly Route[]>
  readonly history: Loadable<readonly ConsoleCall[]>
  /** Null until something is chosen. */
  readonly draft: CallDraft | null
  /** Whether the person tried to send it: from then on missing values are shown. */
  readonly tried: boolean
  /** The running call: whether it only reads, or writes. */
  readonly call: MutationState<'reads' | 'writes'>
  /** The bytes of its answer so far. */
  readonly received: number
  /** The write that the person is asked to confirm. */
  readonly preview: CallPreview | null
  /** The call whose answer is shown. */
  readonly shown: ConsoleCall | null
  /**
   * Secrets of webhooks that calls have made, until the person has seen them: they cannot be read again. The first is
   * shown.
   */
  readonly secrets: readonly MadeSecret[]
  open(connection: string): Promise<void>
  load(): Promise<unknown>
  pick(route: Route | null): void
  change(part: Partial<CallDraft>): void
  /** Sends what reads; shows a preview of what writes first. */
  send(): Promise<void>
  confirm(): Promise<void>
  closePreview(): void
  cancel(): void
  /** Leaves the connection. A call that only reads is stopped. */
  close(): void
  /** The call for a terminal, with its secrets covered; null where it is not complete. */
  curl(): Promise<string | null>
  show(call: ConsoleCall): void
  /** Copies a call of the history into the form. */
  prepare(call: ConsoleCall): void
  forget(id: string | null): Promise<unknown>
  dismissFailure(): void
  dismissSecret(): void
}

export type ConsoleStore = ReturnType<typeof createConsoleStore>

const idle = { status: 'idle' } as const
const initial = {
  routes: idle,
  history: idle,
  draft: null,
  tried: false,
  call: noMutation,
  received: 0,
  preview: null,
  shown: null,
  ...noMutation,
} satisfies Partial<ConsoleState>

/** The console of one connection: its catalogue, the call being written, the shown answer, and its history. */
export function createConsoleStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ConsoleState>()((set, get) => {
    const scope = () => get().connection
    const routes = createLatest({ get, set, key: 'routes', scope })
    const history = createLatest({ get, set, key: 'history', scope })
    const call = createMutation({ ...partOf({ get, set }, 'call'), scope, showUnknown: true })
    const mutation = createMutation({ get, set, scope })
    /** Counts the person's choices. A pending response is shown only if nothing else was chosen meanwhile. */
    let shownVersion = 0

    /** A write continues: without its answer its outcome would be unknown, and the secret that it made lost. */
    const leave = () => {
      if (get().call.working === 'reads') call.cancel()
      else call.detach()
      mutation.cancel()
      shownVersion += 1
    }
    const dismissFailure = () => {
      mutation.dismissFailure()
      call.dismissFailure()
    }
    const setDraft = (draft: CallDraft) => {
      mutation.cancel()
      dismissFailure()
      shownVersion += 1
      set({ draft, tried: false, preview: null, shown: null })
    }
    const run = async (confirmed: boolean) => {
      const { draft } = get()
      if (draft === null || get().call.working !== null) return
      shownVersion += 1
      const version = shownVersion
      set({ preview: null, received: 0 })
      const shown = await call.run(confirmed ? 'writes' : 'reads', async (connection_id, { signal }) => {
        const progress = ({ bytes }: { readonly bytes: number }) => {
          if (get().connection === connection_id) set({ received: bytes })
        }
        const input = { connection_id, ...requestOf(draft), confirmed }
        const { secret, ...answer } = await ask('console.run', input, { signal, progress })
        if (secret !== null) set({ secrets: [...get().secrets, { connection: connection_id, secret }] })
        return answer
      })
      if (version === shownVersion) set({ shown })
      await get().load()
    }
    /** The draft as it will be sent; null where it is not complete. */
    const preview = async (show?: (value: CallPreview) => void) => {
      const { draft } = get()
      if (draft === null) return null
      set({ tried: true })
      dismissFailure()
      if (!isReady(draft)) return null
      return mutation.run(
        'preview',
        (connection_id, { signal }) => ask('console.preview', { connection_id, ...requestOf(draft) }, { signal }),
        show,
      )
    }

    return {
      connection: null,
      ...initial,
      secrets: [],
      async open(connection) {
        if (get().connection !== connection) {
          leave()
          set({ connection, ...initial })
        }
        await Promise.all([routes.load((connection_id) => ask('console.routes', { connection_id })), get().load()])
      },
      load: () => history.load((connection_id) => ask('console.history', { connection_id })),
      pick: (route) => setDraft(route ? draftOfRoute(route) : freeDraft),
      change(part) {
        const { draft } = get()
        if (!draft) return
        // The person must confirm exactly what was previewed.
        mutation.cancel()
        set({ draft: { ...draft, ...part }, preview: null })
      },
      async send() {
        const { draft } = get()
        if (draft === null) return
        if (!isReading(draft)) {
          await preview((value) => set({ preview: value }))
          return
        }
        set({ tried: true })
        dismissFailure()
        if (isReady(draft)) await run(false)
      },
      async confirm() {
        if (get().preview) await run(true)
      },
      closePreview: () => set({ preview: null }),
      cancel: call.cancel,
      close() {
        leave()
        set({ connection: null, ...initial })
      },
      curl: async () => (await preview())?.curl ?? null,
      show(shown) {
        dismissFailure()
        shownVersion += 1
        set({ shown })
      },
      prepare: (one) => setDraft(draftOfCall(one, readyValue(get().routes) ?? [])),
      forget: (id) =>
        mutation.run(
          'forget',
          (connection_id) => ask('console.forget', { connection_id, id }),
          (calls) => {
            history.show(calls)
            if (id === null || id === get().shown?.id) set({ shown: null })
          },
        ),
      dismissFailure,
      dismissSecret: () => set({ secrets: get().secrets.slice(1) }),
    }
  })
}
