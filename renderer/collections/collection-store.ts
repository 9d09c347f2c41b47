import { createStore, type StoreApi } from 'zustand'
import { createLatest, type Loadable, type Slot } from '../kernel/loadable.ts'
import { createMutation, type Mutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** Something that is stored on this computer under a name. */
export interface StoredItem {
  readonly id: string
  readonly name: string
}

export interface CollectionState<Item extends StoredItem> extends MutationState {
  /** The connection of the shown items: null before `open`, and where all connections share one list. */
  readonly connection: string | null
  readonly list: Loadable<readonly Item[]>
  open(connection: string): Promise<void>
  load(): Promise<void>
  /** Loads the list again if it was loaded before: after a push. */
  reload(): Promise<void>
  /** The mutations resolve to whether they succeeded; the list is loaded again by then. */
  rename(id: string, name: string): Promise<boolean>
  forget(id: string): Promise<boolean>
  /** Continues an interrupted reading. */
  resume(id: string): Promise<boolean>
  dismissFailure(): void
}

/** What the screens need of a collection's store, whatever else it holds. */
export type CollectionStore<Item extends StoredItem> = Pick<
  StoreApi<CollectionState<Item>>,
  'getState' | 'getInitialState' | 'subscribe'
>

interface ItemKey {
  /** Empty where all connections share one list. */
  readonly connection_id: string
  readonly id: string
}

export interface CollectionCalls<Item extends StoredItem> {
  /** Each connection has a list of its own. */
  readonly isByConnection?: boolean
  list(connection_id: string): Promise<readonly Item[]>
  rename(item: ItemKey, name: string): Promise<unknown>
  forget(item: ItemKey): Promise<unknown>
  resume?(item: ItemKey): Promise<unknown>
}

/** What a feature builds its own actions from. */
export interface CollectionParts<State> extends Slot<State> {
  readonly load: () => Promise<void>
  /** Its key is the id of the item; its scope the id of the connection. */
  readonly mutation: Mutation<string, string>
}

/**
 * The store of a list of stored things: sheets, runs, conversation sets, data sets. `extend` returns what is specific
 * to one of them; it may replace `load`.
 */
export function createCollectionStore<Item extends StoredItem, Extra extends object>(
  { isByConnection = false, list, rename, forget, resume }: CollectionCalls<Item>,
  extend: (parts: CollectionParts<CollectionState<Item> & Extra>) => Extra,
) {
  return createStore<CollectionState<Item> & Extra>()((set, get) => {
    // The compiler cannot know that the keys of `Extra` are different ones.
    const slot = { get, set } as unknown as Slot<CollectionState<StoredItem>>
    const scope = () => (isByConnection ? slot.get().connection : '')
    const latest = createLatest({ ...slot, key: 'list', scope })
    const mutation = createMutation({ ...slot, scope, concurrency: 'parallel', onSuccess: () => get().load() })
    const load = async () => void (await latest.load(list))
    const change = (id: string, act: (item: ItemKey) => Promise<unknown>) =>
      mutation.succeeds(id, (connection_id) => act({ connection_id, id }))
    return {
      connection: null,
      list: { status: 'idle' },
      ...noMutation,
      async open(connection) {
        if (get().connection !== connection) slot.set({ connection, list: { status: 'idle' }, failure: null })
        await get().load()
      },
      load,
      async reload() {
        if (get().list.status !== 'idle') await get().load()
      },
      rename: (id, name) => change(id, (item) => rename(item, name)),
      forget: (id) => change(id, forget),
      resume: async (id) => resume !== undefined && change(id, resume),
      dismissFailure: mutation.dismissFailure,
      ...extend({ get, set, load, mutation }),
    }
  })
}
