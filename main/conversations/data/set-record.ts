import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, selectJson, selectOneJson } from '../../engine/store/sql.ts'
import { orNotFound } from '../../kernel/failure.ts'
import type { AskedConversations, StoredConversationSet } from './conversation-calls.ts'

/** How much a generation holds; `rows` are those inside the days. */
export type Amount = Pick<StoredConversationSet, 'rows' | 'outside' | 'undated' | 'bytes'>

/**
 * How the pages are gone through: once from first to last. Where conversations moved meanwhile, once more from the top,
 * where those that moved now stand, until a page has nothing new; where some left, all of them again.
 */
export type Pass = 'first' | 'top' | 'again'

/** A reading that has not ended, or waits to be finished. */
export interface Reading extends AskedConversations, Amount {
  readonly generation: number
  /** What to request next; null when all is read. */
  readonly next_page: number | null
  /** Different conversations that the present pass through the pages has met, those outside the days included. */
  readonly seen: number
  readonly all_count: number | null
  /** Pages are being stored now, according to the file. */
  readonly running: boolean
  readonly pass: Pass
  /** The count went down, or jumped about, since the pass began. */
  readonly unsteady: boolean
  /** Some page of the pass had what an earlier one had. */
  readonly repeated: boolean
  /** Conversations of the pass that came once more, and are here once. */
  readonly duplicates: number
  /** The service had no end before all that it counts had come. */
  readonly endless: boolean
  /** The numbers on the page before: a service without pages repeats the same one for ever. */
  readonly last: readonly number[]
  /** Pages in a row that had nothing new. */
  readonly stale: number
  /** What was read is what the service counts; known when all is read. */
  readonly agrees: boolean
}

/** A set as it is stored. */
export interface SetRecord extends Omit<StoredConversationSet, 'connection_id' | 'state'> {
  readonly created_at: string
  /** The rows that are shown; null before the first reading ended. */
  readonly generation: number | null
  /** Grows with each generation. */
  readonly generations: number
  readonly agrees: boolean
  readonly reading: Reading | null
}

export function listSets(database: Database): readonly SetRecord[] {
  const stored = selectJson<SetRecord>(database)`
    select json from conversation_sets order by json ->> 'created_at' desc`
  return stored.map(withDefaults)
}

/** Throws `not_found`. */
export function readSet(database: Database, id: string): SetRecord {
  return withDefaults(
    orNotFound(selectOneJson<SetRecord>(database)`select json from conversation_sets where id = ${id}`),
  )
}

/** Sets of earlier versions do not know how many came again, nor which have no date. */
function withDefaults(stored: SetRecord): SetRecord {
  const { reading } = stored
  return {
    ...{ undated: 0, repeated: 0 },
    ...stored,
    reading: reading && { ...{ undated: 0, duplicates: 0, endless: false }, ...reading },
  }
}

export function writeSet<Stored extends SetRecord>(database: Database, record: Stored): Stored {
  execute(database)`
    insert or replace into conversation_sets (id, json) values (${record.id}, ${JSON.stringify(record)})`
  return record
}

/** The rows that its table shows: those of the last whole reading; before it, what the first one has stored. */
export function shownRows(record: SetRecord): Amount & { readonly generation: number | null } {
  return record.generation === null && record.reading ? record.reading : record
}

/**
 * The growth after which a set that is read for the first time shows its new rows: loading again and again stays
 * linear.
 */
const growth = 1.25

/** Changes whenever the shown rows do. */
export function shownVersion(record: SetRecord): string {
  const { generation, rows } = shownRows(record)
  const isGrowing = record.generation === null && record.reading?.running === true
  return `${generation}.${isGrowing ? `~${Math.floor(Math.log(rows + 1) / Math.log(growth))}` : rows}`
}

/** The set as the contract has it. */
export function storedSet(connection_id: string, record: SetRecord): StoredConversationSet {
  const { id, name, filter, failure, reading, read_at } = record
  const { rows, outside, undated, bytes } = shownRows(record)
  const all_count = reading?.all_count ?? record.all_count
  const repeated = record.generation === null && reading ? reading.duplicates : record.repeated
  const counts = { rows, all_count, outside, undated, repeated, bytes }
  return { id, connection_id, name, filter, state: stateOf(record), failure, ...counts, read_at }
}

function stateOf({ generation, reading, agrees }: SetRecord): StoredConversationSet['state'] {
  if (reading !== null || generation === null) return 'partial'
  return agrees ? 'complete' : 'changed'
}
