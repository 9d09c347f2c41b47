import { type DependencyList, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { createLatest, type Loadable, type LoadOptions } from './loadable.ts'

/**
 * A requested value that one component alone shows. Requests again when a dependency changes, without the value before; an
 * overtaken request is aborted.
 */
export function useLatest<T>(
  fetch: (options: LoadOptions<T>) => Promise<T>,
  dependencies: DependencyList,
): Loadable<T> {
  const [store] = useState(() => createStore<{ readonly value: Loadable<T> }>(() => ({ value: { status: 'loading' } })))
  useEffect(() => {
    const latest = createLatest({ get: store.getState, set: store.setState, key: 'value' })
    void latest.load((_, options) => fetch(options), { keep: false })
    return latest.cancel
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them
  }, dependencies)
  return useStore(store, (state) => state.value)
}
