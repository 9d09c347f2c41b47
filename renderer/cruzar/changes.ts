import { createStore } from 'zustand'
import type { RunChanges } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { ColumnFilter } from '../../preload/contract/table-queries.ts'
import type { ChangeKind } from '../../preload/values/change-kinds.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** What opens under the figures of the changes. */
export type ChangesPanel = 'flow' | 'history'

interface ChangesState {
  readonly comparing: MutationState
  /** The open panel and its list, so that it stays open from one run of a list to another. */
  readonly opened: { readonly list: string; readonly panel: ChangesPanel } | null
  /** Rows of the list before that are not in the open run's list. */
  readonly gone: Loadable<Output<AppContract['cruzar.gone_rows']>>
  /** Compares with the run before, or with the run of this id. The result comes with the list of runs. */
  compare(run: string, since?: string): Promise<unknown>
  loadGone(run: string): Promise<boolean>
  /** Opens a panel instead of the other one, or closes it. */
  toggle(list: string, panel: ChangesPanel): void
}

export function createChangesStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ChangesState>()((set, get) => {
    const slot = { get, set }
    const comparing = createMutation<string>({ ...partOf(slot, 'comparing'), concurrency: 'replace' })
    const gone = createLatest({ ...slot, key: 'gone' })
    return {
      comparing: noMutation,
      opened: null,
      gone: { status: 'idle' },
      compare: (id, since) =>
        comparing.run(id, () => ask('cruzar.changes', since === undefined ? { id } : { id, since })),
      loadGone: (id) => gone.load((_, { signal }) => ask('cruzar.gone_rows', { id }, { signal }), { keep: false }),
      toggle: (list, panel) =>
        set(({ opened }) => ({ opened: opened?.list === list && opened.panel === panel ? null : { list, panel } })),
    }
  })
}

export type ChangesStore = ReturnType<typeof createChangesStore>

export const beforeColumn = 'cruzar_antes'
export const changeColumn = 'cruzar_mudanca'
/** The value of `cruzar_antes` for a row that the list before did not have. */
const newRow: ChangeKind = 'linha_nova'

export const filterOfKind = (kind: ChangeKind): ColumnFilter => ({
  column: changeColumn,
  operator: 'in',
  values: [kind],
})
export const filterOfChanged: ColumnFilter = { column: changeColumn, operator: 'not_blank' }
export const filterOfBefore = (from: Outcome | null): ColumnFilter => ({
  column: beforeColumn,
  operator: 'in',
  values: [from ?? newRow],
})

export type Move = RunChanges['moves'][number]
