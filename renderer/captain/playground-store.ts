import { createStore } from 'zustand'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'

/** Something that was said in a trial conversation. */
export interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly agent: string | null
  /** The whole answer, where it is more than its words. */
  readonly answer?: unknown
}

export interface Chat {
  readonly said: readonly Said[]
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

export const emptyChat: Chat = { said: [], waiting: false, failure: null }

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
        const before = chatOf(assistant).said
        const cancel = new AbortController()
        running.set(assistant, cancel)
        const isLast = () => running.get(assistant) === cancel
        put(assistant, {
          said: [...before, { role: 'user', content: message, agent: null }],
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
            said: [...chatOf(assistant).said, { role: 'assistant', content, agent, answer }],
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
