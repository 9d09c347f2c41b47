import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Run } from '../../../preload/contract/cruzar.ts'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Part, PartKind, PartOf, TextPart } from '../columns/part.ts'
import { decodeSegments, encodeSegment } from '../columns/segment.ts'
import type { Database } from '../store/encrypted-file.ts'
import { readFact, writeFact } from '../store/facts.ts'
import { execute } from '../store/sql.ts'
import type { RowKeys } from './key-outcomes.ts'

/**
 * One run is one encrypted file:
 * - `facts`: small JSON values by name (`state`, `headings`, `layout`).
 * - `parts`: what the list is made of and never changes, and the sealed answers: column segments, arrays, the list's own
 *   bytes, each in pieces.
 * - `batches`: what happened, in order, one row a checkpoint. The rest follows from it by replay (open-run.ts).
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
  /** Batches up to this one are in the sealed answers. */
  readonly sealed: number
}

type AddedLater = 'sheet_id' | 'sheet_ids' | 'sheet_name' | 'sheet_read_at' | 'unanswered'

type WrittenState = Omit<RunState, AddedLater> & Partial<Pick<RunState, AddedLater>>

export interface Batch {
  readonly seq: number
  readonly kind: 'begin' | 'answer' | 'unanswered'
  readonly first: number
  readonly count: number
  readonly reason: FailureCode | null
}

/** A fact without which the file is no run. Throws `file_damaged`. */
export function neededFact<Fact>(database: Database, name: string): Fact {
  const fact = readFact<Fact>(database, name)
  if (fact === undefined) throw new AppFailure('file_damaged', {}, `a run without ${name}`)
  return fact
}

/** What the run states about itself. Older files do not name the sheet that answered, nor why keys have no answer. */
export function readState(database: Database): RunState {
  const {
    sheet_id = null,
    sheet_ids = [],
    sheet_name = null,
    sheet_read_at = null,
    unanswered = [],
    ...state
  } = neededFact<WrittenState>(database, 'state')
  return { ...state, sheet_id, sheet_ids, sheet_name, sheet_read_at, unanswered }
}

/** Stores a piece of what has this name, in place of an earlier one. */
export function addPiece(database: Database, name: string, piece: number, data: Uint8Array): void {
  execute(database)`insert or replace into parts (name, piece, data) values (${name}, ${piece}, ${data})`
}

export function removePieces(database: Database, name: string): void {
  execute(database)`delete from parts where name = ${name}`
}

export function readPieces(database: Database, name: string): Uint8Array[] {
  const pieces = database.prepare<[string], Buffer>('select data from parts where name = ? order by piece').pluck()
  return pieces.all(name)
}

export function addSegment(database: Database, name: string, piece: number, part: Part): void {
  addPiece(database, name, piece, encodeSegment(part))
}

/** All segments of a column as one part; no segments are a part without rows. */
export function readColumn<Kind extends PartKind>(database: Database, name: string, kind: Kind): PartOf<Kind> {
  return decodeSegments(kind, readPieces(database, name))
}

/** Whole numbers as one piece. */
export function addNumbers(database: Database, name: string, values: Uint32Array): void {
  addPiece(database, name, 0, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
}

/** A copy: what comes from SQLite need not be aligned. */
export function readNumbers(database: Database, name: string): Uint32Array {
  const [bytes] = readPieces(database, name)
  const values = new Uint32Array((bytes?.byteLength ?? 0) >>> 2)
  if (bytes) new Uint8Array(values.buffer).set(bytes)
  return values
}

export type NewBatch = Omit<Batch, 'seq'> & {
  /** Items of the answer that were taken, as they came. */
  readonly results: readonly unknown[] | null
}

/** What happened in a run, one row a checkpoint; each is written in one transaction with the state that follows from it. */
export interface Checkpoints {
  add(batches: readonly NewBatch[], state: RunState): void
  all(): Batch[]
  results(seq: number): unknown[]
  last(): number
}

export function createCheckpoints(database: Database): Checkpoints {
  const insert = database.prepare(
    'insert into batches (seq, kind, first, count, reason, results) values (?, ?, ?, ?, ?, ?)',
  )
  const all = database.prepare<[], Batch>('select seq, kind, first, count, reason from batches order by seq')
  const results = database.prepare<[number], Buffer | null>('select results from batches where seq = ?').pluck()
  const last = database.prepare<[], number>('select coalesce(max(seq), 0) from batches').pluck()
  const lastSeq = () => last.get() ?? 0
  const add = database.transaction((batches: readonly NewBatch[], state: RunState) => {
    for (const { kind, first, count, reason, results } of batches) {
      const packed = results && deflateRawSync(JSON.stringify(results), { level: 1 })
      insert.run(lastSeq() + 1, kind, first, count, reason, packed)
    }
    writeFact(database, 'state', state)
  })
  return {
    add,
    all: () => all.all(),
    results(seq) {
      const packed = results.get(seq)
      // Written by `add` from an array, in a file that is authenticated.
      return packed ? (JSON.parse(inflateRawSync(packed).toString('utf8')) as unknown[]) : []
    },
    last: lastSeq,
  }
}

/** What a run has of its list for sending keys and for outcomes; the original columns are read apart (open-run.ts). */
export interface RunList {
  readonly rowKeys: RowKeys
  /** 0 for a row with a key, else 1 plus the index of its reason in the contract's `keyProblems`. */
  readonly rowProblems: Uint8Array
  /** The keys as they are sent. */
  readonly keys: TextPart
  keyAt(key: number): string
}

/** The same with its keys by number. */
export function runListOf({ keys, ...list }: Omit<RunList, 'keyAt'>): RunList {
  const heap = Buffer.from(keys.heap.buffer, keys.heap.byteOffset, keys.heap.byteLength)
  return { ...list, keys, keyAt: (key) => heap.toString('utf8', keys.offsets[key], keys.offsets[key + 1]) }
}

export function readRunList(database: Database): RunList {
  return runListOf({
    rowKeys: { offsets: readNumbers(database, 'row_offsets'), indexes: readNumbers(database, 'row_indexes') },
    rowProblems: readPieces(database, 'row_problems')[0] ?? new Uint8Array(0),
    keys: readColumn(database, 'keys', 'text'),
  })
}

export function storeRunList(database: Database, { rowKeys, rowProblems, keys }: RunList): void {
  addSegment(database, 'keys', 0, keys)
  addNumbers(database, 'row_offsets', rowKeys.offsets)
  addNumbers(database, 'row_indexes', rowKeys.indexes)
  addPiece(database, 'row_problems', 0, rowProblems)
}
