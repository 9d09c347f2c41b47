import type { KeptPeriod } from '../../preload/contract/forms.ts'
import { boundsOf } from '../../preload/values/kept-period.ts'
import { createPageCount } from '../kernel/endless-pages.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { retryWithBackoff } from '../kernel/retry.ts'
import type { Work } from '../kernel/tasks.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { identifiedOf, listOf } from '../remotes/forms-bodies.ts'
import type { Measuring, RequestsOf } from '../request-times.ts'
import type { Services } from '../services.ts'
import type { EntriesState } from './data/form-calls.ts'

export interface ReadEntriesDeps extends Pick<Services, 'data' | 'retryPolicy' | 'times' | 'now' | 'requested'> {
  readonly forms: Forms
  /** Called when something was stored. */
  stored(): void
}

export interface ReadEntriesOrder {
  readonly connection_id: string
  readonly form_id: number
  /** Reads all pages again, to find gone and edited entries. */
  readonly walk: boolean
}

/** One complete reading: started or resumed, with all its pages stored, and ended. */
export type ReadPages = (mode: 'auto' | 'walk') => Promise<{
  readonly mode: EntriesState['mode']
  /** Whether an interrupted reading was resumed. */
  readonly resumed: boolean
  /** Whether the copy equals the service's count. */
  readonly agrees: boolean
  /** Whether the copy has fewer entries than the service counts. */
  readonly fewer: boolean
}>

export interface EntryPages {
  /** Reads the form itself, so that its present fields are known. A form that is gone is marked so. */
  refreshForm(): Promise<void>
  readonly read: ReadPages
}

/** The largest page (docs/services.md §9.2). */
export const perPage = 100

/** The kind under which the pages of a connection's entries are measured. */
export function entryPages(connection_id: string): RequestsOf {
  return { service: 'forms', connection_id, kind: 'entry_pages' }
}

/** The requests of one reading, in the background of the key's budget. */
export function createEntryPages(
  order: ReadEntriesOrder,
  deps: ReadEntriesDeps & { readonly measuring: Measuring },
  work: Work,
): EntryPages {
  const { connection_id, form_id } = order
  const { data, forms, retryPolicy, measuring, now } = deps
  const { signal } = work
  const form = { connection_id, form_id }
  const call: FormsCall = { signal, priority: 'background', waiting: work.waiting }
  /**
   * How much the service's clock is ahead of ours, in ms (docs/services.md §9.5: it has no other clock than the Date).
   */
  let ahead = 0

  /** Requests and stores. An answer that is not understood is retried, like one that the network cut. */
  const stored = <T>(request: () => Promise<HttpAnswer>, store: (answer: HttpAnswer) => Promise<T> | T): Promise<T> =>
    retryWithBackoff(
      async () => {
        deps.requested?.()
        const answer = await request()
        const date = Date.parse(answer.headers.get('date') ?? '')
        if (!Number.isNaN(date)) ahead = date - now().getTime()
        return store(answer)
      },
      retryPolicy,
      { signal, waiting: work.waiting, isRetryable: ({ code }) => code === 'unexpected_body' },
    )

  /** Returns whether the service's list did not end (`isEndless`). */
  const storePages = async (reading: EntriesState): Promise<boolean> => {
    const { since, until, mode } = reading
    const count = createPageCount(reading.next_page - 1)
    let seen = reading.entries
    const report = (seen: number, total: number, isLong: boolean) => {
      // New entries usually fit on one page, so the counts of the whole form stay visible.
      if (mode !== 'new' || isLong) work.report(seen, Math.max(total, seen))
    }
    if (reading.total !== null) report(reading.entries, reading.total, reading.total > perPage)
    for (let page = reading.next_page; ; page += 1) {
      const facts = await stored(
        () => forms.entries(form_id, { page, per_page: perPage, since, until }, call),
        async ({ text, ms }) => {
          const answered = performance.now()
          const facts = await data.ask('entries.page', { ...form, page, body: text }, { signal })
          if (facts.rows >= perPage) measuring.answered(facts.rows, ms, performance.now() - answered)
          return facts
        },
      )
      report(facts.seen, facts.total, facts.last_page > 1)
      if (facts.fresh + facts.changed > 0) deps.stored()
      const isLast = facts.rows === 0 || page >= facts.last_page
      if (count.ends({ ...facts, distinct: facts.seen, fresh: facts.seen - seen }) || isLast) return !isLast
      seen = facts.seen
    }
  }

  /** How many entries of the stored period the service lists now. */
  const count = (period: KeptPeriod | null) =>
    stored(
      () => forms.entries(form_id, { page: 1, per_page: 1, ...boundsOf(period) }, call),
      ({ text }) => listOf(text).total,
    )

  return {
    async refreshForm() {
      try {
        await stored(
          () => forms.form(form_id, call),
          ({ text }) =>
            data.ask('forms.store', { connection_id, forms: [{ ...identifiedOf(text), id: form_id }] }, { signal }),
        )
      } catch (error) {
        if (error instanceof AppFailure && error.code === 'not_found') await data.ask('forms.gone', form)
        throw error
      }
    },
    async read(mode) {
      const clock = new Date(now().getTime() + ahead).toISOString()
      const reading = await data.ask('entries.begin', { ...form, mode, now: clock }, { signal })
      const endless = await storePages(reading)
      const total = reading.mode === 'new' ? await count(reading.period) : null
      const { form: read, agrees } = await data.ask('entries.finish', { ...form, total, endless }, { signal })
      deps.stored()
      const fewer = total !== null && read.entries - read.gone < (read.sync.total ?? 0)
      return { mode: reading.mode, resumed: reading.next_page > 1, agrees, fewer }
    },
  }
}
