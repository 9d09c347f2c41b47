import { createListBuilder } from '../../../engine/columns/dictionary-column.ts'
import { codesFor, type ListPart, type NumberPart, type PartKind, type PartOf } from '../../../engine/columns/part.ts'
import { partOf } from '../../../engine/columns/segment.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import {
  type RowsBySegment,
  readChanges,
  readColumn,
  rowsBySegment,
  type Snapshot,
  takeColumn,
} from '../../../leads/snapshot.ts'
import { atOnce } from './match-rows.ts'

/** One of two readings that are compared: the rows of it that may differ. */
export interface ReadingSide {
  /** A column of these rows. A list may have a set under several codes. */
  readonly column: ReadColumn
  /** The contacts of all rows of the reading. */
  people(): InterruptibleWork<NumberPart>
  /** Reads columns of some of these rows, which ascend. */
  take(rows: Uint32Array): InterruptibleWork<ReadColumn>
}

type ReadColumn = <Kind extends PartKind>(key: string, kind: Kind) => InterruptibleWork<PartOf<Kind>>

/** All rows of a snapshot, which has so many, or these, which ascend. */
export function* readingSide(
  snapshot: Snapshot,
  count: number,
  rows: Uint32Array | null,
): InterruptibleWork<ReadingSide> {
  const pieces: RowsBySegment | null = rows && (yield* rowsBySegment(snapshot, rows))
  const people = () => readColumn(snapshot, 'contato_id', 'number', { rows: count })
  return {
    *column(key, kind) {
      if (pieces) return yield* takePieces(snapshot, pieces, key, kind)
      if (kind === 'list') return partOf(yield* readLists(snapshot, key), kind)
      return yield* readColumn(snapshot, key, kind, { rows: count })
    },
    people,
    *take(chosen) {
      const inSnapshot = rows ? chosen.map((row) => rows[row] as number) : chosen
      const chosenPieces = yield* rowsBySegment(snapshot, inSnapshot)
      return (key, kind) => takePieces(snapshot, chosenPieces, key, kind)
    },
  }
}

function* takePieces<Kind extends PartKind>(
  snapshot: Snapshot,
  pieces: RowsBySegment,
  key: string,
  kind: Kind,
): InterruptibleWork<PartOf<Kind>> {
  if (kind === 'list') return partOf(yield* takeLists(snapshot, pieces, key), kind)
  return yield* takeColumn(snapshot, key, kind, pieces)
}

/**
 * The sets of all segments one behind the other. Each segment may have thousands: to find out which are the same takes
 * longer than to compare them.
 */
function* readLists(snapshot: Snapshot, key: string): InterruptibleWork<ListPart> {
  const parts: ListPart[] = []
  for (let number = 0; number < snapshot.segments(); number++) {
    parts.push(snapshot.segment(key, 'list', number))
    yield
  }
  const sum = (size: (part: ListPart) => number) => parts.reduce((total, part) => total + size(part), 0)
  const sets = sum(({ keys }) => keys.offsets.length - 1)
  const codes = codesFor(
    sum(({ rows }) => rows),
    sets,
  )
  const offsets = new Uint32Array(sets + 1)
  const heap = new Uint8Array(sum(({ keys }) => keys.heap.length))
  let [row, set, end] = [0, 0, 0]
  // Codes and offsets lie inside their arrays: `as number` spares a check each.
  for (const part of parts) {
    heap.set(part.keys.heap, end)
    for (let at = 0; at < part.rows; at++) {
      const code = part.codes[at] as number
      codes[row + at] = code === 0 ? 0 : code + set
    }
    const count = part.keys.offsets.length - 1
    for (let at = 1; at <= count; at++) offsets[set + at] = (part.keys.offsets[at] as number) + end
    row += part.rows
    set += count
    end += part.keys.heap.length
    yield
  }
  return { kind: 'list', rows: row, codes, keys: { offsets, heap } }
}

/** The sets of some rows alone. */
function* takeLists(snapshot: Snapshot, pieces: RowsBySegment, key: string): InterruptibleWork<ListPart> {
  const builder = createListBuilder(pieces.reduce((sum, { length }) => sum + length, 0))
  for (const [number, rows] of pieces.entries()) {
    if (rows.length === 0) continue
    const { codes, keys } = snapshot.segment(key, 'list', number)
    for (const [at, row] of rows.entries()) {
      if (at % atOnce === atOnce - 1) yield
      const code = codes[row] as number
      if (code === 0) builder.append([])
      else builder.appendJson(keys.heap, keys.offsets[code - 1] as number, keys.offsets[code] as number)
    }
    yield
  }
  return builder.take()
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
