import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, raw, selectOne } from '../../engine/store/sql.ts'
import { isEndless } from '../../kernel/endless-pages.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createZone } from '../../kernel/times.ts'
import type { AskedConversations, ConversationDays, DayBounds } from './conversation-calls.ts'
import type { ReceivedConversations } from './parse-conversations.ts'
import type { Amount, Pass, Reading, SetRecord } from './set-record.ts'

/** Starts a reading into a new generation, or continues the interrupted one. */
export function beginReading(record: SetRecord, asked: AskedConversations) {
  const started = record.reading ?? { ...unread, ...asked, generation: record.generations + 1 }
  const generations = Math.max(record.generations, started.generation)
  return { ...record, failure: null, generations, reading: { ...started, running: true } }
}

const unread: Omit<Reading, keyof AskedConversations | 'generation' | 'running'> = {
  rows: 0,
  outside: 0,
  undated: 0,
  bytes: 0,
  pass: 'first',
  next_page: 1,
  seen: 0,
  all_count: null,
  last: [],
  stale: 0,
  unsteady: false,
  repeated: false,
  duplicates: 0,
  endless: false,
  agrees: false,
}

interface ReceivedPage {
  readonly page: number
  readonly received: ReceivedConversations
  readonly at: string
}

/** Stores one page of the running reading. Throws `bad_request` for another page than the expected one. */
export function storePage(database: Database, record: SetRecord, { page, received, at }: ReceivedPage) {
  const { id, reading } = record
  if (!reading || page !== reading.next_page) throw new AppFailure('bad_request', {}, 'no reading waits for this page')
  const { fresh, ...amount } = storeConversations(database, id, reading, received.conversations, at)
  return { ...record, reading: nextStep({ ...reading, ...amount }, page, received, fresh) }
}

/**
 * Writes conversations over those of earlier pages. Returns the size of the generation afterwards, and how many of them
 * the pass had not seen. Conversations of the first pass count as seen for the pass over the top.
 */
function storeConversations(
  database: Database,
  setId: string,
  reading: Reading,
  conversations: readonly Conversation[],
  at: string,
): Amount & { readonly fresh: number } {
  const { generation } = reading
  const pass = reading.pass === 'again' ? 2 : 1
  const isWithin = withinDays(reading.days)
  let { rows, outside, undated, bytes } = reading
  let fresh = 0
  for (const { raw: received, ...parsed } of conversations) {
    const { id, last_activity_at } = parsed
    const previous = selectOne<{ pass: number; outside: number; bytes: number; parsed: string }>(database)`
      select pass, outside, length(parsed) + length(body) bytes, parsed
      from conversations left join conversation_bodies using (set_id, generation, id)
      where set_id = ${setId} and generation = ${generation} and id = ${id}`
    const isOutside = Number(!isWithin(parsed))
    const wasUndated = previous?.outside === 0 && isUndated(JSON.parse(previous.parsed), reading.days)
    const [fields, body] = [JSON.stringify(parsed), JSON.stringify(received)]
    const moment = last_activity_at === null ? null : Date.parse(last_activity_at)
    execute(database)`
      insert or replace into conversations (set_id, generation, id, pass, outside, at, seen_at, parsed)
      values (${setId}, ${generation}, ${id}, ${pass}, ${isOutside}, ${moment}, ${at}, ${fields})`
    execute(database)`
      insert or replace into conversation_bodies (set_id, generation, id, body)
      values (${setId}, ${generation}, ${id}, ${body})`
    fresh += Number(previous?.pass !== pass)
    outside += isOutside - (previous?.outside ?? 0)
    rows += 1 - isOutside - Number(previous?.outside === 0)
    undated += Number(isOutside === 0 && isUndated(parsed, reading.days)) - Number(wasUndated)
    bytes += fields.length + body.length - (previous?.bytes ?? 0)
  }
  return { rows, outside, undated, bytes, fresh }
}

/**
 * Ends a reading whose pages are all stored, and shows its rows. Conversations that a second full pass did not find
 * have left the filter. Throws `bad_request` while pages are missing.
 */
export function finishReading(database: Database, record: SetRecord, at: string): SetRecord {
  const { id, reading } = record
  if (!reading || reading.next_page !== null) throw new AppFailure('bad_request', {}, 'pages are missing')
  const { generation, agrees, all_count } = reading
  const hasLeft = reading.pass === 'again' && agrees
  if (hasLeft) removeUnmet(database, id, generation)
  const { rows, outside, undated, bytes } = hasLeft ? amountOf(database, record, reading) : reading
  const failure = reading.endless && !agrees ? 'endless_pages' : null
  const amount = { rows, outside, undated, bytes, repeated: reading.duplicates }
  return { ...record, ...amount, failure, generation, all_count, agrees, read_at: at, reading: null }
}

