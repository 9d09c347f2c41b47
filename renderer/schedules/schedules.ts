import { createStore } from 'zustand'
import type { Schedule, ScheduleChoices, ScheduledTarget } from '../../preload/contract/schedules.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

interface SchedulesState extends MutationState<'save'> {
  readonly target: ScheduledTarget | null
  /** Null where it is not repeated. */
  readonly schedule: Loadable<Schedule | null>
  load(target: ScheduledTarget): Promise<boolean>
  /** Loads again what was loaded: after a push. */
  reload(): Promise<void>
  save(choices: ScheduleChoices): Promise<boolean>
  dismissFailure(): void
}

export type SchedulesStore = ReturnType<typeof createSchedulesStore>

export const isSameTarget = (one: ScheduledTarget | null, other: ScheduledTarget): boolean =>
  one?.kind === other.kind && one.id === other.id

/** The schedule of the run or sheet that is open. */
export function createSchedulesStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<SchedulesState>()((set, get) => {
    const slot = { get, set, scope: () => get().target }
    const schedule = createLatest({ ...slot, key: 'schedule' })
    const mutation = createMutation(slot)
    const read = () => schedule.load((target) => ask('schedules.of', { target }))
    return {
      target: null,
      schedule: { status: 'idle' },
      ...noMutation,
      load(target) {
        if (!isSameTarget(get().target, target)) set({ target, schedule: { status: 'idle' }, failure: null })
        return read()
      },
      async reload() {
        if (get().target !== null) await read()
      },
      save: (choices) =>
        mutation.succeeds('save', (target) => ask('schedules.save', { target, ...choices }), schedule.show),
      dismissFailure: mutation.dismissFailure,
    }
  })
}
