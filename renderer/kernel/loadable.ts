import type { Failure } from '../../preload/contract/wire.ts'

/** What a screen knows of something it asked for. A ready value may be stale: then `failure` says why it is not newer. */
export type Loadable<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T; readonly failure?: Failure }
  | { readonly status: 'failed'; readonly failure: Failure }

/** The value where there is one, whatever else is going on. */
export function readyValue<T>(loadable: Loadable<T>): T | undefined {
  return loadable.status === 'ready' ? loadable.value : undefined
}
