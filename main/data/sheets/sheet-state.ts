import type { LeadFilter } from '../../../preload/contract/leads.ts'
import type { SheetBadge } from '../../../preload/contract/sheets.ts'
import type { PullState, StoredSheet } from '../calls.ts'

type Aside = StoredSheet['aside']
const maxNamed = 20

/** Older files do not count them. */
export const noneAside: Aside = { count: 0, contacts: [] }

export function moreAside({ count, contacts }: Aside, found: readonly (number | null)[]): Aside {
  const named = found.filter((contact) => contact !== null)
  return { count: count + found.length, contacts: [...contacts, ...named].slice(0, maxNamed) }
}

/** What a sheet's file says of itself, besides its rows. */
export interface SheetState {
  readonly id: string
  readonly name: string
  readonly connection_id: string
  readonly filter: LeadFilter
  readonly created_at: string
  /** Of the rows that are shown; for a first pull that has not ended, why. */
  readonly badge: SheetBadge
  /** The rows that were read whole; null while none were. */
  readonly generation: number | null
  readonly next_generation: number
  readonly rows: number
  readonly total: number | null
  readonly repeated: number
  readonly read_at: string | null
  readonly refreshed_at: string | null
  /** Older files do not have it. */
  readonly unknown_counts?: number
  readonly aside?: Aside
  readonly echoed: Record<string, unknown> | null
  readonly has_extra: boolean
  readonly phones_differ: boolean
}

/** A pull whose pages are stored but not yet shown as whole; one a sheet at most. */
export interface PullRecord {
  readonly mode: PullState['mode']
  readonly filter: LeadFilter
  readonly generation: number
  /** When its first page was asked for: rows that change later are the next refresh's to find. */
  readonly started_at: string
  readonly last_page: number
  /** Of a quick refresh whose pages are all read: the first row that was read again, and the next one to read again. */
  readonly reread?: { readonly from: number; readonly next: number | null }
  readonly next_page: number
  readonly rows: number
  /** Rows that are in segments already; the others are in the tail. */
  readonly sealed_rows: number
  readonly total: number | null
  readonly total_changed: boolean
  readonly repeated: number
  readonly aside?: Aside
  readonly echoed: Record<string, unknown> | null
  readonly has_extra: boolean
  readonly phones_differ: boolean
}

/** Names rows of a sheet: a generation changes only by growing. */
export function rowsVersion(generation: number | null, rows: number): string {
  return `${generation ?? 'none'}.${rows}`
}

export const notReadYet: SheetBadge = { kind: 'partial', reason: 'ended', failure: null }

/** A sheet of which nothing was read. */
export function newSheet(
  named: Pick<SheetState, 'id' | 'name' | 'connection_id' | 'filter' | 'created_at'>,
): SheetState {
  return {
    ...named,
    badge: notReadYet,
    generation: null,
    next_generation: 1,
    rows: 0,
    total: null,
    repeated: 0,
    read_at: null,
    refreshed_at: null,
    echoed: null,
    has_extra: false,
    phones_differ: false,
  }
}

const reading: SheetBadge = { kind: 'reading', reason: 'none', failure: null }

/** The sheet as main knows it. A first pull shows its own rows; a refresh shows the rows of the last whole read. */
export function storedSheet(
  state: SheetState,
  pull: PullRecord | null,
  now: { readonly reading: boolean; readonly bytes: number },
): StoredSheet {
  const first = state.generation === null
  const shown = first && pull ? pull : state
  return {
    id: state.id,
    name: state.name,
    connection_id: state.connection_id,
    filter: state.filter,
    badge: first && now.reading ? reading : state.badge,
    rows: shown.rows,
    total: shown.total,
    repeated: shown.repeated,
    aside: shown.aside ?? noneAside,
    bytes: now.bytes,
    read_at: state.read_at,
    refreshed_at: state.refreshed_at,
    unknown_counts: state.unknown_counts ?? 0,
    echoed: shown.echoed,
    interrupted: !first && pull && !now.reading ? pull.mode : null,
  }
}
