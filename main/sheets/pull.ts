import type { LeadFilter, SheetBadge } from '../../preload/contract/sheets.ts'
import { isOfOneRoute } from '../../preload/values/failures.ts'
import type { Data } from '../data-calls.ts'
import { failureOf } from '../kernel/failure.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import { wait } from '../kernel/schedule.ts'
import type { Work } from '../kernel/tasks.ts'
import { echoedOffset } from '../kernel/times.ts'
import type { PullState, StoredSheet } from '../leads/sheet-calls.ts'
import type { Measuring } from '../request-times.ts'
import { createPageReader, parseCount, type ReadPage, rowsPerPage } from './page-reader.ts'

export interface PullDeps {
  readonly data: Data
  readonly retryPolicy: RetryPolicy
  /** One page of the lead export, as the service sent it. */
  readonly page: ReadPage
  readonly measuring: Pick<Measuring, 'answered' | 'limited'>
  /** How many versions of the sheet stay. */
  versions(): number
  /** The answer to a cross-check of these keys under the filter, as the service sent it. */
  cruzar(keys: readonly string[], filter: LeadFilter, signal: AbortSignal): Promise<string>
}

/**
 * Reads a sheet page by page into the data process and seals it. A quick refresh of rows that were never read whole is
 * a full read. When it stops for any reason, the stored pages stay, the badge states why, and the next pull goes on
 * from there.
 */
export async function pull(
  sheet: StoredSheet,
  mode: PullState['mode'],
  deps: PullDeps,
  work: Work,
): Promise<StoredSheet> {
  const { data } = deps
  const { id, filter } = sheet
  const since = mode === 'quick' ? updatedAfter(sheet) : null
  const isQuick = since !== null
  const state = await data.ask('sheets.begin', { id, mode: isQuick ? 'quick' : 'full', updated_after: since })
  work.report(state.rows, state.total)
  try {
    const pages = state.reread === null ? await readPages(id, state, deps, work) : { numbered: true, endless: false }
    if (isQuick && filter.agrupar === 'contato') await readPeopleAgain(sheet, state, deps, work)
    const counted = isQuick ? { total: await countRows(filter, deps, work) } : {}
    return await data.ask(
      'sheets.finish',
      { id, ...pages, ...counted, versions: deps.versions() },
      { signal: work.signal },
    )
  } catch (error) {
    const left = await stopReading(data, id, badgeOf(error))
    // Cancel may come a moment too late: then nothing is left to read, and the rows are whole.
    if (left && left.interrupted === null && left.badge.kind !== 'partial') return left
    throw error
  }
}

/** Stores page after page, in order, until the service reports that there are no more, or has no end. */
async function readPages(
  id: string,
  state: PullState,
  { data, retryPolicy, page, measuring }: PullDeps,
  work: Work,
): Promise<{ readonly numbered: boolean; readonly endless: boolean }> {
  const { filter, next_page: first } = state
  const reader = createPageReader({ filter, first, read: page, retryPolicy, work })
  let { rows } = state
  let numbered = true
  let endless = false
  try {
    for (let next: number | null = first; next !== null; ) {
      const current: number = next
      const facts = await reader.take(current, async ({ bytes, ms }, signal) => {
        const answered = performance.now()
        const stored = await data.ask('sheets.page', { id, page: current, body: bytes }, { signal })
        if (stored.rows >= stored.per_page) measuring.answered(stored.rows, ms, performance.now() - answered)
        if (stored.per_page < rowsPerPage) measuring.limited(stored.per_page)
        return stored
      })
      rows += facts.rows
      work.report(rows, Math.max(facts.total, rows))
      const following = reader.follow(current, facts)
      numbered &&= following.numbered
      endless = following.endless
      next = following.page
    }
    return { numbered, endless }
  } finally {
    reader.stop()
  }
}

const peopleAtOnce = 500

/** Reads the people of a quick refresh again with the sheet's own filter (main/sheets/data/pull.ts). */
async function readPeopleAgain(
  { id, filter }: StoredSheet,
  state: PullState,
  { data, retryPolicy, cruzar }: PullDeps,
  { signal, waiting }: Work,
): Promise<void> {
  try {
    for (let from = state.reread === null ? 0 : state.reread.next; from !== null; ) {
      const row: number = from
      const { keys, next } = await data.ask('sheets.touched', { id, from: row, most: peopleAtOnce })
      const readAgain = async () => {
        const body = await cruzar(keys, filter, signal)
        await data.ask('sheets.reread', { id, from: row, next, body }, { signal })
      }
      if (keys.length > 0) await retryWithBackoff(readAgain, retryPolicy, { signal, waiting })
      from = next
    }
  } catch (error) {
    const { code } = failureOf(error)
    // The next people would fail alike: they stay as the pages have them, without a count.
    if (code !== 'timeout' && !isOfOneRoute(code)) throw error
  }
}

/** How many rows the service has for a filter now: one request with per_page=1. */
function countRows(filter: LeadFilter, { retryPolicy, page }: PullDeps, { signal, waiting }: Work): Promise<number> {
  const count = async () => parseCount((await page(filter, 1, 1, signal)).text).total
  return retryWithBackoff(count, retryPolicy, { signal, waiting })
}

const stopTimeoutMs = 10_000
const stopPauseMs = 20

/**
 * The sheet as it is now, or undefined where even that cannot be read: the caller gets what stopped the pull, whatever
 * comes of this. A cancelled `sheets.finish` lets go of the sheet a moment after it was cancelled, hence the waiting.
 */
async function stopReading(data: Data, id: string, badge: SheetBadge): Promise<StoredSheet | undefined> {
  const deadline = AbortSignal.timeout(stopTimeoutMs)
  while (!deadline.aborted) {
    try {
      return await data.ask('sheets.stop', { id, badge })
    } catch (error) {
      if (failureOf(error).code !== 'already_running') return undefined
      await wait(stopPauseMs, deadline).catch(() => undefined)
    }
  }
  return undefined
}

function badgeOf(error: unknown): SheetBadge {
  const { code } = failureOf(error)
  if (code === 'cancelled') return { kind: 'partial', reason: 'cancelled', failure: null }
  return { kind: 'partial', reason: 'failed', failure: code }
}

const overlapMs = 3_600_000

/**
 * The `updated_after` of a quick refresh: the day, in the service's zone, of one hour before the rows were read. The
 * export takes whole days (docs/services.md §2.3), so the overlap is an hour at least. Null for rows never read whole.
 */
export function updatedAfter(
  sheet: Pick<StoredSheet, 'read_at' | 'refreshed_at' | 'echoed' | 'filter'>,
): string | null {
  const last = sheet.refreshed_at ?? sheet.read_at
  if (!last) return null
  const local = Date.parse(last) - overlapMs + echoedOffset(sheet.echoed) * 60_000
  const day = new Date(local).toISOString().slice(0, 10)
  // A sheet whose own filter names a day never reaches back before it.
  const filterDay = sheet.filter.updated_after
  return filterDay !== undefined && filterDay > day ? filterDay : day
}
