import { createStore } from 'zustand'
import type {
  Check,
  CheckStep,
  Connection,
  ConnectionDeletionImpact,
  ConnectionDraft,
  ServiceKind,
} from '../../preload/contract/connections.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { type AppAsk, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'

export interface CheckRun {
  /** The connection, or null while a new one is not stored yet. */
  readonly id: string | null
  /** The draft is saved before the check. If the save fails, there is no check. */
  readonly saving: boolean
  readonly running: boolean
  readonly steps: readonly CheckStep[]
  readonly passed: boolean
  readonly checkedAt: string | null
  readonly failure: Failure | undefined
}

export interface ConnectionsState extends MutationState {
  readonly list: Loadable<readonly Connection[]>
  /** The check that the screen shows: the running one, or the last. */
  readonly check: CheckRun | undefined
  readonly impact: Loadable<ConnectionDeletionImpact>
  load(): Promise<boolean>
  /**
   * Stores and checks; gives the stored connection, or undefined when it could not be stored. The draft is not kept.
   */
  save(draft: ConnectionDraft): Promise<Connection | undefined>
  checkAgain(id: string): Promise<void>
  /** Stops a running check and closes it. What was stored stays. */
  closeCheck(): void
  /** Puts a connection in use for its service, and shows it at once. Does nothing for one that is not in the list. */
  use(id: string): Promise<void>
  /** Switches between the two hosts; resolves to whether it was stored. */
  switchHost(id: string, onBeta: boolean): Promise<boolean>
  /** Loads what deleting a connection would lose. */
  loadImpact(id: string): Promise<boolean>
  /** Gives true when it is forgotten. */
  forget(id: string, forgetSheets: boolean): Promise<boolean>
  dismissFailure(): void
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

/** Whether the account was answered and only its leads were not: then all but sheets and lists works. */
export function lacksLeadsAlone({ passed, steps }: Pick<CheckRun, 'passed' | 'steps'>): boolean {
  const isAllowed = steps.some(({ step, state }) => step === 'account' && state === 'passed')
  return !passed && isAllowed && steps.some(({ step, state }) => step === 'lead_export' && state === 'failed')
}

const endedRun = (id: string, check: Check): CheckRun => ({
  id,
  saving: false,
  running: false,
  steps: check.steps,
  passed: check.passed,
  checkedAt: check.checked_at,
  failure: undefined,
})

/** The connections and their checks. No secret is ever stored here. */
export function createConnectionsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ConnectionsState>()((set, get) => {
    /** The connection that is put in use and not stored yet: an earlier request for the list lacks it. */
    const choosing = new Map<ServiceKind, string>()
    const asChosen = (list: readonly Connection[]) =>
      list.map((connection) => {
        const chosen = choosing.get(connection.service)
        const isListed = list.some(({ id }) => id === chosen)
        return isListed ? { ...connection, current: connection.id === chosen } : connection
      })
    const latest = createLatest<ConnectionsState, 'list'>({
      get,
      set: ({ list }) =>
        list && set({ list: list.status === 'ready' ? { ...list, value: asChosen(list.value) } : list }),
      key: 'list',
    })
    const impact = createLatest({ get, set, key: 'impact' })
    const mutation = createMutation<string>({ get, set, concurrency: 'parallel' })
    /** A check keeps its failure with the steps before it. */
    const checks = createMutation<string | null>({
      get: () => noMutation,
      set({ failure }) {
        const { check } = get()
        if (check && failure) set({ check: { ...check, running: false, failure } })
      },
      concurrency: 'replace',
      showUnknown: true,
    })

    /** Shows a check from its first step to its end. A later check replaces it on screen. */
    const follow = <T>(
      { id, saving }: Pick<CheckRun, 'id' | 'saving'>,
      run: (options: { signal: AbortSignal; progress: (steps: readonly CheckStep[]) => void }) => Promise<T>,
      result: (value: T) => CheckRun,
    ): Promise<T | null> =>
      checks.run(
        id,
        (_, { signal }) => {
          set({ check: started(id, saving) })
          return run({ signal, progress: (steps) => set({ check: { ...started(id, saving), steps } }) })
        },
        (value) => set({ check: result(value) }),
      )

    return {
      list: { status: 'idle' },
      check: undefined,
      impact: { status: 'idle' },
      ...noMutation,
      load: () => latest.load(() => ask('connections.list', {})),
      async save(draft) {
        const previous = readyValue(get().list)
        const saved = await follow(
          { id: draft.id ?? null, saving: true },
          async (options) => {
            const result = await ask('connections.save', draft, options)
            // The list is loaded first: a person who reads the result finds the form with the stored values, and can
            // type on.
            await get().load()
            return result
          },
          ({ connection, check }) => endedRun(connection.id, check),
        )
        if (!saved) await get().load()
        // It is stored before it is checked, so it stays after a stopped or failed check.
        const isNew = ({ id }: Connection) => previous?.every((other) => other.id !== id) ?? false
        return saved?.connection ?? readyValue(get().list)?.find(isNew)
      },
      async checkAgain(id) {
        await follow(
          { id, saving: false },
          (options) => ask('connections.check', { id }, options),
          (check) => endedRun(id, check),
        )
      },
      closeCheck() {
        checks.cancel()
        set({ check: undefined })
      },
      switchHost: (id, onBeta) =>
        mutation.succeeds(id, () => ask('connections.switch_host', { id, on_beta: onBeta }), latest.show),
      async use(id) {
        const list = readyValue(get().list) ?? []
        const chosen = list.find((connection) => connection.id === id)
        if (!chosen || chosen.current) return
        choosing.set(chosen.service, id)
        set({ list: { status: 'ready', value: asChosen(list) }, failure: null })
        const settle = () => {
          if (choosing.get(chosen.service) === id) choosing.delete(chosen.service)
        }
        const used = await outcomeOf(ask('connections.use', { id }))
        if (!used.ok) {
          settle()
          // The screen goes back to the account before.
          noticeFailure(used.failure)
        }
        await get().load()
        settle()
      },
      loadImpact: (id) => impact.load(() => ask('connections.deletion_impact', { id }), { keep: false }),
      forget: (id, forgetSheets) =>
        mutation.succeeds(id, () => ask('connections.forget', { id, forget_sheets: forgetSheets }), latest.show),
      dismissFailure: mutation.dismissFailure,
    }
  })
}
