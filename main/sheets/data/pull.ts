import type { SheetBadge } from '../../../preload/contract/sheets.ts'
import { onDay } from '../../../preload/values/lead-filters.ts'
import { createKeyTable, type KeyTable } from '../../engine/columns/key-index.ts'
import { textReader } from '../../engine/columns/part.ts'
import { segmentRows } from '../../engine/columns/segment.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { readAnswer } from '../../leads/cross-check.ts'
import { createLeadBuilder, type LeadBuilder, type LeadParts } from '../../leads/lead-builder.ts'
import { type OpenSheet, pulledColumn, type WaitingPages } from '../../leads/open-sheet.ts'
import type { PageFacts, PullState } from '../../leads/sheet-calls.ts'
import {
  moreAside,
  noneAside,
  nothingRead,
  notReadYet,
  type PullRecord,
  type SnapshotWriter,
} from '../../leads/sheet-file.ts'
import { parseLeadPage } from './lead-page.ts'
import { leadKeys } from './merge-rows.ts'

/** How long pages wait for others: what a kill costs, since the pull goes on behind the last page that is stored. */
const waitMs = 250

export interface NewPull extends Pick<PullState, 'mode'> {
  /** Where a quick refresh starts. */
  readonly updated_after: string | null
  readonly now: string
  /** The day of the person's calendar, by which a period moves. */
  readonly today: string
}

/**
 * Starts a pull, or goes on with the one that is staged. A staged pull of the other mode is given up: its rows are no
 * longer named, and the caller sweeps them. Throws `bad_request` for a quick refresh of rows that were never read
 * whole.
 */
export function beginPull(sheet: OpenSheet, { mode, updated_after, now, today }: NewPull): PullState {
  storeWaiting(sheet)
  const { file, state } = sheet
  if (mode === 'quick' && (state.generation === null || updated_after === null)) {
    throw new AppFailure('bad_request', {}, 'a quick refresh needs rows and a day')
  }
  const pull = sheet.pull?.mode === mode ? sheet.pull : startedPull(sheet, { mode, updated_after, now, today })
  const next = { ...state, next_generation: Math.max(state.next_generation, pull.generation + 1) }
  const first = state.generation === null ? { ...next, badge: notReadYet } : next
  file.write({ sheet: first, pull })
  if (pull !== sheet.pull) Object.assign(sheet, { keys: null, writer: null } satisfies Partial<OpenSheet>)
  sheet.state = first
  sheet.pull = pull
  sheet.reading = true
  const { filter, next_page, rows, total, reread = null } = pull
  return { mode, filter, next_page, rows, total, reread }
}

/**
 * The pull that this process reads. Throws `bad_request` when none was begun, and `data_process_ended` when a process
 * that has ended began it: pages that it had not stored are missing.
 */
export function begunPull({ pull, reading }: OpenSheet): PullRecord {
  if (!pull) throw new AppFailure('bad_request', {}, 'no pull was begun')
  if (!reading) throw new AppFailure('data_process_ended')
  return pull
}

function startedPull({ state }: OpenSheet, { mode, updated_after, now, today }: NewPull): PullRecord {
  const quick = updated_after === null ? state.filter : { ...state.filter, updated_after }
  return {
    ...nothingRead,
    mode,
    filter: mode === 'quick' ? quick : onDay(state.filter, today),
    generation: state.next_generation,
    started_at: now,
    last_page: 0,
    next_page: 1,
    total_changed: false,
  }
}

/**
 * Checks one page with its facts (UTF-8) and takes its rows, which are stored with those of the pages around it. Throws
 * `unexpected_body`, `bad_request` for a page that is here already, and what `begunPull` throws.
 */
