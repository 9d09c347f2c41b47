import { createContext, useContext } from 'react'
import { createStore } from 'zustand'
import type { ShortTexts } from '../../preload/contract/entries.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Agreement, ReviewBatch, ReviewSet, SpamRules } from '../../preload/contract/reviews.ts'
import type { SavedFile } from '../../preload/contract/saved-files.ts'
import type { TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { SavedView } from '../../preload/contract/views.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { createPackagesStore, type PackagesStore } from './packages-store.ts'

/** The reviews of one account. */
export interface Team {
  readonly connection: string
  readonly packages: PackagesStore
  readonly store: TeamStore
}

interface TeamDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  readonly connection: string
}

export function createTeam({ ask, bridge, connection }: TeamDeps): Team {
  return {
    connection,
    packages: createPackagesStore({ ask, bridge, connection }),
    store: createTeamStore({ ask, connection }),
  }
}

const TeamContext = createContext<Team | null>(null)
export const TeamProvider = TeamContext.Provider

/** Throws outside of the screens of a team, which is a bug. */
export function useTeam(): Team {
  const team = useContext(TeamContext)
  if (!team) throw new Error('useTeam outside of TeamProvider')
  return team
}

export interface Sources {
  /** The forms whose entries are stored on this computer. */
  readonly forms: readonly Form[]
  /** The saved views of entries. */
  readonly views: readonly SavedView[]
}

/** The entries that a blind review is requested for. */
export interface RequestedEntries {
  readonly table: TableRef
  readonly select: { readonly query: TableQuery }
}

interface PackageName {
  readonly passphrase: string
  readonly name: string
}

export interface TeamState extends MutationState<'request' | 'answer' | 'forget'> {
  readonly sources: Loadable<Sources>
  /** Blind reviews: requested, received and answered (docs/decisions/requests-and-writes.md §22). */
  readonly sets: Loadable<readonly ReviewSet[]>
  /** How many entries a request would have. */
  readonly size: Loadable<number>
  /** The id of the set that `agreement` is of. */
  readonly compared: string | null
  readonly agreement: Loadable<Agreement>
  /** The last 200 batches of changes made on this computer, newest first. Each is undone as a whole. */
  readonly batches: Loadable<readonly ReviewBatch[]>
  /** `working` is the id of the batch. */
  readonly undoing: MutationState
  /** How many entries the last undo changed back; null before the first. */
  readonly undone: number | null
  /** The team's rules for spam hints. */
  readonly rules: Loadable<SpamRules>
  /** What the rule of repeated texts ignores. */
  readonly shortTexts: Loadable<ShortTexts>
  /** Loads the sources, or the agreement of a blind review, with all blind reviews. Follows changes until `close`. */
  open(compared?: string): Promise<unknown>
  close(): void
  /** After a push: loads again what was loaded before, while a screen shows it. */
  reload(): Promise<unknown>
  loadSources(): Promise<unknown>
  loadSets(): Promise<unknown>
  compare(set: string): Promise<unknown>
  count(entries: RequestedEntries): Promise<unknown>
  /**
   * Writes a request. Gives the saved file, or null when it failed or no place was chosen. The passphrase is not
   * stored.
   */
  request(entries: RequestedEntries, file: PackageName): Promise<SavedFile | null>
  /** Writes our answer to a request, with the same results. */
  answer(set: string, file: PackageName): Promise<SavedFile | null>
  forget(set: string): Promise<boolean>
  dismissFailure(): void
  loadBatches(): Promise<unknown>
  undo(batch: string): Promise<unknown>
  dismissUndo(): void
  /** Loads `shortTexts` too. */
  loadRules(): Promise<unknown>
  /** Throws when the rules were not stored. */
  saveRules(rules: SpamRules): Promise<void>
}

type TeamStore = ReturnType<typeof createTeamStore>

