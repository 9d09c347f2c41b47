import type { Usage } from '../../preload/contract/account.ts'
import type { Budget, KeepPlan } from '../../preload/contract/forms.ts'
import { boundsOf, joinedPeriod, type KeptPeriod } from '../../preload/contract/kept-period.ts'
import type { StoredForm } from '../data/form-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { listOf } from '../remotes/forms-bodies.ts'
import { requestsOfReading } from './read-entries.ts'

export interface KeepPlanDeps {
  readonly forms: Forms
  readonly now: () => Date
  /** Of the current month. */
  usage(call: FormsCall): Promise<Usage>
  budget(): Budget
  /** Entries are read one by one in idle time. */
  readonly readsSingles: boolean
}

/** form-collection.md, "Limits": requests a minute and key. */
const requestsAMinute = 100

/**
 * What keeping a form for a period will cost: one request that counts its entries, with the bounds that the reading will
 * have, and one for the usage of the month. Throws what the service says of the form.
 */
export async function planKeep(
  form: StoredForm,
  wanted: KeptPeriod | null,
  { forms, now, usage, budget, readsSingles }: KeepPlanDeps,
  call: FormsCall,
): Promise<KeepPlan> {
  const period = form.kept ? joinedPeriod(form.sync.period, wanted) : joinedPeriod(wanted, wanted)
  const { since, until } = boundsOf(period)
  const counted = await timed(() =>
    forms.entries(form.id, { page: 1, per_page: 1, since, until: until ?? now().toISOString() }, call),
  )
  const told = await timed(() => usage(call).catch(unlessCancelled))
  const { total } = listOf(counted.value.text)
  const requests = total === null ? null : requestsOfReading(total)
  // The slower one may have waited for its turn.
  const pageSeconds = secondsOfPage(Math.min(counted.ms, told.ms))
  return {
    period,
    entries: total,
    wider: period !== null && (await forms.boundMode()) !== 'moments',
    requests,
    seconds: requests === null ? null : secondsOf(requests, pageSeconds, budget()),
    single_reads: readsSingles ? (total ?? 0) : 0,
    api_calls: told.value?.api_calls ?? null,
  }
}

/** A page of a hundred entries takes longer than one entry: as measured for leads (main/sheets/plan.ts). */
const pageCost = 3

/** How long a page of the reading takes, from how long a request for one entry took (ms). */
function secondsOfPage(smallRequestMs: number): number {
  return (smallRequestMs * pageCost) / 1000
}

/** Pages are asked for one after another, and no more of them than the key's windows of a minute have room for. */
function secondsOf(requests: number, pageSeconds: number, { limit, remaining }: Budget): number {
  const most = limit ?? requestsAMinute
  const windows = Math.ceil(Math.max(0, requests - (remaining ?? most)) / Math.max(1, most))
  return Math.max(requests * pageSeconds, windows * 60)
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const started = performance.now()
  const value = await work()
  return { value, ms: performance.now() - started }
}

/** A service that does not tell the usage can still be read. */
function unlessCancelled(error: unknown): null {
  if (error instanceof AppFailure && error.code !== 'cancelled') return null
  throw error
}