export function storePage(sheet: OpenSheet, page: number, body: Uint8Array): PageFacts {
  const pull = sheet.waiting?.pull ?? begunPull(sheet)
  if (page <= pull.last_page) throw new AppFailure('bad_request', {}, 'this page is stored already')
  // Before the page is taken: where storing fails, the same page may come again.
  if (sheet.waiting && sheet.waiting.builder.rows >= segmentRows) storeWaiting(sheet)
  const builder = sheet.waiting?.builder ?? createLeadBuilder()
  const firstRow = builder.rows
  const { facts, echoed, aside } = parseLeadPage(body, page, builder)
  const waiting = waitingPages(sheet, pull, builder)
  const keys = addKeys(sheet, pull, builder, firstRow)
  const totalChanged = pull.total !== null && pull.total !== facts.total
  waiting.pull = {
    ...pull,
    last_page: page,
    next_page: facts.has_more && facts.next_page !== null && facts.next_page > page ? facts.next_page : page + 1,
    rows: pull.rows + builder.rows - firstRow,
    total: facts.total,
    total_changed: pull.total_changed || totalChanged,
    repeated: pull.repeated + keys.repeated,
    aside: moreAside(pull.aside ?? noneAside, aside),
    echoed: echoed ?? pull.echoed,
  }
  // The first rows are on screen at once.
  if (pull.rows === 0) storeWaiting(sheet)
  return { ...facts, ...keys, total_changed: totalChanged }
}

function waitingPages(sheet: OpenSheet, pull: PullRecord, builder = createLeadBuilder()): WaitingPages {
  const store = () => {
    try {
      storeWaiting(sheet)
    } catch {
      // The pages wait on: the next one, or the end of the pull, meets the failure again and reports it.
    }
  }
  sheet.waiting ??= { builder, taken: [], pull, timer: setTimeout(store, waitMs).unref() }
  return sheet.waiting
}

/**
 * Stores the waiting pages and the pull that has them: all or nothing, also when the process is killed. Where that
 * fails they stay.
 */
export function storeWaiting(sheet: OpenSheet): void {
  const { file, waiting } = sheet
  if (!waiting) return
  clearTimeout(waiting.timer)
  if (waiting.builder.rows > 0) {
    waiting.taken.push(waiting.builder.take())
    waiting.builder = createLeadBuilder()
  }
  const pull = {
    ...waiting.pull,
    has_extra: waiting.pull.has_extra || waiting.taken.some(({ hasExtra }) => hasExtra),
    phones_differ: waiting.pull.phones_differ || waiting.taken.some(({ phonesDiffer }) => phonesDiffer),
  }
  try {
    const length =
      waiting.taken.length > 0 ? addSegments(pulledSnapshot(sheet, pull), waiting.taken) : (pull.length ?? 0)
    const stored = { ...pull, length }
    file.write({ pull: stored })
    sheet.pull = stored
  } catch (error) {
    dropWriter(sheet, pull)
    throw error
  }
  sheet.waiting = null
}

/** The snapshot of the pull, to write its next rows. */
export function pulledSnapshot(sheet: OpenSheet, { generation, length = 0 }: PullRecord): SnapshotWriter {
  sheet.writer ??= length > 0 ? sheet.file.extend(generation, length) : sheet.file.create(generation)
  return sheet.writer
}

/** What was added behind the bytes that count is cut off when the snapshot is written again. */
export function dropWriter(sheet: OpenSheet, { generation }: PullRecord): void {
  sheet.writer = null
  sheet.file.release(generation)
}

/** Gives the new length of the snapshot. */
function addSegments({ snapshot, add, flush }: SnapshotWriter, segments: readonly LeadParts[]): number {
  const first = snapshot.segments()
  for (const [index, { columns }] of segments.entries()) {
    for (const [key, part] of columns) add(key, first + index, part)
  }
  return flush()
}

/** Records that reading stopped. The badge is that of a first pull; the rows of a whole read keep theirs. */
export function stopPull(sheet: OpenSheet, badge: SheetBadge): void {
  sheet.reading = false
  storeOrDrop(sheet)
  sheet.shownRows = null
  sheet.writer = null
  if (!sheet.pull || sheet.state.generation !== null) return
  const state = { ...sheet.state, badge }
  sheet.file.write({ sheet: state })
  sheet.state = state
}

/** Does the same as `storeWaiting`. Where that fails, the pages are gone, and the next pull requests them again. */
function storeOrDrop(sheet: OpenSheet): void {
  try {
    storeWaiting(sheet)
  } finally {
    if (sheet.waiting) sheet.keys = null
    sheet.waiting = null
  }
}

