import { createStore } from 'zustand'
import type { ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Bridge } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { emptyFilter } from '../leads/lead-filter.ts'
import type { Answerer, ChosenAnswerer } from './answerers.tsx'
import {
  type ColumnUse,
  changedSettings,
  detectedSettings,
  keyColumnsWith,
  type ListState,
  lossesOnLeave,
  noList,
  type PreparedList,
  proposedName,
} from './list-state.ts'

export interface CruzarState extends ListState {
  /** Takes a file that was dropped or chosen. All ways in replace the list that is there. */
  stageFile(file: File): Promise<void>
  stageText(text: string): Promise<void>
  stageExample(): Promise<void>
  /** The list of an earlier run, with its connection or sheet and its filters. */
  stageRun(run: Run): Promise<void>
  /** Takes a list from wherever else one can come, such as entries that another feature has selected. */
  stage(source: ListSource): Promise<void>
  /** Reads the list by other settings, and counts anew. */
  changeSettings(change: Partial<ListSettings>): Promise<void>
  setColumnUse(index: number, use: ColumnUse): Promise<void>
  /** Takes back every setting. */
  resetSettings(): Promise<void>
  recount(): Promise<void>
  /** Asks what so many keys cost of a connection; a later question drops the answer. */
  estimateCost(connectionId: string, keys: number): Promise<void>
  setName(name: string): void
  setAnswerer(chosen: ChosenAnswerer): void
  setFilter(filter: LeadFilter): void
  /** Sends the list through a connection, or asks a cached sheet, and leads to the run. */
  start(answerer: Answerer): Promise<void>
  /** The sheet whose own button led here answers, now and for the lists that come in; null for the service again. */
  setOwnSheet(sheetId: string | null): void
  /** Puts the list away. The sheet that is to answer stays. */
  discard(): void
  /** Puts everything away, and asks first where something would be lost (`leaving`). */
  leave(): void
  /** Answers what `leave` asked. */
  confirmLeave(): void
  cancelLeave(): void
}

export interface CruzarDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  /** A name for a list that came without one. */
  readonly pastedName: () => string
  /** Puts a connection in use: the one that is asked about a list is the one of every screen of the platform. */
  readonly use: (connection: string) => void
  readonly onStarted: (run: Run) => void
}

export type CruzarStore = ReturnType<typeof createCruzarStore>

/** The list that is about to be crossed, from the drop to the one button. */
export function createCruzarStore({ ask, bridge, pastedName, use, onStarted }: CruzarDeps) {
  return createStore<CruzarState>()((set, get) => {
    let reckoning = new AbortController()
    const { present, begin, signal, stage, apply, countAgain } = createDraftReading({ ask, pastedName, get, set })

    return {
      ...noList,
      stageFile: (file) => stage(async () => ({ from: 'file', ticket: await bridge.offer(file) })),
      stageText: (text) => stage(() => ({ from: 'text', text })),
      stageExample: () => stage(() => ({ from: 'example' })),
      stage: (source) => stage(() => source),
      stageRun(run) {
        if (run.sheet_id === null) use(run.connection_id)
        return stage(() => ({ from: 'run', id: run.id }), run)
      },
      async changeSettings(change) {
        const list = present()
        if (list) await apply(changedSettings(list.settings, change))
      },
      async setColumnUse(index, use) {
        const list = present()
        if (list) await apply({ ...list.settings, key_columns: keyColumnsWith(list, index, use) })
      },
      resetSettings: () => apply(detectedSettings),
      recount: countAgain,
      async estimateCost(connection_id, keys) {
        reckoning.abort()
        reckoning = new AbortController()
        const here = AbortSignal.any([reckoning.signal, signal()])
        set({ cost: { status: 'loading' } })
        try {
          const value = await ask('cruzar.cost', { connection_id, keys }, { signal: here })
          if (!here.aborted) set({ cost: { status: 'ready', value } })
        } catch (error) {
          if (!here.aborted) set({ cost: { status: 'failed', failure: failureOf(error) } })
        }
      },
      setName: (name) => set({ name }),
      setAnswerer(chosen) {
        if (chosen.kind === 'connection') use(chosen.id)
        set({ sheetIds: chosen.kind === 'sheets' ? chosen.ids : [] })
      },
      setFilter: (filter) => set({ filter }),
      async start(answerer) {
        const list = present()
        const { name, filter, starting } = get()
        if (!list || starting) return
        const here = signal()
        set({ starting: true, startFailure: undefined })
        try {
          const input = { list: list.id, settings: list.settings, ...askedOf(answerer, filter), name }
          const run = await ask('cruzar.start', input, { signal: here })
          if (here.aborted) return
          get().confirmLeave()
          onStarted(run)
        } catch (error) {
          if (!here.aborted) set({ starting: false, startFailure: failureOf(error) })
        }
      },
      setOwnSheet(ownSheet) {
        set({ ownSheet, sheetIds: ownSheet === null ? [] : [ownSheet] })
      },
      discard() {
        begin()
        const { ownSheet } = get()
        set({ ...noList, ownSheet })
      },
      leave() {
        // A list that is on its way leads to its run by itself.
        if (get().starting) return
        if (lossesOnLeave(get()).length > 0) set({ leaving: true })
        else get().confirmLeave()
      },
      confirmLeave() {
        begin()
        set(noList)
      },
      cancelLeave: () => set({ leaving: false }),
    }
  })
}

