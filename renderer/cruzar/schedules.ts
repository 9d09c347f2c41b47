import { createStore } from 'zustand'
import type { ListCost, Run } from '../../preload/contract/cruzar.ts'
import type { Schedule, ScheduleChoices } from '../../preload/contract/schedules.ts'
import { phoneRungs } from '../../preload/values/rungs.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

interface SchedulesState extends MutationState<'save'> {
  /** The run whose list it is. */
  readonly run: string | null
  /** Null where the list is not repeated. */
  readonly schedule: Loadable<Schedule | null>
  /** The cost of crossing the list again. */
  readonly cost: Loadable<ListCost>
  load(run: string): Promise<boolean>
  /** Loads again what was loaded: after a push. */
  reload(): Promise<void>
  estimate(run: Run): Promise<boolean>
  save(choices: ScheduleChoices): Promise<boolean>
  dismissFailure(): void
}

export type SchedulesStore = ReturnType<typeof createSchedulesStore>

export function createSchedulesStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<SchedulesState>()((set, get) => {
    const slot = { get, set, scope: () => get().run }
    const schedule = createLatest({ ...slot, key: 'schedule' })
    const cost = createLatest({ ...slot, key: 'cost' })
    const mutation = createMutation(slot)
    const read = () => schedule.load((run) => ask('schedules.of_run', { run }))
    return {
      run: null,
      schedule: { status: 'idle' },
      cost: { status: 'idle' },
      ...noMutation,
      load(run) {
        if (get().run !== run) set({ run, schedule: { status: 'idle' }, cost: { status: 'idle' }, failure: null })
        return read()
      },
      async reload() {
        if (get().run !== null) await read()
      },
      estimate: (run) =>
        cost.load((_, { signal }) =>
          ask('cruzar.cost', { connection_id: run.connection_id, keys: askedKeys(run) }, { signal }),
        ),
      save: (choices) => mutation.succeeds('save', (run) => ask('schedules.save', { run, ...choices }), schedule.show),
      dismissFailure: mutation.dismissFailure,
    }
  })
}

/** Absent keys are asked for twice where the ninth digit counts. */
function askedKeys({ keys, match, outcomes }: Run): number {
  const asksAgain = match !== null && phoneRungs.indexOf(match) >= phoneRungs.indexOf('ninth')
  return asksAgain ? keys + outcomes.ausente : keys
}
