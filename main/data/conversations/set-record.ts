import type { ConversationFilter } from '../../../preload/contract/conversations.ts'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { AskedConversations, ConversationReading, StoredConversationSet } from '../platform-calls.ts'
import type { Database } from '../store/encrypted-file.ts'
import { execute, selectJson, selectOneJson } from '../store/sql.ts'

/** How much a generation of rows holds. */
export interface Amount {
  /** Without those outside the days. */
  readonly rows: number
  readonly outside: number
  readonly bytes: number
}

/**
 * How the pages are gone through: once from first to last; where conversations moved meanwhile, once more from the top, where
 * those that moved now stand, until a page has nothing new; where some left, all of them again.
 */
export type Pass = 'first' | 'top' | 'again'

/** A reading that has not ended, or waits to be finished. */
export interface Reading extends AskedConversations, Amount {
  readonly generation: number
  /** Pages are being stored now, according to the file. */
  readonly running: boolean
  readonly pass: Pass
  readonly next_page: number | null
  /** Distinct conversations that the present pass has seen; those of the first count for the `top` as well. */
  readonly seen: number
  readonly all_count: number | null
  /** The count went down, or jumped about, since the pass began. */
  readonly unsteady: boolean
  /** Some page of the pass had what an earlier one had. */
  readonly repeated: boolean
  /** The numbers on the page before: a service without pages repeats the same one for ever. */
  readonly last: readonly number[]
  /** Pages in a row that had nothing new. */
  readonly stale: number
  /** What was read is what the service counts; known when all is read. */
  readonly agrees: boolean
}

/** A set as it is stored. */
export interface SetRecord extends Amount {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly filter: ConversationFilter
  readonly failure: FailureCode | null
  /** The rows that are shown; null before the first reading ended. */
  readonly generation: number | null
  /** Grows with each generation. */
  readonly generations: number
  readonly all_count: number | null
  readonly agrees: boolean
  readonly read_at: string | null
  readonly reading: Reading | null
}

export function listSets(database: Database): readonly SetRecord[] {
  return selectJson<SetRecord>(database)`select json from conversation_sets`.sort((one, other) =>
    one.created_at < other.created_at ? 1 : -1,
  )
}

/** Throws `not_found`. */
export function readSet(database: Database, id: string): SetRecord {
  const record = selectOneJson<SetRecord>(database)`select json from conversation_sets where id = ${id}`
  if (!record) throw new AppFailure('not_found')
  return record
}

export function writeSet(database: Database, record: SetRecord): SetRecord {
  execute(database)`
    insert or replace into conversation_sets (id, json) values (${record.id}, ${JSON.stringify(record)})`
  return record
}

/** The rows that its table shows: those of the last whole reading; before it, what the first one has stored. */
export function shownRows({ generation, rows, reading }: SetRecord): {
  readonly generation: number | null
  readonly rows: number
} {
  return generation === null && reading ? reading : { generation, rows }
}

/** The growth after which a set that is read for the first time shows its new rows: loading again and again stays linear. */
const growth = 1.25

/** Changes whenever the shown rows do. */
export function shownVersion(record: SetRecord): string {
  const { generation, rows } = shownRows(record)
  const isGrowing = record.generation === null && record.reading?.running === true
  return `${generation}.${isGrowing ? `~${Math.floor(Math.log(rows + 1) / Math.log(growth))}` : rows}`
}

/** The set as the contract has it. */
export function storedSet(connectionId: string, record: SetRecord): StoredConversationSet {
  const { id, name, filter, failure, generation, reading, agrees, read_at } = record
  const { rows, outside, bytes } = generation === null && reading ? reading : record
  return {
    id,
    connection_id: connectionId,
    name,
    filter,
    state: stateOf(record, agrees),
    failure,
    rows,
    all_count: reading?.all_count ?? record.all_count,
    outside,
    bytes,
    read_at,
  }
}

function stateOf({ generation, reading }: SetRecord, agrees: boolean): StoredConversationSet['state'] {
  if (reading !== null || generation === null) return 'partial'
  return agrees ? 'complete' : 'changed'
}

export function readingState({ payload, next_page, seen, all_count }: Reading): ConversationReading {
  return { payload, next_page, seen, all_count }
}
