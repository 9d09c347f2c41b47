import type { tasks as contract, Task } from '../../preload/contract/tasks.ts'
import type { FailureCode } from '../../preload/values/failures.ts'
import { createPaceMeter, isUnderWay } from '../../preload/values/progress.ts'
import { AppFailure, failureOf } from './failure.ts'
import type { Waiting } from './retry.ts'
import type { Handlers } from './router.ts'

export interface Work {
  readonly signal: AbortSignal
  report(done: number, total: number | null): void
  waiting(waiting: Waiting | null): void
}

export interface Tasks {
  list(): Task[]
  /** Starts work on a subject (a sheet, a run). Throws `already_running` when the subject has a task. */
  start(about: Pick<Task, 'kind' | 'subject' | 'name'>, work: (work: Work) => Promise<void>): Task
  runningOn(subject: string): string | null
  cancel(id: string): void
  /** Cancels the subject's task, if there is one, and waits for its end. */
  endOn(subject: string): Promise<void>
  dismiss(id: string): void
  /** Resolves when the task has ended, in whatever way. */
  ended(id: string): Promise<Task | undefined>
  /** Cancels every task and waits for their end. */
  close(): Promise<void>
}

export interface TasksDeps {
  readonly now: () => Date
  changed(tasks: readonly Task[]): void
}

interface Entry {
  task: Task
  readonly controller: AbortController
  readonly end: Promise<void>
  readonly measure: ReturnType<typeof createPaceMeter>
}

export function createTasks({ now, changed }: TasksDeps): Tasks {
  const entries = new Map<string, Entry>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const list = () => [...entries.values()].map(({ task }) => task)
  const runningEntry = (subject: string) =>
    [...entries.values()].find(({ task }) => task.subject === subject && isUnderWay(task))
  const notify = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      changed(list())
    }, 250)
  }
  const notifyNow = () => {
    clearTimeout(timer)
    timer = undefined
    changed(list())
  }

  const update = (entry: Entry, change: Partial<Task>) => {
    entry.task = { ...entry.task, ...change }
    notify()
  }

  const report = (entry: Entry, done: number, total: number | null) => {
    const { rate, seconds_left } = entry.measure({ rows: done, total })
    update(entry, { done, total, rate, seconds_left })
  }

  const waiting = (entry: Entry, pause: Waiting | null) => {
    if (!pause && entry.task.state !== 'waiting') return
    update(entry, {
      state: pause ? 'waiting' : 'running',
      waiting_for: pause?.for ?? null,
      waiting_until: pause ? new Date(pause.until).toISOString() : null,
    })
  }

  const finish = (entry: Entry, error?: unknown) => {
    const failure = error === undefined ? null : failureOf(error)
    const noWait = { waiting_for: null, waiting_until: null, seconds_left: null }
    if (!failure) update(entry, { ...noWait, state: 'done' })
    else if (failure.code === 'cancelled') update(entry, { ...noWait, state: 'cancelled' })
    else update(entry, { ...noWait, state: 'failed', failure: { code: failure.code, params: { ...failure.params } } })
    notifyNow()
  }

  return {
    list,
    start(about, work) {
      if (runningEntry(about.subject)) throw new AppFailure('already_running')
      for (const [id, { task }] of entries) if (task.subject === about.subject) entries.delete(id)
      const controller = new AbortController()
      const task: Task = {
        ...about,
        id: crypto.randomUUID(),
        state: 'running',
        done: 0,
        total: null,
        rate: 0,
        seconds_left: null,
        waiting_until: null,
        waiting_for: null,
        failure: null,
        started_at: now().toISOString(),
      }
      // The work starts on the next turn, when its entry is in place.
      const end = Promise.resolve().then(async () => {
        try {
          await work({
            signal: controller.signal,
            report: (done, total) => report(entry, done, total),
            waiting: (pause) => waiting(entry, pause),
          })
          finish(entry)
        } catch (error) {
          finish(entry, error)
        }
      })
      const entry: Entry = { task, controller, end, measure: createPaceMeter(() => now().getTime()) }
      entries.set(task.id, entry)
      notify()
      return task
    },
    runningOn: (subject) => runningEntry(subject)?.task.id ?? null,
    cancel: (id) => entries.get(id)?.controller.abort(),
    dismiss(id) {
      const entry = entries.get(id)
      if (!entry || isUnderWay(entry.task)) return
      entries.delete(id)
      notify()
    },
    async endOn(subject) {
      const running = runningEntry(subject)
      running?.controller.abort()
      await running?.end
    },
    async ended(id) {
      await entries.get(id)?.end
      return entries.get(id)?.task
    },
    async close() {
      for (const { controller } of entries.values()) controller.abort()
      await Promise.all([...entries.values()].map(({ end }) => end))
      clearTimeout(timer)
    },
  }
}

/**
 * Runs a reading whose state is in a file, and notes there why it ended early; null where it was cancelled. It throws
 * the reading's failure even when the note fails too. While another process reads, only that process updates the state.
 */
export async function notingFailure(
  read: () => Promise<void>,
  note: (failure: FailureCode | null) => Promise<unknown>,
): Promise<void> {
  try {
    await read()
  } catch (error) {
    const { code } = failureOf(error)
    if (code !== 'already_running') await note(code === 'cancelled' ? null : code).catch(() => undefined)
    throw error
  }
}

/** The handlers of the list of long work in the top bar. */
export function createTaskHandlers(tasks: Tasks): Handlers<typeof contract> {
  return {
    'tasks.list': () => tasks.list(),
    'tasks.cancel'({ id }) {
      tasks.cancel(id)
      return tasks.list()
    },
    'tasks.dismiss'({ id }) {
      tasks.dismiss(id)
      return tasks.list()
    },
    'tasks.dismiss_ended'() {
      // A running task is not dismissed.
      for (const { id } of tasks.list()) tasks.dismiss(id)
      return tasks.list()
    },
  }
}
