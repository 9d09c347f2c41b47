import { createStore } from 'zustand'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Sheet, SheetPlan } from '../../preload/contract/sheets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { emptyFilter, periodOf, periodProblem } from '../leads/periods.ts'

export interface NewSheetState {
  readonly connectionId: string | null
  /** What the person typed, or null while the proposed name stands. */
  readonly name: string | null
  readonly filter: LeadFilter
  /** What the download would cost; idle while the dates do not allow to ask. */
  readonly plan: Loadable<SheetPlan>
  readonly creating: boolean
  readonly failure: Failure | null
  /** Begins anew with this connection. */
  reset(connectionId: string | null): void
  setConnection(connectionId: string): void
  setName(name: string | null): void
  setFilter(filter: LeadFilter): void
  /** Asks for the size again, after a failure. */
  retryPlan(): void
  /** Makes the sheet and starts reading. Gives it, or null when that failed. */
  create(name: string): Promise<Sheet | null>
  /** Stops asking; nobody looks any more. */
  close(): void
}

export interface NewSheetDeps {
  readonly ask: AppAsk
  /** How long changes rest before the service is asked for the size, in ms. */
  readonly debounceMs?: number
}

export type NewSheetStore = ReturnType<typeof createNewSheetStore>

/** A sheet that is being described, and what its download would cost. */
export function createNewSheetStore({ ask, debounceMs = 500 }: NewSheetDeps) {
  return createStore<NewSheetState>()((set, get) => {
    let planning = new AbortController()
    let resting: ReturnType<typeof setTimeout> | undefined

    const stop = () => {
      clearTimeout(resting)
      planning.abort()
    }
    const plan = async () => {
      const { connectionId, filter } = get()
      if (!connectionId) return
      planning = new AbortController()
      const { signal } = planning
      try {
        const value = await ask('sheets.plan', { connection_id: connectionId, filter }, { signal })
        if (!signal.aborted) set({ plan: { status: 'ready', value } })
      } catch (error) {
        if (!signal.aborted) set({ plan: { status: 'failed', failure: failureOf(error) } })
      }
    }
    const planSoon = () => {
      stop()
      const { connectionId, filter } = get()
      const possible = connectionId !== null && periodProblem(periodOf(filter), true) === null
      set({ plan: { status: possible ? 'loading' : 'idle' } })
      if (possible) resting = setTimeout(() => void plan(), debounceMs)
    }

    return {
      connectionId: null,
      name: null,
      filter: emptyFilter,
      plan: { status: 'idle' },
      creating: false,
      failure: null,
      reset(connectionId) {
        stop()
        set({ connectionId, name: null, filter: emptyFilter, plan: { status: 'idle' }, creating: false, failure: null })
      },
      setConnection(connectionId) {
        // Numbers of inboxes and agents belong to one account.
        set({ connectionId, filter: { ...get().filter, inbox_ids: [], assignee_ids: [] } })
        planSoon()
      },
      setName: (name) => set({ name }),
      setFilter(filter) {
        set({ filter })
        planSoon()
      },
      retryPlan: planSoon,
      async create(name) {
        const { connectionId, filter, creating } = get()
        if (!connectionId || creating) return null
        set({ creating: true, failure: null })
        try {
          return await ask('sheets.create', { connection_id: connectionId, filter, name })
        } catch (error) {
          set({ failure: failureOf(error) })
          return null
        } finally {
          set({ creating: false })
        }
      },
      close: stop,
    }
  })
}
