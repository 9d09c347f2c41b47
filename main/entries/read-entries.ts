import { atMostEvery, createKeyedQueue } from '../kernel/schedule.ts'
import { notingFailure, type Work } from '../kernel/tasks.ts'
import { withMeasuredPauses } from '../request-times.ts'
import type { Services } from '../services.ts'
import type { StoredForm } from './data/form-calls.ts'
import {
  createEntryPages,
  entryPages,
  type ReadEntriesDeps,
  type ReadEntriesOrder,
  type ReadPages,
} from './entry-pages.ts'

/** A walk whose pages moved is repeated once. */
const mostWalks = 2

/**
 * Updates the offline copy of a form's entries: the first time all of them, then the new ones. Where the service's
 * count still differs, all pages again. Pages are stored one by one, so that the next reading resumes after any end.
 * Throws `not_found` for a form that the service no longer has, `already_running` while another process reads, and the
 * errors of the service and the data process.
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

async function readAll(read: ReadPages, walk: boolean): Promise<void> {
  /**
   * Reads the new entries and returns whether the copy is then complete. Entries that arrive in between are read once
   * more.
   */
  const settles = async (): Promise<boolean> => {
    const { agrees, fewer } = await read('auto')
    return agrees || (fewer && (await read('auto')).agrees)
  }
  let opening = await read(walk ? 'walk' : 'auto')
  // The interrupted reading comes first, then the walk.
  if (walk && opening.mode !== 'walk' && opening.resumed) opening = await read('walk')
  if (opening.mode === 'new' && (opening.agrees || (opening.fewer && (await read('auto')).agrees))) return
  if (opening.mode !== 'new' && (await settles()) && opening.agrees) return
  for (let walks = Number(opening.mode === 'walk'); walks < mostWalks; walks += 1) {
    const walked = await read('walk')
    if ((await settles()) && walked.agrees) return
  }
}

type ReadingTasksDeps = Pick<
  Services,
  'data' | 'tasks' | 'retryPolicy' | 'times' | 'now' | 'forms' | 'changed' | 'requested'
> & {
  /** Called when a reading ended, for any reason. */
  ended(connectionId: string): void
}

interface ReadingTasks {
  /** Reads the form as a task, after the other forms of its connection. Does nothing while the form is being read. */
  start(connectionId: string, form: StoredForm, walk: boolean): void
}

/** Screens are notified of new entries twice a second during a reading. */
const notifyMs = 500

export function createReadingTasks(deps: ReadingTasksDeps): ReadingTasks {
  const { tasks } = deps
  const turns = createKeyedQueue()
  const notify = notifier(deps)

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

/** Announces that entries changed, and so the counts of their forms. */
export function notifier({ changed }: Pick<Services, 'changed'>): () => void {
  return () => {
    changed('forms')
    changed('entries')
  }
}

/** The subject of the task that reads a form (preload/contract/tasks.ts). */
export function formSubject(connectionId: string, formId: number): string {
  return `${connectionId}:${formId}`
}

export function formName({ id, body }: StoredForm): string {
  return typeof body.name === 'string' ? body.name : String(id)
}
