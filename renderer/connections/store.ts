import { createStore } from 'zustand'
import type {
  Check,
  CheckStep,
  Connection,
  ConnectionDraft,
  ConnectionWeight,
  ServiceKind,
} from '../../preload/contract/connections.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable, readyValue } from '../kernel/loadable.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'

/** A check as it goes on, and what it came to. */
export interface CheckRun {
  /** The connection, or null while a new one is not stored yet. */
  readonly id: string | null
  /** What is checked was to be saved first; where that failed, the check of what is stored would say nothing of it. */
  readonly saving: boolean
  readonly running: boolean
  readonly steps: readonly CheckStep[]
  readonly passed: boolean
  readonly checkedAt: string | null
  readonly failure: Failure | undefined
}

export interface ConnectionsState {
  readonly list: Loadable<readonly Connection[]>
  /** The check that the screen shows: the running one, or the last. */
  readonly check: CheckRun | undefined
  /** What is kept of the forms connection that is to be forgotten. */
  readonly weight: Loadable<ConnectionWeight>
  /** "Use" or "forget" is under way. */
  readonly working: boolean
  readonly failure: Failure | undefined
  load(): Promise<void>
  /** Stores and checks; the stored connection, or nothing when it could not be stored. The draft is kept nowhere. */
  save(draft: ConnectionDraft): Promise<Connection | undefined>
  checkAgain(id: string): Promise<void>
  /** Stops the running check; what was stored stays. */
  stop(): void
  closeCheck(): void
  /** Puts a connection in use for its service, shown so at once. Nothing for one that is not in the list. */
  use(id: string): Promise<void>
  /** From now on the second host is asked, or the first again; true when it is. */
  switchHost(id: string, onBeta: boolean): Promise<boolean>
  /** Asks what forgetting a connection would lose. */
  weigh(id: string): Promise<void>
  /** True when it is forgotten. */
  forget(id: string, forgetSheets: boolean): Promise<boolean>
  forgetFailure(): void
}

export type ConnectionsStore = ReturnType<typeof createConnectionsStore>

const started = (id: string | null, saving: boolean): CheckRun => ({
  id,
  saving,
  running: true,
  steps: [],
  passed: false,
  checkedAt: null,
  failure: undefined,
})

const ended = (id: string, check: Check): CheckRun => ({
  id,
  saving: false,
  running: false,
  steps: check.steps,
  passed: check.passed,
  checkedAt: check.checked_at,
  failure: undefined,
})

/** Where the person's accounts are, and whether they can be used. No secret is ever kept here. */
export function createConnectionsStore({ ask }: { readonly ask: AppAsk }) {
  let current = new AbortController()

  return createStore<ConnectionsState>()((set, get) => {
    /** What was put in use and is not stored yet: a list that was asked for before does not know it. */
    const choosing = new Map<ServiceKind, string>()
    const asChosen = (list: readonly Connection[]) =>
      list.map((connection) => {
        const chosen = choosing.get(connection.service)
        const known = list.some(({ id }) => id === chosen)
        return known ? { ...connection, current: connection.id === chosen } : connection
      })
    const reload = createReload<readonly Connection[]>(
      () => get().list,
      (list) => set({ list: list.status === 'ready' ? { ...list, value: asChosen(list.value) } : list }),
    )

    /** Shows a check from its first step to its end; a later one takes its place on screen. */
    const follow = async <T>(
      { id, saving }: Pick<CheckRun, 'id' | 'saving'>,
      run: (options: { signal: AbortSignal; progress: (steps: readonly CheckStep[]) => void }) => Promise<T>,
      result: (value: T) => CheckRun,
    ): Promise<T | undefined> => {
      current.abort()
      const mine = new AbortController()
      current = mine
      const show = (check: CheckRun | undefined) => {
        if (current === mine) set({ check })
      }
      show(started(id, saving))
      try {
        const value = await run({ signal: mine.signal, progress: (steps) => show({ ...started(id, saving), steps }) })
        show(result(value))
        return value
      } catch (error) {
        const failure = failureOf(error)
        show(
          mine.signal.aborted
            ? undefined
            : { ...started(id, saving), running: false, steps: get().check?.steps ?? [], failure },
        )
        return undefined
      }
    }

    let weighing: string | null = null

    const change = async (deed: () => Promise<readonly Connection[]>): Promise<boolean> => {
      set({ working: true, failure: undefined })
      try {
        set({ list: { status: 'ready', value: await deed() } })
        return true
      } catch (error) {
        set({ failure: failureOf(error) })
        return false
      } finally {
        set({ working: false })
      }
    }

    return {
      list: { status: 'idle' },
      check: undefined,
      weight: { status: 'idle' },
      working: false,
      failure: undefined,
      load: () => reload(() => ask('connections.list', {})),
      async save(draft) {
        const before = readyValue(get().list)
        const saved = await follow(
          { id: draft.id ?? null, saving: true },
          async (options) => {
            const result = await ask('connections.save', draft, options)
            // The list first: who reads the result finds the form on what was stored, and types on in it.
            await get().load()
            return result
          },
          ({ connection, check }) => ended(connection.id, check),
        )
        if (!saved) await get().load()
        // It is stored before it is checked: a check that was stopped or failed leaves it there.
        const isNew = ({ id }: Connection) => before?.every((other) => other.id !== id) ?? false
        return saved?.connection ?? readyValue(get().list)?.find(isNew)
      },
      async checkAgain(id) {
        await follow(
          { id, saving: false },
          (options) => ask('connections.check', { id }, options),
          (check) => ended(id, check),
        )
      },
      stop: () => current.abort(),
      closeCheck() {
        current.abort()
        set({ check: undefined })
      },
      switchHost: (id, onBeta) => change(() => ask('connections.switch_host', { id, on_beta: onBeta })),
      async use(id) {
        const list = readyValue(get().list) ?? []
        const chosen = list.find((connection) => connection.id === id)
        if (!chosen || chosen.current) return
        choosing.set(chosen.service, id)
        set({ list: { status: 'ready', value: asChosen(list) }, failure: undefined })
        const settle = () => {
          if (choosing.get(chosen.service) === id) choosing.delete(chosen.service)
        }
        try {
          await ask('connections.use', { id })
        } catch (error) {
          settle()
          // The screen that it was chosen on goes back to the account before.
          noticeFailure(failureOf(error))
        }
        await get().load()
        settle()
      },
      async weigh(id) {
        weighing = id
        set({ weight: { status: 'loading' } })
        const show = (weight: Loadable<ConnectionWeight>) => {
          if (weighing === id) set({ weight })
        }
        try {
          show({ status: 'ready', value: await ask('connections.weigh', { id }) })
        } catch (error) {
          show({ status: 'failed', failure: failureOf(error) })
        }
      },
      forget: (id, forgetSheets) => change(() => ask('connections.forget', { id, forget_sheets: forgetSheets })),
      forgetFailure: () => set({ failure: undefined }),
    }
  })
}
