import { createStore } from 'zustand'
import type { ListCost, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

interface CheckState {
  /** The cost of checking so many keys of the run. */
  readonly cost: Loadable<ListCost>
  /** A check that starts or continues, by the run's id. */
  readonly starting: MutationState
  readonly differences: Loadable<Output<AppContract['cruzar.differences']>>
  /** A sheet is being asked for the list of a run that the service did not answer, by the run's id. */
  readonly answering: MutationState
  estimate(connection: string, keys: number): Promise<boolean>
  /** Checks so many keys, or all with null. */
  start(run: string, keys: number | null): Promise<Run | null>
  resume(run: string): Promise<Run | null>
  loadDifferences(run: string): Promise<boolean>
  /** Gives the run that the sheet answered. */
  answerWith(sheet: string, run: string): Promise<Run | null>
}

export type CheckStore = ReturnType<typeof createCheckStore>

/**
 * Compares cached sheets with the service: the check of what sheets answered, with its cost, start and result. It also
 * lets sheets answer in place of a silent service.
 */
export function createCheckStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<CheckState>()((set, get) => {
    const slot = { get, set }
    const cost = createLatest({ ...slot, key: 'cost' })
    const starting = createMutation<string>(partOf(slot, 'starting'))
    const differences = createLatest({ ...slot, key: 'differences' })
    const answering = createMutation<string>(partOf(slot, 'answering'))
    return {
      answering: noMutation,
      cost: { status: 'idle' },
      starting: noMutation,
      differences: { status: 'idle' },
      estimate: (connection_id, keys) =>
        cost.load((_, { signal }) => ask('cruzar.cost', { connection_id, keys }, { signal }), { keep: false }),
      start: (id, keys) => starting.run(id, () => ask('cruzar.check', { id, keys })),
      resume: (id) => starting.run(id, () => ask('cruzar.resume_check', { id })),
      answerWith: (sheet, id) => answering.run(id, () => ask('cruzar.answer_with_sheets', { id, sheet_ids: [sheet] })),
      loadDifferences: (id) =>
        differences.load((_, { signal }) => ask('cruzar.differences', { id }, { signal }), { keep: false }),
    }
  })
}