function createTeamStore({ ask, connection }: Omit<TeamDeps, 'bridge'>) {
  const account = { connection_id: connection }
  return createStore<TeamState>()((set, get) => {
    const sources = createLatest({ get, set, key: 'sources' })
    const sets = createLatest({ get, set, key: 'sets' })
    const size = createLatest({ get, set, key: 'size' })
    const agreement = createLatest({ get, set, key: 'agreement', scope: () => get().compared })
    const batches = createLatest({ get, set, key: 'batches' })
    const rules = createLatest({ get, set, key: 'rules' })
    const shortTexts = createLatest({ get, set, key: 'shortTexts' })
    const mutation = createMutation({ get, set })
    let isOpen = false
    const loads = {
      sources: () =>
        sources.load(async (_, options) => {
          const [forms, views] = await Promise.all([
            ask('forms.list', account, options),
            ask('views.list', { of: { ...account, kind: 'entries' } }, options),
          ])
          return { forms: forms.filter((form) => form.kept), views }
        }),
      sets: () => sets.load((_, options) => ask('reviews.sets', account, options)),
      agreement: () => agreement.load((id, options) => ask('reviews.agreement', { ...account, set: id }, options)),
      batches: () => batches.load((_, options) => ask('reviews.batches', account, options)),
    }
    const undoing = createMutation({ ...partOf({ get, set }, 'undoing'), onSuccess: loads.batches })
    const compare = (id: string) => {
      if (id !== get().compared) set({ compared: id, agreement: { status: 'idle' } })
      return loads.agreement()
    }
    return {
      sources: { status: 'idle' },
      sets: { status: 'idle' },
      size: { status: 'idle' },
      compared: null,
      agreement: { status: 'idle' },
      batches: { status: 'idle' },
      undoing: noMutation,
      undone: null,
      rules: { status: 'idle' },
      shortTexts: { status: 'idle' },
      ...noMutation,
      open(compared) {
        isOpen = true
        return Promise.all([loads.sets(), compared === undefined ? loads.sources() : compare(compared)])
      },
      close() {
        isOpen = false
      },
      async reload() {
        if (!isOpen) return
        const keys = ['sources', 'sets', 'agreement', 'batches'] as const
        await Promise.all(keys.filter((key) => get()[key].status !== 'idle').map((key) => loads[key]()))
      },
      loadSources: loads.sources,
      loadSets: loads.sets,
      compare,
      count: ({ table, select }) =>
        size.load(
          async (_, options) => (await ask('entries.counts', { table, query: select.query }, options)).matching,
          { keep: false },
        ),
      async request(entries, file) {
        const reply = await mutation.run('request', () => ask('reviews.ask_blind', { ...entries, ...file }))
        if (!reply?.file.saved) return null
        await loads.sets()
        return reply.file
      },
      async answer(id, file) {
        const input = { ...account, set: id, ...file }
        const saved = await mutation.run('answer', () => ask('reviews.answer_blind', input))
        return saved?.saved ? saved : null
      },
      forget: (id) =>
        mutation.succeeds(
          'forget',
          () => ask('reviews.forget_set', { ...account, set: id }),
          (list) => {
            sets.show(list)
            if (get().compared === id) set({ compared: null, agreement: { status: 'idle' } })
          },
        ),
      dismissFailure: mutation.dismissFailure,
      loadBatches: loads.batches,
      undo(batch) {
        set({ undone: null })
        return undoing.run(
          batch,
          () => ask('reviews.undo', { ...account, batch }),
          // The list marks what was already undone.
          ({ undone, changed }) => set({ undone: undone && changed }),
        )
      },
      dismissUndo() {
        undoing.dismissFailure()
        set({ undone: null })
      },
      loadRules: () =>
        Promise.all([
          rules.load((_, options) => ask('reviews.rules', account, options)),
          shortTexts.load((_, options) => ask('entries.short_texts', account, options)),
        ]),
      saveRules: async (changed) => rules.show(await ask('reviews.set_rules', { ...account, rules: changed })),
    }
  })
}

interface ReviewerState {
  /** Empty while no name is stored. */
  readonly name: Loadable<string>
  load(): Promise<unknown>
  /** Throws when the name was not stored. */
  save(name: string): Promise<void>
}

export type ReviewerStore = ReturnType<typeof createReviewerStore>

/** The reviewer of this computer; the name is part of every review event. */
export function createReviewerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ReviewerState>()((set, get) => {
    const name = createLatest({ get, set, key: 'name' })
    return {
      name: { status: 'idle' },
      load: () => name.load(async (_, options) => (await ask('reviews.reviewer', {}, options)).name),
      save: async (typed) => name.show((await ask('reviews.name_reviewer', { name: typed })).name),
    }
  })
}
