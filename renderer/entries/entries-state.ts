import type { StoreApi } from 'zustand'
import type { AsideEntry, EntryBrief, EntryCounts, EntryDetail, entries } from '../../preload/contract/entries.ts'
import type { EntriesTable, ReviewState } from '../../preload/contract/entries-table.ts'
import type { Form, FormDetail } from '../../preload/contract/forms.ts'
import type { ReviewBatch, ReviewChange, SavedFilter } from '../../preload/contract/reviews.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import type { Failure, Input } from '../../preload/contract/wire.ts'
import type { Outcome } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import type { MutationState } from '../kernel/mutation.ts'
import type { SavedFiltersStore } from '../tables/saved-filters.ts'
import type { TableStore } from '../tables/table-state.ts'
import type { ShownEntry } from './caches.ts'
import type { Selected } from './selection.ts'

export type Presentation = 'list' | 'table'

/** What a change is made to: one entry, or several as the contract names them. */
export type Target = { readonly one: number } | { readonly several: EntrySelection }

export interface UnsavedChange {
  readonly target: Target
  readonly change: ReviewChange
  readonly failure: Failure
}

export interface Undone {
  readonly batch: ReviewBatch
  readonly changed: number
  /** The sender of the entry, where the batch is of one. */
  readonly sender: string | null
}

/** Entries that will be deleted on the service unless the deletion is cancelled. */
export interface Deletion {
  readonly task: string
  readonly entries: number
  /** Epoch ms. */
  readonly sendsAt: number
}

/** The counts of the query without its filter of states; `tabs` by state. */
export interface Figures extends EntryCounts {
  readonly tabs: Readonly<Partial<Record<string, number>>>
}

export interface ListActions {
  /** Loads the list; the position stays at the same entry, or the one after it. */
  refreshList(): Promise<void>
  /** Checks for new entries. Shows them if nobody has begun to work on the list, else counts them in `newEntries`. */
  checkList(): Promise<void>
  /** These positions are visible. */
  showRange(from: number, to: number): void
  /** Loads the brief of an entry, in the list or not, unless it is known. */
  loadBrief(id: number): Promise<void>
  goTo(position: number): void
  step(by: number): void
  /** To the next entry that is to be decided: at once, unless its brief was never loaded. */
  goToPending(): Promise<void>
  /** Opens an entry whether the list has it or not. */
  peek(id: number): void
  leavePeek(): void
  pick(position: number): void
  /** From where the last picking began to this position. */
  pickTo(position: number): void
  pickAll(): void
  pickNone(): void
}

export interface ListState extends ListActions {
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
  readonly selected: Selected
}

export interface ReviewMutations {
  /** Decides on the open entry and goes to the next pending one at once. */
  decide(state: ReviewState, comment: string): void
  /** Changes one entry at once, or several after main has answered. The batch, or null when nothing changed. */
  change(target: Target, change: ReviewChange): Promise<ReviewBatch | null>
  /** Undoes this batch, or the last one. Null when there is none left, or it failed. */
  undo(batch: string | null): Promise<Undone | null>
  dismissFailure(): void
  /** Stores the unsaved changes, in the same order. */
  retryUnsaved(): Promise<void>
  dismissUnsaved(): void
  writeNote(id: number, text: string): void
}

export interface ServiceActions {
  loadForms(): Promise<unknown>
  /** Loads what is new; with `reconcile` deletions and changes too. */
  sync(reconcile: boolean): Promise<unknown>
  /** The single read of the open entry, for what only it contains. Silent: nothing depends on it. */
  complete(detail: EntryDetail): Promise<void>
  raw(id: number, reveal: boolean): Promise<Outcome<{ readonly json: string; readonly ip: string | null }>>
  /** What could not be kept of a form's entries. */
  aside(form: number): Promise<Outcome<readonly AsideEntry[]>>
  /** Names and tags in use; none when they cannot be read. */
  known(): Promise<{ readonly assignees: readonly string[]; readonly tags: readonly string[] }>
  /** The form with its fields: from the service where it was never read whole. */
  readForm(id: number): Promise<Outcome<FormDetail>>
  /** The id of the new entry; throws what the service refused. */
  create(entry: Omit<Input<(typeof entries)['entries.create']>, 'connection_id'>): Promise<number>
  /** Starts the ten seconds after which the service is asked to delete. */
  remove(ids: readonly number[], typed: string): Promise<Outcome<Deletion>>
  /** Whether the deletion was cancelled in time. */
  cancelDeletion(task: string): Promise<Outcome<boolean>>
}

/** `working` and `failure` are of the last change of several entries, undo or sync. */
export interface EntriesState
  extends MutationState<'change' | 'undo' | 'sync'>,
    ListState,
    ReviewMutations,
    ServiceActions {
  readonly table: EntriesTable
  readonly ref: TableRef
  /** The same entries as a table; it holds the query of both presentations. */
  readonly rows: TableStore
  readonly saved: SavedFiltersStore<SavedFilter>
  readonly presentation: Presentation
  readonly shown: ShownEntry | null
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
  /** Loads everything on screen, and what may have changed since the last time. */
  open(): Promise<void>
  close(): void
  /** Records of this feature changed: these entries, or any where `ids` is null. Does nothing while closed. */
  reload(feature: 'entries' | 'reviews' | 'forms' | 'sheets', ids: readonly number[] | null): void
  present(presentation: Presentation): void
  /** The entries of a query, newest first where it has no order; none when they cannot be read. */
  idsOf(query: TableQuery): Promise<readonly number[]>
  /** Rows of the table as it is shown, by position, with the entry of each; none when they cannot be read. */
  readRows(from: number, count: number): Promise<readonly { readonly row: number; readonly id: number }[]>
  /** The number of selected entries; null when it cannot be read. */
  countOf(select: EntrySelection): Promise<number | null>
}

export type EntriesStore = StoreApi<EntriesState>
