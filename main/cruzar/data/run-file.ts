import type { Run } from '../../../preload/contract/cruzar.ts'
import { byOutcome, outcomeNames } from '../../../preload/values/outcomes.ts'
import { type Part, type PartKind, type PartOf, type TextPart, textReader } from '../../engine/columns/part.ts'
import { decodeSegments, encodeSegment, segmentRows } from '../../engine/columns/segment.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { readFact } from '../../engine/store/facts.ts'
import { execute, selectValue, selectValues } from '../../engine/store/sql.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { KeyMap } from '../../lists/keys.ts'

/**
 * One run is one encrypted file:
 * - `facts`: small JSON values by name (`state`, `headings`, `layout`).
 * - `parts`: what the list is made of and never changes, and the sealed answers. These are column segments, arrays and
 * the
 *   list's own bytes, each in pieces.
 * - `batches`: what happened, in order, one row a checkpoint. The rest follows from it by replay (pass-journal.ts).
 */
export const runSchema: readonly string[] = [
  `create table facts (name text primary key, json text not null);
   create table parts (id integer primary key, name text not null, piece integer not null, data blob not null);
   create unique index parts_by_name on parts (name, piece);
   create table batches (
     seq integer primary key,
     kind text not null check (kind in ('begin', 'answer', 'unanswered')),
     first integer not null,
     count integer not null,
     reason text,
     results blob
   );`,
]

/** A run as its file has it, but for the size of the file; `running` means that no end is recorded. */
export type RunState = Omit<Run, 'bytes' | 'connection_name' | 'task_id'> & {
  /** The sealed answers hold so many batches. */
  readonly sealed: number
  /** The number of batches of other forms in the sealed answers. */
  readonly other_batches: number
  /** A sample of the keys (`sketchOf`); empty in files of former versions. */
  readonly sketch: string
}

/** A run of which nothing is known but that it is not running. */
export const emptyRun: Omit<RunState, 'id' | 'name' | 'list_name' | 'connection_id' | 'filter' | 'started_at'> = {
  list_id: '',
  sketch: '',
  changes: null,
  sheet_id: null,
  sheet_ids: [],
  sheet_name: null,
  sheet_read_at: null,
  sheets: [],
  recipe_id: null,
  state: 'interrupted',
  failure: null,
  finished_at: null,
  seconds: 0,
  requests: 0,
  rows: 0,
  keys: 0,
  repeated: 0,
  answered_keys: 0,
  unanswered: [],
  match: null,
  other_ninth: null,
  other_forms: 0,
  other_batches: 0,
  check: null,
  outcomes: byOutcome(() => 0),
  sealed: 0,
}

/** When the answers of a run were true. */
export function answeredAt({
  sheet_id,
  sheet_read_at,
  started_at,
}: Pick<RunState, 'sheet_id' | 'sheet_read_at' | 'started_at'>): string {
  return (sheet_id === null ? null : sheet_read_at) ?? started_at
}

export interface Cost {
  readonly requests: number
  readonly seconds: number
}

/** Reads a fact without which the file is no run. Throws `file_damaged`. */
export function neededFact<Fact>(database: Database, name: string): Fact {
  const fact = readFact<Fact>(database, name)
  if (fact === undefined) throw new AppFailure('file_damaged', {}, `a run without ${name}`)
  return fact
}

/**
 * Reads what the run states about itself. Older files do not name the sheet that answered, why keys have no answer, nor
 * a rung. In them the rung `ninth` says that a service was asked with the other ninth digit.
 */
export function readState(database: Database): RunState {
  const stored = neededFact<RunState>(database, 'state')
  const state = { ...emptyRun, ...stored, outcomes: { ...emptyRun.outcomes, ...stored.outcomes } }
  const isFormer = stored.other_ninth === undefined && state.sheet_id === null && state.match === 'ninth'
  return isFormer ? { ...state, match: null, other_ninth: true } : state
}

/** Stores a piece under this name, in place of an earlier one. */
export function addPiece(database: Database, name: string, piece: number, data: Uint8Array): void {
  execute(database)`insert or replace into parts (name, piece, data) values (${name}, ${piece}, ${data})`
}

export function removePieces(database: Database, name: string): void {
  execute(database)`delete from parts where name = ${name}`
}

export function readPieces(database: Database, name: string): Uint8Array[] {
  return selectValues<Buffer>(database)`select data from parts where name = ${name} order by piece`
}

export function readPiece(database: Database, name: string, piece: number): Uint8Array | undefined {
  return selectValue<Buffer>(database)`select data from parts where name = ${name} and piece = ${piece}`
}

