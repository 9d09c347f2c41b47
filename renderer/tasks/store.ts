import { createStore } from 'zustand'
import type { Task } from '../../preload/contract/tasks.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'

export interface TasksState {
  readonly tasks: Loadable<readonly Task[]>
  load(): Promise<boolean>
  cancel(id: string): Promise<boolean>
  dismiss(id: string): Promise<boolean>
  dismissEnded(): Promise<boolean>
}

export interface TasksDeps {
  readonly ask: AppAsk
  /** Called once for each task that ended while this page was open. */
  readonly ended: (task: Task) => void
}

/** Whether a task still works or waits to go on. */
export const isUnderWay = (task: Task) => task.state === 'running' || task.state === 'waiting'

export type TasksStore = ReturnType<typeof createTasksStore>

/** The long work of main, whatever screen is open. */
export function createTasksStore({ ask, ended }: TasksDeps) {
  return createStore<TasksState>()((set, get) => {
    const take = (tasks: readonly Task[]) => {
      const before = readyValue(get().tasks)
      const hadEnded = new Set(before?.filter((task) => !isUnderWay(task)).map((task) => task.id))
      set({ tasks: { status: 'ready', value: tasks } })
      if (!before) return
      // One that began and ended between two answers was never seen under way.
      for (const task of tasks) {
        if (!isUnderWay(task) && !hadEnded.has(task.id)) ended(task)
      }
    }
    const latest = createLatest<TasksState, 'tasks'>({
      get,
      set(part) {
        if (part.tasks?.status === 'ready' && !part.tasks.failure) take(part.tasks.value)
        else set(part)
      },
      key: 'tasks',
    })
    return {
      tasks: { status: 'idle' },
      load: () => latest.load(() => ask('tasks.list', {})),
      cancel: (id) => latest.load(() => ask('tasks.cancel', { id })),
      dismiss: (id) => latest.load(() => ask('tasks.dismiss', { id })),
      dismissEnded: () => latest.load(() => ask('tasks.dismiss_ended', {})),
    }
  })
}
