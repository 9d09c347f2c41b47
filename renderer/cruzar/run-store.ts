import { createStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { coalesce } from '../kernel/schedule.ts'

export interface RunState {
  /** The run on screen, or null when none is. */
  readonly id: string | null
  readonly run: Loadable<Run>
  open(id: string): Promise<void>
  close(): void
  /** After a push: reads the figures and lets the table look for new rows, at most a few times a second. */
  reload(): Promise<void>
  load(): Promise<void>
}

export interface RunDeps {
  readonly ask: AppAsk
  /** Lets the table of a run see whether its rows changed. */
  readonly reloadTable: (id: string) => Promise<void>
  /** Milliseconds between two answers to pushes. */
  readonly rest?: number
}

export type RunStore = ReturnType<typeof createRunStore>

/** The run that is on screen, live while it goes on. */
export function createRunStore({ ask, reloadTable, rest = 250 }: RunDeps) {
  return createStore<RunState>()((set, get) => {
    /** A question of its own for each opened run: a late answer about the one before is nobody's. */
    let reload = createReload<Run>(
      () => get().run,
      (run) => set({ run }),
    )
    const load = async () => {
      const { id } = get()
      if (id) await reload(() => ask('cruzar.run', { id }))
    }
    const pushed = coalesce(async () => {
      const { id } = get()
      if (id) await Promise.all([load(), reloadTable(id)])
    }, rest)
    return {
      id: null,
      run: { status: 'idle' },
      async open(id) {
        if (get().id !== id) {
          set({ id, run: { status: 'loading' } })
          reload = createReload<Run>(
            () => get().run,
            (run) => {
              if (get().id === id) set({ run })
            },
          )
        }
        await load()
      },
      close: () => set({ id: null, run: { status: 'idle' } }),
      async reload() {
        if (get().id) await pushed()
      },
      load,
    }
  })
}