/** Adds the keys of the rows from `firstRow` on to those of the staged ones, which are read once. */
function addKeys(sheet: OpenSheet, pull: PullRecord, builder: LeadBuilder, firstRow: number): AddedKeys {
  if (!sheet.keys) {
    const staged = (name: string) => pulledColumn(sheet, name, 'number').values
    sheet.keys = createKeyTable(Math.max(pull.rows, pull.total ?? 0))
    addNew(sheet.keys, leadKeys(staged('contato_id'), staged('conversa_id'), sheet.state.filter.agrupar))
  }
  const numbers = (key: 'contato_id' | 'conversa_id') => builder.numbers(key, firstRow)
  return addNew(sheet.keys, leadKeys(numbers('contato_id'), numbers('conversa_id'), sheet.state.filter.agrupar))
}

type AddedKeys = Pick<PageFacts, 'repeated' | 'fresh' | 'distinct'>

/** NaN is no key. */
function addNew(table: KeyTable, keys: Float64Array): AddedKeys {
  const presentKeys = keys.filter((key) => !Number.isNaN(key))
  const previousSize = table.size
  for (const key of presentKeys) table.takeNumber(key)
  const fresh = table.size - previousSize
  return { repeated: presentKeys.length - fresh, fresh, distinct: table.size }
}

/**
 * A quick refresh of people requests a shorter period than the sheet has, so the service counts the conversations of
 * that period alone (docs/services.md §2.3). The people that it brought are read again by phone or e-mail, with the
 * sheet's own filter (docs/services.md §3.1). These rows are staged behind those of the pages, and win over them.
 */

export interface Touched {
  readonly keys: readonly string[]
  /** The first row behind these people; null at the end. */
  readonly next: number | null
}

/** Keys of the people in the staged rows from this one on. Throws `bad_request` when no quick refresh was begun. */
export function touchedPeople(sheet: OpenSheet, from: number, maxPeople: number): Touched {
  storeWaiting(sheet)
  const pull = quickPull(sheet)
  const end = pull.reread?.from ?? pull.rows
  const textAt = (key: string) => textReader(pulledColumn(sheet, key, 'text'))
  const phone = textAt('telefone_digitos')
  const email = textAt('email')
  const behind = Math.min(end, from + maxPeople)
  const keys = new Set<string>()
  for (let row = from; row < behind; row++) {
    const key = phone(row) || email(row)
    if (key !== '') keys.add(key)
  }
  return { keys: [...keys], next: behind < end ? behind : null }
}

export interface RowsAgain extends Pick<Touched, 'next'> {
  readonly from: number
}

/**
 * Stages what the service reports about the people in the rows `from` to `next`. A lead of somebody else, such as
 * another person with the same phone, is left out, and so is one without a conversation. Throws `unexpected_body`.
 */
export function stageAgain(sheet: OpenSheet, { from, next }: RowsAgain, body: string): void {
  storeWaiting(sheet)
  const pull = quickPull(sheet)
  const first = pull.reread?.from ?? pull.rows
  const contacts = pulledColumn(sheet, 'contato_id', 'number').values
  const missing = new Set(contacts.subarray(from, next ?? first))
  const waiting = waitingPages(sheet, pull)
  for (const { lead, answer } of readAnswer(body)) {
    const contact = typeof lead?.contato_id === 'number' ? lead.contato_id : null
    if (!lead || contact === null || answer !== 'com_conversa' || !missing.delete(contact)) continue
    waiting.builder.append(lead)
  }
  waiting.pull = {
    ...pull,
    last_page: pull.last_page + 1,
    next_page: pull.next_page + 1,
    rows: pull.rows + waiting.builder.rows,
    reread: { from: first, next },
  }
  storeOrDrop(sheet)
}

function quickPull(sheet: OpenSheet): PullRecord {
  const pull = begunPull(sheet)
  if (pull.mode !== 'quick') throw new AppFailure('bad_request', {}, 'no quick refresh was begun')
  return pull
}
