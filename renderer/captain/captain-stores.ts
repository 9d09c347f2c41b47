import { createStore } from 'zustand'
import type { AppAsk } from '../kernel/ask.ts'
import { createCopilotStore, createPlaygroundStore } from './chats-store.ts'
import { isObject } from './record-fields.ts'
import { createAnswersStore, createListsStore, createMutationsStore } from './records-store.ts'

export type Captain = ReturnType<typeof createCaptain>
/** The stores of the AI module: all of one account, and what was read of another is let go. */
export function createCaptain({ ask }: { readonly ask: AppAsk }) {
  const lists = createListsStore({ ask })
  const connection = () => lists.getState().connection
  const answers = createAnswersStore({ ask, connection })
  const mutations = createMutationsStore({ ask, connection, done: (kind) => lists.getState().refresh(kind) })
  const names = createNamesStore({ ask, connection })
  const playground = createPlaygroundStore({ ask, connection })
  const copilot = createCopilotStore({
    ask,
    connection,
    started: () => lists.getState().refresh({ resource: 'threads', parent: null }),
  })
  const forget = () => {
    copilot.getState().stopWaiting()
    answers.getState().forget()
    lists.setState(lists.getInitialState(), true)
    // What is under way stays so until its end: there is one mutation at a time, in whichever account.
    mutations.getState().clear()
    names.setState(names.getInitialState(), true)
    playground.getState().forget()
    copilot.setState({ threads: {}, failure: null })
  }
  return {
    lists,
    answers,
    mutations,
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
/** A thing that is chosen by name and sent as its number, or word. */
export interface Named {
  readonly value: string
  readonly label: string
}
export interface NamesState {
  /** Those that the app has seen, in conversations and leads. */
  readonly inboxes: readonly Named[]
  readonly tools: readonly Named[]
  readInboxes(): Promise<void>
  readTools(): Promise<void>
}
/** What can be chosen by name in a form. A help only: without it numbers and words are typed, so that no failure is shown. */
function createNamesStore({ ask, connection }: { readonly ask: AppAsk; connection(): string | null }) {
  return createStore<NamesState>()((set) => {
    const quietly = async (read: (connection_id: string) => Promise<Partial<NamesState>>) => {
      const connection_id = connection()
      if (connection_id === null) return
      try {
        const found = await read(connection_id)
        if (connection() === connection_id) set(found)
      } catch {
        // The form works without names.
      }
    }
    return {
      inboxes: [],
      tools: [],
      readInboxes: () =>
        quietly(async (connection_id) => {
          const { inboxes } = await ask('conversations.known', { connection_id })
          return { inboxes: inboxes.map(({ id, name }) => ({ value: String(id), label: name })) }
        }),
      readTools: () =>
        quietly(async (connection_id) => {
          const asked = { connection_id, question: 'tools' as const, id: null, slug: null, query: {} }
          return { tools: toolsOf((await ask('captain.ask', asked)).answer) }
        }),
    }
  })
}
/** The tools of an answer by the word that scenarios name them with, wrapped or bare. */
export function toolsOf(answer: unknown): readonly Named[] {
  const list = isObject(answer) ? (answer.payload ?? answer.data ?? answer.tools) : answer
  if (!Array.isArray(list)) return []
  return list.flatMap((tool): Named[] => {
    if (typeof tool === 'string') return [{ value: tool, label: tool }]
    if (!isObject(tool)) return []
    const value = String(tool.id ?? tool.slug ?? tool.name ?? '')
    const label = String(tool.title ?? tool.name ?? value)
    return value === '' ? [] : [{ value, label }]
  })
}
