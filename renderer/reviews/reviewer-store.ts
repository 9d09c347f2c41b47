import { createStore } from 'zustand'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface ReviewerState {
  /** Empty while nobody has said it. */
  readonly name: Loadable<string>
  load(): Promise<void>
  /** Throws when it is not kept. */
  save(name: string): Promise<void>
}

export type ReviewerStore = ReturnType<typeof createReviewerStore>

/** Who reviews on this computer; the name stands in every trail. */
export function createReviewerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ReviewerState>()((set, get) => {
    const reload = createReload<string>(
      () => get().name,
      (name) => set({ name }),
    )
    return {
      name: { status: 'idle' },
      load: () => reload(async () => (await ask('reviews.reviewer', {})).name),
      async save(name) {
        const saved = await ask('reviews.name_reviewer', { name })
        set({ name: { status: 'ready', value: saved.name } })
      },
    }
  })
}
