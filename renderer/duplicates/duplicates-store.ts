import { createStore } from 'zustand'
import type { DuplicateSummary } from '../../preload/contract/duplicates.ts'
import { type DuplicateScope, duplicatesTable } from '../../preload/values/duplicate-pairs.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'

interface DuplicatesState {
  /** What is compared; null while the screen is closed. */
  readonly scope: DuplicateScope | null
  readonly summary: Loadable<DuplicateSummary>
  open(scope: DuplicateScope): Promise<boolean>
  load(): Promise<boolean>
  close(): void
}

export type DuplicatesStore = ReturnType<typeof createDuplicatesStore>

/**
 * Contacts that look like one person, of one sheet or of all sheets of a connection: how many pairs there are, and why.
 */
export function createDuplicatesStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<DuplicatesState>()((set, get) => {
    const summary = createLatest({ get, set, key: 'summary', scope: () => get().scope })
    const load = () => summary.load((scope, call) => ask('duplicates.summary', scope, call))
    return {
      scope: null,
      summary: { status: 'idle' },
      open(scope) {
        const { scope: previous } = get()
        const isSame = previous !== null && duplicatesTable(previous).id === duplicatesTable(scope).id
        if (!isSame) {
          summary.clear()
          set({ scope })
        }
        return load()
      },
      load,
      close() {
        summary.clear()
        set({ scope: null })
      },
    }
  })
}
