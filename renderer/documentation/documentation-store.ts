import { createStore } from 'zustand'
import type { ArticleKey, DocFile, DocHit, DocIndex, DocText } from '../../preload/contract/documentation.ts'
import { type GuideSection, guideSections } from '../../preload/messages/guide-sections.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf, pause, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** The text to read: an article, or one of the two files. */
export type Reading = { readonly article: ArticleKey } | { readonly file: DocFile }

/** A text of markdown with the time at which it was read, and the facts of its article where it is one. */
export interface ReadText {
  readonly body: string
  readonly read_at: string
  readonly article: DocText | null
}

interface SearchResults {
  readonly term: string
  /** Whether the service found them, or a search of what is stored here. */
  readonly where: 'service' | 'here'
  readonly hits: readonly DocHit[]
}

export interface DocumentationState extends MutationState<'refresh' | 'download'> {
  readonly connection: string | null
  readonly index: Loadable<DocIndex>
  readonly reading: Reading | null
  /** Null where it was never read. */
  readonly text: Loadable<ReadText | null>
  readonly textRefresh: MutationState
  readonly term: string
  /** Only texts of this category are listed and searched. */
  readonly category: string | null
  readonly results: Loadable<SearchResults>
  readonly searching: boolean
  /** Shows a connection's stored texts, and requests the old ones again. */
  open(connection: string): Promise<void>
  /** Reads what is stored, without asking the service. */
  load(): Promise<unknown>
  refresh(): Promise<unknown>
  /** Shows a stored text, and reads it from the service where it is old. */
  read(reading: Reading | null): Promise<void>
  reread(): Promise<unknown>
  /** Searches what is stored at once, and the service after a pause in typing. */
  find(term: string, category: string | null): void
  download(): Promise<unknown>
  dismissFailure(): void
}

export type DocumentationStore = ReturnType<typeof createDocumentationStore>

/** Older texts are read again when they are opened, in ms. */
const staleAfterMs = 3_600_000
const idle = { status: 'idle' } as const
const initial = {
  index: idle,
  reading: null,
  text: idle,
  textRefresh: noMutation,
  term: '',
  category: null,
  results: idle,
  searching: false,
  ...noMutation,
} satisfies Partial<DocumentationState>

/** The documentation of one connection's platform. The service is searched `debounceMs` after the last key. */
export function createDocumentationStore({
  ask,
  now,
  debounceMs = 350,
}: {
  readonly ask: AppAsk
  /** Epoch ms. */
  readonly now: () => number
  readonly debounceMs?: number
}) {
  return createStore<DocumentationState>()((set, get) => {
    const scope = () => get().connection
    const index = createLatest({ get, set, key: 'index', scope })
    const text = createLatest({ get, set, key: 'text', scope })
    const results = createLatest({ get, set, key: 'results', scope, busy: 'searching' })
    const mutation = createMutation({ get, set, scope, concurrency: 'parallel' })
    const textRefresh = createMutation({ ...partOf({ get, set }, 'textRefresh'), scope, concurrency: 'replace' })
    const isStale = (at: string | null | undefined) => !at || now() - Date.parse(at) > staleAfterMs

    const textOf = async (connection_id: string, reading: Reading, fresh: boolean): Promise<ReadText | null> => {
      if ('file' in reading) {
        const file = await ask('documentation.file', { connection_id, file: reading.file, fresh })
        return file && { body: file.text, read_at: file.read_at, article: null }
      }
      const article = await ask('documentation.article', { connection_id, ...reading.article, fresh })
      return article && { body: article.body, read_at: article.read_at, article }
    }
    const show = (reading: Reading | null) => {
      textRefresh.cancel()
      text.clear()
      set({ reading, textRefresh: noMutation })
    }

    return {
      connection: null,
      ...initial,
      async open(connection) {
        if (get().connection !== connection) {
          mutation.cancel()
          results.clear()
          show(null)
          set({ connection, ...initial })
        }
        await get().load()
        if (get().connection === connection && isStale(readyValue(get().index)?.read_at)) await get().refresh()
      },
      load: () => index.load((connection_id) => ask('documentation.index', { connection_id, fresh: false })),
      refresh: () =>
        mutation.run(
          'refresh',
          (connection_id) => ask('documentation.index', { connection_id, fresh: true }),
          index.show,
        ),
      async read(reading) {
        show(reading)
        if (reading === null) return
        const isShown = await text.load((connection_id) => textOf(connection_id, reading, false))
        const stored = get().text
        if (isShown && stored.status === 'ready' && isStale(stored.value?.read_at)) await get().reread()
      },
      async reread() {
        const { reading } = get()
        if (reading)
          await textRefresh.run('refresh', (connection_id) => textOf(connection_id, reading, true), text.show)
      },
      find(typed, category) {
        const term = typed.trim()
        set({ term: typed, category })
        if (term === '') return results.clear()
        void results.load(async (connection_id, { signal, show }) => {
          const searchIn = async (where: SearchResults['where']) => {
            const hits = await ask('documentation.search', { connection_id, term, category, where }, { signal })
            return { term, where, hits }
          }
          const atService = async () => {
            await pause(debounceMs, signal)
            return searchIn('service')
          }
          const [answer] = await Promise.all([atService(), searchIn('here').then(show)])
          return answer
        })
      },
      download: () =>
        mutation.run('download', async (connection_id) => {
          await ask('documentation.download', { connection_id })
          await get().load()
        }),
      dismissFailure: mutation.dismissFailure,
    }
  })
}

export interface HelpMatch {
  readonly connection: string
  readonly article: DocText | null
  readonly others: readonly DocHit[]
  /** The index resolves the links of the article. */
  readonly index: DocIndex
}

/** The help about Cruza comes first. The platform's is searched only when it is shown. */
export type HelpPart = 'cruza' | 'platform'

export interface HelpState {
  readonly opened: boolean
  readonly part: HelpPart
  /** The section of the help about Cruza that fits the screen. */
  readonly section: GuideSection
  /** The article of the platform's documentation for the screen; idle where there is no platform. */
  readonly match: Loadable<HelpMatch>
  /**
   * The screen's connection, null where no platform is connected, and the words that articles are matched with, the
   * best first.
   */
  readonly subject: { readonly connection: string | null; readonly words: readonly string[] }
  open(subject: HelpState['subject'] & { readonly section: GuideSection }): void
  /** For the platform, it finds the article that fits the first of the words for which there is one. */
  show(part: HelpPart): Promise<void>
  retry(): Promise<unknown>
  close(): void
}

export type HelpStore = ReturnType<typeof createHelpStore>

export function createHelpStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<HelpState>()((set, get) => {
    const match = createLatest({ get, set, key: 'match', scope: () => get().subject.connection })
    return {
      opened: false,
      part: 'cruza',
      section: guideSections[0],
      match: idle,
      subject: { connection: null, words: [] },
      open({ section, ...subject }) {
        match.clear()
        set({ opened: true, part: 'cruza', section, subject })
      },
      async show(part) {
        set({ part })
        if (part === 'platform' && get().match.status === 'idle') await get().retry()
      },
      retry: () =>
        match.load(async (connection_id) => {
          const fitting = await ask('documentation.fitting', { connection_id, words: [...get().subject.words] })
          const index = await ask('documentation.index', { connection_id, fresh: false })
          return { connection: connection_id, ...fitting, index }
        }),
      close: () => set({ opened: false }),
    }
  })
}
