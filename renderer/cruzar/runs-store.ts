import { createStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { coalesce } from '../kernel/schedule.ts'

export type RunsStore = ReturnType<typeof createRunsStore>

/** The stored runs, the newest first, and what can be done with each. */
export function createRunsStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore(
    {
      list: async () => newestFirst(await ask('cruzar.runs', {})),
      rename: ({ id }, name) => ask('cruzar.rename', { id, name }),
      forget: ({ id }) => ask('cruzar.forget', { id }),
      resume: ({ id }) => ask('cruzar.resume', { id }),
    },
    () => ({}),
  )
}

function newestFirst(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((one, other) => other.started_at.localeCompare(one.started_at))
}

export interface RunState {
  /** The run on screen; null when none is. */
  readonly id: string | null
  readonly run: Loadable<Run>
  open(id: string): Promise<void>
  close(): void
  load(): Promise<void>
  /** After a push: loads the figures and the changed rows, at most once in `restMs`. */
  reload(): Promise<void>
}

export type RunStore = ReturnType<typeof createRunStore>

/** The run on screen, live while it goes on. */
export function createRunStore({
  ask,
  reloadTable,
  restMs = 250,
}: {
  readonly ask: AppAsk
  readonly reloadTable: (id: string) => Promise<void>
  readonly restMs?: number
}) {
  return createStore<RunState>()((set, get) => {
    const run = createLatest({ get, set, key: 'run', scope: () => get().id })
    const reload = coalesce(async () => {
      const { id, load } = get()
      if (id !== null) await Promise.all([load(), reloadTable(id)])
    }, restMs)
    return {
      id: null,
      run: { status: 'idle' },
      async open(id) {
        if (get().id !== id) run.clear()
        set({ id })
        await get().load()
      },
      close() {
        run.clear()
        set({ id: null })
      },
      load: async () => void (await run.load((id, options) => ask('cruzar.run', { id }, options))),
      async reload() {
        if (get().id !== null) await reload()
      },
    }
  })
}
