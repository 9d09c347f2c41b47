import type { AsideEntry } from '../../../preload/contract/entries.ts'
import type { FailureCode } from '../../../preload/values/failures.ts'
import { boundsOf, isInPeriod } from '../../../preload/values/kept-period.ts'
import type { OfAccount } from '../../engine/shared-calls.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, selectAll, selectCount, selectValue, selectValues } from '../../engine/store/sql.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { OfForm } from './form-calls.ts'
import {
  type FormRow,
  type FormsDeps,
  type FormsFolder,
  findForm,
  type Reading,
  readForm,
  storedForm,
  writeForm,
} from './forms-folder.ts'
import { type EntryPage, parseEntryPage, parseSingleEntry, type ReceivedEntry } from './parse-entries.ts'
import { markGone, storeEntries } from './store-entries.ts'

export interface NewReading extends OfForm {
  readonly mode: 'auto' | 'walk'
  /** The service's clock, ISO. */
  readonly now: string
}

export interface NewPage extends OfForm {
  readonly page: number
  readonly body: string
}

/** The stored entries, read page by page, each in one transaction, so that a kill loses and repeats nothing. */
export function createEntryHandlers({ folder, now }: FormsDeps) {
  const at = () => now().toISOString()
  const changeLocked: FormsFolder['change'] = (connectionId, work) => {
    // It is locked already, unless this process replaced a crashed one.
    if (folder.has(connectionId)) folder.lock(connectionId)
    return folder.change(connectionId, work)
  }
  return {
    'entries.begin': ({ connection_id, form_id, mode, now: clock }: NewReading) =>
      changeLocked(connection_id, (database) => {
        const {
          steady: _steady,
          repeated: _repeated,
          newest_ms: _newest,
          ...state
        } = beginReading(database, form_id, mode, clock)
        return { ...state, period: readForm(database, form_id).sync.period }
      }),
    'entries.page': ({ connection_id, form_id, page, body }: NewPage) =>
      changeLocked(connection_id, (database) => storePage(database, { form_id, page, body }, at())),
    'entries.finish': ({ connection_id, form_id, ...finished }: OfForm & FinishedReading) => {
      const result = folder.change(connection_id, (database) => {
        const agrees = finishReading(database, form_id, finished, at())
        return { agrees, form: storedForm(database, form_id) }
      })
      folder.unlock(connection_id)
      return result
    },
    'entries.stop': ({ connection_id, form_id, failure }: OfForm & { readonly failure: FailureCode | null }) => {
      folder.unlock(connection_id)
      return folder.change(connection_id, (database) => {
        const form = readForm(database, form_id)
        writeForm(database, { ...form, sync: { ...form.sync, failure } })
      })
    },
    /** The answer to a single read or to a POST. */
    'entries.single': ({ connection_id, body }: OfAccount & { readonly body: string }) =>
      folder.change(connection_id, (database) => storeSingle(database, body, at())),
    /** The service no longer has the entry: we `deleted` it, or the service answered 404. */
    'entries.gone': ({ connection_id, id, deleted = false }: OfAccount & { id: number; deleted?: boolean }) => {
      if (folder.has(connection_id))
        folder.change(connection_id, (database) => leaveOne(database, { id, deleted }, at()))
    },
    'entries.rejected': ({ connection_id, form_id }: OfForm) =>
      selectAll<AsideEntry>(folder.openReadOnly(connection_id))`
        select id, reason, text from aside where form_id = ${form_id} order by id`,
    /** Entries whose single read was never made, newest first. */
    'entries.incomplete': ({ connection_id, most }: OfAccount & { readonly most: number }) =>
      selectValues<number>(folder.openReadOnly(connection_id))`
        select id from entries
        where single = 0 and gone_at is null order by created_ms desc limit ${most}`,
  }
}

/**
 * Marks an entry as gone and lowers the service's count, unless that may already exclude an entry that others deleted.
 */
function leaveOne(database: Database, { id, deleted }: { id: number; deleted: boolean }, at: string): void {
  const formId = selectValue<number>(database)`select form_id from entries where id = ${id} and gone_at is null`
  if (formId === undefined) return
  markGone(database, [id], at)
  const form = findForm(database, formId)
  if (!form || (form.sync.kind === 'changed' && !deleted)) return
  const { body, sync } = form
  const less = (count: unknown) => (typeof count === 'number' ? Math.max(0, count - 1) : null)
  const counted = { ...body, entries_count: less(body.entries_count) }
  writeForm(database, { ...form, body: counted, sync: { ...sync, total: less(sync.total) } })
}

