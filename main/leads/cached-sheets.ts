import type { LeadNames } from '../../preload/contract/sheets.ts'
import type { StoredRows } from './open-sheet.ts'
import type { SheetState } from './sheet-file.ts'
import type { Snapshot } from './snapshot.ts'

/** A sheet whose rows can be searched. */
export interface CachedSheet extends Pick<SheetState, 'id' | 'name' | 'connection_id' | 'filter' | 'echoed'> {
  /** When its rows were read or refreshed last; null for those of a first pull that was interrupted. */
  readonly read_at: string | null
  /** Changes whenever the rows do: that of the sheet's table. */
  readonly version: string
}

export interface HeldRows {
  readonly number: number
  readonly snapshot: Snapshot
  readonly rows: StoredRows
}

/** Reads the rows of sheets for searches of people. */
export interface CachedSheets {
  list(): readonly CachedSheet[]
  /** Whether the sheet is here, with rows or not. */
  has(id: string): boolean
  /** Throws `not_found` for a sheet that is not here or has no rows yet. */
  read(id: string): CachedSheet
  /** The rows that are stored now. Throws `not_found` and what opening a file throws. */
  rows(id: string): StoredRows
  /**
   * The rows that are stored now, as a snapshot that stays until the holder, the id of a run, lets it go. It may go at
   * any time without a holder. Throws `not_found`, what opening a file throws, and `file_busy`.
   */
  hold(id: string, holder: string | null): Promise<HeldRows>
  /**
   * Lets the snapshots of a sheet go that the holder has. Where that fails, or the sheet is not here, nothing happens:
   * a holder that is not there is dropped at the next reading.
   */
  release(id: string, holder: string): Promise<void>
  /** A snapshot that is held. Throws `file_damaged` where it is not there, and what opening a file throws. */
  snapshot(id: string, number: number): Snapshot
  /** The inboxes, agents and labels that the sheets of a connection have. */
  known(connectionId: string): LeadNames
}
