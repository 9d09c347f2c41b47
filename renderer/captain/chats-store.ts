import { createStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { keyed, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import type { Kind } from './records-store.ts'

interface ChatsDeps {
  readonly ask: AppAsk
  connection(): string | null
}

export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly agent: string | null
  /** The whole answer, where it is more than its text. */
  readonly answer?: unknown
}

/** `working`: the assistant is answering. */
export interface Chat extends MutationState {
  readonly messages: readonly ChatMessage[]
}

export interface PlaygroundState {
  /** By assistant; only in memory. */
  readonly chats: Readonly<Record<number, Chat>>
  send(assistant: number, message: string): Promise<void>
  cancel(assistant: number): void
  clear(assistant: number): void
  /** Another account was opened: its assistants are different ones, even with the same numbers. */
  forget(): void
}

export const emptyChat: Chat = { messages: [], ...noMutation }

/** Trial conversations with assistants. No message is sent again automatically. */
export function createPlaygroundStore({ ask, connection }: ChatsDeps) {
  return createStore<PlaygroundState>()((set, get) => {
    const chats = partOf({ get, set }, 'chats')
    const chat = (assistant: number) => partOf(chats, assistant, emptyChat)
    const mutationOf = keyed((assistant: number) =>
      createMutation({ ...chat(assistant), scope: connection, showUnknown: true }),
    )
    return {
      chats: {},
      async send(assistant, text) {
        const message = text.trim()
        if (message === '') return
        await mutationOf(assistant).run(
          'send',
          (connection_id, { signal }) => {
            const previous = chat(assistant).get().messages
            chat(assistant).set({ messages: [...previous, { role: 'user', content: message, agent: null }] })
            const history = previous
              .map(({ role, content, agent }) => ({ role, content, agent_name: agent }))
              .slice(-200)
            return ask('captain.play', { connection_id, assistant, message, history }, { signal })
          },
          ({ answer, text: words, agent }) => {
            const content = words ?? JSON.stringify(answer, null, 2)
            const answered: ChatMessage = { role: 'assistant', content, agent, answer }
            chat(assistant).set({ messages: [...chat(assistant).get().messages, answered] })
          },
        )
      },
      cancel(assistant) {
        mutationOf(assistant).cancel()
        chat(assistant).set({ failure: { code: 'cancelled', params: {} } })
      },
      clear(assistant) {
        mutationOf(assistant).cancel()
        chat(assistant).set(emptyChat)
      },
      forget() {
        for (const assistant of Object.keys(get().chats)) mutationOf(Number(assistant)).cancel()
        set({ chats: {} })
      },
    }
  })
}

/** `working`: `read`, or `send` and `wait` until the copilot has answered. */
export interface Thread extends MutationState {
  readonly messages: readonly CaptainRecord[]
  /** A message that was sent and that the service does not show yet. */
  readonly pending: string | null
}

/** `working`: a new thread is being made. */
export interface CopilotState extends MutationState {
  readonly threads: Readonly<Record<number, Thread>>
  /** Makes a thread with a first message. Gives its number; null when that failed or the answer named none. */
  start(about: NewThread): Promise<number | null>
  read(thread: number): Promise<unknown>
  /** Gives whether the message was sent. */
  send(thread: number, message: string): Promise<boolean>
  /** Waits for the answer again. */
  checkAgain(thread: number): Promise<unknown>
  /** Stops waiting for any answer. A sent message stays sent. */
  stopWaiting(): void
  dismissFailure(): void
}

interface NewThread {
  readonly message: string
  readonly assistant: number | null
  readonly conversation: number | null
}

export const noThread: Thread = { messages: [], pending: null, ...noMutation }
export const isWaiting = ({ working }: Thread) => working === 'send' || working === 'wait'

/**
 * Conversations with the copilot. It answers only after a while, so its answer is polled. `started` reads the threads
 * again.
 */
export function createCopilotStore({
  ask,
  connection,
  started,
}: ChatsDeps & {
  started(): Promise<unknown>
}) {
  return createStore<CopilotState>()((set, get) => {
    const mutation = createMutation({ get, set, scope: connection, showUnknown: true })
    const threads = partOf({ get, set }, 'threads')
    const thread = (id: number) => partOf(threads, id, noThread)
    const threadOf = (id: number) => thread(id).get()
    const mutationOf = keyed((id: number) =>
      createMutation({ ...thread(id), scope: connection, concurrency: 'replace', showUnknown: true }),
    )
    const stopWaiting = () => {
      for (const [id, thread] of Object.entries(get().threads)) if (isWaiting(thread)) mutationOf(Number(id)).cancel()
    }
    const wait = (id: number, after: number | null) => {
      stopWaiting()
      return mutationOf(id).run(
        'wait',
        (connection_id, { signal }) => ask('captain.await_answer', { connection_id, thread: id, after }, { signal }),
        ({ messages }) => thread(id).set({ messages, pending: null }),
      )
    }

    return {
      threads: {},
      ...noMutation,
      async start({ message, assistant, conversation }) {
        const fields = {
          message: message.trim(),
          ...(assistant === null ? {} : { assistant_id: assistant }),
          ...(conversation === null ? {} : { conversation_id: conversation }),
        }
        let id: number | null = null
        await mutation.run(
          'start',
          async (connection_id) => {
            const { record } = await ask('captain.create', { connection_id, resource: 'threads', parent: null, fields })
            await started()
            return record
          },
          (record) => {
            id = record?.id ?? null
            if (id === null) return
            thread(id).set({ pending: fields.message })
            void wait(id, null)
          },
        )
        return id
      },
      async read(id) {
        if (isWaiting(threadOf(id))) return
        await mutationOf(id).run(
          'read',
          (connection_id, { signal }) => {
            const kind: Kind = { resource: 'messages', parent: id }
            return ask('captain.list', { connection_id, ...kind, page: 1, filter: {}, fresh: true }, { signal })
          },
          ({ records }) => thread(id).set({ messages: records, pending: null }),
        )
      },
      async send(id, text) {
        const message = text.trim()
        if (message === '' || isWaiting(threadOf(id))) return false
        const owner = connection()
        const lastMessage = lastOf(threadOf(id).messages)
        let after: number | null | undefined
        stopWaiting()
        thread(id).set({ pending: message })
        const end = await mutationOf(id).end(
          'send',
          (connection_id) =>
            ask('captain.create', { connection_id, resource: 'messages', parent: id, fields: { message } }),
          ({ record }) => {
            after = record?.id ?? lastMessage
          },
        )
        if (connection() !== owner) return end === 'done'
        if (end === 'done') {
          // Without a number to wait for, waiting was stopped before the message was taken.
          await (after === undefined ? get().read(id) : wait(id, after))
          return true
        }
        const { failure, pending } = threadOf(id)
        if (pending === message) thread(id).set({ pending: null })
        // The thread shows whether the message arrived.
        await get().read(id)
        thread(id).set({ failure })
        return false
      },
      checkAgain: (id) => wait(id, lastOf(threadOf(id).messages.filter(isPerson))),
      stopWaiting,
      dismissFailure: mutation.dismissFailure,
    }
  })
}

/** Whether a message is the person's own; its type is a word, or the number of that word. */
export function isPerson({ fields: { message_type: type } }: CaptainRecord): boolean {
  return type === 'user' || type === 0
}

function lastOf(messages: readonly CaptainRecord[]): number | null {
  const ids = messages.flatMap(({ id }) => (id === null ? [] : [id]))
  return ids.length > 0 ? Math.max(...ids) : null
}
