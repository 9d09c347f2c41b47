import type { Data } from '../data/calls.ts'
import { type RequestsOf, type RequestTimes, withMeasuredPauses } from '../estimates/request-times.ts'
import { failureOf } from '../kernel/failure.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import type { Work } from '../kernel/tasks.ts'
import type { Forms } from '../remotes/forms.ts'
import { createEntryPages, perPage, type ReadPages } from './entry-pages.ts'

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

/** What the pages of a connection's entries are measured as. */
export function entryPages(connection_id: string): RequestsOf {
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
export async function readEntries(order: ReadEntriesOrder, deps: ReadEntriesDeps, work: Work): Promise<void> {
  const { connection_id, form_id, walk } = order
  const { data } = deps
  const measuring = deps.times.measure(entryPages(connection_id))
  const pages = createEntryPages(order, { ...deps, measuring }, withMeasuredPauses(work, measuring))
  try {
    await pages.refreshForm()
    await readAll(pages.read, walk)
    const { entries, gone } = await data.ask('forms.read', { connection_id, form_id })
    work.report(entries - gone, entries - gone)
  } catch (error) {
    const { code } = failureOf(error)
    // Another process reads: what stands in the file is its to tell.
    if (code === 'already_running') throw error
    const failure = code === 'cancelled' ? null : code
    // What ended the reading is what is said, whatever comes of this.
    await data.ask('entries.stop', { connection_id, form_id, failure }).catch(() => undefined)
    throw error
  } finally {
    await measuring.keep()
  }
}

/**
 * The requests of a first reading of so many entries when nothing moves meanwhile: the form, the pages, then what is new
 * and the count.
 */
export function requestsOfReading(entries: number): number {
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
