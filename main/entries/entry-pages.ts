import { boundsOf, type KeptPeriod } from '../../preload/contract/forms.ts'
import type { Data } from '../data/calls.ts'
import type { EntriesState } from '../data/form-calls.ts'
import type { Measuring, RequestTimes } from '../estimates/request-times.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import type { Work } from '../kernel/tasks.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { identifiedOf, listOf } from '../remotes/forms-bodies.ts'

export interface ReadEntriesDeps {
  readonly data: Data
  readonly forms: Forms
  readonly retryPolicy: RetryPolicy
  readonly times: RequestTimes
  readonly now: () => Date
  /** Called when something was stored. */
  stored(): void
  /** Called for every request. */
  requested?(): void
}

export interface ReadEntriesOrder {
  readonly connection_id: string
  readonly form_id: number
  /** Reads all pages again, to find what is gone or was edited. */
  readonly walk: boolean
}

/** One whole reading: begun or gone on with, all its pages stored, ended. */
export type ReadPages = (mode: 'auto' | 'walk') => Promise<{
  readonly mode: EntriesState['mode']
  /** It went on with an interrupted one. */
  readonly resumed: boolean
  /** What is here is what the service counts. */
  readonly agrees: boolean
  /** Fewer are here than the service counts. */
  readonly fewer: boolean
}>

export interface EntryPages {
  /** Reads the form itself, so that its fields are known as they are now. A form that is gone is marked so. */
  refreshForm(): Promise<void>
  readonly read: ReadPages
}

/** form-collection.md, "GET /forms/{id}/entries": the most that a page may have. */
export const perPage = 100

export interface EntryPagesDeps extends ReadEntriesDeps {
  readonly measuring: Measuring
}

/** The requests of one reading, in the background of the key's budget. */
export function createEntryPages(order: ReadEntriesOrder, deps: EntryPagesDeps, work: Work): EntryPages {
  const { connection_id, form_id } = order
  const { data, forms, retryPolicy, measuring, now } = deps
  const { signal } = work
  const place = { connection_id, form_id }
  const call: FormsCall = { signal, priority: 'background', waiting: work.waiting }
  /** How much the service's clock is ahead of ours, in ms (form-collection.md knows no other clock than the Date). */
  let ahead = 0

  /** Asks and keeps; an answer that is not understood is retried, like one that the network cut. */
  const kept = <T>(ask: () => Promise<HttpAnswer>, keep: (answer: HttpAnswer) => Promise<T> | T): Promise<T> =>
    retryWithBackoff(
      async () => {
        deps.requested?.()
        const answer = await ask()
        const date = Date.parse(answer.headers.get('date') ?? '')
        if (!Number.isNaN(date)) ahead = date - now().getTime()
        return keep(answer)
      },
      retryPolicy,
      { signal, waiting: work.waiting, isRetryable: ({ code }) => code === 'unexpected_body' },
    )

  const storePages = async (begun: EntriesState): Promise<void> => {
    const { since, until, mode } = begun
    const report = (seen: number, total: number, isLong: boolean) => {
      // What is new is mostly one page: the counts of the whole form stay in sight.
      if (mode !== 'new' || isLong) work.report(seen, Math.max(total, seen))
    }
    if (begun.total !== null) report(begun.entries, begun.total, begun.total > perPage)
    for (let page = begun.next_page; ; page += 1) {
      const facts = await kept(
        () => forms.entries(form_id, { page, per_page: perPage, since, until }, call),
        async ({ text, ms }) => {
          const answered = performance.now()
          const stored = await data.ask('entries.page', { ...place, page, body: text }, { signal })
          if (stored.rows >= perPage) measuring.answered(stored.rows, ms, performance.now() - answered)
          return stored
        },
      )
      report(facts.seen, facts.total, facts.last_page > 1)
      if (facts.fresh + facts.changed > 0) deps.stored()
      if (facts.rows === 0 || page >= facts.last_page) return
    }
  }

  /** How many entries the service lists of the kept period now. */
  const count = (period: KeptPeriod | null) =>
    kept(
      () => forms.entries(form_id, { page: 1, per_page: 1, ...boundsOf(period) }, call),
      ({ text }) => listOf(text).total,
    )

  return {
    async refreshForm() {
      try {
        await kept(
          () => forms.form(form_id, call),
          ({ text }) =>
            data.ask('forms.store', { connection_id, forms: [{ ...identifiedOf(text), id: form_id }] }, { signal }),
        )
      } catch (error) {
        if (error instanceof AppFailure && error.code === 'not_found') await data.ask('forms.gone', place)
        throw error
      }
    },
    async read(mode) {
      const clock = new Date(now().getTime() + ahead).toISOString()
      const begun = await data.ask('entries.begin', { ...place, mode, now: clock }, { signal })
      await storePages(begun)
      const total = begun.mode === 'new' ? await count(begun.period) : null
      const { form, agrees } = await data.ask('entries.finish', { ...place, total }, { signal })
      deps.stored()
      const fewer = total !== null && form.entries - form.gone < (form.sync.total ?? 0)
      return { mode: begun.mode, resumed: begun.next_page > 1, agrees, fewer }
    },
  }
}
