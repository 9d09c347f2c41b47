import type { Run } from '../../preload/contract/cruzar.ts'
import type { LeadFilter, Sheet } from '../../preload/contract/sheets.ts'

/** A sheet as its file has it; names of connections and tasks are main's to add. */
export type StoredSheet = Omit<Sheet, 'connection_name' | 'task_id' | 'lost_runs'>
export type StoredRun = Omit<Run, 'connection_name' | 'task_id'>

/** The progress of a pull: what to request next, and what was read so far. */
export interface PullState {
  readonly mode: 'full' | 'quick'
  /** The filter to request with: for a quick refresh, the sheet's own with `updated_after` set. */
  readonly filter: LeadFilter
  /** The first page that is not stored yet; 1 at the start. */
  readonly next_page: number
  readonly rows: number
  readonly total: number | null
  /** Of an interrupted quick refresh whose pages are all stored: the next row to read again, null behind the last. */
  readonly reread: { readonly next: number | null } | null
}

/** What one stored page of the lead export states about itself. */
export interface PageFacts {
  readonly rows: number
  readonly total: number
  readonly page: number
  readonly per_page: number
  readonly has_more: boolean
  readonly next_page: number | null
  /** Rows of this page whose key an earlier page of the same pull had already: the seam moved. */
  readonly repeated: number
  /** Rows of this page whose key is new. */
  readonly fresh: number
  /** Different keys of the pull so far. */
  readonly distinct: number
  readonly total_changed: boolean
}

/**
 * What a run asks for: its keys, those that were absent once more with their other ninth digit, or keys that cached
 * sheets answered, to check them.
 */
export type KeyPass = 'keys' | 'other_forms' | 'check'

/** Keys of a run, by position: `from` to `from + count - 1`. */
export interface KeyRange {
  readonly from: number
  readonly count: number
}
