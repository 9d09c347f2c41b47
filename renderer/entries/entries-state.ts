import type { EntryBrief, EntryCounts, EntryDetail } from '../../preload/contract/entries.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { EntriesTable, ReviewState } from '../../preload/values/entries-table.ts'
import type { Failure } from '../../preload/values/failures.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { type Loadable, readyValue, type Slot } from '../kernel/loadable.ts'
import { type MutationState, noMutation } from '../kernel/mutation.ts'
import { nothingSelected } from '../tables/selection.ts'
import type { Selection, TableStore } from '../tables/table-state.ts'

/** What is changed: one entry, or several as the contract names them. */
export type Target = { readonly one: number } | { readonly several: EntrySelection }

export type StateChange = Extract<ReviewChange, { readonly kind: 'state' }>

export type OpenDialog =
  | { readonly kind: 'state'; readonly state: ReviewState; readonly target: Target }
  | { readonly kind: 'assign' | 'tag' | 'note'; readonly target: Target }
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'create' | 'export' }

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
  /** The same entries as a table. It stores the query of both presentations. */
  readonly rows: TableStore
  readonly presentation: 'list' | 'table'
  readonly dialog: OpenDialog | null
  readonly shown: { readonly id: number; readonly detail: Loadable<EntryDetail> } | null
  readonly figures: Loadable<Figures>
  /** The connection's stored forms. */
  readonly forms: Loadable<readonly Form[]>
  /** Changes since the list was loaded. While there is none, the list may change by itself. */
  readonly changesMade: number
  /** Changes that could not be stored, the oldest first, so that their texts are not lost. */
  readonly unsaved: readonly UnsavedChange[]
  /** Unsent notes, by entry. */
  readonly noteDrafts: ReadonlyMap<number, string>
  /** Comments of this session, the last first, to be used again. */
  readonly comments: readonly string[]

  /** The entries of the query in its order, at the time of loading: deciding removes none. */
  readonly list: Loadable<readonly number[]>
  readonly listed: TableQuery
  readonly listing: MutationState<'list'>
  /** Number of entries that now match and are not in the list. */
  readonly newEntries: number
  readonly briefs: ReadonlyMap<number, EntryBrief>
  readonly position: number
  /** An open entry that the list may not have. */
  readonly peeked: number | null
  /** There is nothing to decide after this position. */
  readonly finished: boolean
  /** The next entry or the list of a new query is being loaded: keys do not apply to what is still on screen. */
  readonly moving: boolean
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

export function currentEntry({ peeked, list, position }: Pick<EntriesData, 'peeked' | 'list' | 'position'>) {
  return peeked ?? readyValue(list)?.[position] ?? null
}

/** The entries that are picked in the present presentation, as the contract names them; null for none. */
export function pickedSelection({ presentation, selected, listed, rows }: EntriesData): EntrySelection | null {
  const { selection, view } = rows.getState()
  const inList = presentation === 'list'
  const picked = inList ? selected : selection
  if (picked.kind === 'all') return { query: inList ? listed : (view?.query ?? emptyQuery) }
  return picked.rows.size === 0 ? null : { ids: [...picked.rows.values()] }
}
