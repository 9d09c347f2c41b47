import { foldedTexts } from '../engine/columns/fold-text.ts'
import { numberPart } from '../engine/columns/numbers.ts'
import { createReusedMemory, type Memory, type Part, type PartKind, type PartOf } from '../engine/columns/part.ts'
import {
  concatenateParts,
  createSegmentJoiner,
  decodeSegment,
  decodeSegments,
  encodeSegment,
  partOf,
  takeRows,
} from '../engine/columns/segment.ts'
import type { RecordFile } from '../engine/store/record-file.ts'
import type { InterruptibleWork } from '../kernel/schedule.ts'
import { columnFromExtra, withoutColumns } from './extra-fields.ts'
import { extraKey, leadColumns } from './lead-columns.ts'

/**
 * The rows of a sheet as one reading had them (docs/decisions/storage.md §17), in segments of columns. They never
 * change; while a reading is under way more come behind them.
 */
export interface Snapshot {
  /** How many segments of rows there are now. */
  segments(): number
  /**
   * Gives a column of one segment, its arrays in `memory`; without rows where there is none. A column that was unknown
   * when it was stored comes from its `extra`. Throws `file_damaged`.
   */
  segment<Kind extends PartKind>(name: string, kind: Kind, number: number, memory?: Memory): PartOf<Kind>
  /** A column that is stored beside the rows, such as the order of the names; without rows where there is none. */
  beside<Kind extends PartKind>(name: string, kind: Kind): PartOf<Kind>
}

/** Reads the stored segment of a column; null where there is none. */
export type ReadSegment = (name: string, number: number) => Uint8Array | null

/** The rows of segments as they are stored. `count` gives how many segments there are now. */
export function snapshotOf(read: ReadSegment, count: () => number): Snapshot {
  const fromExtra = <Kind extends PartKind>(name: string, kind: Kind, number: number): PartOf<Kind> => {
    const column = leadColumns.find(({ key }) => key === name)
    const extra = column && read(extraKey, number)
    return extra ? partOf(columnFromExtra(column, decodeSegment('text', extra)), kind) : decodeSegments(kind, [])
  }
  return {
    segments: count,
    segment: (name, kind, number, memory) => {
      const segment = read(name, number)
      if (!segment) return fromExtra(name, kind, number)
      // Of rows from former versions, `extra` has values that are in columns from here on.
      if (name === extraKey) return partOf(withoutColumns(decodeSegment('text', segment, memory)), kind)
      return decodeSegment(kind, segment, memory)
    },
    beside: (name, kind) => {
      const segment = read(name, 0)
      return segment ? decodeSegment(kind, segment) : decodeSegments(kind, [])
    },
  }
}

/** The rows of a file of records. */
export function snapshotIn(file: RecordFile): Snapshot {
  return snapshotOf(file.read, () => file.count(extraKey))
}

const begin = createReusedMemory()

/** Adds a column of a segment. Texts are stored with their folded form, so that the first search finds it. */
export function writeSegment(file: RecordFile, name: string, number: number, part: Part): void {
  const folded = part.kind === 'text' ? { ...part, folded: foldedTexts(part) } : part
  file.append(name, number, encodeSegment(folded, begin()))
}

/**
 * One column of all rows, a segment at each step: of all segments, or the first `segments`. `rows` is how many rows
 * they are expected to have. Throws `file_damaged`.
 */
export function* readColumn<Kind extends PartKind>(
  snapshot: Snapshot,
  name: string,
  kind: Kind,
  { rows = 0, segments = snapshot.segments() } = {},
): InterruptibleWork<PartOf<Kind>> {
  const joiner = createSegmentJoiner(kind, rows)
  const begin = createReusedMemory()
  for (let number = 0; number < segments; number++) {
    joiner.appendPart(snapshot.segment(name, kind, number, begin()))
    yield
  }
  return joiner.take()
}

/** Rows of a snapshot, which ascend, by segment; in each counted from its first row. */
export type RowsBySegment = readonly Uint32Array[]

/** Rows that are not there are in no segment. */
export function* rowsBySegment(snapshot: Snapshot, rows: Uint32Array): InterruptibleWork<RowsBySegment> {
  const bySegment: Uint32Array[] = []
  let [first, from] = [0, 0]
  for (let number = 0; number < snapshot.segments(); number++) {
    const end = first + snapshot.segment('contato_id', 'number', number).rows
    let to = from
    while (to < rows.length && (rows[to] as number) < end) to++
    bySegment.push(rowsFrom(rows, first, from, to))
    first = end
    from = to
    yield
  }
  return bySegment
}

/** Some of the rows, counted from one of them. */
function rowsFrom(rows: Uint32Array, first: number, from: number, to: number): Uint32Array {
  const counted = rows.slice(from, to)
  for (let at = 0; at < counted.length; at++) counted[at] = (counted[at] as number) - first
  return counted
}

