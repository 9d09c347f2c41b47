import type { Usage } from '../../preload/contract/form-service.ts'
import { type Budget, boundsOf, joinedPeriod, type KeepPlan, type KeptPeriod } from '../../preload/contract/forms.ts'
import type { Data } from '../data/calls.ts'
import type { StoredForm } from '../data/form-calls.ts'
import { fixedSize, type RequestsOf, type RequestTimes, withMeasuredPauses } from '../estimates/request-times.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import { atMostEvery, createKeyedQueue } from '../kernel/schedule.ts'
import { notingFailure, type Tasks, type Work } from '../kernel/tasks.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { listOf } from '../remotes/forms-bodies.ts'
import {
  createEntryPages,
  perPage,
  type ReadEntriesDeps,
  type ReadEntriesOrder,
  type ReadPages,
} from './entry-pages.ts'

/** What the pages of a connection's entries are measured as. */
function entryPages(connection_id: string): RequestsOf {
  return { service: 'forms', connection_id, kind: 'entry_pages' }
}

/** A walk under which the pages moved is made once more, and no more than that. */
const mostWalks = 2

/**
 * Brings the offline copy of a form's entries up to date: the first time all of them, then what is new; where the service
 * then counts another number than is here, all pages again. Pages are stored one by one: whatever ends it, the next
 * reading goes on from there. Throws `not_found` for a form that the service has no more, `already_running` while another
 * process reads, and what the service and the data process fail with.
 */
async function readEntries(order: ReadEntriesOrder, deps: ReadEntriesDeps, work: Work): Promise<void> {
  const { connection_id, form_id, walk } = order
  const { data } = deps
  const measuring = deps.times.measure(entryPages(connection_id))
  const pages = createEntryPages(order, { ...deps, measuring }, withMeasuredPauses(work, measuring))
  const read = async () => {
    await pages.refreshForm()
    await readAll(pages.read, walk)
    const { entries, gone } = await data.ask('forms.read', { connection_id, form_id })
    work.report(entries - gone, entries - gone)
  }
  try {
    await notingFailure(read, (failure) => data.ask('entries.stop', { connection_id, form_id, failure }))
  } finally {
    await measuring.keep()
  }
}

/**
 * The requests of a first reading of so many entries when nothing moves meanwhile: the form, the pages, then what is new
 * and the count.
 */
function requestsOfReading(entries: number): number {
  return 1 + Math.max(1, Math.ceil(entries / perPage)) + 2
}

async function readAll(read: ReadPages, walk: boolean): Promise<void> {
  /** What is new, and whether all of it is here then. What arrives between the two questions is read once more. */
  const settles = async (): Promise<boolean> => {
    const { agrees, fewer } = await read('auto')
    return agrees || (fewer && (await read('auto')).agrees)
  }
  let opening = await read(walk ? 'walk' : 'auto')
  // What was interrupted comes first, then what was asked for.
  if (walk && opening.mode !== 'walk' && opening.resumed) opening = await read('walk')
  if (opening.mode === 'new' && (opening.agrees || (opening.fewer && (await read('auto')).agrees))) return
  if (opening.mode !== 'new' && (await settles()) && opening.agrees) return
  for (let walks = Number(opening.mode === 'walk'); walks < mostWalks; walks += 1) {
    const walked = await read('walk')
    if ((await settles()) && walked.agrees) return
  }
}

interface ReadingTasksDeps {
  readonly data: Data
  readonly tasks: Tasks
  readonly retryPolicy: RetryPolicy
  readonly times: RequestTimes
  readonly now: () => Date
  forms(connectionId: string): Promise<Forms>
  changed(feature: string): void
  requested?(): void
  /** Called when a reading ended, for whatever reason. */
  ended(connectionId: string): void
}

interface ReadingTasks {
  /** Reads the form as a task, after the other forms of its connection; nothing where it is read already. */
  start(connectionId: string, form: StoredForm, walk: boolean): void
}

/** Screens are notified of new entries twice a second while a reading runs. */
const notifyMs = 500

export function createReadingTasks(deps: ReadingTasksDeps): ReadingTasks {
  const { tasks, changed } = deps
  const turns = createKeyedQueue()
  const notify = () => {
    changed('forms')
    changed('entries')
  }

  return {
    start(connectionId, form, walk) {
      const subject = formSubject(connectionId, form.id)
      if (tasks.runningOn(subject)) return
      const stored = atMostEvery(notifyMs, notify)
      tasks.start({ kind: 'entries', subject, name: formName(form) }, async (work) => {
        try {
          await turns.run(connectionId, work.signal, async () => {
            const forms = await deps.forms(connectionId)
            const order = { connection_id: connectionId, form_id: form.id, walk }
            await readEntries(order, { ...deps, forms, stored }, work)
          })
        } finally {
          notify()
          deps.ended(connectionId)
        }
      })
    },
  }
}

/** The subject of the task that reads a form (preload/contract/tasks.ts). */
export function formSubject(connectionId: string, formId: number): string {
  return `${connectionId}:${formId}`
}

export function formName({ id, body }: StoredForm): string {
  return typeof body.name === 'string' ? body.name : String(id)
}

interface KeepPlanDeps {
  readonly forms: Forms
  readonly times: RequestTimes
  readonly now: () => Date
  /** Of the current month. */
  usage(call: FormsCall): Promise<Usage>
  budget(): Budget
  /** Entries are read one by one in idle time. */
  readonly readsSingles: boolean
}

/** form-collection.md, "Limits": requests a minute and key. */
const requestsAMinute = 100
/** A page of a hundred entries takes longer than one entry: as measured for leads (main/sheets/page-reader.ts). */
const pageCost = 3

/**
 * What keeping a form for a period will cost: one request that counts its entries, with the bounds that the reading will
 * have, and one for the usage of the month. Throws the service's failure for the form.
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
    // A page without entries is a request as well.
    items: Math.max(1, total ?? 0),
    atOnce: 1,
    size: () => fixedSize(perPage),
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

/** However quick the answers are, a key has so many requests in each window of a minute. */
function secondsOf(requests: number, answersSeconds: number, { limit, remaining }: Budget): number {
  const most = limit ?? requestsAMinute
  const windows = Math.ceil(Math.max(0, requests - (remaining ?? most)) / Math.max(1, most))
  return Math.max(answersSeconds, windows * 60)
}

/** A service that does not report the usage can still be read. */
function unlessCancelled(error: unknown): null {
  if (error instanceof AppFailure && error.code !== 'cancelled') return null
  throw error
}
