import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createStore, useStore } from 'zustand'
import type { Task } from '../../preload/contract/tasks.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, resetStores } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'
import { endedSentence, isUnderWay, taskFigures, taskState } from './task-figures.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    tasks: {
      readonly store: TasksStore
      /** Calls `ended` once for each task that ends while this page is open. */
      onEnded(listener: (task: Task) => void): void
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

export const tasksFeature = defineFeature('tasks', {
  create({ ask, now }) {
    const listeners: ((task: Task) => void)[] = []
    const store = createTasksStore(ask, (task) => {
      for (const listener of listeners) listener(task)
    })
    return {
      offer: {
        store,
        onEnded: (listener) => void listeners.push(listener),
        useTaskProps() {
          const messages = useMessages()
          const format = useFormat()
          const list = useStore(store, (state) => state.tasks)
          return {
            tasks: readyValue(list) ?? [],
            taskWords: (task) =>
              task.state === 'waiting' ? taskState(task, messages, format) : taskFigures(task, messages),
            now,
            onCancelTask: (task) => void store.getState().cancel(task),
          }
        },
      },
      reloads: { tasks: store.getState().load },
      reset: () => resetStores(store),
    }
  },
})

interface TasksState {
  readonly tasks: Loadable<readonly Task[]>
  load(): Promise<boolean>
  cancel(id: string): Promise<boolean>
  dismiss(id: string): Promise<boolean>
  dismissEnded(): Promise<boolean>
}

export type TasksStore = ReturnType<typeof createTasksStore>

/**
 * The long work of main, whatever screen is open. `ended` is called once for each task that ended while this page was
 * open.
 */
export function createTasksStore(ask: AppAsk, onEnded: (task: Task) => void) {
  return createStore<TasksState>()((set, get) => {
    const take = (tasks: readonly Task[]) => {
      const previous = readyValue(get().tasks)
      const hadEnded = new Set(previous?.filter((task) => !isUnderWay(task)).map((task) => task.id))
      set({ tasks: { status: 'ready', value: tasks } })
      if (!previous) return
      // One that began and ended between two answers was never seen under way.
      for (const task of tasks) {
        if (!isUnderWay(task) && !hadEnded.has(task.id)) onEnded(task)
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

/** Shows a notice that a task ended, with a link to its result. A cancelled task shows none. */
export function noticeEnded(task: Task, show: () => void) {
  if (task.state === 'cancelled') return
  const messages = messagesNow()
  const id = `task-${task.id}`
  const open = () => {
    notifications.hide(id)
    show()
  }
  notifications.show({
    id,
    // What the person just did comes first.
    priority: -1,
    ...(task.state === 'failed' ? failed : { autoClose: 8_000 }),
    message: (
      <>
        {endedSentence(task, messages)}{' '}
        <Anchor component="button" type="button" inherit onClick={open}>
          {messages.common.show}
        </Anchor>
      </>
    ),
  })
}