/** A sheet has the filters that it was read with, and no others. */
function askedOf(answerer: Answerer, filter: LeadFilter) {
  if (answerer.kind === 'connection') return { connection_id: answerer.connection.id, filter }
  const { id, connection_id } = answerer.sheet
  const sheet_ids = answerer.others.map((other) => other.id)
  return { connection_id, sheet_id: id, sheet_ids, filter: emptyFilter }
}

/** Where a list comes from. */
export type ListSource = Input<AppContract['cruzar.stage']>

export interface DraftReading {
  /** The list that is staged, if one is. */
  present(): PreparedList | undefined
  /** Ends what works on the present list and gives the signal of the next. */
  begin(): AbortSignal
  /** Aborted once another list takes the place of the present one. */
  signal(): AbortSignal
  /** Stages what the source gives, then counts it. */
  stage(source: () => ListSource | Promise<ListSource>, run?: Run | null): Promise<void>
  /** Reads the list by other settings, then counts it. */
  apply(settings: ListSettings): Promise<void>
  countAgain(): Promise<void>
}

export interface DraftReadingDeps {
  readonly ask: AppAsk
  readonly pastedName: () => string
  readonly get: () => ListState
  readonly set: (draft: Partial<ListState>) => void
}

/** The cached sheets that answered a run. */
function sheetsOf({ sheet_id, sheet_ids }: Run): readonly string[] {
  return sheet_id === null ? [] : [sheet_id, ...sheet_ids]
}

/** Staging, inspecting and counting a list: each ends what a newer list or newer settings have overtaken. */
export function createDraftReading({ ask, pastedName, get, set }: DraftReadingDeps): DraftReading {
  /** What works on the present list; another list ends it. */
  let staging = new AbortController()
  /** What works on the present settings; other settings end it. */
  let settling = new AbortController()

  const present = () => {
    const { list } = get()
    return list.status === 'ready' ? list.value : undefined
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

  const stage = async (source: () => ListSource | Promise<ListSource>, run: Run | null = null) => {
    const signal = begin()
    const { ownSheet } = get()
    const sheetIds = ownSheet === null ? [] : [ownSheet]
    set({ ...noList, ownSheet, sheetIds, list: { status: 'loading' } })
    try {
      const { list, inspection } = await ask('cruzar.stage', await source(), { signal })
      if (signal.aborted) return
      const proposed = {
        name: run?.name ?? (proposedName(inspection.name) || pastedName()),
        filter: run?.filter ?? noList.filter,
        sheetIds: run ? sheetsOf(run) : sheetIds,
      }
      set({
        list: { status: 'ready', value: { id: list, inspection, settings: detectedSettings, from: run } },
        ...proposed,
        proposed,
      })
      await count(beginSettling())
    } catch (error) {
      if (!signal.aborted) set({ list: { status: 'failed', failure: failureOf(error) } })
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
        { list: list.id, settings: list.settings },
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
      list: { status: 'ready', value: { ...list, settings } },
      inspecting: true,
      settingsFailure: undefined,
      startFailure: undefined,
      ...(counting.status === 'counting' && counting.last
        ? { counting: { status: 'counted', budget: counting.last } }
        : {}),
    })
    try {
      const inspection = await ask('cruzar.inspect', { list: list.id, settings }, { signal })
      if (signal.aborted) return
      set({ list: { status: 'ready', value: { ...list, settings, inspection } }, inspecting: false })
      await count(signal)
    } catch (error) {
      if (!signal.aborted) set({ inspecting: false, settingsFailure: failureOf(error) })
    }
  }

  return {
    present,
    begin,
    signal: () => staging.signal,
    stage,
    apply,
    async countAgain() {
      // Settings that are being tried are counted after that.
      if (!get().inspecting) await count(beginSettling())
    },
  }
}
