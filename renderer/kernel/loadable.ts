import { type DependencyList, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { Failure } from '../../preload/values/failures.ts'
import { failureOf } from './ask.ts'

/** A requested value. A ready value may be stale: then `failure` says why it is not newer. */
export type Loadable<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T; readonly failure?: Failure }
  | { readonly status: 'failed'; readonly failure: Failure }

/** The value if there is one, in any state. */
export function readyValue<T>(loadable: Loadable<T>): T | undefined {
  return loadable.status === 'ready' ? loadable.value : undefined
}

/** `get` and `set` of a store, or of an object that a store holds. */
export interface Slot<S> {
  readonly get: () => S
  readonly set: (part: Partial<S>) => void
}

/** The slot of an object inside a state. `empty` stands for an entry that a record does not have yet. */
export function partOf<S, K extends keyof S>({ get, set }: Slot<S>, key: K, empty?: S[K]): Slot<S[K]> {
  // The compiler cannot check a computed key; an entry is missing only where `empty` is given.
  const read = () => (get()[key] ?? empty) as S[K]
  return { get: read, set: (part) => set({ [key]: { ...read(), ...part } } as unknown as Partial<S>) }
}

/**
 * One `createLatest` or `createMutation` for each key of a record, made when it is first used.
 *
 *     const threads = partOf({ get, set }, 'threads')
 *     const replies = keyed((id: number) => createMutation(partOf(threads, id, emptyThread)))
 *     send: (id, message) => replies(id).run('send', () => ask('captain.play', { id, message })),
 */
export function keyed<K, T>(create: (key: K) => T): (key: K) => T {
  const values = new Map<K, T>()
  return (key) => {
    const one = values.get(key) ?? create(key)
    values.set(key, one)
    return one
  }
}

/**
 * What answers belong to, such as the id of the connection. Nothing is requested while it is null or undefined. Answers
 * that arrive after it changed are dropped.
 */
export type Scope<X> = () => X | null | undefined

/** The keys of a state whose values are of a type. */
type KeyOf<S, V> = { [K in keyof S]-?: S[K] extends V ? K : never }[keyof S]
type ValueOf<L> = L extends { readonly status: 'ready'; readonly value: infer T } ? T : never

export interface LatestOptions<S, K, X> extends Slot<S> {
  readonly key: K
  readonly scope?: Scope<X>
  /** The key of a boolean that is true during a load. */
  readonly busy?: KeyOf<S, boolean>
}

/** They can be passed to `ask`. */
export interface LoadOptions<T> {
  readonly signal: AbortSignal
  /** Shows an earlier value, such as the stored one before the service answers. */
  readonly show: (value: T) => void
}

export interface LoadTiming {
  /** The delay before the request, in ms. */
  readonly afterMs?: number
  /** Whether the former value stays on screen meanwhile: the default. */
  readonly keep?: boolean
}

export interface Latest<T, X> {
  /**
   * Loads the value; a newer load aborts this one. Resolves when the newest value is shown: true if it is this one.
   * Never throws: the failure is in the state.
   */
  load(fetch: (scope: X, options: LoadOptions<T>) => Promise<T>, timing?: LoadTiming): Promise<boolean>
  /** Shows a value from elsewhere, such as a mutation's answer, and aborts the load. */
  show(value: T): void
  /** Aborts the load. A present value stays; without one the state is idle. */
  cancel(): void
  /** Aborts the load and sets the state to idle. */
  clear(): void
}

/**
 * Keeps the newest answer to a request in `state[key]`, a `Loadable`. A value stays while the next one is loaded, and
 * stays with the failure if that fails. Answers are dropped when they are overtaken, when the state was set to idle
 * meanwhile and when the scope changed.
 *
 *     const list = createLatest({ get, set, key: 'list', scope: () => get().connection })
 *     return {
 *       connection: null,
 *       list: { status: 'idle' },
 *       load: () => list.load((connection_id) => ask('datasets.list', { connection_id })),
 */
export function createLatest<S, K extends KeyOf<S, Loadable<unknown>>, X = void>(
  options: LatestOptions<S, K, X>,
): Latest<ValueOf<S[K]>, X> {
  type T = ValueOf<S[K]>
  const { get, set, key, scope, busy } = options
  let current: AbortController | null = null
  let running: Promise<boolean> = Promise.resolve(false)

  // The types of `options` are true for every state; the compiler cannot check a computed key.
  const read = () => (get()[key] ?? { status: 'idle' }) as Loadable<T>
  const put = (loadable: Loadable<T>, isBusy: boolean) =>
    set({ [key]: loadable, ...(busy ? { [busy]: isBusy } : {}) } as Partial<S>)

  const abort = () => {
    current?.abort()
    current = null
  }
  const load: Latest<T, X>['load'] = async (fetch, { afterMs = 0, keep = true } = {}) => {
    const owner = scope?.()
    if (scope && owner == null) return false
    abort()
    const mine = new AbortController()
    current = mine
    const isCurrent = () => current === mine && read().status !== 'idle' && scope?.() === owner
    const isKept = keep && read().status === 'ready'
    if (!isKept || busy) put(isKept ? read() : { status: 'loading' }, true)
    const show = (value: T) => {
      if (isCurrent()) put({ status: 'ready', value }, true)
    }
    const end = (loadable: Loadable<T>) => {
      const isShown = isCurrent()
      if (isShown) put(loadable, false)
      if (current === mine) current = null
      return isShown
    }
    try {
      if (afterMs > 0) await pause(afterMs, mine.signal)
      const value = await fetch(owner as X, { signal: mine.signal, show })
      return end({ status: 'ready', value })
    } catch (error) {
      const failure = failureOf(error)
      const previous = read()
      return end(
        previous.status === 'ready'
          ? { status: 'ready', value: previous.value, failure }
          : { status: 'failed', failure },
      )
    }
  }
  return {
    load(fetch, timing) {
      const mine = load(fetch, timing)
      running = mine
      return mine.then((isShown) => (running === mine ? isShown : running.then(() => false)))
    },
    show(value) {
      abort()
      put({ status: 'ready', value }, false)
    },
    cancel() {
      abort()
      put(read().status === 'loading' ? { status: 'idle' } : read(), false)
    },
    clear() {
      abort()
      put({ status: 'idle' }, false)
    },
  }
}

/**
 * A requested value that only one component shows. It is requested again when a dependency changes, without the former
 * value unless `keep` is set; an overtaken request is aborted.
 */
export function useLatest<T>(
  fetch: (options: LoadOptions<T>) => Promise<T>,
  dependencies: DependencyList,
  { keep = false }: { readonly keep?: boolean } = {},
): Loadable<T> {
  const [store] = useState(() => createStore<{ readonly value: Loadable<T> }>(() => ({ value: { status: 'loading' } })))
  useEffect(() => {
    const latest = createLatest({ get: store.getState, set: store.setState, key: 'value' })
    void latest.load((_, options) => fetch(options), { keep })
    return latest.cancel
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them
  }, dependencies)
  return useStore(store, (state) => state.value)
}

/** Waits, in ms; throws if the signal is aborted by then. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  signal.throwIfAborted()
}
