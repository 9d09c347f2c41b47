import type { StoreApi } from 'zustand'
import type { TableColumn } from '../../preload/contract/table-queries.ts'
import type { SavedView, ViewOwner } from '../../preload/contract/views.ts'
import { withinColumns } from '../../preload/values/within-columns.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { partOf, type Slot } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** What a view names. */
export type ViewContent = Omit<SavedView, 'id' | 'name' | 'is_default'>

/** A store with views, as their tabs and menus read it. */
export type ViewsStore = Pick<StoreApi<ViewsState>, 'getState' | 'getInitialState' | 'subscribe'>

/** The views of a screen, and which of them it shows. */
export interface ViewsState {
  /** None while they could not be read. */
  readonly savedViews: readonly SavedView[]
  /** The id of the view that was shown last, whatever was changed since. */
  readonly savedView: string | null
  readonly viewChange: MutationState
  /** Shows a saved view; null shows everything as it is by default. */
  showView(id: string | null): Promise<void>
  /** Saves a view under another name, or what is shown now. Gives whether it was saved. */
  saveView(name: string, copied?: SavedView): Promise<boolean>
  /** Saves what is shown now as this view. */
  updateView(id: string): Promise<boolean>
  changeView(id: string, change: Partial<Pick<SavedView, 'name' | 'is_default'>>): Promise<boolean>
  forgetView(id: string): Promise<boolean>
  /** Loads the views again: another table or host changed them. */
  loadViews(): Promise<void>
  /** Removes the failure of the last change of views. */
  dismissViewChange(): void
}

interface ViewsDeps extends Slot<ViewsState> {
  readonly ask: AppAsk
  /** Null where nothing has views now. Answers for a former owner are dropped. */
  readonly owner: () => ViewOwner | null
  readonly content: () => ViewContent
  readonly show: (view: SavedView | null) => Promise<void>
  /** Stores which view is shown. */
  readonly keep?: () => void
}

/** Lists, saves, renames and forgets views; the second half of `show` belongs to what has them. */
export function createViews({ ask, owner, content, show, keep, ...slot }: ViewsDeps): ViewsState {
  const { get, set } = slot
  const mutation = createMutation({ ...partOf(slot, 'viewChange'), scope: owner })
  const viewOf = (id: string) => get().savedViews.find((view) => view.id === id)
  const save = (view: SavedView) =>
    mutation.succeeds(
      view.id,
      (of) => ask('views.save', { of, view }),
      (savedViews) => set({ savedViews }),
    )
  const change = async (id: string, part: Partial<SavedView>) => {
    const view = viewOf(id)
    return view ? save({ ...view, ...part }) : false
  }
  return {
    savedViews: [],
    savedView: null,
    viewChange: noMutation,
    async showView(id) {
      const view = id === null ? null : viewOf(id)
      if (view === undefined) return
      set({ savedView: id })
      await show(view)
    },
    async saveView(name, copied) {
      const id = crypto.randomUUID()
      const isSaved = await save({ ...(copied ?? content()), id, name, is_default: false })
      if (isSaved) set({ savedView: id })
      keep?.()
      return isSaved
    },
    updateView: (id) => change(id, content()),
    changeView: change,
    forgetView: (id) =>
      mutation.succeeds(
        id,
        (of) => ask('views.forget', { of, id }),
        (savedViews) => set({ savedViews, ...(get().savedView === id ? { savedView: null } : {}) }),
      ),
    async loadViews() {
      const of = owner()
      const savedViews = of && (await orNull(ask('views.list', { of })))
      if (savedViews && owner() === of) set({ savedViews })
    },
    dismissViewChange: mutation.dismissFailure,
  }
}

/**
 * Whether a table has every column that the view filters, sorts or groups by. A view of one form may mean nothing for
 * another, and without a filter it would show other rows than its name says.
 */
export function fitsTable({ query, grouping }: SavedView, columns: readonly TableColumn[]): boolean {
  const keys = new Set(columns.map(({ key }) => key))
  const fields = [...(grouping?.by ?? []), ...(grouping?.figures ?? [])]
  return withinColumns(query, columns) === query && fields.every(({ column }) => keys.has(column))
}
