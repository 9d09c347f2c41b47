import * as z from 'zod'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { createPageCount } from '../kernel/endless-pages.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { idOf, parseJson } from '../kernel/json.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import { createAdaptiveConcurrency } from '../kernel/schedule.ts'
import type { Work } from '../kernel/tasks.ts'
import type { PageFacts } from '../leads/sheet-calls.ts'
import type { PlannedRequests } from '../request-times.ts'

/** The most rows that a page of the lead export may have (docs/services.md §2.6). */
export const rowsPerPage = 500
export const mostInFlight = 4

/** The raw body of a page, and how long it took in ms. */
type PageAnswer = Pick<HttpAnswer, 'bytes' | 'text' | 'ms'>
export type ReadPage = (filter: LeadFilter, page: number, perPage: number, signal: AbortSignal) => Promise<PageAnswer>

interface PageReaderDeps {
  readonly filter: LeadFilter
  /** The first page that is not stored yet. */
  readonly first: number
  readonly read: ReadPage
  readonly retryPolicy: RetryPolicy
  readonly work: Work
}

/** Pages in the order in which they are taken, some of them requested ahead. */
interface PageReader {
  /**
   * Gives the answer of a page to `store`, and returns what that returns. A body that `store` finds unexpected is
   * retried, like one that the network cut.
   */
  take(page: number, store: (answer: PageAnswer, signal: AbortSignal) => Promise<PageFacts>): Promise<PageFacts>
  /**
   * What to take after `page`, null at the end. The service decides, not a guess (docs/services.md §2.3:
   * meta.has_more, meta.next_page), unless it has no end (`isEndless`). Throws `unexpected_body` for a service that
   * leads backwards.
   */
  follow(page: number, facts: PageFacts): Following
  stop(): void
}

interface Following {
  readonly page: number | null
  /** Whether the pages are numbered as expected. */
  readonly numbered: boolean
  /** The service promises more, but repeats itself or has far more than it counts. */
  readonly endless: boolean
}

/** Pages that come faster than they are stored wait in memory: storing takes longer now and then. */
const mostWaiting = 2 * mostInFlight

/**
 * The first page goes alone and has the total. Then more are in flight, up to four, while the service numbers its pages
 * as expected and rows do not move. The next request leaves when an answer is here, not when it is stored. Errors and
 * throttling make them fewer; once the service is not as expected, one is in flight.
 */
export function createPageReader({ filter, first, read, retryPolicy, work }: PageReaderDeps): PageReader {
  const count = createPageCount(first - 1)
  const concurrency = createAdaptiveConcurrency(mostInFlight)
  /** What was requested: pages in flight, and answers that wait to be stored. */
  const ahead = new Map<number, { readonly answer: Promise<PageAnswer>; here: boolean }>()
  let current = 1
  let lastPage = Number.POSITIVE_INFINITY
  let stopped = new AbortController()
  let signal = AbortSignal.any([work.signal, stopped.signal])

  const stop = () => {
    stopped.abort()
    ahead.clear()
  }
  const waiting: Work['waiting'] = (pause) => {
    if (pause) concurrency.narrow()
    work.waiting(pause)
  }
  const withRetries = <T>(attempt: () => Promise<T>) => retryWithBackoff(attempt, retryPolicy, { signal, waiting })
  const fill = (from: number) => {
    const { width } = concurrency
    // One at a time: what the page says comes before the next one.
    const end = Math.min(from + (width === 1 ? 1 : width + mostWaiting), Math.max(from, lastPage) + 1)
    let inFlight = [...ahead.values()].filter(({ here }) => !here).length
    for (let page = from; page < end && inFlight < width; page += 1) {
      if (ahead.has(page)) continue
      const { signal: stopSignal } = stopped
      const requested = { answer: withRetries(() => read(filter, page, rowsPerPage, signal)), here: false }
      const arrived = () => {
        requested.here = true
        if (!stopSignal.aborted) fill(current)
      }
      // A failure shows when the page is taken.
      requested.answer.then(arrived, arrived)
      ahead.set(page, requested)
      inFlight += 1
    }
  }

  return {
    async take(page, store) {
      current = page
      fill(page)
      let early = await ahead.get(page)?.answer
      ahead.delete(page)
      current = page + 1
      return withRetries(async () => {
        const answer = early ?? (await read(filter, page, rowsPerPage, signal))
        early = undefined
        return store(answer, signal)
      })
    },
    follow(page, facts) {
      lastPage = Math.ceil(facts.total / Math.max(1, facts.per_page))
      // A service that promises more for ever and sends nothing must not be read for ever.
      const promised = facts.has_more && facts.rows > 0 ? (facts.next_page ?? page + 1) : null
      const endless = count.ends(facts) && promised !== null
      const following = endless ? null : promised
      if (following !== null && following <= page) throw new AppFailure('unexpected_body', { place: 'meta.next_page' })
      const numbered = facts.page === page && (following === null || following === page + 1)
      if (!numbered) {
        stop()
        stopped = new AbortController()
        signal = AbortSignal.any([work.signal, stopped.signal])
      }
      if (!numbered || facts.repeated > 0 || facts.total_changed) concurrency.single()
      else concurrency.widen()
      return { page: following, numbered, endless }
    },
    stop,
  }
}

/**
 * A page of 500 rows takes so many times as long as one row, as the measured services showed
 * (docs/decisions/requests-and-writes.md §16).
 */
const pageCost = 3

const envelope = z.object({
  meta: z.object({
    total: z.unknown().transform(idOf).pipe(z.int()),
    filtros: z.record(z.string(), z.unknown()).nullish(),
  }),
})

/** How many rows the service counts, and how it understood the filter. Throws `unexpected_body`. */
export function parseCount(text: string) {
  const { meta } = parsed(text)
  return { total: meta.total, echoed: meta.filtros ?? null }
}

/**
 * The pages of a download; `ms` is how long the request for one row took, from which an unmeasured connection is
 * guessed.
 */
export function plannedPages(total: number, atOnce: number, ms: number): PlannedRequests {
  return {
    // A page without rows is a request as well.
    items: Math.max(1, total),
    atOnce,
    size: rowsPerPage,
    firstGuess: () => ms * pageCost,
  }
}

function parsed(text: string): z.output<typeof envelope> {
  const result = envelope.safeParse(parseJson(text))
  if (result.success) return result.data
  throw new AppFailure('unexpected_body', { place: result.error.issues[0]?.path.join('.') ?? '' })
}