/**
 * Entries are stored for forms that are `kept`, within their period. For other forms only the id and form are returned.
 */
function storeSingle(database: Database, body: string, at: string): { id: number; form_id: number } {
  const entry = parseSingleEntry(body)
  const storedFormId = selectValue<number>(database)`select form_id from entries where id = ${entry.id}`
  const formId = entry.form_id ?? storedFormId
  if (formId === undefined) throw new AppFailure('unexpected_body', { place: 'form_id' })
  const form = findForm(database, formId)
  if (form?.kept && isInPeriod(form.sync.period, entry.created_ms))
    storeEntries(database, { formId, entries: [entry], single: true, at })
  return { id: entry.id, form_id: formId }
}

/** `since` is a second before the newest entry, so that no entry of the same second is missed. */
const overlapMs = 1000

/**
 * Starts a reading, or resumes the interrupted one. A walk waits until a first reading was complete, and replaces a
 * reading of new entries. `now` is the service's clock. Throws `not_found` for a form that is not `kept`.
 */
function beginReading(database: Database, formId: number, mode: 'auto' | 'walk', now: string): Reading {
  const form = readForm(database, formId)
  if (!form.kept) throw new AppFailure('not_found')
  const resumed = mode === 'walk' && form.reading?.mode === 'new' ? null : form.reading
  const reading = resumed ?? newReading(form, mode, now)
  if (!resumed) execute(database)`delete from seen where form_id = ${formId}`
  // What a complete reading does not see is gone from the service.
  if (!resumed && reading.mode !== 'new') execute(database)`update aside set seen = 0 where form_id = ${formId}`
  writeForm(database, { ...form, reading, sync: { ...form.sync, failure: null } })
  return reading
}

function newReading({ sync }: FormRow, mode: 'auto' | 'walk', now: string): Reading {
  const start = { next_page: 1, entries: 0, total: null, steady: true, newest_ms: null }
  const { since, until: end } = boundsOf(sync.period)
  // A fixed end prevents that new entries move the pages.
  const until = end !== null && Date.parse(end) < Date.parse(now) ? end : now
  if (sync.synced_at === null) return { ...start, mode: 'first', since, until }
  if (mode === 'walk') return { ...start, mode, since, until }
  // An entry dated in the future, by a wrong clock, must not hide those of the present.
  const newest = sync.newest_ms === null ? null : Math.min(sync.newest_ms, Date.parse(now))
  const after = newest === null ? since : new Date(newest - overlapMs).toISOString()
  return { ...start, mode: 'new', since: after, until: end }
}

/**
 * Stores one page of the running reading. The same page may come again when its acknowledgement was lost. Returns its
 * entries, the new and the changed ones, and how many distinct ones the reading has stored so far (`seen`). Throws
 * `unexpected_body`, and `bad_request` when no reading runs.
 */
function storePage(database: Database, { form_id: formId, page, body }: Omit<NewPage, 'connection_id'>, at: string) {
  const form = readForm(database, formId)
  const { reading } = form
  if (!reading || page > reading.next_page) throw new AppFailure('bad_request', {}, 'no reading waits for this page')
  const received = parseEntryPage(body)
  const { entries, rejected, total, last_page } = received
  const { period } = form.sync
  const isInside = ({ created_ms }: ReceivedEntry) => isInPeriod(period, created_ms)
  const stored = storeEntries(database, { formId, entries: entries.filter(isInside), single: false, at })
  const outside = entries.filter((entry) => !isInside(entry)).map(({ id }) => id)
  addTo(database, 'outside', formId, outside)
  const numbered = [...entries, ...rejected].flatMap(({ id }) => id ?? [])
  const unseen = addTo(database, 'seen', formId, numbered) + storeRejected(database, formId, received)
  const seen = reading.entries + unseen
  // A page that is stored again was not repeated by the service.
  const again = page === reading.next_page ? entries.length + rejected.length - unseen : 0
  const next: Reading = {
    ...reading,
    next_page: Math.max(reading.next_page, page + 1),
    entries: seen,
    repeated: (reading.repeated ?? 0) + again,
    total,
    steady: reading.steady && (reading.total === null || reading.total === total),
    newest_ms: entries.reduce((newest, { created_ms }) => later(newest, created_ms), reading.newest_ms),
  }
  // The newest come first: until the older new ones are stored as well, the copy has a gap.
  const hasGap = reading.mode === 'new' && stored.fresh > 0 && page < last_page && form.sync.kind === 'complete'
  writeForm(database, { ...form, reading: next, sync: hasGap ? { ...form.sync, kind: 'changed' } : form.sync })
  return { rows: entries.length + rejected.length, ...stored, total, last_page, seen }
}

