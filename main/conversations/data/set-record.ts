import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, selectJson, selectOneJson } from '../../engine/store/sql.ts'
import { orNotFound } from '../../kernel/failure.ts'
import type { AskedConversations, StoredConversationSet } from './conversation-calls.ts'

/** The size of a generation; `rows` are those inside the days. */
export type Amount = Pick<StoredConversationSet, 'rows' | 'outside' | 'undated' | 'bytes'>

/**
 * How the pages are read: once from first to last. Where conversations moved meanwhile, once more from the top, where
 * the moved ones now are, until a page has nothing new. Where some left, all pages again.
 */
export type Pass = 'first' | 'top' | 'again'

/** A reading that has not ended, or waits to be finished. */
export interface Reading extends AskedConversations, Amount {
  readonly generation: number
  /** The next page to request; null when all pages are read. */
  readonly next_page: number | null
  /** Distinct conversations of the present pass, including those outside the days. */
  readonly seen: number
  readonly all_count: number | null
  /** Whether pages are being stored now, according to the file. */
  readonly running: boolean
  readonly pass: Pass
  /** The count fell or jumped since the pass began. */
  readonly unsteady: boolean
  /** Some page of the pass repeated a conversation of an earlier one. */
  readonly repeated: boolean
  /** Repeated conversations of the pass, which are stored once. */
  readonly duplicates: number
  /** The service's list did not end, and not all counted conversations came. */
  readonly endless: boolean
  /** The numbers on the page before: a service without pages always repeats the same one. */
  readonly last: readonly number[]
  /** Consecutive pages with nothing new. */
  readonly stale: number
  /** Whether the read conversations equal the service's count; known when all pages are read. */
  readonly agrees: boolean
}

export interface SetRecord extends Omit<StoredConversationSet, 'connection_id' | 'state'> {
  readonly created_at: string
  /** The shown rows; null before the first reading ended. */
  readonly generation: number | null
  /** Increases with each generation. */
  readonly generations: number
  readonly agrees: boolean
  readonly reading: Reading | null
}

export function listSets(database: Database): readonly SetRecord[] {
  const stored = selectJson<SetRecord>(database)`
    select json from conversation_sets order by json ->> 'created_at' desc`
  return stored.map(withDefaults)
}

export function readSet(database: Database, id: string): SetRecord {
  return withDefaults(
    orNotFound(selectOneJson<SetRecord>(database)`select json from conversation_sets where id = ${id}`),
  )
}

/** Sets of earlier versions lack the numbers of repeated and undated conversations. */
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

/** The rows that its table shows: those of the last complete reading, or before it, those of the first so far. */
export function shownRows(record: SetRecord): Amount & { readonly generation: number | null } {
  return record.generation === null && record.reading ? record.reading : record
}

/** The growth after which a first reading shows its new rows, so that repeated loading stays linear. */
const growth = 1.25

/** Changes whenever the shown rows do. */
export function shownVersion(record: SetRecord): string {
  const { generation, rows } = shownRows(record)
  const isGrowing = record.generation === null && record.reading?.running === true
  return `${generation}.${isGrowing ? `~${Math.floor(Math.log(rows + 1) / Math.log(growth))}` : rows}`
}

/** The set in the contract's form. */
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
