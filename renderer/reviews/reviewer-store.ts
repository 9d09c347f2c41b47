import { createStore } from 'zustand'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { createDeeds, type Doing } from './deed.ts'

export interface ReviewerState extends Doing<'save'> {
  /** Empty while nobody has said it. */
  readonly name: Loadable<string>
  load(): Promise<void>
  /** True when it is kept. */
  save(name: string): Promise<boolean>
}

export type ReviewerStore = ReturnType<typeof createReviewerStore>

/** Who reviews on this computer; the name stands in every trail. */
export function createReviewerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ReviewerState>()((set, get) => {
    const reload = createReload<string>(
      () => get().name,
      (name) => set({ name }),
    )
    const act = createDeeds<'save'>(set)
    return {
      name: { status: 'idle' },
      doing: null,
      failure: undefined,
      load: () => reload(async () => (await ask('reviews.reviewer', {})).name),
      async save(name) {
        const saved = await act('save', () => ask('reviews.name_reviewer', { name }))
        if (saved) set({ name: { status: 'ready', value: saved.name } })
        return saved !== undefined
      },
    }
  })
}
