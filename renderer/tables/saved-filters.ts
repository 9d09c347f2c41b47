import { createStore } from 'zustand'
import { createLatest, type Loadable, readyValue, type Scope } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

interface SavedFilter {
  readonly id: string
  readonly name: string
}

export interface SavedFiltersState<F extends SavedFilter> extends MutationState<'save' | 'remove'> {
  /** A failed load is not shown, since all else works without saved filters. */
  readonly filters: Loadable<readonly F[]>
  load(): Promise<unknown>
  /** Replaces the filter of the same name. */
  save(filter: Omit<F, 'id'>): Promise<boolean>
  remove(id: string): Promise<boolean>
  dismissFailure(): void
  /** Another account. */
  clear(): void
}

export type SavedFiltersStore<F extends SavedFilter> = ReturnType<typeof createSavedFilters<F>>

/** The filters that a person saved. `save` and `remove` of the deps return all of them. */
export function createSavedFilters<F extends SavedFilter, X = void>({
  list,
  save,
  remove,
  isSame,
  scope,
  newId = () => crypto.randomUUID(),
}: {
  list: (scope: X) => Promise<readonly F[]>
  save: (filter: F, scope: X) => Promise<readonly F[]>
  remove: (id: string, scope: X) => Promise<readonly F[]>
  isSame: (one: Omit<F, 'id'>, other: F) => boolean
  scope?: Scope<X>
  newId?: () => string
}) {
  return createStore<SavedFiltersState<F>>()((set, get) => {
    const slot = { get, set, ...(scope ? { scope } : {}) }
    const filters = createLatest({ ...slot, key: 'filters' })
    const mutation = createMutation(slot)
    return {
      filters: { status: 'idle' },
      ...noMutation,
      load: () => filters.load(list),
      save(filter) {
        const id = readyValue(get().filters)?.find((each) => isSame(filter, each))?.id ?? newId()
        // A filter without its id, with an id, is a filter. The compiler cannot derive that for a generic type.
        return mutation.succeeds('save', (owner) => save({ ...filter, id } as unknown as F, owner), filters.show)
      },
      remove: (id) => mutation.succeeds('remove', (owner) => remove(id, owner), filters.show),
      dismissFailure: mutation.dismissFailure,
      clear() {
        mutation.cancel()
        filters.clear()
        mutation.dismissFailure()
      },
    }
  })
}
