import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import { leadFilterNames } from '../../../../preload/values/lead-filters.ts'
import type { DifferenceKind } from '../../../../preload/values/sheet-differences.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import type { SheetState, SnapshotRecord } from '../../../leads/sheet-file.ts'
import { keysOf, type OnlyInOne } from './compare-readings.ts'
import { atOnce, keyTableOf } from './match-rows.ts'
import type { ReadingSide } from './reading-side.ts'

/** Whether the reading has all records that fitted its filter. */
export function isWhole({ badge }: Pick<SnapshotRecord, 'badge'>): boolean {
  return badge?.kind === 'complete' || badge?.kind === 'refreshed'
}

/** Whether no record leaves the filter while the base has it: only the day of its creation counts, which stays. */
function isUnfiltered(filter: LeadFilter): boolean {
  return leadFilterNames.every((name) => name === 'created_after' || (filter[name]?.length ?? 0) === 0)
}

/** Whether records of `part` that are in the base are in an unfiltered reading with the other filter. */
function covers(all: LeadFilter, part: LeadFilter): boolean {
  if (!isUnfiltered(all) || all.created_within || all.agrupar !== part.agrupar) return false
  return part.created_after !== undefined && (all.created_after ?? '') <= part.created_after
}

/**
 * The sheet that tells where records are that left another one: of all records of the account, read whole after the
 * earlier reading had ended; the newest such sheet. Null without one.
 */
export function tellerOf(
  { filter, ended_at }: Pick<SnapshotRecord, 'filter' | 'ended_at'>,
  sheets: readonly SheetState[],
): SheetState | null {
  if (!filter || ended_at === undefined) return null
  const tellers = sheets.filter(
    (state) => state.badge.kind === 'complete' && covers(state.filter, filter) && (state.read_at ?? '') >= ended_at,
  )
  return tellers.toSorted((one, other) => (one.read_at ?? '').localeCompare(other.read_at ?? '')).at(-1) ?? null
}

/**
 * What the later reading tells of records that it has not: that they left the base, where it would have them otherwise.
 */
export function tellsOfBase(from: SnapshotRecord, to: SnapshotRecord): boolean {
  return from.filter !== undefined && to.filter !== undefined && covers(to.filter, from.filter)
}

/**
 * Tells by the rows of a teller: who is not there left the base. Who is there left the filter, unless the teller was
 * read before the later reading.
 */
export function goneByTeller(
  teller: SheetState,
  side: () => InterruptibleWork<ReadingSide>,
  to: SnapshotRecord,
): NonNullable<OnlyInOne['goneKinds']> {
  const isLater = to.read_at !== null && (teller.read_at ?? '') >= to.read_at
  return function* (gone) {
    const { keys, contacts } = yield* keysOf(yield* side(), teller.filter.agrupar)
    const all = yield* keyTableOf(keys.filter((key) => !Number.isNaN(key)))
    // Whom it has with a conversation by now is registered as well.
    const people = gone.some((key) => key < 0)
      ? yield* keyTableOf(contacts.filter((contact) => !Number.isNaN(contact)))
      : null
    const kinds: DifferenceKind[] = []
    for (const key of gone) {
      const isThere = all.indexOfNumber(key) >= 0 || (key < 0 && people !== null && people.indexOfNumber(-key) >= 0)
      if (isThere) kinds.push(isLater ? 'saiu_do_filtro' : 'saiu')
      else kinds.push('saiu_da_base')
      if (kinds.length % atOnce === 0) yield
    }
    return kinds
  }
}

/** All of them are of this kind. */
export function allGone(kind: DifferenceKind): NonNullable<OnlyInOne['goneKinds']> {
  return function* (gone) {
    return Array.from(gone, () => kind)
  }
}
