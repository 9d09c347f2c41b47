import type { EntryBrief, EntryCounts, EntryDetail } from '../../preload/contract/entries.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { ReviewChange, SavedFilter } from '../../preload/contract/reviews.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import type { EntriesTable, ReviewState } from '../../preload/values/entries-table.ts'
import type { Failure } from '../../preload/values/failures.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { type Loadable, readyValue, type Slot } from '../kernel/loadable.ts'
import { type MutationState, noMutation } from '../kernel/mutation.ts'
import { emptyQuery } from '../tables/query.ts'
import type { SavedFiltersStore } from '../tables/saved-filters.ts'
import { nothingSelected } from '../tables/selection.ts'
import type { Selection, TableStore } from '../tables/table-state.ts'

/** What a change is made to: one entry, or several as the contract names them. */
export type Target = { readonly one: number } | { readonly several: EntrySelection }

export type StateChange = Extract<ReviewChange, { readonly kind: 'state' }>

/** The subject of a dialog. */
export type OpenDialog =
  | { readonly kind: 'state'; readonly state: ReviewState; readonly target: Target }
  | { readonly kind: 'assign' | 'tag' | 'note'; readonly target: Target }
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'create' | 'export' | 'save-filter' }

export interface UnsavedChange {
  readonly target: Target
  readonly change: ReviewChange
  readonly failure: Failure
}

/** The counts of the query without its filter of states; `tabs` by state. */
export interface Figures extends EntryCounts {
  readonly tabs: Readonly<Partial<Record<string, number>>>
}

/**
 * What the review of a table shows. `working` and `failure` are of the last change of several entries, undo or sync.
 */
export interface EntriesData extends MutationState<'change' | 'undo' | 'sync'> {
  readonly table: EntriesTable
  readonly ref: TableRef
  /** The same entries as a table; it holds the query of both presentations. */
  readonly rows: TableStore
  readonly saved: SavedFiltersStore<SavedFilter>
  readonly presentation: 'list' | 'table'
  readonly dialog: OpenDialog | null
  /** The open entry. */
  readonly shown: { readonly id: number; readonly detail: Loadable<EntryDetail> } | null
  readonly figures: Loadable<Figures>
  /** The connection's forms, as they are known here. */
  readonly forms: Loadable<readonly Form[]>
  /** Changes since the list was loaded; while there is none, the list may change by itself. */
  readonly changesMade: number
  /** Changes that could not be stored, the oldest first: what was written in them is not lost. */
  readonly unsaved: readonly UnsavedChange[]
  /** Unsent notes, by entry. */
  readonly noteDrafts: ReadonlyMap<number, string>
  /** Comments of this session, the last first, to be given again. */
  readonly comments: readonly string[]

  /** The entries of the query in its order, as they were when it was loaded: deciding takes none out. */
  readonly list: Loadable<readonly number[]>
  /** The query of `list`. */
  readonly listed: TableQuery
  readonly listing: MutationState<'list'>
  /** Number of entries that match by now and are not in the list. */
  readonly newEntries: number
  readonly briefs: ReadonlyMap<number, EntryBrief>
  readonly position: number
  /** An open entry that the list may not have. */
  readonly peeked: number | null
  /** Nothing is left to decide after this position. */
  readonly finished: boolean
  /** The next entry or the list of a new query is being loaded: no key applies to what is still on screen. */
  readonly moving: boolean
  /** The entries of the list that are picked, by number. */
  readonly selected: Selection
}

export interface EntriesSlot extends Slot<EntriesData>, Pick<EntriesData, 'table' | 'ref' | 'rows'> {
  readonly ask: AppAsk
}

export const noEntries = {
  ...noMutation,
  presentation: 'list',
  dialog: null,
  shown: null,
  figures: { status: 'idle' },
  forms: { status: 'idle' },
  changesMade: 0,
  unsaved: [],
  noteDrafts: new Map(),
  comments: [],
  list: { status: 'idle' },
  listed: emptyQuery,
  listing: noMutation,
  newEntries: 0,
  briefs: new Map(),
  position: 0,
  peeked: null,
  finished: false,
  moving: false,
  selected: nothingSelected,
} as const satisfies Partial<EntriesData>

/** The open entry, or null while there is none. */
export function currentEntry({ peeked, list, position }: Pick<EntriesData, 'peeked' | 'list' | 'position'>) {
  return peeked ?? readyValue(list)?.[position] ?? null
}

/** The entries that are picked in the present presentation, as the contract names them; null for none. */
export function pickedSelection({ presentation, selected, listed, rows }: EntriesData): EntrySelection | null {
  const { selection, view } = rows.getState()
  const inList = presentation === 'list'
  const picked = inList ? selected : selection
  if (picked.kind === 'all') return { query: inList ? listed : (view?.query ?? emptyQuery) }
  // What is "summed" over selected rows is each entry's own number (`entryDefaults`).
  return picked.rows.size === 0 ? null : { ids: [...picked.rows.values()] }
}
