import type { TableQuery } from '../../preload/contract/table-queries.ts'
import type { TableLayout } from '../../preload/contract/tables.ts'
import type { SavedView } from '../../preload/contract/views.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { layoutOf } from './columns.ts'
import type { Arrangement, GroupChoice, TableSlot, TableState, UndoActions } from './table-state.ts'
import { createViews } from './views.ts'

/** So many changes are undone. */
const mostChanges = 100
/** Changes of one kind within this many ms are one, such as the letters of a search. */
const oneChangeMs = 1500

type ArrangedState = Pick<TableState, 'query' | 'columns' | 'grouping'>

export function arrangementOf({ query, columns, grouping }: ArrangedState): Arrangement {
  return { query, columns: layoutOf(columns), grouping }
}

/** Whether the table is shown as the view says: what a table has no column for does not count. */
export function isShownAs(view: SavedView, state: ArrangedState): boolean {
  const keys = new Set(state.columns.map(({ key }) => key))
  const shown = arrangementOf(state)
  const ofView = view.columns.filter(({ key }) => keys.has(key))
  const named = new Set(ofView.map(({ key }) => key))
  const columns = shown.columns.filter(({ key }) => named.has(key))
  return (
    JSON.stringify([shown.query, columns, shown.grouping]) ===
    JSON.stringify([{ ...emptyQuery, ...view.query }, ofView, view.grouping])
  )
}

/** What a change was of. */
export function changedPart(from: Arrangement, to: Arrangement): 'search' | 'filters' | 'sort' | 'groups' | 'columns' {
  const { query: one } = from
  const { query: other } = to
  if (JSON.stringify(from.grouping) !== JSON.stringify(to.grouping)) return 'groups'
  if (one.search !== other.search) return 'search'
  const conditionsOf = ({ filters, conditions }: TableQuery) => JSON.stringify([filters, conditions])
  if (conditionsOf(one) !== conditionsOf(other)) return 'filters'
  return JSON.stringify(one.sort) === JSON.stringify(other.sort) ? 'columns' : 'sort'
}

interface ArrangementDeps extends TableSlot {
  readonly showQuery: (query: TableQuery) => Promise<void>
  readonly showColumns: (columns: TableLayout['columns']) => void
  readonly showGroups: (choice: GroupChoice | null, query: TableQuery) => void
  /** Stores how the table was left. */
  readonly keep: () => void
  /** The table whose rows are grouped, for a table of groups: its changes are undone after those of the groups. */
  readonly outer?: (() => TableState) | undefined
}

/** Undo and redo of how a table is shown, and the views of its kind. `remember` is called with every change. */
export function createArrangement(deps: ArrangementDeps) {
  const { ask, table, get, set, showQuery, showColumns, showGroups, keep, outer } = deps
  let isReplaying = false
  let changedAt = Number.NEGATIVE_INFINITY

  const remember = (state: TableState, previous: TableState) => {
    const isSame =
      state.query === previous.query && state.columns === previous.columns && state.grouping === previous.grouping
    // The first arrangement, and columns that stored rows gained or lost, are no change of the person.
    if (isSame || isReplaying || previous.view === null || state.shape !== previous.shape) return
    const { past } = state
    const now = Date.now()
    const last = past.at(-1)
    const [from, to] = [arrangementOf(previous), arrangementOf(state)]
    const part = changedPart(from, to)
    const isContinued = part === 'search' || part === 'columns'
    const continues =
      isContinued && last !== undefined && now - changedAt < oneChangeMs && changedPart(last, from) === part
    changedAt = now
    set({ past: continues ? past : [...past, from].slice(-mostChanges), future: [] })
  }

  const show = async ({ query, columns, grouping }: Arrangement) => {
    isReplaying = true
    try {
      showColumns(columns)
      showGroups(grouping, query)
      await showQuery(query)
    } finally {
      isReplaying = false
    }
    keep()
  }

  const views = createViews({
    ask,
    owner: () => table,
    get,
    set,
    content: () => arrangementOf(get()),
    async show(view) {
      set({ past: [...get().past, arrangementOf(get())].slice(-mostChanges), future: [] })
      const { query, columns, grouping } = view ?? everything
      await show({ query: { ...emptyQuery, ...query }, columns, grouping })
    },
    keep,
  })

  const actions: UndoActions = {
    async undo() {
      const { past, future } = get()
      const last = past.at(-1)
      if (!last) return outer?.().undo()
      set({ past: past.slice(0, -1), future: [arrangementOf(get()), ...future] })
      await show(last)
    },
    async redo() {
      const { past, future } = get()
      const [next, ...rest] = future
      if (!next) return
      set({ past: [...past, arrangementOf(get())], future: rest })
      await show(next)
    },
  }
  return { state: { ...views, ...actions }, remember }
}

const everything = { query: emptyQuery, columns: [], grouping: null }
