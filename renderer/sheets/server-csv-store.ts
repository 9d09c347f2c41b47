import { createStore } from 'zustand'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'

export interface ServerCsvRequest {
  readonly connectionId: string
  readonly filter: LeadFilter
  /** The name that is proposed for the file, without an extension. */
  readonly name: string
}

export interface ServerCsvState {
  /** Bytes received so far, or null while nothing is received. */
  readonly received: number | null
  readonly failure: Failure | null
  /** Gives what was saved, or null when it failed, was cancelled, or the person chose no place. */
  save(order: ServerCsvRequest): Promise<SavedFile | null>
  cancel(): void
  dismissFailure(): void
}

/** The contract's longest name of a file. */
const longestName = 150

export type ServerCsvStore = ReturnType<typeof createServerCsvStore>

/** The service's own `formato=csv`, saved as it comes (agent-platform.md, "Lead export"). One at a time. */
export function createServerCsvStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ServerCsvState>()((set, get) => {
    let receiving = new AbortController()
    return {
      received: null,
      failure: null,
      async save({ connectionId, filter, name }) {
        if (get().received !== null) return null
        receiving = new AbortController()
        const { signal } = receiving
        set({ received: 0, failure: null })
        try {
          const saved = await ask(
            'sheets.save_server_csv',
            { connection_id: connectionId, filter, name: name.slice(0, longestName) },
            { signal, progress: ({ bytes }) => set({ received: bytes }) },
          )
          return saved.saved ? saved : null
        } catch (error) {
          if (!signal.aborted) set({ failure: failureOf(error) })
          return null
        } finally {
          set({ received: null })
        }
      },
      cancel: () => receiving.abort(),
      dismissFailure: () => set({ failure: null }),
    }
  })
}
