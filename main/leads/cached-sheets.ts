import type { LeadNames } from '../../preload/contract/sheets.ts'
import type { StoredRows } from './open-sheet.ts'
import type { SheetState } from './sheet-file.ts'

/** A sheet whose rows can be searched. */
export interface CachedSheet extends Pick<SheetState, 'id' | 'name' | 'connection_id' | 'filter' | 'echoed'> {
  /** When its rows were read or refreshed last; null for those of a first pull that was interrupted. */
  readonly read_at: string | null
  /** Changes whenever the rows do: that of the sheet's table. */
  readonly version: string
}

/** Reads the rows of sheets for searches of people. */
export interface CachedSheets {
  list(): readonly CachedSheet[]
  /** Throws `not_found` for a sheet that is not here or has no rows yet. */
  read(id: string): CachedSheet
  /** The rows that are stored now. Throws `not_found` and what opening a file throws. */
  rows(id: string): StoredRows
  /** The inboxes, agents and labels that the sheets of a connection have. */
  known(connectionId: string): LeadNames
}
