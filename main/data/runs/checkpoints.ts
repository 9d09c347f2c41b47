import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Database } from '../store/encrypted-file.ts'
import { type Batch, type RunState, writeFact } from './run-file.ts'

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
