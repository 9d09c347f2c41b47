import type { AppAsk } from '../kernel/ask.ts'
import { createCopilotStore, createPlaygroundStore } from './chats-store.ts'
import { createMutationsStore, createRecordsStore } from './records-store.ts'

export type Captain = ReturnType<typeof createCaptain>

/** The stores of the AI module: all of one account, and what was read of another is forgotten. */
export function createCaptain({ ask }: { readonly ask: AppAsk }) {
  const records = createRecordsStore({ ask })
  const connection = () => records.getState().connection
  const { refresh } = records.getState()
  const mutations = createMutationsStore({ ask, connection, refresh })
  const playground = createPlaygroundStore({ ask, connection })
  const copilot = createCopilotStore({
    ask,
    connection,
    started: () => refresh({ resource: 'threads', parent: null }),
  })
  const forget = () => {
    copilot.getState().stopWaiting()
    records.setState(records.getInitialState(), true)
    // What runs stays so until its end: there is one write at a time, in whichever account.
    mutations.getState().clear()
    playground.getState().forget()
    copilot.setState({ threads: {}, failure: null })
  }
  return {
    records,
    mutations,
    playground,
    copilot,
    forget,
    open(id: string) {
      if (connection() === id) return
      if (connection() !== null) forget()
      records.setState({ connection: id })
    },
  }
}