export interface FinishedReading {
  /** The service's present count; null where it was not requested. */
  readonly total: number | null
  /** The service's list did not end, so the reading was stopped. */
  readonly endless?: boolean
}

/**
 * Ends a reading whose pages are all stored. A walk marks unseen entries as gone only when it saw as many as the
 * service counted from its first page to its last, since moving pages may hide some. `total` is the service's present
 * count for the stored period, null when that was not requested. Returns whether the copy equals the service's count.
 * Throws `bad_request` when no reading runs.
 */
function finishReading(
  database: Database,
  formId: number,
  { total, endless = false }: FinishedReading,
  at: string,
): boolean {
  const form = readForm(database, formId)
  const { reading, sync } = form
  if (!reading) throw new AppFailure('bad_request', {}, 'nothing is being read')
  const isWhole = reading.mode !== 'new'
  const counted = total ?? (isWhole ? reading.total : null)
  const sound = isWhole && reading.steady && reading.entries === reading.total
  const unseen = reading.mode === 'walk' && sound ? unseenEntries(database, formId, reading.until) : []
  markGone(database, unseen, at)
  if (sound) {
    // What the complete reading did not see is gone from the service.
    execute(database)`delete from aside where form_id = ${formId} and seen = 0`
    execute(database)`
      delete from outside
      where form_id = ${formId} and entry_id not in (select entry_id from seen where form_id = ${formId})`
  }
  const agrees = total === null ? sound || (!isWhole && sync.kind === 'complete') : countOf(database, formId) === total
  execute(database)`delete from seen where form_id = ${formId}`
  writeForm(database, {
    ...form,
    reading: null,
    sync: {
      kind: agrees ? 'complete' : 'changed',
      failure: endless ? 'endless_pages' : null,
      synced_at: at,
      reconciled_at: sound ? at : sync.reconciled_at,
      repeated: isWhole ? (reading.repeated ?? 0) : sync.repeated,
      total: counted === null ? sync.total : counted - outsideOf(database, formId),
      period: sync.period,
      newest_ms: later(sync.newest_ms, reading.newest_ms),
    },
  })
  return agrees
}

/** Entries from before the walk's end that it did not see. */
function unseenEntries(database: Database, formId: number, until: string | null): number[] {
  const end = until === null ? Number.MAX_VALUE : Date.parse(until)
  return selectValues<number>(database)`
    select id from entries
    where form_id = ${formId} and gone_at is null and (created_ms is null or created_ms < ${end})
    and id not in (select entry_id from seen where form_id = ${formId})`
}

/**
 * Entries that the service should list, with those that could not be stored (one that was stored before, in another
 * shape, is here) and those beside the stored period.
 */
function countOf(database: Database, formId: number): number {
  const here = selectCount(database)`select count(*) from entries where form_id = ${formId} and gone_at is null`
  const rejected = selectCount(database)`
    select count(*) from aside where form_id = ${formId} and (id is null or id not in (select id from entries))`
  return here + rejected + outsideOf(database, formId)
}

function outsideOf(database: Database, formId: number): number {
  return selectCount(database)`select count(*) from outside where form_id = ${formId}`
}

/** Notes the entries that a reading has seen, or found outside the period. Returns how many were new. */
function addTo(database: Database, table: 'seen' | 'outside', formId: number, ids: readonly number[]): number {
  const add = database.prepare(`insert or ignore into ${table} (form_id, entry_id) values (?, ?)`)
  return ids.reduce((sum, id) => sum + add.run(formId, id).changes, 0)
}

function later(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}

/**
 * Stores or updates records of a form that cannot be stored as entries, and removes those of `entries`, which now can.
 * Returns how many records without a number this reading had not seen. Runs within the caller's transaction.
 */
function storeRejected(database: Database, formId: number, { entries, rejected }: EntryPage): number {
  execute(database)`
    delete from aside where form_id = ${formId}
    and id in (select value from json_each(${JSON.stringify(entries.map(({ id }) => id))}))`
  const seen = database.prepare('select 1 from aside where form_id = ? and key = ? and seen = 1')
  const put = database.prepare('insert or replace into aside (form_id, key, id, reason, text) values (?, ?, ?, ?, ?)')
  return rejected.reduce((sum, { key, id, reason, text }) => {
    const isNew = id === null && seen.get(formId, key) === undefined
    put.run(formId, key, id, reason, text)
    return sum + Number(isNew)
  }, 0)
}
