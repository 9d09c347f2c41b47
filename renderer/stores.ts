import type { Bridge } from '../preload/contract/wire.ts'
import { createAppStore } from './app/store.ts'
import { createAsk } from './kernel/ask.ts'
import { createChanges } from './kernel/changes.ts'
import { createNavigation } from './navigation.ts'
import { createTasksStore } from './tasks/store.ts'

export type Stores = ReturnType<typeof createStores>

/**
 * Makes every store once and introduces them to one another; features themselves do not know each other. A new feature
 * makes its store here, says on which pushes it reloads, and gets its row in `screens.tsx`.
 */
export function createStores({ bridge }: { readonly bridge: Bridge }) {
  const ask = createAsk(bridge)
  const changes = createChanges(bridge)
  const navigation = createNavigation()
  const app = createAppStore({ ask })
  const tasks = createTasksStore({ ask, ended: () => undefined })

  changes.on('app', () => void app.getState().load())
  changes.on('tasks', () => void tasks.getState().load())

  return {
    ask,
    changes,
    navigation,
    app,
    tasks,
    /** A file was dropped on the window or chosen by a command: it is a list to be crossed. */
    dropped(_file: File) {
      navigation.getState().go({ screen: 'cruzar' })
    },
  }
}
