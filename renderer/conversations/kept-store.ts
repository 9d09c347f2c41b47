import { createStore } from 'zustand'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input, Output } from '../../preload/contract/kernel.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'

type Kept = AppContract['conversations.kept']

export interface StoredConversationState {
  /** The number of the conversation that is looked at, or null. */
  readonly id: number | null
  readonly conversation: Loadable<Output<Kept>>
  open(which: Input<Kept>): Promise<void>
  close(): void
}

export type StoredConversationStore = ReturnType<typeof createStoredConversationStore>

/** One row of a set as the service told it when the set was read. Offline. */
export function createStoredConversationStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<StoredConversationState>()((set) => {
    let reading = new AbortController()
    return {
      id: null,
      conversation: { status: 'idle' },
      async open(which) {
        reading.abort()
        reading = new AbortController()
        const { signal } = reading
        set({ id: which.id, conversation: { status: 'loading' } })
        try {
          const value = await ask('conversations.kept', which, { signal })
          if (!signal.aborted) set({ conversation: { status: 'ready', value } })
        } catch (error) {
          if (!signal.aborted) set({ conversation: { status: 'failed', failure: failureOf(error) } })
        }
      },
      close() {
        reading.abort()
        set({ id: null, conversation: { status: 'idle' } })
      },
    }
  })
}
