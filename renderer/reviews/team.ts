import { createStore } from 'zustand'
import { entriesTable } from '../../preload/contract/entries-table.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { ReviewBatch, SavedFilter, SpamRules } from '../../preload/contract/reviews.ts'
import type { Bridge } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { createDeeds, type Doing } from './deed.ts'
import { createFiguresStore, type FiguresStore } from './figures-store.ts'
import { createPackagesStore, type PackagesStore } from './packages-store.ts'
import { createSetsStore, type SetsStore } from './sets-store.ts'

/** What is done with the reviews of one account. */
export interface Team {
  readonly connection: string
  readonly packages: PackagesStore
  readonly sets: SetsStore
  readonly sources: SourcesStore
  readonly rules: RulesStore
  readonly history: HistoryStore
  /** Says that a screen shows these stores, until the returned function is called: then changes are followed. */
  watch(): () => void
}

export interface Teams {
  readonly reviewer: ReviewerStore
  /** The stores of an account, made the first time they are asked for, so that coming back finds an opened package. */
  of(connection: string): Team
  /** The pictures of one form's entries, or of all kept forms. */
  figuresOf(which: { connection: string; formId: number | null }): FiguresStore
  /** After a push about entries or reviews: what is on screen is asked for anew. */
  reload(): Promise<void>
  /** Another account is open: what was read belongs to nobody here. */
  forget(): void
}

export interface TeamsDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
}

/** Makes the stores of reviews, an account's or a table's at a time. */
export function createTeams({ ask, bridge }: TeamsDeps): Teams {
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
  /** Empty while nobody has said it. */
  readonly name: Loadable<string>
  load(): Promise<void>
  /** Throws when it is not kept. */
  save(name: string): Promise<void>
}

export type ReviewerStore = ReturnType<typeof createReviewerStore>

/** Who reviews on this computer; the name stands in every trail. */
function createReviewerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ReviewerState>()((set, get) => {
    const reload = createReload<string>(
      () => get().name,
      (name) => set({ name }),
    )
    return {
      name: { status: 'idle' },
      load: () => reload(async () => (await ask('reviews.reviewer', {})).name),
      async save(name) {
        const saved = await ask('reviews.name_reviewer', { name })
        set({ name: { status: 'ready', value: saved.name } })
      },
    }
  })
}

interface HistoryState extends Doing<string> {
  /** The last 200 batches, newest first. `doing` is the one that is being undone. */
  readonly batches: Loadable<readonly ReviewBatch[]>
  /** Entries that the last undoing brought back; null before the first. */
  readonly undone: number | null
  load(): Promise<void>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<void>
  undo(batch: string): Promise<void>
  /** Forgets what the last undoing came to. */
  dismissResult(): void
}

interface HistoryDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** The batches of review changes made on this computer; each is undone as a whole. */
function createHistoryStore({ ask, connection }: HistoryDeps) {
  return createStore<HistoryState>()((set, get) => {
    const show = createReload<readonly ReviewBatch[]>(
      () => get().batches,
      (batches) => set({ batches }),
    )
    const act = createDeeds<string>(set)
    const load = () => show(() => ask('reviews.batches', { connection_id: connection }))
    return {
      batches: { status: 'idle' },
      undone: null,
      doing: null,
      failure: undefined,
      load,
      async reload() {
        if (get().batches.status !== 'idle') await load()
      },
      async undo(batch) {
        set({ undone: null })
        const result = await act(batch, () => ask('reviews.undo', { connection_id: connection, batch }))
        if (!result) return
        set({ undone: result.changed })
        await load()
      },
      dismissResult: () => set({ undone: null, failure: undefined }),
    }
  })
}

export interface Sources {
  /** Those that are kept on this computer. */
  readonly forms: readonly Form[]
  readonly filters: readonly SavedFilter[]
}

interface SourcesState {
  readonly sources: Loadable<Sources>
  load(): Promise<void>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<void>
}

interface SourcesDeps {
  readonly ask: AppAsk
  readonly connection: string
}

type SourcesStore = ReturnType<typeof createSourcesStore>

/** What packages are made from: the kept forms of an account and the filters that the team has saved. */
function createSourcesStore({ ask, connection }: SourcesDeps) {
  const account = { connection_id: connection }
  return createStore<SourcesState>()((set, get) => {
    const show = createReload<Sources>(
      () => get().sources,
      (sources) => set({ sources }),
    )
    const load = () =>
      show(async () => {
        const [forms, filters] = await Promise.all([ask('forms.list', account), ask('reviews.filters', account)])
        return { forms: forms.filter((form) => form.kept), filters }
      })
    return {
      sources: { status: 'idle' },
      load,
      async reload() {
        if (get().sources.status !== 'idle') await load()
      },
    }
  })
}

interface RulesState {
  readonly connection: string
  readonly rules: Loadable<SpamRules>
  load(): Promise<void>
  /** Throws when they are not kept. */
  save(rules: SpamRules): Promise<void>
}

interface RulesDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type RulesStore = ReturnType<typeof createRulesStore>
/** What the team counts as a hint of spam. */
function createRulesStore({ ask, connection }: RulesDeps) {
  return createStore<RulesState>()((set, get) => {
    const reload = createReload<SpamRules>(
      () => get().rules,
      (rules) => set({ rules }),
    )
    return {
      connection,
      rules: { status: 'idle' },
      load: () => reload(() => ask('reviews.rules', { connection_id: connection })),
      async save(rules) {
        const saved = await ask('reviews.set_rules', { connection_id: connection, rules })
        set({ rules: { status: 'ready', value: saved } })
      },
    }
  })
}
