import { createStore } from 'zustand'
import type { Exported } from '../../preload/contract/writes.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'

/** The newest exports, and how many there are in all. */
export interface ListedExports {
  readonly exports: readonly Exported[]
  readonly total: number
}

export interface ExportsState {
  readonly list: Loadable<ListedExports>
  /** More of them are being loaded, or the same again. */
  readonly busy: boolean
  /** How many are listed where there are as many. */
  readonly most: number
  load(): Promise<unknown>
  /** The same where the list was opened before. */
  reload(): Promise<unknown>
  showMore(): Promise<unknown>
}

export type ExportsStore = ReturnType<typeof createExportsStore>

/** Lines at first and with each "show more". */
const step = 100
/** The contract's most at once. */
const mostAtOnce = 500

/** What was exported from this computer, newest first. */
export function createExportsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ExportsState>()((set, get) => {
    const list = createLatest<ExportsState, 'list'>({ get, set, key: 'list', busy: 'busy' })
    const load = () => list.load(() => newest(ask, get().most))
    return {
      list: { status: 'idle' },
      busy: false,
      most: step,
      load,
      reload: async () => (get().list.status === 'idle' ? null : load()),
      showMore() {
        set({ most: get().most + step })
        return load()
      },
    }
  })
}

async function newest(ask: AppAsk, limit: number): Promise<ListedExports> {
  const exports: Exported[] = []
  for (;;) {
    const from = exports.length
    const page = await ask('activity.exports', { from, count: Math.min(mostAtOnce, limit - from) })
    exports.push(...page.exports)
    if (exports.length >= Math.min(limit, page.total) || page.exports.length === 0) return { ...page, exports }
  }
}
