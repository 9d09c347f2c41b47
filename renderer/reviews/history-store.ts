import { createStore } from 'zustand'
import type { ReviewBatch } from '../../preload/contract/reviews.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { createDeeds, type Doing } from './deed.ts'

export interface HistoryState extends Doing<string> {
  /** The last 200 deeds, the newest first. `doing` is the one that is being undone. */
  readonly batches: Loadable<readonly ReviewBatch[]>
  /** Entries that the last undoing brought back; null before the first. */
  readonly undone: number | null
  load(): Promise<void>
  /** After a push: asks anew when somebody has looked before. */
  reload(): Promise<void>
  undo(batch: string): Promise<void>
  /** Forgets what the last undoing came to. */
  rest(): void
}

export interface HistoryDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** What was done to the team's reviews on this computer; each deed is taken back as one. */
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
      rest: () => set({ undone: null, failure: undefined }),
    }
  })
}
