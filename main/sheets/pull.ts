import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { SheetBadge } from '../../preload/contract/sheets.ts'
import type { Data, PageFacts, StoredSheet } from '../data/calls.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import { createLanes } from '../kernel/lanes.ts'
import { type Patience, patiently } from '../kernel/patience.ts'
import type { Work } from '../kernel/tasks.ts'

/** agent-platform.md, "Limits": the most rows a page of the lead export may have. */
const rowsPerPage = 500
const mostInFlight = 4

export interface PullDeps {
  readonly data: Data
  readonly patience: Patience
  /** The raw body of one page of the lead export. */
  page(filter: LeadFilter, page: number, perPage: number, signal: AbortSignal): Promise<string>
}

export interface PullOrder {
  readonly sheet: string
  readonly mode: 'full' | 'quick'
  /** What a quick refresh asks from (a date of the service's zone). */
  readonly updatedAfter: string | null
}

export interface PullResult {
  readonly sheet: StoredSheet
  readonly requests: number
}

/**
 * Reads a sheet page by page into the data process and seals it. The first page goes alone and tells the total; then up to
 * four are in flight, stored in order, while the service numbers its pages as expected and rows do not move. When it stops
 * for any reason, the stored pages stay, the badge says why, and the next pull goes on from there.
 */
export async function pull(order: PullOrder, deps: PullDeps, work: Work): Promise<PullResult> {
  const { data } = deps
  const state = await data.ask('sheets.begin', { id: order.sheet, mode: order.mode, updated_after: order.updatedAfter })
  work.report(state.rows, state.total)
  try {
    const read = await readPages({ ...state, sheet: order.sheet }, deps, work)
    const sheet = await data.ask('sheets.finish', { id: order.sheet, numbered: read.numbered }, { signal: work.signal })
    return { sheet, requests: read.requests }
  } catch (error) {
    await data.ask('sheets.stop', { id: order.sheet, badge: badgeOf(error) })
    throw error
  }
}

interface Reading {
  readonly sheet: string
  readonly filter: LeadFilter
  readonly next_page: number
  readonly rows: number
  readonly total: number | null
}

/** The loop: keeps the lanes full, stores strictly in order, and ends on what the service says, not on a guess. */
async function readPages(
  reading: Reading,
  deps: PullDeps,
  work: Work,
): Promise<{ numbered: boolean; requests: number }> {
  const lanes = createLanes(mostInFlight)
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  const inFlight = new Map<number, Promise<string>>()
  let requests = 0
  let rows = reading.rows
  let numbered = true
  let next: number | null = reading.next_page
  let lastPage = Number.POSITIVE_INFINITY

  const request = (page: number): Promise<string> =>
    patiently(
      async () => {
        requests += 1
        return deps.page(reading.filter, page, rowsPerPage, signal)
      },
      deps.patience,
      {
        signal,
        waiting(waiting) {
          if (waiting) lanes.narrow()
          work.waiting(waiting)
        },
      },
    )
  const fill = (from: number) => {
    for (let page = from; page < from + lanes.width && page <= Math.max(from, lastPage); page += 1) {
      if (inFlight.has(page)) continue
      const asked = request(page)
      // Awaited in its turn; until then a failure must not count as unhandled.
      asked.catch(() => undefined)
      inFlight.set(page, asked)
    }
  }
  /** Stores a page; a body that the data process cannot understand is asked for again, like a cut one. */
  const store = (page: number) =>
    patiently(
      async () => {
        const body = await (inFlight.get(page) ?? request(page))
        inFlight.delete(page)
        return deps.data.ask('sheets.page', { id: reading.sheet, page, body }, { signal })
      },
      deps.patience,
      { signal, waiting: work.waiting },
    )

  try {
    while (next !== null) {
      fill(next)
      const facts: PageFacts = await store(next)
      rows += facts.rows
      lastPage = Math.ceil(facts.total / Math.max(1, facts.per_page))
      work.report(rows, Math.max(facts.total, rows))
      const following: number | null = nextPage(facts)
      const expected: boolean = facts.page === next && (following === null || following === next + 1)
      if (!expected) {
        numbered = false
        inFlight.clear()
      }
      if (!expected || facts.repeated > 0 || facts.total_changed) lanes.single()
      else lanes.widen()
      next = following
    }
    return { numbered, requests }
  } finally {
    stop.abort()
  }
}

/** The number of the next page, or null at the end (agent-platform.md, "Lead export": meta.has_more, meta.next_page). */
function nextPage(facts: PageFacts): number | null {
  if (!facts.has_more) return null
  // A service that says "more" for ever and sends nothing must not keep us for ever.
  if (facts.rows === 0) return null
  const next = facts.next_page ?? facts.page + 1
  if (next <= facts.page) throw new AppFailure('unexpected_body', { place: 'meta.next_page' })
  return next
}

function badgeOf(error: unknown): SheetBadge {
  const { code } = failureOf(error)
  if (code === 'cancelled') return { kind: 'partial', reason: 'cancelled', failure: null }
  return { kind: 'partial', reason: 'failed', failure: code }
}
