import { createStore } from 'zustand'
import type { ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Bridge } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { emptyFilter } from '../leads/periods.ts'
import type { Answerer, ChosenAnswerer } from './answerers.ts'
import { type ListState, lossesOnLeave, noList } from './draft.ts'
import { createDraftReading, type ListSource } from './draft-reading.ts'
import { type ColumnUse, changedSettings, detectedSettings, keyColumnsWith } from './list-settings.ts'

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
