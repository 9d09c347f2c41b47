import { createStore } from 'zustand'
import type { DocHit, DocIndex, DocText } from '../../preload/contract/documentation.ts'
import { type GuideSection, guideSections } from '../../preload/messages/guide-sections.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface Fitting {
  readonly connection: string
  readonly article: DocText | null
  readonly others: readonly DocHit[]
  /** For the links of the article. */
  readonly index: DocIndex
}

/** The help on Cruza itself comes first; that of the platform is asked for when it is looked at. */
export type HelpPart = 'cruza' | 'platform'

export interface HelpState {
  readonly opened: boolean
  readonly part: HelpPart
  /** Which section of the help on Cruza fits the screen. */
  readonly section: GuideSection
  /** What is shown; idle where there is no platform to ask. */
  readonly fitting: Loadable<Fitting>
  /** Opens the help of a screen; `connection` is null where no platform is connected. */
  open(asked: {
    readonly connection: string | null
    readonly words: readonly string[]
    readonly section: GuideSection
  }): void
  /** For the platform, looks for the article that fits the first of the words that any article fits. */
  show(part: HelpPart): Promise<void>
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
      part: 'cruza',
      section: guideSections[0],
      fitting: { status: 'idle' },
      open({ connection, words, section }) {
        asked = connection === null ? null : [connection, words]
        set({ opened: true, part: 'cruza', section, fitting: { status: 'idle' } })
      },
      async show(part) {
        set({ part })
        if (part === 'platform' && get().fitting.status === 'idle') await look()
      },
      retry: look,
      close: () => set({ opened: false }),
    }
  })
}
