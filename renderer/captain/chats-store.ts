import { createStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Kind } from './records-store.ts'

/** Something that was said in a trial conversation. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly agent: string | null
  /** The whole answer, where it is more than its words. */
  readonly answer?: unknown
}

export interface Chat {
  readonly messages: readonly ChatMessage[]
  /** The service is thinking. */
  readonly waiting: boolean
  readonly failure: Failure | null
}

export interface PlaygroundState {
  /** By assistant. They are kept nowhere else. */
  readonly chats: Readonly<Record<number, Chat>>
  send(assistant: number, message: string): Promise<void>
  cancel(assistant: number): void
  clear(assistant: number): void
  /** Another account is open: its assistants are others, whatever their numbers. */
  forget(): void
}

export const emptyChat: Chat = { messages: [], waiting: false, failure: null }

/** Trial conversations with assistants. What was sent is never sent again on its own. */
export function createPlaygroundStore({ ask, connection }: { readonly ask: AppAsk; connection(): string | null }) {
  const running = new Map<number, AbortController>()
  return createStore<PlaygroundState>()((set, get) => {
    const chatOf = (assistant: number) => get().chats[assistant] ?? emptyChat
    const put = (assistant: number, part: Partial<Chat>) =>
      set({ chats: { ...get().chats, [assistant]: { ...chatOf(assistant), ...part } } })
    const stop = (assistant: number) => {
      running.get(assistant)?.abort()
      running.delete(assistant)
    }
    return {
      chats: {},
      async send(assistant, text) {
        const message = text.trim()
        const connection_id = connection()
        if (connection_id === null || message === '' || running.has(assistant)) return
        const before = chatOf(assistant).messages
        const cancel = new AbortController()
        running.set(assistant, cancel)
        const isLast = () => running.get(assistant) === cancel
        put(assistant, {
          messages: [...before, { role: 'user', content: message, agent: null }],
          waiting: true,
          failure: null,
        })
        try {
          const history = before.map(({ role, content, agent }) => ({ role, content, agent_name: agent })).slice(-200)
          const input = { connection_id, assistant, message, history }
          const { answer, text: words, agent } = await ask('captain.play', input, { signal: cancel.signal })
          if (!isLast()) return
          const content = words ?? JSON.stringify(answer, null, 2)
          put(assistant, {
            messages: [...chatOf(assistant).messages, { role: 'assistant', content, agent, answer }],
            waiting: false,
          })
        } catch (error) {
          if (isLast()) put(assistant, { waiting: false, failure: failureOf(error) })
        } finally {
          if (isLast()) running.delete(assistant)
        }
      },
      cancel(assistant) {
        stop(assistant)
        put(assistant, { waiting: false, failure: { code: 'cancelled', params: {} } })
      },
      clear(assistant) {
        stop(assistant)
        put(assistant, emptyChat)
      },
      forget() {
        for (const assistant of running.keys()) stop(assistant)
        set({ chats: {} })
      },
    }
  })
}

