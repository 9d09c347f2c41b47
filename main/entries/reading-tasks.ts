import type { Data } from '../data/calls.ts'
import type { StoredForm } from '../data/form-calls.ts'
import type { RequestTimes } from '../estimates/request-times.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import { createKeyedQueue } from '../kernel/schedule.ts'
import type { Tasks } from '../kernel/tasks.ts'
import type { Forms } from '../remotes/forms.ts'
import { readEntries } from './read-entries.ts'

export interface ReadingTasksDeps {
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

export interface ReadingTasks {
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
      let notifiedAt = 0
      const stored = () => {
        if (performance.now() - notifiedAt < notifyMs) return
        notifiedAt = performance.now()
        notify()
      }
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
