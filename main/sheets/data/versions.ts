import { AppFailure } from '../../kernel/failure.ts'
import { type SheetFile, type SnapshotRecord, type StatedSheet, shownReading } from '../../leads/sheet-file.ts'

/** How many snapshots are read to show one: itself, and those whose rows it changes. */
export function chainLength(snapshots: readonly SnapshotRecord[], number: number): number {
  const base = snapshots.find((one) => one.number === number)?.base ?? null
  return base === null ? 1 : 1 + chainLength(snapshots, base)
}

/** The snapshot that a sheet shows; `base` is the one whose rows it changes, `length` the bytes of its file. */
export function shownRecord(
  { state, pull }: StatedSheet,
  { base, length }: Pick<SnapshotRecord, 'base' | 'length'>,
): SnapshotRecord {
  const { generation, rows } = shownReading({ state, pull })
  if (generation === null) throw new AppFailure('not_found')
  const { badge, filter, read_at: whole_at } = state
  const read_at = state.refreshed_at ?? state.read_at
  return { number: generation, base, rows, length, read_at, holders: [], badge, filter, whole_at }
}

/** All snapshots of a sheet, the oldest first; of the shown one what the sheet states now. */
export function snapshotsOf(
  sheet: StatedSheet & { readonly file: Pick<SheetFile, 'read'> },
): readonly SnapshotRecord[] {
  const stored = sheet.file.read('snapshots') ?? []
  // Former files do not list the one that they show, which has all rows itself.
  const shown = stored.find(({ number }) => number === sheet.state.generation) ?? { base: null, length: null }
  const all =
    sheet.state.generation === null
      ? stored
      : withRecord(stored, shownRecord({ state: sheet.state, pull: null }, shown))
  return all.toSorted((one, other) => one.number - other.number)
}

/** The snapshots with this one, which keeps its holders. */
export function withRecord(snapshots: readonly SnapshotRecord[], record: SnapshotRecord): readonly SnapshotRecord[] {
  const previous = snapshots.find(({ number }) => number === record.number)
  const others = snapshots.filter((one) => one !== previous)
  return [...others, { ...previous, ...record, holders: previous?.holders ?? record.holders }]
}

/**
 * The snapshots that stay: the newest `versions`, those that somebody holds, and those whose rows these change. The
 * oldest come first.
 */
export function staying(snapshots: readonly SnapshotRecord[], versions: number): readonly SnapshotRecord[] {
  const newest = snapshots.toSorted((one, other) => other.number - one.number).slice(0, versions)
  const numbers = new Set<number>()
  const add = (record: SnapshotRecord | undefined): void => {
    if (!record) return
    numbers.add(record.number)
    add(snapshots.find(({ number }) => number === record.base))
  }
  for (const record of [...newest, ...snapshots.filter(({ holders }) => holders.length > 0)]) add(record)
  return snapshots.filter(({ number }) => numbers.has(number)).toSorted((one, other) => one.number - other.number)
}

/** The snapshots with those holders that there are. */
export function withHolders(
  snapshots: readonly SnapshotRecord[],
  isHolder: (id: string) => boolean,
): readonly SnapshotRecord[] {
  return snapshots.map((record) => ({ ...record, holders: record.holders.filter(isHolder) }))
}

/** The snapshots as they are when `holder` has this one and no other. */
export function heldBy(
  snapshots: readonly SnapshotRecord[],
  holder: string,
  number: number | null,
): readonly SnapshotRecord[] {
  return snapshots.map((record) => {
    const others = record.holders.filter((one) => one !== holder)
    return { ...record, holders: record.number === number ? [...others, holder] : others }
  })
}
