import { createStore } from 'zustand'
import type { Known, Sheet } from '../../preload/contract/sheets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable, readyValue } from '../kernel/loadable.ts'

export interface SheetsState {
  readonly list: Loadable<readonly Sheet[]>
  /** What was seen of each connection in cached rows, by its id: names for the ids of filters. */
  readonly known: Readonly<Record<string, Known>>
  /** The sheet that something is being asked for. */
  readonly working: string | null
  readonly failure: Failure | null
  load(): Promise<void>
  /** Reads the names of a connection's inboxes, agents and labels. A failure leaves the ids as numbers. */
  loadNames(connection: string): Promise<void>
  resume(id: string): Promise<boolean>
  refresh(id: string, mode: 'quick' | 'full'): Promise<boolean>
  rename(id: string, name: string): Promise<boolean>
  forget(id: string): Promise<boolean>
  dismissFailure(): void
}

export interface SheetsDeps {
  readonly ask: AppAsk
}

export type SheetsStore = ReturnType<typeof createSheetsStore>

/** The sheets of this computer and what can be done with each. Works offline: only refreshing needs the service. */
export function createSheetsStore({ ask }: SheetsDeps) {
  return createStore<SheetsState>()((set, get) => {
    const reload = createReload<readonly Sheet[]>(
      () => get().list,
      (list) => set({ list }),
    )

    const deed = async (id: string, act: () => Promise<unknown>): Promise<boolean> => {
      set({ working: id, failure: null })
      try {
        await act()
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
      list: { status: 'idle' },
      known: {},
      working: null,
      failure: null,
      async load() {
        await reload(() => ask('sheets.list', {}))
        const connections = new Set((readyValue(get().list) ?? []).map((sheet) => sheet.connection_id))
        const unknown = [...connections].filter((connection) => !get().known[connection])
        await Promise.all(unknown.map((connection) => get().loadNames(connection)))
      },
      async loadNames(connection) {
        try {
          const known = await ask('sheets.known', { connection_id: connection })
          set({ known: { ...get().known, [connection]: known } })
        } catch {
          // Names only make filters easier to read; without them the numbers stand there.
        }
      },
      resume: (id) => deed(id, () => ask('sheets.resume', { id })),
      refresh: (id, mode) => deed(id, () => ask('sheets.refresh', { id, mode })),
      rename: (id, name) => deed(id, () => ask('sheets.rename', { id, name })),
      forget: (id) => deed(id, () => ask('sheets.forget', { id })),
      dismissFailure: () => set({ failure: null }),
    }
  })
}
