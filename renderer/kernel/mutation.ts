import type { Failure } from '../../preload/values/failures.ts'
import { failureOf } from './ask.ts'
import type { Scope, Slot } from './loadable.ts'

/** What a screen knows of the mutations of a store. `working` names the one that runs: a row's id, or the action. */
export interface MutationState<Key = string> {
  readonly working: Key | null
  /** Of the last mutation, until the next one starts or it is dismissed. */
  readonly failure: Failure | null
}

/** `unknown`: a write was sent and its response was lost; the ledger has its result. */
export type MutationEnd = 'done' | 'failed' | 'unknown'

export interface MutationOptions<S, X> extends Slot<S> {
  /** A failure of another scope than the present one is dropped. */
  readonly scope?: Scope<X>
  /**
   * A mutation that is started while another one runs is ignored (the default), replaces that one, or runs beside it.
   */
  readonly concurrency?: 'ignore' | 'replace' | 'parallel'
  /** A write whose answer was lost is a failure to show as well. */
  readonly showUnknown?: boolean
  /** The mutation runs until it is over. */
  readonly onSuccess?: () => unknown
  /** The same, whatever the end. */
  readonly onSettled?: () => unknown
}

type Act<T, X> = (scope: X, options: { readonly signal: AbortSignal }) => Promise<T>
/** What is done with the answer, unless the mutation was cancelled, replaced, or belongs to another scope. */
type Show<T> = (value: T) => void

export interface Mutation<Key, X> {
  /** The answer; null when the mutation failed or did not start. */
  run<T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<T | null>
  /** Whether the mutation succeeded. */
  succeeds<T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<boolean>
  /** The same where a write may be unknown; that is no failure to show. */
  end<T>(key: Key, act: Act<T, X>, show?: Show<T>): Promise<MutationEnd>
  /** Aborts what runs, which is `working` until it has ended; its failure is not shown. */
  abort(): void
  /** Aborts what runs and forgets it at once: neither its answer nor its failure is shown. */
  cancel(): void
  /** Forgets what runs without aborting it, such as a write: neither its answer nor its failure is shown. */
  detach(): void
  dismissFailure(): void
}

/** Of a store whose mutations have not run; spread it into the initial state. */
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
