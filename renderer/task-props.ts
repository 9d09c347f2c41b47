import { useStore } from 'zustand'
import type { Task } from '../preload/contract/tasks.ts'
import { useFormat } from './kernel/format.ts'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import { useStores } from './stores-context.tsx'
import { taskFigures, taskState } from './tasks/task-figures.ts'

/** What screens say of the tasks that work for them. */
export function useTaskProps() {
  const { tasks } = useStores()
  const messages = useMessages()
  const format = useFormat()
  const list = useStore(tasks, (state) => state.tasks)
  return {
    tasks: readyValue(list) ?? [],
    taskWords: (task: Task) =>
      task.state === 'waiting' ? taskState(task, messages, format) : taskFigures(task, messages, format),
    now: Date.now,
    onCancelTask: (task: string) => void tasks.getState().cancel(task),
  }
}
