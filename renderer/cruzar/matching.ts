import { createStore } from 'zustand'
import type { ListCost, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** The contacts that match a row of a run alike. */
interface RowCandidates extends Output<AppContract['cruzar.candidates']> {
  readonly run: string
  readonly row: number
}

interface MatchingState {
  /** Of asking for the absent keys of the open run in their other form. */
  readonly cost: Loadable<ListCost>
  readonly asking: MutationState
  /** Of the row whose fields are shown. */
  readonly candidates: Loadable<RowCandidates>
  estimate(run: Run): Promise<boolean>
  askOtherForms(run: string): Promise<unknown>
  loadCandidates(run: string, row: number): Promise<boolean>
}

/** What is known of matches of the open run beyond its rows: other forms of absent keys, and candidates of ambiguous rows. */
export function createMatchingStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<MatchingState>()((set, get) => {
    const slot = { get, set }
    const cost = createLatest({ ...slot, key: 'cost' })
    const asking = createMutation<string>(partOf(slot, 'asking'))
    const candidates = createLatest({ ...slot, key: 'candidates' })
    return {
      cost: { status: 'idle' },
      asking: noMutation,
      candidates: { status: 'idle' },
      estimate: ({ connection_id, other_forms: keys }) =>
        cost.load((_, { signal }) => ask('cruzar.cost', { connection_id, keys }, { signal }), { keep: false }),
      askOtherForms: (id) => asking.run(id, () => ask('cruzar.ask_other_forms', { id })),
      loadCandidates: (id, row) =>
        candidates.load(
          async (_, { signal }) => ({ run: id, row, ...(await ask('cruzar.candidates', { id, row }, { signal })) }),
          { keep: false },
        ),
    }
  })
}

export type MatchingStore = ReturnType<typeof createMatchingStore>
