import { createStore } from 'zustand'
import type { DocHit, DocIndex, DocText } from '../../preload/contract/documentation.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface Fitting {
  readonly connection: string
  readonly article: DocText | null
  readonly others: readonly DocHit[]
  /** For the links of the article. */
  readonly index: DocIndex
}

export interface HelpState {
  readonly opened: boolean
  /** What is shown; idle where there is no platform to ask. */
  readonly fitting: Loadable<Fitting>
  /** Looks for the article that fits the first of these words that any article fits; null where no platform is connected. */
  open(connection: string | null, words: readonly string[]): Promise<void>
  retry(): Promise<void>
  close(): void
}

export type HelpStore = ReturnType<typeof createHelpStore>

/** The help beside a screen. */
export function createHelpStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<HelpState>()((set, get) => {
    let asked: readonly [connection: string, words: readonly string[]] | null = null
    const reload = createReload<Fitting>(
      () => get().fitting,
      (fitting) => set({ fitting }),
    )
    const look = async () => {
      if (asked === null) return
      const [connection_id, words] = asked
      await reload(async () => {
        const found = await ask('documentation.fitting', { connection_id, words: [...words] })
        const index = await ask('documentation.index', { connection_id, fresh: false })
        return { connection: connection_id, ...found, index }
      })
    }
    return {
      opened: false,
      fitting: { status: 'idle' },
      async open(connection, words) {
        asked = connection === null ? null : [connection, words]
        set({ opened: true, fitting: { status: 'idle' } })
        await look()
      },
      retry: look,
      close: () => set({ opened: false }),
    }
  })
}
