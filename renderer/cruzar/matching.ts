import { createStore } from 'zustand'
import type { ListCost, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import { type MatchReason, matchReasons } from '../../preload/values/rungs.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { reasonColumn } from './damaged.ts'

/** The contacts that match a row of a run equally well. */
interface RowCandidates extends Output<AppContract['cruzar.candidates']> {
  readonly run: string
  readonly row: number
}

/** How many rows of a run match although their digits differ, by the reason. */
interface OtherMatches {
  readonly run: string
  readonly reasons: readonly { readonly reason: MatchReason; readonly rows: number }[]
}

interface MatchingState {
  readonly otherMatches: Loadable<OtherMatches>
  /** The cost of asking for the absent keys of the open run in their other form. */
  readonly cost: Loadable<ListCost>
  readonly asking: MutationState
  /** The candidates of the row with the open details. */
  readonly candidates: Loadable<RowCandidates>
  estimate(run: Run): Promise<boolean>
  countOtherMatches(run: string): Promise<boolean>
  askOtherForms(run: string): Promise<unknown>
  loadCandidates(run: string, row: number): Promise<boolean>
}

/** More about the matches of the open run: other forms of absent keys, and candidates of ambiguous rows. */
export function createMatchingStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<MatchingState>()((set, get) => {
    const slot = { get, set }
    const cost = createLatest({ ...slot, key: 'cost' })
    const asking = createMutation<string>(partOf(slot, 'asking'))
    const candidates = createLatest({ ...slot, key: 'candidates' })
    const otherMatches = createLatest({ ...slot, key: 'otherMatches' })
    return {
      otherMatches: { status: 'idle' },
      cost: { status: 'idle' },
      asking: noMutation,
      candidates: { status: 'idle' },
      estimate: ({ connection_id, other_forms: keys }) =>
        cost.load((_, { signal }) => ask('cruzar.cost', { connection_id, keys }, { signal }), { keep: false }),
      countOtherMatches: (run) =>
        otherMatches.load(
          async (_, { signal }) => {
            const table = { kind: 'run', id: run } as const
            const { values } = await ask('tables.values', { table, query: {}, column: reasonColumn }, { signal })
            const reasons = otherReasons.flatMap((reason) => {
              const rows = values.find(({ value }) => value === reason)?.rows ?? 0
              return rows > 0 ? [{ reason, rows }] : []
            })
            return { run, reasons }
          },
          { keep: false },
        ),
      askOtherForms: (id) => asking.run(id, () => ask('cruzar.ask_other_forms', { id })),
      loadCandidates: (id, row) =>
        candidates.load(
          async (_, { signal }) => ({ run: id, row, ...(await ask('cruzar.candidates', { id, row }, { signal })) }),
          { keep: false },
        ),
    }
  })
}

/** Reasons of matches where key and contact are written in different ways. */
const otherReasons = matchReasons.filter(
  (reason) => reason !== 'match_exact' && reason !== 'several_candidates' && reason !== 'two_cards',
)

/** The filter that shows only these rows. */
export const otherMatchesFilter = { column: reasonColumn, operator: 'in' as const, values: [...otherReasons] }

export type MatchingStore = ReturnType<typeof createMatchingStore>
