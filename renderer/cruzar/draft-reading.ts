import type { ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { type ListState, noList, type PreparedList } from './draft.ts'
import { detectedSettings } from './list-settings.ts'
import { proposedName } from './proposed-name.ts'

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
