import { createStore } from 'zustand'
import type { ListInspection, ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { rowsOfSet, type SetCounts, type SetOperation } from '../../preload/values/list-sets.ts'
import { detectedSettings } from '../../preload/values/list-settings.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { measured, noPace, type Pace } from '../../preload/values/progress.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { type BroughtFile, proposedName } from './list-state.ts'
import { type CruzarStore, fileSource, type ListSource } from './list-store.ts'
import { filterOfOutcomes } from './runs.ts'

/** Where the other list comes from. */
export const otherKinds = ['run', 'sheet', 'file'] as const
export type OtherKind = (typeof otherKinds)[number]

/** The other list, staged, with how many of its rows are of the same people as rows of the shown list. */
export interface OtherList {
  readonly id: string
  /** The part of the new list's name that describes these rows, or says that they are not all. */
  readonly name: string
  readonly settings: ListSettings
  readonly inspection: ListInspection
  readonly counts: SetCounts
}

export interface CombineState {
  readonly opened: boolean
  readonly kind: OtherKind
  readonly other: Loadable<OtherList>
  /** The file of the list. */
  readonly brought: BroughtFile | null
  readonly how: SetOperation
  /** The progress of the list that is being read, compared or made. */
  readonly reading: Pace
  readonly combining: MutationState
  open(): void
  close(): void
  setKind(kind: OtherKind): void
  setHow(how: SetOperation): void
  /** Takes the rows of a run that have one of these outcomes; all rows where it has no other outcomes. */
  takeRun(run: Run, outcomes: readonly Outcome[]): Promise<void>
  takeSheet(sheet: Sheet): Promise<void>
  takeFile(file: File): Promise<void>
  /** Reads the file again with a password. The password is used for this reading and stored nowhere. */
  unlock(password: string): Promise<void>
  /** Reads all sheets of the other list's file that have phones or e-mails as one list. */
  readAllSheets(): Promise<void>
  /** Clears the choice. */
  takeNone(): void
  /** Replaces the shown list by the new one, and closes. */
  combine(name: string): Promise<void>
  /** Stops making the new list; both stay. */
  cancel(): void
}

export interface CombineDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  readonly draft: CruzarStore
}

export type CombineStore = ReturnType<typeof createCombineStore>

const nothing = {
  other: { status: 'idle' },
  brought: null,
  how: 'minus',
  reading: noPace,
  combining: noMutation,
} as const satisfies Partial<CombineState>

/** Combines the shown list with another one by the people in them. */
export function createCombineStore({ ask, bridge, draft }: CombineDeps) {
  return createStore<CombineState>()((set, get) => {
    const slot = { get, set }
    const comparing = createLatest({ ...slot, key: 'other' })
    const combining = createMutation<string>(partOf(slot, 'combining'))
    const progress = measured((reading: Pace) => set({ reading }))
    const present = (): { list: string; settings: ListSettings } | null => {
      const list = readyValue(draft.getState().list)
      return list ? { list: list.id, settings: list.settings } : null
    }

    const take = async (source: () => ListSource | Promise<ListSource>, brought: BroughtFile | null = null) => {
      const one = present()
      if (!one) return
      set({ reading: noPace, brought })
      combining.dismissFailure()
      await comparing.load(
        async (_, { signal }) => {
          const { list: id, inspection } = await ask('cruzar.stage', await source(), { signal, progress })
          const name = proposedName(inspection.name) || inspection.name
          const other = { list: id, settings: detectedSettings }
          const counts = await ask('cruzar.compare', { ...one, other }, { signal, progress })
          return { id, name, settings: detectedSettings, inspection, counts }
        },
        { keep: false },
      )
    }
    const takeFile = (file: File, password?: string) =>
      take(async () => fileSource(await bridge.offer(file), password), { file, hasPassword: password !== undefined })
    const readAllSheets = async () => {
      const [one, chosen] = [present(), readyValue(get().other)]
      if (!one || !chosen) return
      const other = { list: chosen.id, settings: { ...chosen.settings, sheet: null, sheets: 'all' as const } }
      await comparing.load(async (_, { signal }) => {
        const inspection = await ask('cruzar.inspect', other, { signal })
        const counts = await ask('cruzar.compare', { ...one, other }, { signal, progress })
        return { ...chosen, settings: other.settings, inspection, counts }
      })
    }
    const takeNone = () => {
      comparing.cancel()
      combining.dismissFailure()
      set({ other: { status: 'idle' } })
    }

    return {
      opened: false,
      kind: 'file',
      ...nothing,
      open: () => set({ ...nothing, opened: true }),
      close() {
        comparing.cancel()
        combining.cancel()
        set({ ...nothing, opened: false })
      },
      setKind(kind) {
        takeNone()
        set({ kind })
      },
      setHow: (how) => set({ how }),
      takeRun({ id, outcomes: counts }, outcomes) {
        const isAll = Object.entries(counts).every(
          ([outcome, rows]) => rows === 0 || outcomes.some((each) => each === outcome),
        )
        const filter = isAll ? null : filterOfOutcomes(outcomes)
        const query = { ...emptyQuery, filters: filter ? [filter] : [] }
        return take(() => ({ from: 'table', table: { kind: 'run', id }, select: { query, rows: null } }))
      },
      takeSheet: ({ id }) =>
        take(() => ({ from: 'table', table: { kind: 'sheet', id }, select: { query: emptyQuery, rows: null } })),
      takeFile(file) {
        set({ kind: 'file' })
        return takeFile(file)
      },
      async unlock(password) {
        const { brought } = get()
        if (brought) await takeFile(brought.file, password)
      },
      readAllSheets,
      takeNone,
      async combine(name) {
        const one = present()
        const { how, other } = get()
        const chosen = readyValue(other)
        if (!one || !chosen || rowsOfSet(how, chosen.counts) === 0) return
        const source = {
          from: 'lists',
          ...one,
          other: { list: chosen.id, settings: chosen.settings },
          how,
          name,
        } as const
        await combining.run(
          'combine',
          (_, { signal }) => {
            set({ reading: noPace })
            return ask('cruzar.stage', source, { signal, progress })
          },
          (staged) => {
            get().close()
            void draft.getState().takeCombined(staged)
          },
        )
      },
      cancel: combining.abort,
    }
  })
}
