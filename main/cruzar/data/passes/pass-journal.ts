import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FailureCode } from '../../../../preload/values/failures.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { execute, selectAll, selectCount, selectValue } from '../../../engine/store/sql.ts'
import type { KeyPass, KeyRange } from '../../../leads/sheet-calls.ts'
import { addPiece, readPieces, removePieces } from '../run-file.ts'
import type { Difference } from './compare-answers.ts'

/** An entry of the first pass: what happened to some keys. */
export interface KeysEntry extends KeyRange {
  readonly kind: 'begin' | 'answer' | 'unanswered'
  readonly reason: FailureCode | null
  /** Items of the answer that were taken, as they came. */
  readonly results: readonly unknown[] | null
}

/** Unanswered keys are sent from here on. */
export const beginEntry: KeysEntry = { kind: 'begin', from: 0, count: 0, reason: null, results: null }

interface Entries {
  readonly keys: KeysEntry
  /** The items that were taken, as they came. */
  readonly other_forms: KeyRange & { readonly results: readonly unknown[] }
  /** `left` are the keys that the service has still not answered. */
  readonly check: KeyRange & {
    readonly left: readonly number[]
    readonly differences: readonly (Difference & { readonly key: number })[]
  }
}

/** What happened in a pass, in its order; each entry is a checkpoint. */
interface Journal<Entry> {
  count(): number
  add(entry: Entry): void
  /**
   * The entries. `sealed` is how many of them the sealed answers hold. These come without results, or not at all where
   * they have nothing else.
   */
  read(sealed?: number): Iterable<Entry>
  clear(): void
}

export type Journals = { readonly [Pass in KeyPass]: Journal<Entries[Pass]> }

/** The journals of a run, by the names that they have in its file. */
export function createJournals(database: Database): Journals {
  return {
    keys: createBatches(database),
    other_forms: createPieces(database, 'other_batches'),
    check: createPieces(database, 'check_batches'),
  }
}

function createBatches(database: Database): Journal<KeysEntry> {
  const resultsOf = (seq: number): unknown[] | null => {
    const packed = selectValue<Buffer | null>(database)`select results from batches where seq = ${seq}`
    // `add` writes it from an array, in a file that is authenticated.
    return packed ? (unpack(packed) as unknown[]) : null
  }
  return {
    count: () => selectCount(database)`select max(seq) from batches`,
    add({ kind, from, count, reason, results }) {
      const packed = results && pack(results)
      execute(database)`
        insert into batches (kind, first, count, reason, results) values (${kind}, ${from}, ${count}, ${reason}, ${packed})`
    },
    *read(sealed = 0) {
      const entries = selectAll<Omit<KeysEntry, 'results'> & { readonly seq: number }>(database)`
        select seq, kind, first "from", count, reason from batches order by seq`
      for (const { seq, ...entry } of entries) yield { ...entry, results: seq > sealed ? resultsOf(seq) : null }
    },
    clear: () => execute(database)`delete from batches`,
  }
}

function createPieces<Entry extends KeyRange>(database: Database, name: string): Journal<Entry> {
  const count = () => selectCount(database)`select count(*) from parts where name = ${name}`
  return {
    count,
    add: (entry) => addPiece(database, name, count(), pack(entry)),
    *read(sealed = 0) {
      // `add` writes it, in a file that is authenticated.
      for (const piece of readPieces(database, name).slice(sealed)) yield unpack(piece) as Entry
    },
    clear: () => removePieces(database, name),
  }
}

function pack(value: object): Uint8Array {
  return deflateRawSync(JSON.stringify(value), { level: 1 })
}

function unpack(packed: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(packed).toString('utf8'))
}
