import { createStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import type { SavedFilter } from '../../preload/contract/reviews.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface Sources {
  /** Those that are kept on this computer. */
  readonly forms: readonly Form[]
  readonly filters: readonly SavedFilter[]
}

export interface SourcesState {
  readonly sources: Loadable<Sources>
  load(): Promise<void>
  /** After a push: refetches what was loaded before. */
  reload(): Promise<void>
}

export interface SourcesDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type SourcesStore = ReturnType<typeof createSourcesStore>

/** What packages are made from: the kept forms of an account and the filters that the team has saved. */
export function createSourcesStore({ ask, connection }: SourcesDeps) {
  const account = { connection_id: connection }
  return createStore<SourcesState>()((set, get) => {
    const show = createReload<Sources>(
      () => get().sources,
      (sources) => set({ sources }),
    )
    const load = () =>
      show(async () => {
        const [forms, filters] = await Promise.all([ask('forms.list', account), ask('reviews.filters', account)])
        return { forms: forms.filter((form) => form.kept), filters }
      })
    return {
      sources: { status: 'idle' },
      load,
      async reload() {
        if (get().sources.status !== 'idle') await load()
      },
    }
  })
}
