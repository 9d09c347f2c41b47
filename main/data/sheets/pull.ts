import type { SheetBadge } from '../../../preload/contract/sheets.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { PageFacts, PullState } from '../calls.ts'
import type { Part } from '../columns/part.ts'
import { concatenateParts, partOf } from '../columns/segment.ts'
import { readAnswer } from '../runs/key-outcomes.ts'
import { leadColumns } from './lead-columns.ts'
import { createLeadBuilder, type LeadParts, parseLeadPage } from './lead-page.ts'
import { leadKeys } from './merge-rows.ts'
import { type OpenSheet, stagedColumn, stagedKeys } from './open-sheet.ts'
import { moreAside, noneAside, nothingRead, notReadYet, type PullRecord } from './sheet-file.ts'

/** Rows a sealed segment has at least; pages are never split (performance.md §6, J1). */
export const segmentRows = 65_536

/**
 * Starts a pull, or goes on with the one that is staged. A staged pull of the other mode is given up: its rows are no
 * longer named, and the caller sweeps them. Throws `bad_request` for a quick refresh of rows that were never read whole.
 */
export function beginPull(
  sheet: OpenSheet,
  { mode, updated_after, now }: { mode: PullState['mode']; updated_after: string | null; now: string },
): PullState {
  const { file, state } = sheet
  if (mode === 'quick' && (state.generation === null || updated_after === null)) {
    throw new AppFailure('bad_request', {}, 'a quick refresh needs rows and a day')
  }
  const pull = sheet.pull?.mode === mode ? sheet.pull : startedPull(sheet, { mode, updated_after, now })
  const next = { ...state, next_generation: Math.max(state.next_generation, pull.generation + 1) }
  const first = state.generation === null ? { ...next, badge: notReadYet } : next
  file.atomically(() => {
    if (pull !== sheet.pull) file.clearTail()
    file.write('sheet', first)
    file.write('pull', pull)
  })
  if (pull !== sheet.pull) sheet.keys = null
  sheet.state = first
  sheet.pull = pull
  sheet.reading = true
  return {
    mode: pull.mode,
    filter: pull.filter,
    next_page: pull.next_page,
    rows: pull.rows,
    total: pull.total,
    reread: pull.reread ?? null,
  }
}

function startedPull(
  { state }: OpenSheet,
  { mode, updated_after, now }: { mode: PullState['mode']; updated_after: string | null; now: string },
): PullRecord {
  return {
    ...nothingRead,
    mode,
    filter: mode === 'quick' && updated_after !== null ? { ...state.filter, updated_after } : state.filter,
    generation: state.next_generation,
    started_at: now,
    last_page: 0,
    next_page: 1,
    sealed_rows: 0,
    total_changed: false,
  }
}

/**
 * Checks and stores one page with its facts. Throws `unexpected_body`, and `bad_request` for a page that is stored already or
 * when no pull was begun.
 */
export function storePage(sheet: OpenSheet, page: number, body: string): PageFacts {
  const { pull } = sheet
  if (!pull) throw new AppFailure('bad_request', {}, 'no pull was begun')
  if (page <= pull.last_page) throw new AppFailure('bad_request', {}, 'this page is stored already')
  const { facts, echoed, leads, aside } = parseLeadPage(body, page, createLeadBuilder())
  const repeated = addKeys(sheet, pull, leads)
  const totalChanged = pull.total !== null && pull.total !== facts.total
  const rows = pull.rows + leads.rows
  const next: PullRecord = {
    ...pull,
    last_page: page,
    next_page: facts.has_more && facts.next_page !== null && facts.next_page > page ? facts.next_page : page + 1,
    rows,
    total: facts.total,
    total_changed: pull.total_changed || totalChanged,
    repeated: pull.repeated + repeated,
    aside: moreAside(pull.aside ?? noneAside, aside),
    echoed: echoed ?? pull.echoed,
    has_extra: pull.has_extra || leads.hasExtra,
    phones_differ: pull.phones_differ || leads.phonesDiffer,
  }
  stageRows(sheet, leads, next)
  return { ...facts, repeated, total_changed: totalChanged }
}

/** Stores rows and the pull that has them in one transaction; each full segment is sealed in the same one. */
function stageRows(sheet: OpenSheet, leads: LeadParts, next: PullRecord): void {
  const { file } = sheet
  const seals = next.rows - next.sealed_rows >= segmentRows
  const pull = seals ? { ...next, sealed_rows: next.rows } : next
  try {
    file.atomically(() => {
      if (seals) sealTail(sheet, pull.generation, leads)
      else file.addPage(pull.last_page, leads)
      file.write('pull', pull)
    })
  } catch (error) {
    // The rows were not stored, so their keys are not those of the file any more.
    sheet.keys = null
    throw error
  }
  sheet.pull = pull
}