/** A column of some rows, a segment at each step. Gives fewer where the segments are not all there. */
export function* takeColumn<Kind extends PartKind>(
  snapshot: Snapshot,
  name: string,
  kind: Kind,
  rows: RowsBySegment,
): InterruptibleWork<PartOf<Kind>> {
  const count = rows.reduce((sum, { length }) => sum + length, 0)
  const joiner = createSegmentJoiner(kind, count)
  const beginSegment = createReusedMemory()
  for (const [number, segmentRows] of rows.entries()) {
    if (segmentRows.length > 0) {
      joiner.appendPart(takeSegment(snapshot, name, kind, { segment: number, rows: segmentRows }, beginSegment()))
    }
    yield
  }
  return joiner.take()
}

/** A column of some rows of a segment, which ascend; without rows where the segment is not there. */
export function takeSegment<Kind extends PartKind>(
  snapshot: Snapshot,
  name: string,
  kind: Kind,
  { segment, rows }: { readonly segment: number; readonly rows: Uint32Array },
  memory?: Memory,
): PartOf<Kind> {
  const part = snapshot.segment(name, kind, segment, memory)
  return part.rows === rows.length || part.rows === 0 ? part : partOf(takeRows(part, rows, memory), kind)
}

/**
 * What a quick refresh changes of the rows of another snapshot, its base. Change i is row `at[i]` of the outcome, which
 * ascends; those behind the rows of the base are new. Its person's fields come from row `person[i]` of the rows that
 * were read, those of the conversation from row `conversation[i]`, or stay as they were where that is NaN. `counts[i]`
 * is its `conversas_no_periodo`.
 */
export interface Changes {
  readonly base: number
  /** Rows of the base. */
  readonly rows: number
  readonly at: Float64Array
  readonly person: Float64Array
  readonly conversation: Float64Array
  readonly counts: Float64Array
}

/** The fields of a row about the person; all others belong to the shown conversation (docs/services.md §2.1). */
export const personFields: ReadonlySet<string> = new Set([
  'contato_id',
  'nome',
  'telefone',
  'telefone_digitos',
  'email',
  'identificador',
  'contato_criado_em',
  'etiquetas_contato',
  'extra',
])

const changeNames = ['at', 'person', 'conversation', 'counts'] as const
const changesName = (name: string) => `changes:${name}`

/** Stores the changes beside the rows that were read. */
export function storeChanges(write: (name: string, part: Part) => void, changes: Changes): void {
  write(changesName('base'), numberPart(Float64Array.of(changes.base, changes.rows)))
  for (const name of changeNames) write(changesName(name), numberPart(changes[name]))
}

/** Reads what `storeChanges` stored; null for a snapshot that has all rows itself. */
export function readChanges({ beside }: Snapshot): Changes | null {
  const [base, rows] = beside(changesName('base'), 'number').values
  if (base === undefined || rows === undefined) return null
  const [at, person, conversation, counts] = changeNames.map((name) => beside(changesName(name), 'number').values) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  return { base, rows, at, person, conversation, counts }
}

/** The rows of `base` with the changes, whose rows `newRows` has. */
export function changedSnapshot(base: Snapshot, newRows: Snapshot, changes: Changes): Snapshot {
  const { at, person, conversation, counts, rows } = changes
  const added = firstFrom(at, rows)
  /** The column that was used last: columns are read one after the other, each through all segments. */
  let last: { readonly name: string; readonly part: Part } | null = null
  const ownColumn = <Kind extends PartKind>(name: string, kind: Kind): PartOf<Kind> => {
    if (name === 'conversas_no_periodo') return partOf(numberPart(counts), kind)
    if (last?.name !== name) {
      const segments = Array.from({ length: newRows.segments() }, (_, number) => newRows.segment(name, kind, number))
      last = { name, part: concatenateParts(kind, segments) }
    }
    return partOf(last.part, kind)
  }
  /** Where the column of change `one` comes from, among its own rows. */
  const sourceOf = (name: string, one: number): number => {
    if (name === 'conversas_no_periodo') return one
    return (personFields.has(name) ? person : conversation)[one] as number
  }
  const baseSegments = base.segments()
  const firstRows = [0]
  const firstRow = (number: number): number => {
    for (let next = firstRows.length; next <= number; next++) {
      const { rows: count } = base.segment('contato_id', 'number', next - 1)
      firstRows.push((firstRows[next - 1] as number) + count)
    }
    return firstRows[number] as number
  }
  return {
    segments: () => baseSegments + (added < at.length ? 1 : 0),
    beside: newRows.beside,
    segment(name, kind, number, memory) {
      if (number >= baseSegments) {
        const sources = Uint32Array.from(at.subarray(added), (_, one) => sourceOf(name, added + one))
        return partOf(takeRows(ownColumn(name, kind), sources, memory), kind)
      }
      const part = base.segment(name, kind, number, memory)
      const first = firstRow(number)
      const [from, to] = [firstFrom(at, first), firstFrom(at, first + part.rows)]
      if (from === to || part.rows === 0) return part
      const sources = Uint32Array.from({ length: part.rows }, (_, row) => row)
      for (let one = from; one < to; one++) {
        const source = sourceOf(name, one)
        if (!Number.isNaN(source)) sources[(at[one] as number) - first] = part.rows + source
      }
      return partOf(takeRows(concatenateParts(kind, [part, ownColumn(name, kind)]), sources, memory), kind)
    },
  }
}

/** The first index whose value is at least `least`, in ascending values. */
function firstFrom(values: Float64Array, least: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
