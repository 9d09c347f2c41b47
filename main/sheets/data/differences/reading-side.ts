import type { NumberPart, PartKind, PartOf } from '../../../engine/columns/part.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import {
  type RowsBySegment,
  readChanges,
  readColumn,
  rowsBySegment,
  type Snapshot,
  takeColumn,
} from '../../../leads/snapshot.ts'

/** One of two readings that are compared: the rows of it that may differ. */
export interface ReadingSide {
  /** A column of these rows. */
  column<Kind extends PartKind>(key: string, kind: Kind): InterruptibleWork<PartOf<Kind>>
  /** The contacts of all rows of the reading. */
  people(): InterruptibleWork<NumberPart>
  /** A column of some of them, which ascend. */
  take(rows: Uint32Array): InterruptibleWork<TakeColumn>
}

export type TakeColumn = <Kind extends PartKind>(key: string, kind: Kind) => InterruptibleWork<PartOf<Kind>>

/** All rows of a snapshot, or these, which ascend. */
export function* readingSide(snapshot: Snapshot, rows: Uint32Array | null): InterruptibleWork<ReadingSide> {
  const pieces: RowsBySegment | null = rows && (yield* rowsBySegment(snapshot, rows))
  return {
    column: (key, kind) => (pieces ? takeColumn(snapshot, key, kind, pieces) : readColumn(snapshot, key, kind)),
    people: () => readColumn(snapshot, 'contato_id', 'number'),
    *take(chosen) {
      const inSnapshot = rows ? chosen.map((row) => rows[row] as number) : chosen
      const chosenPieces = yield* rowsBySegment(snapshot, inSnapshot)
      return (key, kind) => takeColumn(snapshot, key, kind, chosenPieces)
    },
  }
}

/**
 * The rows that quick refreshes changed between two snapshots of a sheet, ascending, which stand at the same places in
 * both; those behind the earlier one are new. Null where the later one does not build on the earlier one.
 */
export function changedRows(
  snapshotOf: (number: number) => Snapshot,
  earlier: number,
  later: number,
): Uint32Array | null {
  const rows: number[] = []
  for (let number = later; number !== earlier; ) {
    const changes = readChanges(snapshotOf(number))
    if (!changes) return null
    for (const row of changes.at) rows.push(row)
    number = changes.base
  }
  return Uint32Array.from(new Set(rows)).sort()
}
