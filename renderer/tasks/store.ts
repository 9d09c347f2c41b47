import { createStore } from 'zustand'
import type { Task } from '../../preload/contract/tasks.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable, readyValue } from '../kernel/loadable.ts'

export interface TasksState {
  readonly tasks: Loadable<readonly Task[]>
  load(): Promise<void>
  cancel(id: string): Promise<void>
  dismiss(id: string): Promise<void>
  dismissEnded(): Promise<void>
}

export interface TasksDeps {
  readonly ask: AppAsk
  /** Called once for each task that ended while this page looked on. */
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
    const change = createReload<readonly Task[]>(
      () => get().tasks,
      (tasks) => (tasks.status === 'ready' && !tasks.failure ? take(tasks.value) : set({ tasks })),
    )
    return {
      tasks: { status: 'idle' },
      load: () => change(() => ask('tasks.list', {})),
      cancel: (id) => change(() => ask('tasks.cancel', { id })),
      dismiss: (id) => change(() => ask('tasks.dismiss', { id })),
      dismissEnded: () => change(() => ask('tasks.dismiss_ended', {})),
    }
  })
}
