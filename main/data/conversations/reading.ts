import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createZone } from '../../kernel/times.ts'
import type { AskedConversations, ConversationDays, DayBounds } from '../platform-calls.ts'
import type { Database } from '../store/encrypted-file.ts'
import { execute, raw, selectOne } from '../store/sql.ts'
import type { ReceivedConversations } from './parse-conversations.ts'
import { type Amount, type Pass, type Reading, readSet, type SetRecord, writeSet } from './set-record.ts'

/** Starts a reading into a generation of its own, or goes on with the one that was interrupted. */
export function beginReading(database: Database, id: string, asked: AskedConversations): Reading {
  const record = readSet(database, id)
  const generation = record.generations + 1
  const settings = { payload: asked.payload, days: asked.days }
  const reading = { ...(record.reading ?? { ...newReading(generation), ...settings }), running: true }
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

/** Records that reading stopped, and what ended it; what is stored stays. */
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
    received,
    at,
  }: { readonly id: string; readonly page: number; readonly received: ReceivedConversations; at: string },
): Reading {
  const record = readSet(database, id)
  const { reading } = record
  if (!reading || page !== reading.next_page) throw new AppFailure('bad_request', {}, 'no reading waits for this page')
  const put = conversationWriter(database, record.id, reading, at)
  const isWithin = withinDays(reading.days)
  const pass = numberOf(reading.pass)
  let amount: Amount = reading
  let fresh = 0
  for (const conversation of received.conversations) {
    const stored = put(conversation, !isWithin(conversation), pass)
    if (stored.isFresh) fresh += 1
    amount = stored.change(amount)
  }
  const { rows, outside, bytes } = amount
  const next = { ...reading, rows, outside, bytes, ...nextStep(reading, { page, received, fresh }) }
  writeSet(database, { ...record, reading: next })
  return next
}

/** What the first pass saw counts as seen for the pass over the top. */
function numberOf(pass: Pass): number {
  return pass === 'again' ? 2 : 1
}

interface Stored {
  /** The pass had not seen it. */
  readonly isFresh: boolean
  change(amount: Amount): Amount
}

/** Returns a function that writes one conversation over what an earlier page had of it. */
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
  // The bodies first: the other table shows which they are.
  for (const table of ['conversation_bodies', 'conversations']) {
    execute(database)`delete from ${raw(table)} where set_id = ${id} and generation = ${generation} and id in
           (select id from conversations where set_id = ${id} and generation = ${generation} and pass < 2)`
  }
}

function amountOf(database: Database, id: string, generation: number): Amount {
  return (
    selectOne<Amount>(database)`select count(*) - coalesce(sum(outside), 0) rows, coalesce(sum(outside), 0) outside,
           coalesce(sum(length(told) + length(body)), 0) bytes
         from conversations join conversation_bodies using (set_id, generation, id)
         where set_id = ${id} and generation = ${generation}` ?? { rows: 0, outside: 0, bytes: 0 }
  )
}

/** agent-platform.md, "Limits": the size of a page is not to be chosen. */
const pageSize = 25

/** So many pages in a row with nothing new: the service repeats itself, or more moves than can be followed. */
const mostStale = 3

interface StoredPage {
  readonly page: number
  readonly received: ReceivedConversations
  /** Conversations of the page that the pass had not seen. */
  readonly fresh: number
}

type Step = Pick<
  Reading,
  'pass' | 'next_page' | 'seen' | 'all_count' | 'unsteady' | 'repeated' | 'last' | 'stale' | 'agrees'
>

/**
 * What is known after a page, and what to ask for next (features.md §8.3, §9 pitfall 11). A short page ends a pass unless
 * the service counts more, an empty one always. While pages are read conversations move to the top, which repeats some and
 * hides others, or leave the filter, which hides more: then the top is read again, or all.
 */
function nextStep(before: Reading, { page, received, fresh }: StoredPage): Step {
  const ids = received.conversations.map(({ id }) => id)
  const { all_count } = received
  const stale = fresh === 0 ? before.stale + 1 : 0
  // Beside a page that repeats the one before, nothing was repeated: there are no pages at all.
  const isUnpaged = page > 1 && ids.length > 0 && ids.length === before.last.length && isSame(ids, before.last)
  const step: Step = {
    pass: before.pass,
    next_page: page + 1,
    seen: before.seen + fresh,
    all_count,
    unsteady: before.unsteady || ((page > 1 || before.pass === 'top') && hasFallen(before.all_count, all_count)),
    repeated: before.repeated || (fresh < ids.length && !isUnpaged),
    last: ids,
    stale,
    agrees: false,
  }
  const missing = all_count !== null && step.seen < all_count
  const isLast = received.items === 0 || isUnpaged || stale >= mostStale || (received.items < pageSize && !missing)
  if (before.pass === 'top') return isLast || fresh === 0 ? afterPass(step) : step
  return isLast ? afterPass(step) : step
}

/** Fewer than before: some left the filter, and others took their places on pages that were read already. */
function hasFallen(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && now < before
}

function isSame(ids: readonly number[], others: readonly number[]): boolean {
  return ids.every((id, place) => others[place] === id)
}

function afterPass(step: Step): Step {
  const { pass, seen, all_count, unsteady, repeated } = step
  const agrees = all_count === null ? !repeated : seen === all_count && !unsteady
  if (agrees || pass === 'again') return { ...step, next_page: null, agrees }
  if (pass === 'first' && !unsteady) return startOf('top', step)
  return { ...startOf('again', step), seen: 0, unsteady: false, repeated: false }
}

function startOf(pass: Pass, step: Step): Step {
  return { ...step, pass, next_page: 1, last: [], stale: 0 }
}

/**
 * Whether a conversation lies within whole days of the person's zone; the service was sent a day more at each
 * side (features.md §8.3). A missing time is not outside. Throws `bad_request` for an unknown zone.
 */
export function withinDays(days: ConversationDays | null): (conversation: Conversation) => boolean {
  if (!days) return () => true
  const zone = createZone(days.zone)
  const isWithin = (time: string | null, { after, before }: DayBounds): boolean => {
    if (time === null || (after === null && before === null)) return true
    const day = new Date(zone.wallClockAt(Date.parse(time))).toISOString().slice(0, 10)
    return (after === null || day > after) && (before === null || day < before)
  }
  return ({ created_at, last_activity_at }) =>
    isWithin(created_at, days.created_at) && isWithin(last_activity_at, days.last_activity_at)
}
