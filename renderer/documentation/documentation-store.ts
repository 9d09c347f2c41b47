import { createStore } from 'zustand'
import type { ArticleKey, DocFile, DocHit, DocIndex, DocText } from '../../preload/contract/documentation.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type GuideSection, guideSections } from '../../preload/messages/guide-sections.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable, readyValue } from '../kernel/loadable.ts'

/** What is being read: an article, or one of the two files. */
export type Reading = { readonly article: ArticleKey } | { readonly file: DocFile }

/** A text of markdown with the time at which it was read, and what is known of it where it is an article. */
export interface ReadText {
  readonly body: string
  readonly read_at: string
  readonly article: DocText | null
}

export interface SearchResults {
  readonly term: string
  /** Of the service, or of what was read here. */
  readonly where: 'service' | 'here'
  readonly hits: readonly DocHit[]
}

export interface DocumentationState {
  readonly connection: string | null
  readonly index: Loadable<DocIndex>
  /** The service is being asked for the index. */
  readonly refreshing: boolean
  /** Why it could not be; what was kept stays. */
  readonly failure: Failure | null
  readonly reading: Reading | null
  /** Null where nothing of it was ever read. */
  readonly text: Loadable<ReadText | null>
  /** The service is being asked for the text. */
  readonly fetching: boolean
  readonly textFailure: Failure | null
  readonly term: string
  /** Only what is of this category is listed and looked for. */
  readonly category: string | null
  readonly results: SearchResults | null
  readonly searching: boolean
  /** The service could not be asked: what is found is of here. */
  readonly searchFailure: Failure | null
  /** Shows what is kept of a connection, and asks its service where that is old. */
  open(connection: string): Promise<void>
  /** Reads what is kept, without the service. */
  load(): Promise<void>
  refresh(): Promise<void>
  /** Shows a text as it is kept, and asks the service for it as it is now. */
  read(reading: Reading | null): Promise<void>
  reread(): Promise<void>
  /** Finds in what is kept at once, and asks the service when the person has stopped typing. */
  find(term: string, category: string | null): void
  download(): Promise<void>
  dismissFailure(): void
}

export interface DocumentationDeps {
  readonly ask: AppAsk
  /** Epoch ms. */
  readonly now: () => number
  /** How long a term rests before the service is asked, in ms. */
  readonly askAfter?: number
}

export type DocumentationStore = ReturnType<typeof createDocumentationStore>

/** What is older is asked for again when it is opened, in ms. */
const oldAfter = 3_600_000

const nothing = {
  index: { status: 'idle' },
  refreshing: false,
  failure: null,
  reading: null,
  text: { status: 'idle' },
  fetching: false,
  textFailure: null,
  term: '',
  category: null,
  results: null,
  searching: false,
  searchFailure: null,
} as const

