import { createStore } from 'zustand'
import type { Failure } from '../../preload/contract/wire.ts'
import type { Write } from '../../preload/contract/writes.ts'
import { failureOf } from './ask.ts'
import { formatOf } from './format.ts'
import { createReload, type Loadable } from './loadable.ts'
import { languageStore, messagesNow } from './messages.ts'

/**
 * From when on it can be said that an unknown write was not done (epoch ms, a full minute, as it is shown); null when it can
 * be said now, and for a write that is not unknown.
 */
export function settlesFrom({ state, settles_at }: Write, now: number): number | null {
  if (state !== 'unknown' || settles_at === null || Date.parse(settles_at) <= now) return null
  return Math.ceil(Date.parse(settles_at) / 60_000) * 60_000
}

/** What a check found out of a write, in a sentence. `target`: as it is shown. */
export function checkedSentence(write: Write, target: string, now: number): string {
  const { activity } = messagesNow()
  const from = settlesFrom(write, now)
  if (from === null) return activity.checked[write.state](target)
  return activity.notYetKnown(target, formatOf(languageStore.getState().language).moment(from, now))
}

export interface WritesState {
  readonly connection: string | null
  /** Newest first. */
  readonly list: Loadable<readonly Write[]>
  /** The write that the service is asked about. */
  readonly checking: string | null
  readonly failure: Failure | null
  open(connection: string): Promise<void>
  load(): Promise<void>
  /** Asks the service what became of a write; gives it as it stands then, or null when that could not be asked. */
  check(id: string): Promise<Write | null>
  /** Takes the person's word for what became of a write; where the service's own ledger takes one. */
  settle(id: string, state: 'confirmed' | 'not_done'): Promise<void>
  dismissFailure(): void
}

export interface WritesDeps {
  /** The ledger of one service. */
  readonly ledger: {
    list(connection: string): Promise<readonly Write[]>
    check(connection: string, id: string): Promise<Write>
    settle?(connection: string, id: string, state: 'confirmed' | 'not_done'): Promise<Write>
  }
  /** What became of a write is known now: what shows it is to be read again. */
  readonly checked: (write: Write) => Promise<unknown>
}

export type WritesStore = ReturnType<typeof createWritesStore>

/** The ledger of what was sent to a connection's service. Nothing in it is ever sent again. */
export function createWritesStore({ ledger, checked }: WritesDeps) {
  return createStore<WritesState>()((set, get) => {
    const reload = createReload<readonly Write[]>(
      () => get().list,
      (list) => set({ list }),
    )
    /** One question about one write at a time; the list is read anew after it. */
    const about = async (id: string, ask: (connection: string) => Promise<Write>): Promise<Write | null> => {
      const { connection, checking } = get()
      if (connection === null || checking !== null) return null
      const isShown = () => get().connection === connection
      set({ checking: id, failure: null })
      try {
        const write = await ask(connection)
        await checked(write)
        return write
      } catch (error) {
        if (isShown()) set({ failure: failureOf(error) })
        return null
      } finally {
        if (isShown()) set({ checking: null })
        await get().load()
      }
    }
    return {
      connection: null,
      list: { status: 'idle' },
      checking: null,
      failure: null,
      async open(connection) {
        if (get().connection !== connection)
          set({ connection, list: { status: 'idle' }, checking: null, failure: null })
        await get().load()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(() => ledger.list(connection))
      },
      check: (id) => about(id, (connection) => ledger.check(connection, id)),
      async settle(id, state) {
        const { settle } = ledger
        if (settle) await about(id, (connection) => settle(connection, id, state))
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}
