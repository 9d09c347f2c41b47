import { createStore } from 'zustand'
import type { Write } from '../../preload/contract/writes.ts'
import { formatOf } from './format.ts'
import { createLatest, type Loadable } from './loadable.ts'
import { languageStore, messagesNow } from './messages.ts'
import { createMutation, type MutationState, noMutation } from './mutation.ts'

/**
 * When the user may mark an unknown write as not done (epoch ms, rounded to a minute as shown). Null when this is
 * possible now, and for a write that is not unknown.
 */
export function settlesFrom({ state, settles_at }: Write, now: number): number | null {
  if (state !== 'unknown' || settles_at === null || Date.parse(settles_at) <= now) return null
  return Math.ceil(Date.parse(settles_at) / 60_000) * 60_000
}

/** The result of a check of a write, as a sentence. `target`: as it is shown. */
export function checkedSentence(write: Write, target: string, now: number): string {
  const { activity } = messagesNow()
  const from = settlesFrom(write, now)
  if (from === null) return activity.checked[write.state](target)
  return activity.notYetKnown(target, formatOf(languageStore.getState().language).moment(from, now))
}

/** `working`: the id of the write that is being checked. */
export interface WritesState extends MutationState {
  readonly connection: string | null
  /** Newest first. */
  readonly list: Loadable<readonly Write[]>
  open(connection: string): Promise<unknown>
  load(): Promise<unknown>
  /** Requests the result of a write; returns the updated write, or null if the request failed. */
  check(id: string): Promise<Write | null>
  /** Stores the person's statement about the result of a write, if the ledger accepts one. */
  settle(id: string, state: 'confirmed' | 'not_done'): Promise<unknown>
  dismissFailure(): void
}

export interface WritesDeps {
  /** The questions of one service's ledger. */
  readonly ledger: {
    list(connection: string): Promise<readonly Write[]>
    check(connection: string, id: string): Promise<Write>
    settle?(connection: string, id: string, state: 'confirmed' | 'not_done'): Promise<Write>
  }
  /** The result of a write is known: everything that shows it must reload. */
  readonly checked: (write: Write) => Promise<unknown>
}

export type WritesStore = ReturnType<typeof createWritesStore>

/** The ledger of what was sent to a connection's service. It never sends anything again. */
export function createWritesStore({ ledger, checked }: WritesDeps) {
  return createStore<WritesState>()((set, get) => {
    const scope = () => get().connection
    const list = createLatest({ get, set, key: 'list', scope })
    const { run, dismissFailure } = createMutation({ get, set, scope, onSettled: () => get().load() })
    const about = (id: string, ask: (connection: string) => Promise<Write>) =>
      run(id, async (connection) => {
        const write = await ask(connection)
        await checked(write)
        return write
      })
    return {
      connection: null,
      list: { status: 'idle' },
      ...noMutation,
      open(connection) {
        if (get().connection !== connection) set({ connection, list: { status: 'idle' }, ...noMutation })
        return get().load()
      },
      load: () => list.load((connection) => ledger.list(connection)),
      check: (id) => about(id, (connection) => ledger.check(connection, id)),
      async settle(id, state) {
        const { settle } = ledger
        if (settle) await about(id, (connection) => settle(connection, id, state))
      },
      dismissFailure,
    }
  })
}
