import { createStore } from 'zustand'
import type { ConsoleCall, console, Route } from '../../preload/contract/console.ts'
import type { Output } from '../../preload/contract/kernel.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { type CallDraft, draftOfCall, draftOfRoute, freeDraft, isReady, requestOf } from './draft.ts'

export type CallPreview = Output<(typeof console)['console.preview']>

/** The signing secret of a webhook, and the connection that it was made in. */
export interface MadeSecret {
  readonly connection: string
  readonly secret: string
}

export interface ConsoleState {
  readonly connection: string | null
  readonly routes: Loadable<readonly Route[]>
  readonly history: Loadable<readonly ConsoleCall[]>
  /** Null while nothing was chosen. */
  readonly draft: CallDraft | null
  /** The person tried to send: from then on what is missing is said. */
  readonly tried: boolean
  /** The bytes that came so far; null while nothing is asked. */
  readonly running: number | null
  /** What is about to be written, for the person to look at. */
  readonly preview: CallPreview | null
  /** Why the last call, or what was asked of its history, failed. */
  readonly failure: Failure | null
  /** The call whose answer is looked at. */
  readonly shown: ConsoleCall | null
  /** Of webhooks that calls have made, until the person has seen them: they cannot be read again. The first is shown. */
  readonly secrets: readonly MadeSecret[]
  open(connection: string): Promise<void>
  load(): Promise<void>
  pick(route: Route | null): void
  change(part: Partial<CallDraft>): void
  /** Sends what reads; of what writes it asks first. */
  send(): Promise<void>
  confirm(): Promise<void>
  closePreview(): void
  cancel(): void
  /** Leaves the connection; a call that only asks is stopped. */
  close(): void
  /** The call for a terminal, its secrets covered; null where it is not complete. */
  curl(): Promise<string | null>
  show(call: ConsoleCall): void
  /** Puts a call of the history into the form. */
  prepare(call: ConsoleCall): void
  forget(id: string | null): Promise<void>
  dismissFailure(): void
  dismissSecret(): void
}

export interface ConsoleDeps {
  readonly ask: AppAsk
}

export type ConsoleStore = ReturnType<typeof createConsoleStore>

const nothing = { draft: null, tried: false, running: null, preview: null, failure: null, shown: null } as const
const idle = { status: 'idle' } as const

/** The console of one connection: its catalogue, the call that is written, the answer that is looked at, its history. */
export function createConsoleStore({ ask }: ConsoleDeps) {
  return createStore<ConsoleState>()((set, get) => {
    let running: AbortController | undefined
    /** The call that runs only asks: nobody needs its answer once the connection was left. */
    let onlyAsks = false
    let previewing = new AbortController()
    /** Another one whenever the person looks at something else than the answer that is on its way. */
    let looks = 0
    const reloadHistory = createReload<readonly ConsoleCall[]>(
      () => get().history,
      (history) => set({ history }),
    )
    const reloadRoutes = createReload<readonly Route[]>(
      () => get().routes,
      (routes) => set({ routes }),
    )

    /** A write goes on unseen: without its answer it would be unknown, and the secret that it made gone. */
    const leaveRunning = () => {
      if (onlyAsks) running?.abort()
      running = undefined
    }

    const run = async (confirmed: boolean) => {
      const { connection, draft, running: busy } = get()
      if (connection === null || draft === null || busy !== null) return
      const controller = new AbortController()
      running = controller
      onlyAsks = !confirmed
      looks += 1
      const look = looks
      set({ running: 0, failure: null, preview: null })
      const still = () => get().connection === connection && running === controller
      try {
        const { secret, ...shown } = await ask(
          'console.run',
          { connection_id: connection, ...requestOf(draft), confirmed },
          { signal: controller.signal, progress: ({ bytes }) => still() && set({ running: bytes }) },
        )
        if (secret !== null) set({ secrets: [...get().secrets, { connection, secret }] })
        if (still() && look === looks) set({ shown })
      } catch (error) {
        const failure = failureOf(error)
        if (still()) set({ failure: failure.code === 'cancelled' ? null : failure })
        if (still() && look === looks) set({ shown: null })
      } finally {
        if (still()) set({ running: null })
        await get().load()
      }
    }

    return {
      connection: null,
      routes: idle,
      history: idle,
      ...nothing,
      secrets: [],
      async open(connection) {
        if (get().connection !== connection) {
          leaveRunning()
          set({ connection, routes: idle, history: idle, ...nothing })
        }
        await Promise.all([reloadRoutes(() => ask('console.routes', { connection_id: connection })), get().load()])
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reloadHistory(() => ask('console.history', { connection_id: connection }))
      },
      pick(route) {
        looks += 1
        set({ draft: route ? draftOfRoute(route) : freeDraft, tried: false, preview: null, failure: null, shown: null })
      },
      change(part) {
        const { draft } = get()
        if (draft) set({ draft: { ...draft, ...part }, preview: null })
      },
      async send() {
        const { connection, draft } = get()
        if (connection === null || draft === null) return
        set({ tried: true, failure: null })
        if (!isReady(draft)) return
        if (draft.route ? draft.route.effect === 'reads' : draft.method === 'GET') return run(false)
        previewing.abort()
        previewing = new AbortController()
        const { signal } = previewing
        // What is looked at must be what would be sent: a call that was changed or left meanwhile is not.
        const isSame = () => !signal.aborted && get().connection === connection && get().draft === draft
        try {
          const asking = await ask('console.preview', { connection_id: connection, ...requestOf(draft) }, { signal })
          if (isSame()) set({ preview: asking })
        } catch (error) {
          if (isSame()) set({ failure: failureOf(error) })
        }
      },
      async confirm() {
        if (get().preview) await run(true)
      },
      closePreview: () => set({ preview: null }),
      cancel: () => running?.abort(),
      close() {
        leaveRunning()
        set({ connection: null, routes: idle, history: idle, ...nothing })
      },
      async curl() {
        const { connection, draft } = get()
        if (connection === null || draft === null) return null
        set({ tried: true, failure: null })
        if (!isReady(draft)) return null
        try {
          return (await ask('console.preview', { connection_id: connection, ...requestOf(draft) })).curl
        } catch (error) {
          if (get().connection === connection) set({ failure: failureOf(error) })
          return null
        }
      },
      show(shown) {
        looks += 1
        set({ shown, failure: null })
      },
      prepare(call) {
        looks += 1
        const { routes } = get()
        const known = routes.status === 'ready' ? routes.value : []
        set({ draft: draftOfCall(call, known), tried: false, preview: null, failure: null, shown: null })
      },
      async forget(id) {
        const { connection, shown } = get()
        if (connection === null) return
        try {
          const value = await ask('console.forget', { connection_id: connection, id })
          if (get().connection !== connection) return
          set({ history: { status: 'ready', value }, ...(id === null || id === shown?.id ? { shown: null } : {}) })
        } catch (error) {
          if (get().connection === connection) set({ failure: failureOf(error) })
        }
      },
      dismissFailure: () => set({ failure: null }),
      dismissSecret: () => set({ secrets: get().secrets.slice(1) }),
    }
  })
}
