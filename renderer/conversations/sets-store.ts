import { createStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input, Output } from '../../preload/contract/wire.ts'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'

export interface SetActions {
  /** Creates a set and starts to read it. Returns it, or null when that failed. */
  create(filter: ConversationFilter, name: string): Promise<ConversationSet | null>
}

export type SetsStore = ReturnType<typeof createSetsStore>

/** The conversations of an account that are stored on this computer. Works offline: only reading needs the service. */
export function createSetsStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<ConversationSet, SetActions>(
    {
      isByConnection: true,
      list: (connection_id) => ask('conversations.sets', { connection_id }),
      rename: (set, name) => ask('conversations.rename_set', { ...set, name }),
      forget: (set) => ask('conversations.forget_set', set),
      resume: (set) => ask('conversations.refresh', set),
    },
    ({ mutation }) => ({
      create: (filter, name) =>
        mutation.run('', (connection_id) => ask('conversations.keep', { connection_id, filter, name })),
    }),
  )
}

/** Whether a task reads the set now. */
export function isReading({ state, task_id }: ConversationSet): boolean {
  return state === 'reading' || task_id !== null
}

/** Whether reading stopped before its end: resuming reads what is missing. */
export function isInterrupted(set: ConversationSet): boolean {
  return set.state === 'partial' && !isReading(set)
}

type StoredConversation = AppContract['conversations.kept']

export interface StoredConversationState {
  /** The number of the conversation that is shown. */
  readonly id: number | null
  readonly conversation: Loadable<Output<StoredConversation>>
  open(which: Input<StoredConversation>): Promise<void>
  close(): void
}

export type StoredConversationStore = ReturnType<typeof createStoredConversationStore>

/** One row of a set as the service sent it when the set was read. Offline. */
export function createStoredConversationStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<StoredConversationState>()((set, get) => {
    const conversation = createLatest({ get, set, key: 'conversation' })
    return {
      id: null,
      conversation: { status: 'idle' },
      async open(which) {
        set({ id: which.id })
        await conversation.load((_, options) => ask('conversations.kept', which, options), { keep: false })
      },
      close() {
        conversation.clear()
        set({ id: null })
      },
    }
  })
}
