import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { AskedConversations } from '../conversation-calls.ts'
import type { Database } from '../store/encrypted-file.ts'
import { nextStep } from './next-step.ts'
import type { ReceivedConversations } from './parse-conversations.ts'
import { type Amount, type Pass, type Reading, readSet, type SetRecord, writeSet } from './set-record.ts'
import { withinDays } from './within-days.ts'

/** Starts a reading into a generation of its own, or goes on with the one that was interrupted. */
export function beginReading(database: Database, id: string, asked: AskedConversations): Reading {
  const record = readSet(database, id)
  const generation = record.generations + 1
  const wanted = { payload: asked.payload, days: asked.days }
  const reading = { ...(record.reading ?? { ...newReading(generation), ...wanted }), running: true }
  const generations = Math.max(record.generations, reading.generation)
  writeSet(database, { ...record, failure: null, generations, reading })
  return reading
}

function newReading(generation: number): Omit<Reading, keyof AskedConversations> {
  const nothing: Amount = { rows: 0, outside: 0, bytes: 0 }
  return {
    ...nothing,
    generation,
    running: true,
    pass: 'first',
    next_page: 1,
    seen: 0,
    all_count: null,
    unsteady: false,
    repeated: false,
    last: [],
    stale: 0,
    agrees: false,
  }
}

/** Says that reading stopped, and what ended it; what is stored stays. */
export function stopReading(database: Database, id: string, failure: FailureCode | null): void {
  const record = readSet(database, id)
  writeSet(database, { ...record, failure, reading: record.reading && { ...record.reading, running: false } })
}

/** Stores one page of the running reading. Throws `bad_request` for another page than the one that is waited for. */
export function storePage(
  database: Database,
  {
    id,
    page,
    told,
    at,
  }: { readonly id: string; readonly page: number; readonly told: ReceivedConversations; at: string },
): Reading {
  const record = readSet(database, id)
  const { reading } = record
  if (!reading || page !== reading.next_page) throw new AppFailure('bad_request', {}, 'no reading waits for this page')
  const put = conversationWriter(database, record.id, reading, at)
  const isWithin = withinDays(reading.days)
  const pass = numberOf(reading.pass)
  let amount: Amount = reading
  let fresh = 0
  for (const conversation of told.conversations) {
    const stored = put(conversation, !isWithin(conversation), pass)
    if (stored.isFresh) fresh += 1
    amount = stored.change(amount)
  }
  const { rows, outside, bytes } = amount
  const next = { ...reading, rows, outside, bytes, ...nextStep(reading, { page, received: told, fresh }) }
  writeSet(database, { ...record, reading: next })
  return next
}

/** What the first pass met counts as met for the look at the top. */
function numberOf(pass: Pass): number {
  return pass === 'again' ? 2 : 1
}

interface Stored {
  /** The pass had not met it. */
  readonly isFresh: boolean
  change(amount: Amount): Amount
}

/** Gives what writes one conversation over what an earlier page told of it. */
function conversationWriter(database: Database, setId: string, { generation }: Reading, at: string) {
  const find = database.prepare<[string, number, number], { pass: number; outside: number; bytes: number }>(
    `select pass, outside, length(told) + (select length(body) from conversation_bodies b
       where b.set_id = c.set_id and b.generation = c.generation and b.id = c.id) bytes
     from conversations c where set_id = ? and generation = ? and id = ?`,
  )
  const putParsed = database.prepare(
    `insert or replace into conversations (set_id, generation, id, pass, outside, at, seen_at, told)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const putBody = database.prepare(
    'insert or replace into conversation_bodies (set_id, generation, id, body) values (?, ?, ?, ?)',
  )
  return ({ raw, ...conversation }: Conversation, isOutside: boolean, pass: number): Stored => {
    const { id, last_activity_at } = conversation
    const before = find.get(setId, generation, id)
    const [told, body] = [JSON.stringify(conversation), JSON.stringify(raw)]
    const moment = last_activity_at === null ? null : Date.parse(last_activity_at)
    putParsed.run(setId, generation, id, pass, Number(isOutside), moment, at, told)
    putBody.run(setId, generation, id, body)
    return {
      isFresh: before?.pass !== pass,
      change: ({ rows, outside, bytes }) => ({
        rows: rows + Number(!isOutside) - Number(before?.outside === 0),
        outside: outside + Number(isOutside) - Number(before?.outside === 1),
        bytes: bytes + told.length + body.length - (before?.bytes ?? 0),
      }),
    }
  }
}

/**
 * Ends a reading whose pages are all stored: its rows are shown from now on. Those that a second pass over everything did
 * not meet have left the filter. Throws `bad_request` while pages are missing.
 */
export function finishReading(database: Database, id: string, at: string): SetRecord {
  const record = readSet(database, id)
  const { reading } = record
  if (!reading || reading.next_page !== null) throw new AppFailure('bad_request', {}, 'pages are missing')
  const { generation, agrees, all_count } = reading
  const hasLeft = reading.pass === 'again' && agrees
  if (hasLeft) removeUnmet(database, id, generation)
  const { rows, outside, bytes } = hasLeft ? amountOf(database, id, generation) : reading
  return writeSet(database, {
    ...record,
    rows,
    outside,
    bytes,
    generation,
    all_count,
    agrees,
    read_at: at,
    reading: null,
  })
}

function removeUnmet(database: Database, id: string, generation: number): void {
  // The bodies first: which they are stands in the other table.
  for (const table of ['conversation_bodies', 'conversations']) {
    database
      .prepare(
        `delete from ${table} where set_id = ? and generation = ? and id in
           (select id from conversations where set_id = ? and generation = ? and pass < 2)`,
      )
      .run(id, generation, id, generation)
  }
}

function amountOf(database: Database, id: string, generation: number): Amount {
  return (
    database
      .prepare<[string, number], Amount>(
        `select count(*) - coalesce(sum(outside), 0) rows, coalesce(sum(outside), 0) outside,
           coalesce(sum(length(told) + length(body)), 0) bytes
         from conversations join conversation_bodies using (set_id, generation, id)
         where set_id = ? and generation = ?`,
      )
      .get(id, generation) ?? { rows: 0, outside: 0, bytes: 0 }
  )
}