/** Makes a segment of the whole tail, and of `more` behind it. Must run in a transaction. */
export function sealTail({ file }: OpenSheet, generation: number, more: LeadParts | null): void {
  const tail = file.tail()
  for (const { key, kind } of leadColumns) {
    const parts = [tail.get(key), more?.columns.get(key)].filter(
      (part): part is Part => part !== undefined && part.rows > 0,
    )
    if (parts.length > 0) file.addSegment(generation, key, concatenateParts(kind, parts))
  }
  file.clearTail()
}

/** Records that reading stopped. The badge is that of a first pull; the rows of a whole read keep theirs. */
export function stopPull(sheet: OpenSheet, badge: SheetBadge): void {
  sheet.reading = false
  sheet.shownRows = null
  if (!sheet.pull || sheet.state.generation !== null) return
  const state = { ...sheet.state, badge }
  sheet.file.write('sheet', state)
  sheet.state = state
}

/** Adds the page's keys to those of the pull; gives how many were there already. */
function addKeys(sheet: OpenSheet, pull: PullRecord, leads: LeadParts): number {
  const known = stagedKeys(sheet, pull)
  const contacts = leads.columns.get('contato_id')
  const conversations = leads.columns.get('conversa_id')
  if (!contacts || !conversations) return 0
  const keys = leadKeys(partOf(contacts, 'number'), partOf(conversations, 'number'), sheet.state.filter.agrupar)
  let repeated = 0
  for (const key of keys) {
    if (Number.isNaN(key)) continue
    if (known.get(key) >= 0) repeated++
    else known.set(key, 0)
  }
  return repeated
}

/**
 * A quick refresh of people requests a shorter period than the sheet has, so the service counts the conversations of that
 * period alone (agent-platform.md, "Lead export"). The people that it brought are read again by phone or e-mail, with
 * the sheet's own filter ("Lead cross-check"): these rows are staged behind those of the pages, and win over them.
 */

interface Touched {
  readonly keys: readonly string[]
  /** The row behind them; null at the end. */
  readonly next: number | null
}

/** Keys of the people in the staged rows from this one on. Throws `bad_request` when no quick refresh was begun. */
export function touchedPeople(sheet: OpenSheet, from: number, most: number): Touched {
  const pull = quickPull(sheet)
  const end = pull.reread?.from ?? pull.rows
  const textAt = textReader(sheet, pull)
  const phone = textAt('telefone_digitos')
  const email = textAt('email')
  const behind = Math.min(end, from + most)
  const keys = new Set<string>()
  for (let row = from; row < behind; row++) {
    const key = phone(row) || email(row)
    if (key !== '') keys.add(key)
  }
  return { keys: [...keys], next: behind < end ? behind : null }
}

/**
 * Stages what the service reports about the people in the rows `from` to `next`. A lead of somebody else, such as another person
 * with the same phone, is left out, and so is one without a conversation. Throws `unexpected_body`.
 */
export function stageAgain(
  sheet: OpenSheet,
  { from, next }: { readonly from: number; readonly next: number | null },
  body: string,
): void {
  const pull = quickPull(sheet)
  const first = pull.reread?.from ?? pull.rows
  const contacts = stagedColumn(sheet.file, pull, 'contato_id', 'number').values
  const waiting = new Set(contacts.subarray(from, next ?? first))
  const builder = createLeadBuilder()
  for (const { lead, answer } of readAnswer(body)) {
    const contact = typeof lead?.contato_id === 'number' ? lead.contato_id : null
    if (!lead || contact === null || answer !== 'com_conversa' || !waiting.delete(contact)) continue
    builder.append(lead)
  }
  const leads = builder.take()
  stageRows(sheet, leads, {
    ...pull,
    last_page: pull.last_page + 1,
    next_page: pull.next_page + 1,
    rows: pull.rows + leads.rows,
    reread: { from: first, next },
    has_extra: pull.has_extra || leads.hasExtra,
    phones_differ: pull.phones_differ || leads.phonesDiffer,
  })
}

function quickPull({ pull }: OpenSheet): PullRecord {
  if (pull?.mode !== 'quick') throw new AppFailure('bad_request', {}, 'no quick refresh was begun')
  return pull
}

/** The texts of a staged column by row; null reads as the empty text. */
function textReader({ file }: OpenSheet, pull: PullRecord): (name: string) => (row: number) => string {
  return (name) => {
    const { heap, offsets } = stagedColumn(file, pull, name, 'text')
    const bytes = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
    return (row) => bytes.toString('utf8', offsets[row], offsets[row + 1])
  }
}
