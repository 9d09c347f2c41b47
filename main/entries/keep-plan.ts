import type { Usage } from '../../preload/contract/form-service.ts'
import type { Budget, KeepPlan, KeptPeriod } from '../../preload/contract/forms.ts'
import { boundsOf, joinedPeriod } from '../../preload/values/kept-period.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { listOf } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'
import type { StoredForm } from './data/form-calls.ts'
import { entryPages, perPage } from './entry-pages.ts'

interface KeepPlanDeps extends Pick<Services, 'times' | 'now'> {
  readonly forms: Forms
  /** The usage of the current month. */
  usage(call: FormsCall): Promise<Usage>
  budget(): Budget
  /** Whether entries are read one by one in idle time. */
  readonly readsSingles: boolean
}

/** Requests a minute and key (docs/services.md §9.4). */
const requestsAMinute = 100
/** A page of a hundred entries takes longer than one entry: as measured for leads (main/sheets/page-reader.ts). */
const pageCost = 3

/**
 * The cost of storing a form for a period. One request counts its entries, with the bounds of the reading, and one
 * reads the usage of the month. Throws the service's failure for the form.
 */
export async function planKeep(
  connection_id: string,
  form: StoredForm,
  requested: KeptPeriod | null,
  { forms, times, now, usage, budget, readsSingles }: KeepPlanDeps,
  call: FormsCall,
): Promise<KeepPlan> {
  const period = form.kept ? joinedPeriod(form.sync.period, requested) : joinedPeriod(requested, requested)
  const { since, until } = boundsOf(period)
  const page = { page: 1, per_page: 1, since, until: until ?? now().toISOString() }
  const { text, ms } = await forms.entries(form.id, page, call)
  const used = await usage(call).catch(unlessCancelled)
  const { total } = listOf(text)
  const requests = total === null ? null : requestsOfReading(total)
  const pages = await times.estimate(entryPages(connection_id), {
    // A page without entries also takes a request.
    items: Math.max(1, total ?? 0),
    atOnce: 1,
    size: perPage,
    firstGuess: () => ms * pageCost,
  })
  return {
    period,
    entries: total,
    wider: period !== null && (await forms.boundMode()) !== 'moments',
    requests,
    seconds:
      requests === null
        ? null
        : secondsOf(requests, pages.seconds + ((requests - pages.requests) * ms) / 1000, budget()),
    single_reads: readsSingles ? (total ?? 0) : 0,
    api_calls: used?.api_calls ?? null,
  }
}

/**
 * The requests of a first reading without changes meanwhile: the form, the pages, then the new entries and the count.
 */
function requestsOfReading(entries: number): number {
  return 1 + Math.max(1, Math.ceil(entries / perPage)) + 2
}

/** Even with quick answers, a key has a limited number of requests in each window of a minute. */
function secondsOf(requests: number, answersSeconds: number, { limit, remaining }: Budget): number {
  const requestsAWindow = limit ?? requestsAMinute
  const windows = Math.ceil(Math.max(0, requests - (remaining ?? requestsAWindow)) / Math.max(1, requestsAWindow))
  return Math.max(answersSeconds, windows * 60)
}

/** A service that does not report the usage can still be read. */
function unlessCancelled(error: unknown): null {
  if (error instanceof AppFailure && error.code !== 'cancelled') return null
  throw error
}
