import { createStore } from 'zustand'
import type { ChangeKind } from '../../preload/contract/change-kinds.ts'
import type { RunChanges } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Outcome } from '../../preload/contract/outcomes.ts'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import type { Output } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

interface ChangesState {
  /** Comparing the open run with an earlier one. */
  readonly comparing: MutationState
  /** Rows of the list before that are not in the open run any more. */
  readonly gone: Loadable<Output<AppContract['cruzar.gone_rows']>>
  /** With the run before, or the one of this id. The list of runs brings what was found. */
  compare(run: string, since?: string): Promise<unknown>
  loadGone(run: string): Promise<boolean>
}

/** What has changed since an earlier run of the same list. */
export function createChangesStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ChangesState>()((set, get) => {
    const slot = { get, set }
    const comparing = createMutation<string>({ ...partOf(slot, 'comparing'), concurrency: 'replace' })
    const gone = createLatest({ ...slot, key: 'gone' })
    return {
      comparing: noMutation,
      gone: { status: 'idle' },
      compare: (id, since) =>
        comparing.run(id, () => ask('cruzar.changes', since === undefined ? { id } : { id, since })),
      loadGone: (id) => gone.load((_, { signal }) => ask('cruzar.gone_rows', { id }, { signal }), { keep: false }),
    }
  })
}

export type ChangesStore = ReturnType<typeof createChangesStore>

export const beforeColumn = 'cruzar_antes'
export const changeColumn = 'cruzar_mudanca'
/** The value of `cruzar_antes` of a row that the list before did not have. */
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

/** The rows of one outcome at one side of the picture. */
export interface FlowNode {
  readonly outcome: Outcome | null
  readonly at: number
  readonly size: number
}

/** The rows of a move, from a place at the left to one at the right. */
export interface FlowBand extends Move {
  readonly left: number
  readonly right: number
  readonly size: number
}

/** A picture of all moves, so high: both sides have the outcomes in this order, the bands of each in the order of the other side. */
export function flowOf(
  moves: readonly Move[],
  order: readonly (Outcome | null)[],
  { height, gap }: { readonly height: number; readonly gap: number },
) {
  const total = moves.reduce((sum, { rows }) => sum + rows, 0)
  const place = (outcome: Outcome | null) => order.indexOf(outcome)
  const nodesAt = (side: 'from' | 'to', other: 'from' | 'to') => {
    const present = order.filter((outcome) => moves.some((move) => move[side] === outcome))
    const room = height - gap * (present.length - 1)
    const starts = new Map<Move, number>()
    let at = 0
    const nodes = present.map((outcome): FlowNode => {
      const own = moves
        .filter((move) => move[side] === outcome)
        .sort((one, next) => place(one[other]) - place(next[other]))
      const start = at
      for (const move of own) {
        starts.set(move, at)
        at += (move.rows / total) * room
      }
      const node = { outcome, at: start, size: at - start }
      at += gap
      return node
    })
    return { nodes, starts, room }
  }
  const [left, right] = [nodesAt('from', 'to'), nodesAt('to', 'from')]
  const bands = moves.map((move): FlowBand => {
    const size = (move.rows / total) * Math.min(left.room, right.room)
    return { ...move, left: left.starts.get(move) ?? 0, right: right.starts.get(move) ?? 0, size }
  })
  return { bands, left: left.nodes, right: right.nodes }
}
