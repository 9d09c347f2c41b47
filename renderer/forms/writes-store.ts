import { createStore } from 'zustand'
import type { Failure } from '../../preload/contract/wire.ts'
import type { Write } from '../../preload/contract/writes.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface WritesState {
  readonly connection: string | null
  /** Newest first. */
  readonly list: Loadable<readonly Write[]>
  /** The write that the service is asked about. */
  readonly checking: string | null
  readonly failure: Failure | null
  open(connection: string): Promise<void>
  load(): Promise<void>
  /** Asks the service what became of a write; gives it as it stands then, or null when that could not be asked. */
  check(id: string): Promise<Write | null>
  dismissFailure(): void
}

export interface WritesDeps {
  readonly ask: AppAsk
  /** What became of a write is known now: what shows it is to be read again. */
  readonly checked: (write: Write) => Promise<unknown>
}

export type WritesStore = ReturnType<typeof createWritesStore>

/** The ledger of what was sent to a connection's service. Nothing in it is ever sent again. */
export function createWritesStore({ ask, checked }: WritesDeps) {
  return createStore<WritesState>()((set, get) => {
    const reload = createReload<readonly Write[]>(
      () => get().list,
      (list) => set({ list }),
    )
    return {
      connection: null,
      list: { status: 'idle' },
      checking: null,
      failure: null,
      async open(connection) {
        if (get().connection !== connection) set({ connection, list: { status: 'idle' }, failure: null })
        await get().load()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(async () => {
          const writes = await ask('forms.writes', { connection_id: connection })
          return get().connection === connection ? writes : []
        })
      },
      async check(id) {
        const { connection, checking } = get()
        if (connection === null || checking !== null) return null
        set({ checking: id, failure: null })
        try {
          const write = await ask('forms.check_write', { connection_id: connection, id })
          await checked(write)
          return write
        } catch (error) {
          set({ failure: failureOf(error) })
          return null
        } finally {
          set({ checking: null })
          await get().load()
        }
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}
