import { entriesTable } from '../../preload/contract/entries-table.ts'
import type { Bridge } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createFiguresStore, type FiguresStore } from './figures-store.ts'
import { createHistoryStore, type HistoryStore } from './history-store.ts'
import { createPackagesStore, type PackagesStore } from './packages-store.ts'
import { createReviewerStore, type ReviewerStore } from './reviewer-store.ts'
import { createRulesStore, type RulesStore } from './rules-store.ts'
import { createSetsStore, type SetsStore } from './sets-store.ts'
import { createSourcesStore, type SourcesStore } from './sources-store.ts'

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
