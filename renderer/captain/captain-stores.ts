import type { AppAsk } from '../kernel/ask.ts'
import { createAnswersStore } from './answers-store.ts'
import { createCopilotStore } from './copilot-store.ts'
import { createDeedsStore } from './deeds-store.ts'
import { createListsStore } from './lists-store.ts'
import { createNamesStore } from './names-store.ts'
import { createPlaygroundStore } from './playground-store.ts'

export type Captain = ReturnType<typeof createCaptain>

/** The stores of the AI module: all of one account, and what was read of another is let go. */
export function createCaptain({ ask }: { readonly ask: AppAsk }) {
  const lists = createListsStore({ ask })
  const connection = () => lists.getState().connection
  const answers = createAnswersStore({ ask, connection })
  const deeds = createDeedsStore({ ask, connection, done: (kind) => lists.getState().refresh(kind) })
  const names = createNamesStore({ ask, connection })
  const playground = createPlaygroundStore({ ask, connection })
  const copilot = createCopilotStore({
    ask,
    connection,
    started: () => lists.getState().refresh({ resource: 'threads', parent: null }),
  })
  const forget = () => {
    copilot.getState().leave()
    answers.getState().forget()
    lists.setState(lists.getInitialState(), true)
    // What is under way stays so until its end: there is one deed at a time, in whichever account.
    deeds.getState().clear()
    names.setState(names.getInitialState(), true)
    playground.getState().forget()
    copilot.setState({ threads: {}, failure: null })
  }
  return {
    lists,
    answers,
    deeds,
    names,
    playground,
    copilot,
    forget,
    open(id: string) {
      if (connection() !== null && connection() !== id) forget()
      lists.getState().open(id)
    },
  }
}