export interface Thread {
  readonly messages: readonly CaptainRecord[]
  /** What was sent and the service has not shown yet. */
  readonly pending: string | null
  readonly loading: boolean
  /** The copilot has not answered yet. */
  readonly waiting: boolean
  /** It was waited for until the patience ended; it may still come. */
  readonly late: boolean
  readonly failure: Failure | null
}
export interface CopilotState {
  readonly threads: Readonly<Record<number, Thread>>
  /** A new thread is being made. */
  readonly starting: boolean
  readonly failure: Failure | null
  /** Makes a thread with a first message; gives its number, or null when it failed or the answer named none. */
  start(about: NewThread): Promise<number | null>
  read(thread: number): Promise<void>
  /** Says whether it was sent. */
  send(thread: number, message: string): Promise<boolean>
  /** Looks for the answer again. */
  checkAgain(thread: number): Promise<void>
  /** Stops waiting; what was asked stays asked. */
  stopWaiting(): void
  dismissFailure(): void
}
interface NewThread {
  readonly message: string
  readonly assistant: number | null
  readonly conversation: number | null
}
interface CopilotDeps {
  readonly ask: AppAsk
  connection(): string | null
  /** The list of threads is to be read again. */
  started(): Promise<unknown>
}
export const noThread: Thread = {
  messages: [],
  pending: null,
  loading: false,
  waiting: false,
  late: false,
  failure: null,
}
const threads: Kind = { resource: 'threads', parent: null }
/** Conversations with the copilot: what is asked answers itself only after a while, so that it is looked for. */
export function createCopilotStore({ ask, connection, started }: CopilotDeps) {
  let waiting = new AbortController()
  /** The thread whose answer is waited for. */
  let heard: number | null = null
  /** Of each thread, how often it was asked or read: an answer to what came before the last of them is dropped. */
  const turns = new Map<number, number>()
  const nextTurn = (id: number) => {
    const turn = (turns.get(id) ?? 0) + 1
    turns.set(id, turn)
    return turn
  }
  return createStore<CopilotState>()((set, get) => {
    const threadOf = (id: number) => get().threads[id] ?? noThread
    const put = (id: number, part: Partial<Thread>) =>
      set({ threads: { ...get().threads, [id]: { ...threadOf(id), ...part } } })

    const leave = () => {
      waiting.abort()
      if (heard !== null) put(heard, { waiting: false })
      heard = null
    }
    /** Waits for one thread alone; the signal is aborted when that is left. */
    const wait = (id: number, part: Partial<Thread> = {}): AbortSignal => {
      leave()
      waiting = new AbortController()
      heard = id
      nextTurn(id)
      put(id, { waiting: true, loading: false, late: false, failure: null, ...part })
      return waiting.signal
    }
    const listen = async (id: number, after: number | null) => {
      const connection_id = connection()
      if (connection_id === null) return
      const signal = wait(id)
      try {
        const input = { connection_id, thread: id, after }
        const { messages, answered } = await ask('captain.await_answer', input, { signal })
        if (!signal.aborted) put(id, { messages, pending: null, waiting: false, late: !answered })
      } catch (error) {
        if (!signal.aborted) put(id, { waiting: false, failure: failureOf(error) })
      } finally {
        if (!signal.aborted) heard = null
      }
    }

    return {
      threads: {},
      starting: false,
      failure: null,
      async start({ message, assistant, conversation }) {
        const connection_id = connection()
        if (connection_id === null || get().starting) return null
        set({ starting: true, failure: null })
        const fields = {
          message: message.trim(),
          ...(assistant === null ? {} : { assistant_id: assistant }),
          ...(conversation === null ? {} : { conversation_id: conversation }),
        }
        try {
          const { record } = await ask('captain.create', { connection_id, ...threads, fields })
          await started()
          // Its number means nothing in another account.
          const id = connection() === connection_id ? (record?.id ?? null) : null
          if (id !== null) {
            put(id, { pending: fields.message })
            void listen(id, null)
          }
          return id
        } catch (error) {
          if (connection() === connection_id) set({ failure: failureOf(error) })
          return null
        } finally {
          set({ starting: false })
        }
      },
      async read(id) {
        const connection_id = connection()
        if (connection_id === null || threadOf(id).waiting) return
        put(id, { loading: true, failure: null })
        const turn = nextTurn(id)
        const isNewest = () => connection() === connection_id && turns.get(id) === turn
        try {
          const kind: Kind = { resource: 'messages', parent: id }
          const input = { connection_id, ...kind, page: 1, filter: {}, fresh: true }
          const { records } = await ask('captain.list', input)
          if (isNewest()) put(id, { loading: false, messages: records, pending: null })
        } catch (error) {
          if (isNewest()) put(id, { loading: false, failure: failureOf(error) })
        }
      },
      async send(id, text) {
        const message = text.trim()
        const connection_id = connection()
        if (connection_id === null || message === '' || threadOf(id).waiting) return false
        const known = lastOf(threadOf(id).messages)
        const signal = wait(id, { pending: message })
        try {
          const input = { connection_id, resource: 'messages' as const, parent: id, fields: { message } }
          const { record } = await ask('captain.create', input)
          if (!signal.aborted) await listen(id, record?.id ?? known)
          else if (connection() === connection_id) await get().read(id)
          return true
        } catch (error) {
          if (connection() !== connection_id) return false
          if (threadOf(id).pending === message) put(id, { pending: null })
          if (!signal.aborted) leave()
          // Whether it arrived all the same is to be seen in the thread.
          await get().read(id)
          put(id, { failure: failureOf(error) })
          return false
        }
      },
      checkAgain: (id) => listen(id, lastOf(threadOf(id).messages.filter(isPerson))),
      stopWaiting: leave,
      dismissFailure: () => set({ failure: null }),
    }
  })
}
/** Whether a message is the person's own; its type is a word, or the number of it. */
export function isPerson({ fields: { message_type: type } }: CaptainRecord): boolean {
  return type === 'user' || type === 0
}
function lastOf(messages: readonly CaptainRecord[]): number | null {
  const ids = messages.flatMap(({ id }) => (id === null ? [] : [id]))
  return ids.length > 0 ? Math.max(...ids) : null
}
