import type { tasks as contract } from '../../preload/contract/tasks.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

/** The list of long work, for the pill in the top bar. */
export function createTasksService({ tasks }: Pick<Services, 'tasks'>): Handlers<typeof contract> {
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
      // One that still works is not dismissed.
      for (const { id } of tasks.list()) tasks.dismiss(id)
      return tasks.list()
    },
  }
}
