import { createStore } from 'zustand'
import type { Output } from '../../preload/contract/question.ts'
import type { activity, SentWrite, Write } from '../../preload/contract/writes.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

type SentActivity = Output<(typeof activity)['activity.sent']>

/** `working`: the id of the write that is being checked. */
export interface SentState extends MutationState {
  readonly list: Loadable<SentActivity>
  load(): Promise<unknown>
  /** Loads the list again if it was loaded before. */
  reload(): Promise<unknown>
  /** Requests the outcome of a write; null where that failed. Nothing is sent again. */
  check(write: SentWrite): Promise<Write | null>
  /** Stores what the person found out about an unknown write. */
  settle(write: SentWrite, state: 'confirmed' | 'not_done'): Promise<unknown>
  dismissFailure(): void
}

export type SentStore = ReturnType<typeof createSentStore>

export function createSentStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<SentState>()((set, get) => {
    const list = createLatest({ get, set, key: 'list' })
    const { run, dismissFailure } = createMutation({ get, set, onSettled: () => get().load() })
    const load = () => list.load(() => ask('activity.sent', {}))
    return {
      list: { status: 'idle' },
      ...noMutation,
      load,
      reload: async () => (get().list.status === 'idle' ? null : load()),
      check: ({ service, connection_id, id }) =>
        run(id, () => ask(service === 'forms' ? 'forms.check_write' : 'activity.check', { connection_id, id })),
      settle: ({ service, connection_id, id }, state) =>
        run(id, () =>
          ask(service === 'forms' ? 'forms.settle_write' : 'activity.settle', { connection_id, id, state }),
        ),
      dismissFailure,
    }
  })
}
