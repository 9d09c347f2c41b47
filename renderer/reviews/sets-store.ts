import { createStore } from 'zustand'
import type { Agreement, ReviewSet } from '../../preload/contract/reviews.ts'
import type { SavedFile, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** The entries that a blind review is requested for. */
export interface RequestedEntries {
  readonly table: TableRef
  readonly select: { readonly query: TableQuery }
}

interface PackageName {
  readonly passphrase: string
  readonly name: string
}

export interface SetsState extends MutationState<'request' | 'answer' | 'forget'> {
  readonly sets: Loadable<readonly ReviewSet[]>
  /** How many entries a request would have. */
  readonly size: Loadable<number>
  /** The id of the set that `agreement` is of. */
  readonly compared: string | null
  readonly agreement: Loadable<Agreement>
  load(): Promise<unknown>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<unknown>
  compare(set: string): Promise<unknown>
  count(entries: RequestedEntries): Promise<unknown>
  /** Writes a request; the saved file, or null when it failed or no place was chosen. The passphrase is not kept. */
  request(entries: RequestedEntries, file: PackageName): Promise<SavedFile | null>
  /** The same for our answer to a request. */
  answer(set: string, file: PackageName): Promise<SavedFile | null>
  forget(set: string): Promise<boolean>
  dismissFailure(): void
}

export type SetsStore = ReturnType<typeof createSetsStore>

/** Blind reviews of one account: requested, received and answered (features.md, N15). */
export function createSetsStore({ ask, connection }: { readonly ask: AppAsk; readonly connection: string }) {
  const account = { connection_id: connection }
  return createStore<SetsState>()((set, get) => {
    const sets = createLatest({ get, set, key: 'sets' })
    const size = createLatest({ get, set, key: 'size' })
    const agreement = createLatest({ get, set, key: 'agreement', scope: () => get().compared })
    const mutation = createMutation({ get, set })
    const load = () => sets.load((_, options) => ask('reviews.sets', account, options))
    const readAgreement = () =>
      agreement.load((id, options) => ask('reviews.agreement', { ...account, set: id }, options))
    return {
      sets: { status: 'idle' },
      size: { status: 'idle' },
      compared: null,
      agreement: { status: 'idle' },
      ...noMutation,
      load,
      async reload() {
        if (get().sets.status !== 'idle') await load()
        await readAgreement()
      },
      compare(id) {
        if (id !== get().compared) set({ compared: id, agreement: { status: 'idle' } })
        return readAgreement()
      },
      count: ({ table, select }) =>
        size.load(
          async (_, options) => (await ask('entries.counts', { table, query: select.query }, options)).matching,
          { keep: false },
        ),
      async request(entries, file) {
        const written = await mutation.run('request', () => ask('reviews.ask_blind', { ...entries, ...file }))
        if (!written?.file.saved) return null
        await load()
        return written.file
      },
      async answer(id, file) {
        const input = { ...account, set: id, ...file }
        const written = await mutation.run('answer', () => ask('reviews.answer_blind', input))
        return written?.saved ? written : null
      },
      forget: (id) =>
        mutation.succeeds(
          'forget',
          () => ask('reviews.forget_set', { ...account, set: id }),
          (left) => {
            sets.show(left)
            if (get().compared === id) set({ compared: null, agreement: { status: 'idle' } })
          },
        ),
      dismissFailure: mutation.dismissFailure,
    }
  })
}
