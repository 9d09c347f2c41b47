import { createStore } from 'zustand'
import type { ListBudget, ListInspection, ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Bridge, Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { emptyFilter } from '../leads/periods.ts'
import { type ColumnUse, keyColumnsWith, recogniseAll, settledBy } from './list-settings.ts'
import { proposedName } from './proposed-name.ts'

/** A list that main keeps until it is sent: how it was understood, and what the person said to that. */
export interface StagedList {
  readonly list: string
  readonly inspection: ListInspection
  /** What the person chose; what is null is recognised. */
  readonly settings: ListSettings
  /** The run whose list it is, when it is crossed once more. */
  readonly from: Run | null
}

/** The reading of the whole list: what would be sent, what cannot be. */
export type Counting =
  | { readonly status: 'idle' }
  /** `last` is the count by the former settings, so that the figures do not vanish while they are made anew. */
  | { readonly status: 'counting'; readonly rows: number; readonly last: ListBudget | null }
  | { readonly status: 'counted'; readonly budget: ListBudget }
  | { readonly status: 'failed'; readonly failure: Failure }

export interface CruzarState {
  readonly staged: Loadable<StagedList>
  /** The list is being looked at again by other settings. */
  readonly inspecting: boolean
  /** Why it could not be read by the settings that were chosen; the last reading stays shown. */
  readonly settingsFailure: Failure | undefined
  readonly counting: Counting
  readonly name: string
  /** The connection that the person chose, or null for the current one. */
  readonly connectionId: string | null
  readonly filter: LeadFilter
  readonly starting: boolean
  readonly startFailure: Failure | undefined

  /** Takes a file that was dropped or chosen. The four ways in replace the list that is there. */
  offer(file: File): Promise<void>
  paste(text: string): Promise<void>
  example(): Promise<void>
  /** The list of an earlier run, with its connection and filters. */
  again(run: Run): Promise<void>
  /** Reads the list by other settings, and counts anew. */
  settle(change: Partial<ListSettings>): Promise<void>
  takeColumn(index: number, use: ColumnUse): Promise<void>
  /** Takes back every setting. */
  recogniseAgain(): Promise<void>
  countAgain(): Promise<void>
  setName(name: string): void
  setConnection(id: string): void
  setFilter(filter: LeadFilter): void
  /** Sends the list through this connection and leads to the run. */
  start(connectionId: string): Promise<void>
  /** Puts the list away. */
  discard(): void
}

export interface CruzarDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  /** A name for a list that came without one. */
  readonly pastedName: () => string
  readonly started: (run: Run) => void
}

export type CruzarStore = ReturnType<typeof createCruzarStore>

const nothing = {
  staged: { status: 'idle' },
  inspecting: false,
  settingsFailure: undefined,
  counting: { status: 'idle' },
  name: '',
  connectionId: null,
  filter: emptyFilter,
  starting: false,
  startFailure: undefined,
} satisfies Partial<CruzarState>

/** The list that is about to be crossed, from the drop to the one button. */
export function createCruzarStore({ ask, bridge, pastedName, started }: CruzarDeps) {
  return createStore<CruzarState>()((set, get) => {
    /** What works on the present list; another list ends it. */
    let staging = new AbortController()
    /** What works on the present settings; other settings end it. */
    let settling = new AbortController()

    const present = () => {
      const { staged } = get()
      return staged.status === 'ready' ? staged.value : undefined
    }
    const begin = () => {
      staging.abort()
      settling.abort()
      staging = new AbortController()
      return staging.signal
    }
    const beginSettling = () => {
      settling.abort()
      settling = new AbortController()
      return settling.signal
    }

    type Source = Parameters<typeof ask<'cruzar.stage'>>[1]
    const stage = async (source: () => Source | Promise<Source>, run: Run | null = null) => {
      const signal = begin()
      set({ ...nothing, staged: { status: 'loading' } })
      try {
        const { list, inspection } = await ask('cruzar.stage', await source(), { signal })
        if (signal.aborted) return
        set({
          staged: { status: 'ready', value: { list, inspection, settings: recogniseAll, from: run } },
          name: run?.name ?? (proposedName(inspection.name) || pastedName()),
          ...(run ? { connectionId: run.connection_id, filter: run.filter } : {}),
        })
        await count(beginSettling())
      } catch (error) {
        if (!signal.aborted) set({ staged: { status: 'failed', failure: failureOf(error) } })
      }
    }

    const count = async (signal: AbortSignal) => {
      const list = present()
      if (!list) return
      const before = get().counting
      const last = before.status === 'counted' ? before.budget : null
      const show = (rows: number) => {
        if (!signal.aborted) set({ counting: { status: 'counting', rows, last } })
      }
      show(0)
      try {
        const budget = await ask(
          'cruzar.budget',
          { list: list.list, settings: list.settings },
          { signal, progress: ({ rows }) => show(rows) },
        )
        if (!signal.aborted) set({ counting: { status: 'counted', budget } })
      } catch (error) {
        if (!signal.aborted) set({ counting: { status: 'failed', failure: failureOf(error) } })
      }
    }

    /** The settings stand at once, as the person chose them; what they make of the list follows. */
    const apply = async (settings: ListSettings) => {
      const list = present()
      if (!list) return
      const signal = beginSettling()
      const { counting } = get()
      set({
        staged: { status: 'ready', value: { ...list, settings } },
        inspecting: true,
        settingsFailure: undefined,
        startFailure: undefined,
        ...(counting.status === 'counting' && counting.last
          ? { counting: { status: 'counted', budget: counting.last } }
          : {}),
      })
      try {
        const inspection = await ask('cruzar.inspect', { list: list.list, settings }, { signal })
        if (signal.aborted) return
        set({ staged: { status: 'ready', value: { ...list, settings, inspection } }, inspecting: false })
        await count(signal)
      } catch (error) {
        if (!signal.aborted) set({ inspecting: false, settingsFailure: failureOf(error) })
      }
    }

    return {
      ...nothing,
      offer: (file) => stage(async () => ({ from: 'file', ticket: await bridge.offer(file) })),
      paste: (text) => stage(() => ({ from: 'text', text })),
      example: () => stage(() => ({ from: 'example' })),
      again: (run) => stage(() => ({ from: 'run', id: run.id }), run),
      async settle(change) {
        const list = present()
        if (list) await apply(settledBy(list.settings, change))
      },
      async takeColumn(index, use) {
        const list = present()
        if (list) await apply({ ...list.settings, key_columns: keyColumnsWith(list, index, use) })
      },
      recogniseAgain: () => apply(recogniseAll),
      countAgain: () => count(beginSettling()),
      setName: (name) => set({ name }),
      setConnection: (connectionId) => set({ connectionId }),
      setFilter: (filter) => set({ filter }),
      async start(connectionId) {
        const list = present()
        const { name, filter, starting } = get()
        if (!list || starting) return
        const { signal } = staging
        set({ starting: true, startFailure: undefined })
        try {
          const input = { list: list.list, settings: list.settings, connection_id: connectionId, filter, name }
          const run = await ask('cruzar.start', input, { signal })
          if (signal.aborted) return
          get().discard()
          started(run)
        } catch (error) {
          if (!signal.aborted) set({ starting: false, startFailure: failureOf(error) })
        }
      },
      discard() {
        begin()
        set(nothing)
      },
    }
  })
}
