import { createStore } from 'zustand'
import type { ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { Bridge, Failure, Input } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, readyValue, type Slot } from '../kernel/loadable.ts'
import { createMutation, noMutation } from '../kernel/mutation.ts'
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
  estimateCost(connectionId: string, keys: number): Promise<boolean>
  setName(name: string): void
  setAnswerer(chosen: ChosenAnswerer): void
  setFilter(filter: LeadFilter): void
  /** Sends the list through a connection, or asks a cached sheet, and leads to the run. */
  start(answerer: Answerer): Promise<void>
  /** The sheet whose own button led here answers, now and for the lists that come in; null for the service again. */
  setOwnSheet(sheetId: string | null): void
  /** Puts the list away. The sheet that is to answer stays. */
  discard(): void
  /** Drops everything, after a confirmation if something would be lost (`leaving`). */
  leave(): void
  /** Answers the confirmation of `leave`. */
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
    const reading = createDraftReading({ ask, pastedName, get, set })
    const { present, apply } = reading
    const cost = createLatest({ get, set, key: 'cost' })
    const starting = createMutation<'start'>({
      get: () => ({ ...noMutation, working: get().starting ? 'start' : null }),
      set: ({ working, failure }) =>
        set({
          ...(working === undefined ? {} : { starting: working !== null }),
          ...(failure === undefined ? {} : { startFailure: failure ?? undefined }),
        }),
      showUnknown: true,
    })
    const begin = () => {
      reading.cancel()
      cost.cancel()
      starting.cancel()
    }
    const stage = (source: () => ListSource | Promise<ListSource>, run: Run | null = null) => {
      begin()
      return reading.stage(source, run)
    }

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
      recount: reading.countAgain,
      estimateCost: (connection_id, keys) =>
        cost.load((_, { signal }) => ask('cruzar.cost', { connection_id, keys }, { signal }), { keep: false }),
      setName: (name) => set({ name }),
      setAnswerer(chosen) {
        if (chosen.kind === 'connection') use(chosen.id)
        set({ sheetIds: chosen.kind === 'sheets' ? chosen.ids : [] })
      },
      setFilter: (filter) => set({ filter }),
      async start(answerer) {
        const list = present()
        if (!list) return
        const { name, filter } = get()
        const input = { list: list.id, settings: list.settings, ...askedOf(answerer, filter), name }
        await starting.run(
          'start',
          (_, { signal }) => ask('cruzar.start', input, { signal }),
          (run) => {
            get().confirmLeave()
            onStarted(run)
          },
        )
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

/** The cached sheets that answered a run. */
function sheetsOf({ sheet_id, sheet_ids }: Run): readonly string[] {
  return sheet_id === null ? [] : [sheet_id, ...sheet_ids]
}

/** Staging, inspecting and counting a list: each is cancelled by a newer list, the last two by newer settings as well. */
function createDraftReading({ ask, pastedName, get, set }: Pick<CruzarDeps, 'ask' | 'pastedName'> & Slot<ListState>) {
  const reads = (failed: (failure: Failure) => Partial<ListState>) =>
    createMutation<'read'>({
      get: () => noMutation,
      set: ({ failure }) => failure && set(failed(failure)),
      concurrency: 'replace',
    })
  const staging = reads((failure) => ({ list: { status: 'failed', failure } }))
  const inspecting = reads((settingsFailure) => ({ inspecting: false, settingsFailure }))
  const counting = reads((failure) => ({ counting: { status: 'failed', failure } }))

  const present = () => readyValue(get().list)
  const cancel = () => {
    for (const one of [staging, inspecting, counting]) one.cancel()
  }

  /** Stages what the source gives, then counts it. */
  const stage = async (source: () => ListSource | Promise<ListSource>, run: Run | null) => {
    const { ownSheet } = get()
    const sheetIds = ownSheet === null ? [] : [ownSheet]
    set({ ...noList, ownSheet, sheetIds, list: { status: 'loading' } })
    const staged = await staging.run(
      'read',
      async (_, { signal }) => ask('cruzar.stage', await source(), { signal }),
      ({ list, inspection }) => {
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
      },
    )
    if (staged && present()?.inspection === staged.inspection) await count()
  }

  const count = async () => {
    const list = present()
    if (!list) return
    const before = get().counting
    const last = before.status === 'counted' ? before.budget : null
    const show = (rows: number) => set({ counting: { status: 'counting', rows, last } })
    show(0)
    await counting.run(
      'read',
      (_, { signal }) =>
        ask(
          'cruzar.budget',
          { list: list.id, settings: list.settings },
          { signal, progress: ({ rows }) => show(rows) },
        ),
      (budget) => set({ counting: { status: 'counted', budget } }),
    )
  }

  /** Reads the list by other settings, which stand at once, as the person chose them, then counts it. */
  const apply = async (settings: ListSettings) => {
    const list = present()
    if (!list) return
    counting.cancel()
    const before = get().counting
    set({
      list: { status: 'ready', value: { ...list, settings } },
      inspecting: true,
      settingsFailure: undefined,
      startFailure: undefined,
      ...(before.status === 'counting' && before.last ? { counting: { status: 'counted', budget: before.last } } : {}),
    })
    const inspection = await inspecting.run(
      'read',
      (_, { signal }) => ask('cruzar.inspect', { list: list.id, settings }, { signal }),
      (value) => set({ list: { status: 'ready', value: { ...list, settings, inspection: value } }, inspecting: false }),
    )
    if (inspection && present()?.inspection === inspection) await count()
  }

  return {
    present,
    cancel,
    stage,
    apply,
    async countAgain() {
      // Settings that are being tried are counted after that.
      if (!get().inspecting) await count()
    },
  }
}
