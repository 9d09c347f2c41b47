import type { Failure } from '../../preload/values/failures.ts'
import { failureOf } from './ask.ts'
import type { Scope, Slot } from './loadable.ts'

/** The mutations of a store, as a screen sees them. `working` names the running one: a row's id, or the action. */
export interface MutationState<Key = string> {
  readonly working: Key | null
  /** The failure of the last mutation, until the next one starts or it is dismissed. */
  readonly failure: Failure | null
}

/** `unknown`: a write was sent and its answer was lost; the ledger has its result. */
export type MutationEnd = 'done' | 'failed' | 'unknown'

export interface MutationOptions<S, X> extends Slot<S> {
  /** A failure of a former scope is dropped. */
  readonly scope?: Scope<X>
  /** A mutation that starts while another runs is ignored (the default), replaces it, or runs beside it. */
  readonly concurrency?: 'ignore' | 'replace' | 'parallel'
  /** Shows a write whose answer was lost as a failure too. */
  readonly showUnknown?: boolean
  /** The mutation runs until this has ended. */
  readonly onSuccess?: () => unknown
  /** The same after any end. */
  readonly onSettled?: () => unknown
}

type Act<T, X> = (scope: X, options: { readonly signal: AbortSignal }) => Promise<T>
/** Receives the answer, unless the mutation was cancelled or replaced, or the scope changed. */
type Show<T> = (value: T) => void

export interface Mutation<Key, X> {
  /** Gives the answer; null when the mutation failed or did not start. */
  run<T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<T | null>
  /** Gives whether the mutation succeeded. */
  succeeds<T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<boolean>
  /** Gives how it ended. `unknown` is then not shown as a failure. */
  end<T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<MutationEnd>
  /** Aborts the running mutation. `working` stays until it has ended; its failure is not shown. */
  abort(): void
  /** Aborts and drops the running mutation at once: neither its answer nor its failure is shown. */
  cancel(): void
  /** Drops the running mutation without aborting it, such as a write: neither its answer nor its failure is shown. */
  detach(): void
  dismissFailure(): void
}

/** The state before any mutation; spread it into the initial state. */
export const noMutation = { working: null, failure: null } as const

/**
 * Runs the mutations of a store, one at a time by default, and keeps `working` and `failure` in its state.
 *
 *     const mutation = createMutation({ get, set, scope: () => get().connection, onSuccess: () => get().load() })
 *     return {
 *       ...noMutation,
 *       rename: (id, name) =>
 *         mutation.succeeds(id, (connection_id) => ask('datasets.rename', { connection_id, id, name })),
 *       dismissFailure: mutation.dismissFailure,
 */
export function createMutation<Key, X = void>({
  get,
  set,
  scope,
  concurrency = 'ignore',
  showUnknown = false,
  onSuccess,
  onSettled,
}: MutationOptions<MutationState<Key>, X>): Mutation<Key, X> {
  const running = new Set<AbortController>()
  const detach = () => {
    if (running.size > 0) set({ working: null })
    running.clear()
  }
  const abort = () => {
    for (const one of running) one.abort()
  }
  const cancel = () => {
    abort()
    detach()
  }
  const start = async <T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<{ end: MutationEnd; value?: T }> => {
    const owner = scope?.()
    if ((scope && owner == null) || (concurrency === 'ignore' && get().working !== null)) return { end: 'failed' }
    if (concurrency === 'replace') cancel()
    const mine = new AbortController()
    running.add(mine)
    const isShown = () => running.has(mine) && scope?.() === owner
    set({ working: key, failure: null })
    try {
      const value = await act(owner as X, { signal: mine.signal })
      if (isShown()) show?.(value)
      await onSuccess?.()
      await onSettled?.()
      return { end: 'done', value }
    } catch (error) {
      const failure = failureOf(error)
      await onSettled?.()
      const isUnknown = failure.code === 'sent_unknown'
      if (isShown() && !mine.signal.aborted && (showUnknown || !isUnknown)) set({ failure })
      return { end: isUnknown ? 'unknown' : 'failed' }
    } finally {
      if (running.delete(mine) && running.size === 0) set({ working: null })
    }
  }
  return {
    run: async (key, act, show) => (await start(key, act, show)).value ?? null,
    succeeds: async (key, act, show) => (await start(key, act, show)).end === 'done',
    end: async (key, act, show) => (await start(key, act, show)).end,
    abort,
    cancel,
    detach,
    dismissFailure: () => set({ failure: null }),
  }
}
