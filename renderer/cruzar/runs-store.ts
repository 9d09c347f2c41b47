import { createStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { coalesce } from '../kernel/schedule.ts'

export interface RunsState {
  readonly runs: Loadable<readonly Run[]>
  /** Rename, forget or continue is under way. */
  readonly working: boolean
  /** Why the last deed did not succeed; gone when the next begins. */
  readonly failure: Failure | undefined
  load(): Promise<void>
  /** After a push: asks anew, at most a few times a second, and only when somebody has looked before. */
  reload(): Promise<void>
  /** True when it was done. */
  rename(id: string, name: string): Promise<boolean>
  forget(id: string): Promise<boolean>
  /** Asks again for what has no answer yet. */
  resume(id: string): Promise<boolean>
  forgetFailure(): void
}

export interface RunsDeps {
  readonly ask: AppAsk
  /** Milliseconds between two answers to pushes. */
  readonly rest?: number
}

export type RunsStore = ReturnType<typeof createRunsStore>

/** Every kept run, the newest first, and what can be done with one. */
export function createRunsStore({ ask, rest = 250 }: RunsDeps) {
  return createStore<RunsState>()((set, get) => {
    const reload = createReload<readonly Run[]>(
      () => get().runs,
      (runs) => set({ runs }),
    )
    const load = () => reload(async () => newestFirst(await ask('cruzar.runs', {})))
    const pushed = coalesce(load, rest)
    const act = async (deed: () => Promise<unknown>): Promise<boolean> => {
      set({ working: true, failure: undefined })
      try {
        await deed()
        if (get().runs.status !== 'idle') await load()
        return true
      } catch (error) {
        set({ failure: failureOf(error) })
        return false
      } finally {
        set({ working: false })
      }
    }
    return {
      runs: { status: 'idle' },
      working: false,
      failure: undefined,
      load,
      async reload() {
        if (get().runs.status !== 'idle') await pushed()
      },
      rename: (id, name) => act(() => ask('cruzar.rename', { id, name })),
      forget: (id) => act(() => ask('cruzar.forget', { id })),
      resume: (id) => act(() => ask('cruzar.resume', { id })),
      forgetFailure: () => set({ failure: undefined }),
    }
  })
}

function newestFirst(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((one, other) => other.started_at.localeCompare(one.started_at))
}
