import { createStore } from 'zustand'
import type { Agreement, ReviewSet } from '../../preload/contract/reviews.ts'
import type { EntrySelection, SavedFile, TableRef } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { createDeeds, type Doing } from './deed.ts'

/** The entries that a second review is asked for. */
export interface RequestedEntries {
  readonly table: TableRef
  readonly select: EntrySelection
}

export interface SetsState extends Doing<'ask' | 'answer' | 'forget'> {
  readonly sets: Loadable<readonly ReviewSet[]>
  /** How far the two reviews of a set agree, by its id. */
  readonly agreements: Readonly<Record<string, Loadable<Agreement>>>
  load(): Promise<void>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<void>
  compare(set: string): Promise<void>
  /** How many entries would go into a request. Throws what asking throws. */
  count(asked: RequestedEntries): Promise<number>
  /** Writes a request; what was saved, or nothing. The passphrase is kept nowhere. */
  request(asked: RequestedEntries, wanted: { passphrase: string; name: string }): Promise<SavedFile | undefined>
  answer(set: string, wanted: { passphrase: string; name: string }): Promise<SavedFile | undefined>
  /** True when it is forgotten. */
  forget(set: string): Promise<boolean>
  dismissFailure(): void
}

export interface SetsDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type SetsStore = ReturnType<typeof createSetsStore>

/** Blind second reviews of one account: asked for, given to us, answered (features.md, N15). */
export function createSetsStore({ ask, connection }: SetsDeps) {
  const account = { connection_id: connection }
  return createStore<SetsState>()((set, get) => {
    const act = createDeeds<'ask' | 'answer' | 'forget'>(set)
    const show = createReload<readonly ReviewSet[]>(
      () => get().sets,
      (sets) => set({ sets }),
    )
    const load = () => show(() => ask('reviews.sets', account))
    const comparers = new Map<string, (fetch: () => Promise<Agreement>) => Promise<void>>()
    const comparerOf = (id: string) => {
      const made =
        comparers.get(id) ??
        createReload<Agreement>(
          () => get().agreements[id] ?? { status: 'idle' },
          (agreement) => set({ agreements: { ...get().agreements, [id]: agreement } }),
        )
      comparers.set(id, made)
      return made
    }
    const compare = (id: string) => comparerOf(id)(() => ask('reviews.agreement', { ...account, set: id }))
    return {
      sets: { status: 'idle' },
      agreements: {},
      doing: null,
      failure: undefined,
      load,
      async reload() {
        if (get().sets.status !== 'idle') await load()
        await Promise.all(Object.keys(get().agreements).map(compare))
      },
      compare,
      async count({ table, select }) {
        if ('ids' in select) return select.ids.length
        return (await ask('entries.counts', { table, query: select.query })).matching
      },
      async request(asked, wanted) {
        const written = await act('ask', () => ask('reviews.ask_blind', { ...asked, ...wanted }))
        if (!written?.file.saved) return undefined
        await load()
        return written.file
      },
      async answer(id, wanted) {
        const file = await act('answer', () => ask('reviews.answer_blind', { ...account, set: id, ...wanted }))
        return file?.saved ? file : undefined
      },
      async forget(id) {
        const left = await act('forget', () => ask('reviews.forget_set', { ...account, set: id }))
        if (!left) return false
        const { [id]: _forgotten, ...agreements } = get().agreements
        set({ sets: { status: 'ready', value: left }, agreements })
        return true
      },
      dismissFailure: () => set({ failure: undefined }),
    }
  })
}
