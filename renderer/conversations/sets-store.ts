import { createStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface SetsState {
  /** The connection whose sets are shown. */
  readonly connection: string | null
  readonly list: Loadable<readonly ConversationSet[]>
  /** The set that something is being asked for; the empty text for a new one. */
  readonly working: string | null
  readonly failure: Failure | null
  /** Shows the sets of an account. */
  open(connection: string): Promise<void>
  load(): Promise<void>
  /** Makes a set and starts to read it. Gives it, or null when that failed. */
  keep(filter: ConversationFilter, name: string): Promise<ConversationSet | null>
  /** Goes on where reading stopped, or reads anew. */
  refresh(id: string): Promise<boolean>
  rename(id: string, name: string): Promise<boolean>
  forget(id: string): Promise<boolean>
  dismissFailure(): void
}

export type SetsStore = ReturnType<typeof createSetsStore>

/** The conversations of an account that are kept on this computer. Works offline: only reading needs the service. */
export function createSetsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<SetsState>()((set, get) => {
    const reload = createReload<readonly ConversationSet[]>(
      () => get().list,
      (list) => set({ list }),
    )

    const deed = async <T>(id: string, act: (connection_id: string) => Promise<T>): Promise<T | null> => {
      const { connection } = get()
      if (connection === null || get().working !== null) return null
      set({ working: id, failure: null })
      try {
        const value = await act(connection)
        await get().load()
        return value
      } catch (error) {
        if (get().connection === connection) set({ failure: failureOf(error) })
        return null
      } finally {
        set({ working: null })
      }
    }

    return {
      connection: null,
      list: { status: 'idle' },
      working: null,
      failure: null,
      async open(connection) {
        if (get().connection !== connection) set({ connection, list: { status: 'idle' }, failure: null })
        await get().load()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(() => ask('conversations.sets', { connection_id: connection }))
      },
      keep: (filter, name) => deed('', (connection_id) => ask('conversations.keep', { connection_id, filter, name })),
      refresh: async (id) =>
        (await deed(id, (connection_id) => ask('conversations.refresh', { connection_id, id }))) !== null,
      rename: async (id, name) =>
        (await deed(id, (connection_id) => ask('conversations.rename_set', { connection_id, id, name }))) !== null,
      forget: async (id) =>
        (await deed(id, (connection_id) => ask('conversations.forget_set', { connection_id, id }))) !== null,
      dismissFailure: () => set({ failure: null }),
    }
  })
}

/** Whether a task reads the set now. */
export function isReading({ state, task_id }: ConversationSet): boolean {
  return state === 'reading' || task_id !== null
}

/** Whether reading stopped before its end: reading on fetches what is missing. */
export function isInterrupted(one: ConversationSet): boolean {
  return one.state === 'partial' && !isReading(one)
}
