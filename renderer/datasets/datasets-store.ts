import { createStore } from 'zustand'
import type { Dataset } from '../../preload/contract/datasets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface DatasetsState {
  /** Whose data sets are shown; null until one was. */
  readonly connection: string | null
  readonly list: Loadable<readonly Dataset[]>
  /** The data set that something is being asked for. */
  readonly working: string | null
  readonly failure: Failure | null
  /** Shows those of a connection. */
  show(connection: string): Promise<void>
  load(): Promise<void>
  rename(id: string, name: string): Promise<boolean>
  /** With null the columns of the leads go again. */
  join(id: string, join: Dataset['join']): Promise<boolean>
  forget(id: string): Promise<boolean>
  dismissFailure(): void
}

export type DatasetsStore = ReturnType<typeof createDatasetsStore>

/** What was saved from answers of one connection. Works offline. */
export function createDatasetsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<DatasetsState>()((set, get) => {
    const reload = createReload<readonly Dataset[]>(
      () => get().list,
      (list) => set({ list }),
    )

    const deed = async (id: string, act: (one: { connection_id: string; id: string }) => Promise<unknown>) => {
      const { connection } = get()
      if (connection === null) return false
      set({ working: id, failure: null })
      try {
        await act({ connection_id: connection, id })
        await get().load()
        return true
      } catch (error) {
        set({ failure: failureOf(error) })
        return false
      } finally {
        set({ working: null })
      }
    }

    return {
      connection: null,
      list: { status: 'idle' },
      working: null,
      failure: null,
      async show(connection) {
        if (connection !== get().connection) set({ connection, list: { status: 'idle' }, failure: null })
        await get().load()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(() => ask('datasets.list', { connection_id: connection }))
      },
      rename: (id, name) => deed(id, (one) => ask('datasets.rename', { ...one, name })),
      join: (id, join) => deed(id, (one) => ask('datasets.join', { ...one, join })),
      forget: (id) => deed(id, (one) => ask('datasets.forget', one)),
      dismissFailure: () => set({ failure: null }),
    }
  })
}
