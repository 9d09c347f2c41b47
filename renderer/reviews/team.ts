import { createStore } from 'zustand'
import { entriesTable } from '../../preload/contract/entries-table.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { ReviewBatch, SavedFilter, SpamRules } from '../../preload/contract/reviews.ts'
import type { Bridge } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { createFiguresStore, type FiguresStore } from './figures-store.ts'
import { createPackagesStore, type PackagesStore } from './packages-store.ts'
import { createSetsStore, type SetsStore } from './sets-store.ts'

/** The stores of one account's reviews. */
export interface Team {
  readonly connection: string
  readonly packages: PackagesStore
  readonly sets: SetsStore
  readonly sources: SourcesStore
  readonly rules: RulesStore
  readonly history: HistoryStore
  /** Makes `reload` refetch these stores until the returned function is called. */
  watch(): () => void
}

export interface Teams {
  readonly reviewer: ReviewerStore
  /** The stores of an account, the same ones at every call, so that an opened package outlives its screen. */
  of(connection: string): Team
  /** The pictures of one form's entries, or of all kept forms. */
  figuresOf(which: { connection: string; formId: number | null }): FiguresStore
  /** After a push about entries or reviews: refetches what is on screen. */
  reload(): Promise<void>
  /** Drops all stores, when another vault is open. */
  forget(): void
}

interface TeamDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
}

/** Makes the stores of reviews, by account or by table. */
export function createTeams({ ask, bridge }: TeamDeps): Teams {
  const teams = new Map<string, Team>()
  const figures = new Map<string, FiguresStore>()
  const watched = new Map<Team, number>()
  const reviewer = createReviewerStore({ ask })
  const makeTeam = (connection: string): Team => {
    const team: Team = {
      connection,
      packages: createPackagesStore({ ask, bridge, connection }),
      sets: createSetsStore({ ask, connection }),
      sources: createSourcesStore({ ask, connection }),
      rules: createRulesStore({ ask, connection }),
      history: createHistoryStore({ ask, connection }),
      watch() {
        watched.set(team, (watched.get(team) ?? 0) + 1)
        return () => {
          const left = (watched.get(team) ?? 1) - 1
          if (left > 0) watched.set(team, left)
          else watched.delete(team)
        }
      },
    }
    return team
  }
  return {
    reviewer,
    of(connection) {
      const team = teams.get(connection) ?? makeTeam(connection)
      teams.set(connection, team)
      return team
    },
    figuresOf({ connection, formId }) {
      const table = entriesTable({ connection_id: connection, form_id: formId, set: '' })
      const store = figures.get(table.id) ?? createFiguresStore({ ask, table })
      figures.set(table.id, store)
      return store
    },
    async reload() {
      const shown = [...watched.keys()].flatMap(({ sets, sources, history }) => [sets, sources, history])
      const reloads = [...shown, ...figures.values()].map((store) => store.getState().reload())
      await Promise.all(reloads)
    },
    forget() {
      teams.clear()
      figures.clear()
    },
  }
}

interface ReviewerState {
  /** Empty while no name is stored. */
  readonly name: Loadable<string>
  load(): Promise<unknown>
  /** Throws when the name was not stored. */
  save(name: string): Promise<void>
}

export type ReviewerStore = ReturnType<typeof createReviewerStore>

/** Who reviews on this computer; the name is part of every review event. */
function createReviewerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ReviewerState>()((set, get) => {
    const name = createLatest({ get, set, key: 'name' })
    return {
      name: { status: 'idle' },
      load: () => name.load(async (_, options) => (await ask('reviews.reviewer', {}, options)).name),
      save: async (typed) => name.show((await ask('reviews.name_reviewer', { name: typed })).name),
    }
  })
}

interface AccountDeps {
  readonly ask: AppAsk
  readonly connection: string
}

/** `working`: the id of the batch that is being undone. */
interface HistoryState extends MutationState<string> {
  /** The last 200 batches, newest first. */
  readonly batches: Loadable<readonly ReviewBatch[]>
  /** Entries that the last undo changed back; null before the first. */
  readonly undone: number | null
  load(): Promise<unknown>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<unknown>
  undo(batch: string): Promise<unknown>
  dismissResult(): void
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** The batches of review changes made on this computer; each is undone as a whole. */
function createHistoryStore({ ask, connection }: AccountDeps) {
  const account = { connection_id: connection }
  return createStore<HistoryState>()((set, get) => {
    const batches = createLatest({ get, set, key: 'batches' })
    const load = () => batches.load((_, options) => ask('reviews.batches', account, options))
    const mutation = createMutation({ get, set, onSuccess: load })
    return {
      batches: { status: 'idle' },
      undone: null,
      ...noMutation,
      load,
      reload: async () => get().batches.status !== 'idle' && load(),
      undo(batch) {
        set({ undone: null })
        const show = ({ changed }: { changed: number }) => set({ undone: changed })
        return mutation.run(batch, () => ask('reviews.undo', { ...account, batch }), show)
      },
      dismissResult: () => set({ undone: null, failure: null }),
    }
  })
}

export interface Sources {
  /** The forms whose entries are kept on this computer. */
  readonly forms: readonly Form[]
  readonly filters: readonly SavedFilter[]
}

interface SourcesState {
  readonly sources: Loadable<Sources>
  load(): Promise<unknown>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<unknown>
}

type SourcesStore = ReturnType<typeof createSourcesStore>

/** What packages are made from: the kept forms of an account and its saved filters. */
function createSourcesStore({ ask, connection }: AccountDeps) {
  const account = { connection_id: connection }
  return createStore<SourcesState>()((set, get) => {
    const sources = createLatest({ get, set, key: 'sources' })
    const load = () =>
      sources.load(async (_, options) => {
        const [forms, filters] = await Promise.all([
          ask('forms.list', account, options),
          ask('reviews.filters', account, options),
        ])
        return { forms: forms.filter((form) => form.kept), filters }
      })
    return {
      sources: { status: 'idle' },
      load,
      reload: async () => get().sources.status !== 'idle' && load(),
    }
  })
}

interface RulesState {
  readonly connection: string
  readonly rules: Loadable<SpamRules>
  load(): Promise<unknown>
  /** Throws when the rules were not stored. */
  save(rules: SpamRules): Promise<void>
}

export type RulesStore = ReturnType<typeof createRulesStore>

/** The team's rules for spam hints. */
function createRulesStore({ ask, connection }: AccountDeps) {
  const account = { connection_id: connection }
  return createStore<RulesState>()((set, get) => {
    const rules = createLatest({ get, set, key: 'rules' })
    return {
      connection,
      rules: { status: 'idle' },
      load: () => rules.load((_, options) => ask('reviews.rules', account, options)),
      save: async (changed) => rules.show(await ask('reviews.set_rules', { ...account, rules: changed })),
    }
  })
}
