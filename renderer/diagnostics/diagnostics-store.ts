import { createStore } from 'zustand'

import type { Diagnosis, Probe } from '../../preload/contract/diagnostics.ts'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface DiagnosticsState {
  /** Whose diagnosis is shown; null until one was. */
  readonly connection: string | null
  /** Whether the connection asks its second host: each host has its own diagnosis. */
  readonly onBeta: boolean
  /** The last one that was kept; null while there is none. */
  readonly last: Loadable<Diagnosis | null>
  /** The questions as they are answered, while they are being asked. */
  readonly running: readonly Probe[] | null
  readonly failure: Failure | null
  show(connection: string, onBeta: boolean): Promise<void>
  load(): Promise<void>
  run(): Promise<void>
  stop(): void
  /** The file, or null when none was written. */
  save(): Promise<Pick<SavedFile, 'name' | 'file'> | null>
  dismissFailure(): void
}

export type DiagnosticsStore = ReturnType<typeof createDiagnosticsStore>

/** What is known of the platform of one connection, and the asking of it. */
export function createDiagnosticsStore({ ask }: { readonly ask: AppAsk }) {
  let asking = new AbortController()

  return createStore<DiagnosticsState>()((set, get) => {
    const reload = createReload<Diagnosis | null>(
      () => get().last,
      (last) => set({ last }),
    )
    const account = () => {
      const { connection } = get()
      return connection === null ? null : { connection_id: connection }
    }

    return {
      connection: null,
      onBeta: false,
      last: { status: 'idle' },
      running: null,
      failure: null,
      async show(connection, onBeta) {
        if (connection !== get().connection || onBeta !== get().onBeta) {
          get().stop()
          set({ connection, onBeta, last: { status: 'idle' }, failure: null })
        }
        await get().load()
      },
      async load() {
        const asked = account()
        if (!asked) return
        await reload(() => ask('diagnostics.read', asked))
      },
      async run() {
        const asked = account()
        if (!asked) return
        get().stop()
        const mine = new AbortController()
        asking = mine
        const show = (state: Partial<DiagnosticsState>) => {
          if (asking === mine) set(state)
        }
        show({ running: [], failure: null })
        try {
          const options = { signal: mine.signal, progress: (running: readonly Probe[]) => show({ running }) }
          const value = await ask('diagnostics.run', asked, options)
          show({ last: { status: 'ready', value } })
        } catch (error) {
          if (!mine.signal.aborted) show({ failure: failureOf(error) })
        } finally {
          show({ running: null })
        }
      },
      stop() {
        asking.abort()
        asking = new AbortController()
        set({ running: null })
      },
      async save() {
        const asked = account()
        if (!asked) return null
        set({ failure: null })
        try {
          const file = await ask('diagnostics.export', asked)
          return file.saved ? file : null
        } catch (error) {
          if (get().connection === asked.connection_id) set({ failure: failureOf(error) })
          return null
        }
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}
