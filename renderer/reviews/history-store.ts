import { createStore } from 'zustand'
import type { ReviewBatch } from '../../preload/contract/reviews.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { createDeeds, type Doing } from './deed.ts'

export interface HistoryState extends Doing<string> {
  /** The last 200 batches, newest first. `doing` is the one that is being undone. */
  readonly batches: Loadable<readonly ReviewBatch[]>
  /** Entries that the last undoing brought back; null before the first. */
  readonly undone: number | null
  load(): Promise<void>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<void>
  undo(batch: string): Promise<void>
  /** Forgets what the last undoing came to. */
  dismissResult(): void
}

export interface HistoryDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** The batches of review changes made on this computer; each is undone as a whole. */
export function createHistoryStore({ ask, connection }: HistoryDeps) {
  return createStore<HistoryState>()((set, get) => {
    const show = createReload<readonly ReviewBatch[]>(
      () => get().batches,
      (batches) => set({ batches }),
    )
    const act = createDeeds<string>(set)
    const load = () => show(() => ask('reviews.batches', { connection_id: connection }))
    return {
      batches: { status: 'idle' },
      undone: null,
      doing: null,
      failure: undefined,
      load,
      async reload() {
        if (get().batches.status !== 'idle') await load()
      },
      async undo(batch) {
        set({ undone: null })
        const result = await act(batch, () => ask('reviews.undo', { connection_id: connection, batch }))
        if (!result) return
        set({ undone: result.changed })
        await load()
      },
      dismissResult: () => set({ undone: null, failure: undefined }),
    }
  })
}
