import { useStore } from 'zustand'
import type { Task } from '../../preload/contract/tasks.ts'
import { type Feature, resetStores } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { createTasksStore, type TasksStore } from './store.ts'
import { taskFigures, taskState } from './task-figures.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    tasks: {
      readonly store: TasksStore
      /** Calls `ended` once for each task that ends while this page is open. */
      onEnded(ended: (task: Task) => void): void
      /** The texts about running tasks for other screens. */
      useTaskProps(): {
        readonly tasks: readonly Task[]
        readonly taskWords: (task: Task) => string
        readonly now: () => number
        readonly onCancelTask: (task: string) => void
      }
    }
  }
}

export const tasksFeature: Feature<'tasks'> = {
  create({ ask, now }) {
    const listeners: ((task: Task) => void)[] = []
    const store = createTasksStore({
      ask,
      ended: (task) => {
        for (const listener of listeners) listener(task)
      },
    })
    return {
      offer: {
        store,
        onEnded: (ended) => void listeners.push(ended),
        useTaskProps() {
          const messages = useMessages()
          const format = useFormat()
          const list = useStore(store, (state) => state.tasks)
          return {
            tasks: readyValue(list) ?? [],
            taskWords: (task) =>
              task.state === 'waiting' ? taskState(task, messages, format) : taskFigures(task, messages, format),
            now,
            onCancelTask: (task) => void store.getState().cancel(task),
          }
        },
      },
      reloads: { tasks: store.getState().load },
      reset: () => resetStores(store),
    }
  },
}
