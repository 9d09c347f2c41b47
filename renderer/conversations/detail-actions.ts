import type { Conversation } from '../../preload/contract/conversations.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import type { ConversationsState } from './conversations-store.ts'

/** The conversation that is looked at. */
export interface OpenConversation {
  readonly id: number
  /** Null where the service has none of this number. */
  readonly conversation: Loadable<Conversation | null>
  /** The contact of the row that led here; null where nothing says whose it should be. */
  readonly expected: number | null
}

export interface DetailActions {
  /** Shows a conversation of the list. */
  show(id: number): void
  /** Shows the neighbour in the list. */
  step(by: -1 | 1): void
  /** Asks the service for a conversation by its number, which a row said to be of this contact. */
  openById(id: number, contact: number | null): Promise<void>
  /** Asks for a conversation anew, and puts it into the list, where it is in it: after a message was sent. */
  reread(id: number): Promise<void>
  /** Shows the newer telling of the open conversation, where it is among these. */
  updateOpened(conversations: readonly Conversation[]): void
  hide(): void
}

export interface DetailDeps {
  readonly ask: AppAsk
  readonly get: () => ConversationsState
  readonly set: (state: Partial<ConversationsState>) => void
}

export function createDetailActions({ ask, get, set }: DetailDeps): DetailActions {
  let reading = new AbortController()
  const begin = () => {
    reading.abort()
    reading = new AbortController()
    return reading.signal
  }
  const read = (id: number, signal: AbortSignal) =>
    ask('conversations.read', { connection_id: get().connection ?? '', id }, { signal })

  /** The newer telling of a conversation, in the list. */
  const replace = (conversation: Conversation) => {
    const { list } = get()
    if (list.status !== 'ready') return
    const conversations = list.value.conversations.map((each) => (each.id === conversation.id ? conversation : each))
    set({ list: { ...list, value: { ...list.value, conversations } } })
  }

  return {
    show(id) {
      const conversation = listed(get()).find((each) => each.id === id)
      if (!conversation) return
      begin()
      set({ opened: { id, conversation: { status: 'ready', value: conversation }, expected: null } })
    },
    step(by) {
      const { opened, show } = get()
      const conversations = listed(get())
      const place = conversations.findIndex(({ id }) => id === opened?.id)
      const next = conversations[place < 0 ? 0 : place + by]
      if (next) show(next.id)
    },
    async openById(id, contact) {
      const signal = begin()
      set({ opened: { id, conversation: { status: 'loading' }, expected: contact } })
      try {
        const conversation = await read(id, signal)
        if (!signal.aborted)
          set({ opened: { id, conversation: { status: 'ready', value: conversation }, expected: contact } })
      } catch (error) {
        if (signal.aborted) return
        set({ opened: { id, conversation: { status: 'failed', failure: failureOf(error) }, expected: contact } })
      }
    },
    async reread(id) {
      // One that is looked for meanwhile goes on being looked for.
      const signal = get().opened?.id === id ? begin() : new AbortController().signal
      const { connection } = get()
      try {
        const conversation = await read(id, signal)
        if (signal.aborted || get().connection !== connection) return
        if (conversation) replace(conversation)
        const { opened } = get()
        if (opened?.id === id) set({ opened: { ...opened, conversation: { status: 'ready', value: conversation } } })
      } catch (error) {
        const { opened } = get()
        if (signal.aborted || opened?.id !== id) return
        const failure = failureOf(error)
        const value = readyValue(opened.conversation)
        set({
          opened: {
            ...opened,
            conversation: value === undefined ? { status: 'failed', failure } : { status: 'ready', value, failure },
          },
        })
      }
    },
    updateOpened(conversations) {
      const { opened } = get()
      const value = conversations.find(({ id }) => id === opened?.id)
      if (opened?.conversation.status !== 'ready' || !value) return
      set({ opened: { ...opened, conversation: { status: 'ready', value } } })
    },
    hide() {
      begin()
      set({ opened: null })
    },
  }
}

function listed({ list }: ConversationsState): readonly Conversation[] {
  return readyValue(list)?.conversations ?? []
}