/** How many pieces there are, and how long they are together. */
export function sizeOfPieces(database: Database, name: string): { readonly pieces: number; readonly bytes: number } {
  const sizes = selectValues<number>(database)`select length(data) from parts where name = ${name}`
  return { pieces: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

export function addSegment(database: Database, name: string, piece: number, part: Part): void {
  addPiece(database, name, piece, encodeSegment(part))
}

/** Reads all segments of a column as one part; no segments are a part without rows. */
export function readColumn<Kind extends PartKind>(database: Database, name: string, kind: Kind): PartOf<Kind> {
  return decodeSegments(kind, readPieces(database, name))
}

/** Stores whole numbers as one piece. */
export function addNumbers(database: Database, name: string, values: Uint32Array): void {
  addPiece(database, name, 0, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
}

/** Reads a copy: bytes from SQLite need not be aligned. */
export function readNumbers(database: Database, name: string): Uint32Array {
  const [bytes] = readPieces(database, name)
  const values = new Uint32Array((bytes?.byteLength ?? 0) >>> 2)
  if (bytes) new Uint8Array(values.buffer).set(bytes)
  return values
}

/** Replaces the earlier outcome for a row that the list before did not have. */
export const newLine = outcomeNames.length + 1

/** How two runs of a list differ, by row of the later one. */
export interface RowChanges {
  /**
   * The earlier outcome as 1 + its index in the contract's list; `newLine` for a row of which no key was there; 0 for
   * one without a key.
   */
  readonly before: Uint8Array
  /** The kinds of change, a bit each in the contract's order. */
  readonly kinds: Uint16Array
  /** Rows of the earlier run none of whose keys is in the later list; those without a key are not among them. */
  readonly gone: Uint32Array
}

export function storeChanges(database: Database, { before, kinds, gone }: RowChanges): void {
  addPiece(database, 'row_before', 0, before)
  addPiece(database, 'row_changes', 0, new Uint8Array(kinds.buffer, kinds.byteOffset, kinds.byteLength))
  addNumbers(database, 'gone_rows', gone)
}

export function readChanges(database: Database): RowChanges {
  const outcomes = readPieces(database, 'row_before')[0] ?? new Uint8Array(0)
  const kinds = new Uint16Array(outcomes.length)
  const stored = readPieces(database, 'row_changes')[0]
  // A copy: bytes from SQLite need not be aligned.
  if (stored) new Uint8Array(kinds.buffer).set(stored)
  return { before: outcomes, kinds, gone: readNumbers(database, 'gone_rows') }
}

/** The part of a run's list that sending keys and outcomes need; the original columns are read apart (run-table.ts). */
export interface RunList extends Pick<KeyMap, 'rowKeys' | 'rowProblems'> {
  /** The keys as they are sent. */
  readonly keys: TextPart
  keyAt(key: number): string
}

/** Adds the lookup of keys by number. */
export function runListOf(list: Omit<RunList, 'keyAt'>): RunList {
  return { ...list, keyAt: textReader(list.keys) }
}

export function readRunList(database: Database): RunList {
  return runListOf({
    rowKeys: {
      offsets: readNumbers(database, 'row_offsets'),
      indexes: readNumbers(database, 'row_indexes'),
      forms: readPieces(database, 'row_forms')[0] ?? new Uint8Array(0),
      hashes: readNumbers(database, 'row_hashes'),
    },
    rowProblems: readPieces(database, 'row_problems')[0] ?? new Uint8Array(0),
    keys: readColumn(database, 'keys', 'text'),
  })
}

/** The keys are stored in pieces, as the columns are. */
export function* storeRunList(database: Database, { rowKeys, rowProblems, keys }: RunList): InterruptibleWork<void> {
  removePieces(database, 'keys')
  for (let from = 0, piece = 0; from < keys.rows || piece === 0; from += segmentRows, piece++) {
    const rows = Math.min(segmentRows, keys.rows - from)
    const offsets = keys.offsets.subarray(from, from + rows + 1)
    const heap = keys.heap.subarray(offsets[0], offsets[rows])
    addSegment(database, 'keys', piece, { ...keys, rows, offsets, heap })
    yield
  }
  addNumbers(database, 'row_offsets', rowKeys.offsets)
  yield
  addNumbers(database, 'row_indexes', rowKeys.indexes)
  yield
  addPiece(database, 'row_forms', 0, rowKeys.forms)
  addNumbers(database, 'row_hashes', rowKeys.hashes)
  addPiece(database, 'row_problems', 0, rowProblems)
}