/** The documentation of one connection's platform. */
export function createDocumentationStore({ ask, now, askAfter = 350 }: DocumentationDeps) {
  return createStore<DocumentationState>()((set, get) => {
    let resting: ReturnType<typeof setTimeout> | undefined
    let search = new AbortController()
    /** The search that the service has answered. */
    let answered: AbortSignal | undefined
    let reads = 0
    const reload = createReload<DocIndex>(
      () => get().index,
      (index) => set({ index }),
    )
    const isOld = (at: string | null | undefined) => !at || now() - Date.parse(at) > oldAfter

    const textOf = async (connection_id: string, reading: Reading, fresh: boolean): Promise<ReadText | null> => {
      if ('file' in reading) {
        const found = await ask('documentation.file', { connection_id, file: reading.file, fresh })
        return found && { body: found.text, read_at: found.read_at, article: null }
      }
      const article = await ask('documentation.article', { connection_id, ...reading.article, fresh })
      return article && { body: article.body, read_at: article.read_at, article }
    }
    /** Asks for the text; the last one that was asked for is the one that is shown. */
    const fetchText = async (connection: string, reading: Reading, turn: number) => {
      set({ fetching: true, textFailure: null })
      try {
        const value = await textOf(connection, reading, true)
        if (turn === reads) set({ text: { status: 'ready', value } })
      } catch (error) {
        if (turn === reads) set({ textFailure: failureOf(error) })
      } finally {
        if (turn === reads) set({ fetching: false })
      }
    }
    const findAt = async (where: SearchResults['where'], term: string, { signal }: AbortController) => {
      const { connection: connection_id, category } = get()
      if (connection_id === null) return
      try {
        const hits = await ask('documentation.search', { connection_id, term, category, where }, { signal })
        // What is kept may be found later than what the service said of the same words, which is worth more.
        const late = where === 'here' && answered === signal
        if (where === 'service') answered = signal
        if (!signal.aborted && !late) set({ results: { term, where, hits } })
      } catch (error) {
        if (!signal.aborted && where === 'service') set({ searchFailure: failureOf(error) })
      }
    }

    return {
      connection: null,
      ...nothing,
      async open(connection) {
        if (get().connection !== connection) {
          clearTimeout(resting)
          search.abort()
          reads += 1
          set({ connection, ...nothing })
        }
        await get().load()
        if (get().connection === connection && isOld(readyValue(get().index)?.read_at)) await get().refresh()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(() => ask('documentation.index', { connection_id: connection, fresh: false }))
      },
      async refresh() {
        const { connection } = get()
        if (connection === null || get().refreshing) return
        set({ refreshing: true, failure: null })
        const mine = () => get().connection === connection
        try {
          const index = await ask('documentation.index', { connection_id: connection, fresh: true })
          if (mine()) set({ index: { status: 'ready', value: index } })
        } catch (error) {
          if (mine()) set({ failure: failureOf(error) })
        } finally {
          if (mine()) set({ refreshing: false })
        }
      },
      async read(reading) {
        reads += 1
        const turn = reads
        const { connection } = get()
        set({ reading, text: { status: 'loading' }, fetching: false, textFailure: null })
        if (connection === null || reading === null) return
        try {
          const value = await textOf(connection, reading, false)
          if (turn !== reads) return
          set({ text: { status: 'ready', value } })
          if (isOld(value?.read_at)) await fetchText(connection, reading, turn)
        } catch (error) {
          if (turn === reads) set({ text: { status: 'failed', failure: failureOf(error) } })
        }
      },
      async reread() {
        const { connection, reading } = get()
        if (connection !== null && reading !== null) await fetchText(connection, reading, reads)
      },
      find(term, category) {
        clearTimeout(resting)
        search.abort()
        search = new AbortController()
        const asked = search
        const wanted = term.trim()
        set({
          term,
          category,
          searchFailure: null,
          searching: wanted !== '',
          ...(wanted === '' ? { results: null } : {}),
        })
        if (wanted === '') return
        void findAt('here', wanted, asked)
        resting = setTimeout(async () => {
          await findAt('service', wanted, asked)
          if (!asked.signal.aborted) set({ searching: false })
        }, askAfter)
      },
      async download() {
        const { connection } = get()
        if (connection === null) return
        try {
          await ask('documentation.download', { connection_id: connection })
          await get().load()
        } catch (error) {
          if (get().connection === connection) set({ failure: failureOf(error) })
        }
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}

export interface HelpMatch {
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
  readonly match: Loadable<HelpMatch>
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
    const reload = createReload<HelpMatch>(
      () => get().match,
      (fitting) => set({ match: fitting }),
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
      match: { status: 'idle' },
      open({ connection, words, section }) {
        asked = connection === null ? null : [connection, words]
        set({ opened: true, part: 'cruza', section, match: { status: 'idle' } })
      },
      async show(part) {
        set({ part })
        if (part === 'platform' && get().match.status === 'idle') await look()
      },
      retry: look,
      close: () => set({ opened: false }),
    }
  })
}