function removeUnmet(database: Database, id: string, generation: number): void {
  // The bodies first, since the other table identifies them.
  for (const table of ['conversation_bodies', 'conversations']) {
    execute(database)`delete from ${raw(table)} where set_id = ${id} and generation = ${generation} and id in
           (select id from conversations where set_id = ${id} and generation = ${generation} and pass < 2)`
  }
}

function amountOf(database: Database, { id }: SetRecord, { generation, days }: Reading): Amount {
  const [hasCreated, hasActivity] = [days?.created_at, days?.last_activity_at].map((bounds) =>
    Number(isBounded(bounds)),
  )
  return (
    selectOne<Amount>(database)`select count(*) - coalesce(sum(outside), 0) rows, coalesce(sum(outside), 0) outside,
           coalesce(sum(outside = 0 and (${hasCreated} and parsed ->> 'created_at' is null
             or ${hasActivity} and parsed ->> 'last_activity_at' is null)), 0) undated,
           coalesce(sum(length(parsed) + length(body)), 0) bytes
         from conversations join conversation_bodies using (set_id, generation, id)
         where set_id = ${id} and generation = ${generation}` ?? { rows: 0, outside: 0, undated: 0, bytes: 0 }
  )
}

const isBounded = (bounds: DayBounds | undefined) => bounds !== undefined && (bounds.after ?? bounds.before) !== null

/** Whether the conversation lacks a requested day, so that it is unknown whether it lies within. */
function isUndated(
  { created_at, last_activity_at }: Pick<Conversation, 'created_at' | 'last_activity_at'>,
  days: ConversationDays | null,
): boolean {
  const isMissing = (time: string | null, bounds: DayBounds | undefined) => time === null && isBounded(bounds)
  return isMissing(created_at, days?.created_at) || isMissing(last_activity_at, days?.last_activity_at)
}

/** The size of a page, which cannot be chosen (docs/services.md §4.3). */
const pageSize = 25

/**
 * The state after a page, and the next request (docs/services.md §4.3 and §2.9). An empty page ends a pass, and so
 * does a short one unless the service counts more. During a reading, conversations move to the top, which repeats some
 * and hides others, or leave the filter, which hides more. Then the top is read again, or everything. `fresh` are those
 * of the page that the pass had not seen.
 */
function nextStep(previous: Reading, page: number, received: ReceivedConversations, fresh: number): Reading {
  const ids = received.conversations.map(({ id }) => id)
  const { all_count } = received
  const stale = fresh === 0 ? previous.stale + 1 : 0
  // A page that equals the one before is no repetition: the service has no pages.
  const isUnpaged = page > 1 && ids.length > 0 && isDeepStrictEqual(ids, previous.last)
  const step: Reading = {
    ...previous,
    next_page: page + 1,
    seen: previous.seen + fresh,
    all_count,
    unsteady: previous.unsteady || ((page > 1 || previous.pass === 'top') && hasFallen(previous.all_count, all_count)),
    repeated: previous.repeated || (fresh < ids.length && !isUnpaged),
    duplicates: previous.duplicates + (previous.pass === 'top' ? 0 : ids.length - fresh),
    last: ids,
    stale,
    agrees: false,
  }
  const missing = all_count !== null && step.seen < all_count
  const endless = isEndless({ rows: received.items, distinct: step.seen, stale, total: all_count })
  const isEnded = endless || (isUnpaged && missing)
  const isLast = received.items === 0 || isUnpaged || endless || (received.items < pageSize && !missing)
  return isLast || (previous.pass === 'top' && fresh === 0)
    ? afterPass({ ...step, endless: step.endless || isEnded })
    : step
}

/** Fewer than before: some left the filter, and others moved onto pages that were already read. */
function hasFallen(previous: number | null, now: number | null): boolean {
  return previous !== null && now !== null && now < previous
}

function afterPass(step: Reading): Reading {
  const { pass, seen, all_count, unsteady, repeated } = step
  const agrees = all_count === null ? !repeated : seen === all_count && !unsteady
  if (agrees || pass === 'again') return { ...step, next_page: null, agrees }
  if (pass === 'first' && !unsteady) return startOf('top', step)
  const anew = { seen: 0, unsteady: false, repeated: false, duplicates: 0, endless: false }
  return { ...startOf('again', step), ...anew }
}

function startOf(pass: Pass, step: Reading): Reading {
  return { ...step, pass, next_page: 1, last: [], stale: 0 }
}

/**
 * Whether a conversation lies within whole days of the person's zone. The request had one day more at each side
 * (docs/services.md §4.6). A missing time is not outside. Throws `bad_request` for an unknown zone.
 */
export function withinDays(
  days: ConversationDays | null,
): (conversation: Pick<Conversation, 'created_at' | 'last_activity_at'>) => boolean {
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
