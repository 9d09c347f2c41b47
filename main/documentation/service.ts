import type { ArticleKey, DocHit, DocIndex, DocText, documentation } from '../../preload/contract/documentation.ts'
import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Tasks } from '../kernel/tasks.ts'
import type { Documentation } from '../remotes/documentation.ts'
import { download } from './download.ts'
import { readArticle } from './read-article.ts'
import { readIndex } from './read-index.ts'
import { readSearch } from './read-search.ts'

export interface DocumentationServiceDeps {
  readonly data: Data
  readonly tasks: Tasks
  readonly retryPolicy: RetryPolicy
  readonly now: () => Date
  /** The documentation of the connection's host in use; it takes no token. */
  documentation(connectionId: string): Promise<{ readonly base_url: string; readonly remote: Documentation }>
  connectionNames(): Promise<ReadonlyMap<string, string>>
  changed(feature: string): void
}

/** How many articles stand beside the one that fits. */
const mostOthers = 5

/** The platform's public documentation: read when it is asked for, kept, and found without network. */
export function createDocumentationService(deps: DocumentationServiceDeps): Handlers<typeof documentation> {
  const { data, tasks } = deps
  const at = () => deps.now().toISOString()

  const index = async (connection_id: string): Promise<DocIndex> => {
    const { base_url } = await deps.documentation(connection_id)
    const kept = await data.ask('documentation.kept', { connection_id })
    return { ...kept, base_url }
  }
  const refreshIndex = async (connection_id: string, signal: AbortSignal) => {
    const { remote } = await deps.documentation(connection_id)
    const { text } = await remote.index(signal)
    await data.ask('documentation.store_index', { connection_id, index: readIndex(text), read_at: at() })
    deps.changed('documentation')
  }
  const readFresh = async (connection_id: string, key: ArticleKey, signal: AbortSignal): Promise<DocText> => {
    const { remote } = await deps.documentation(connection_id)
    const { text } = await remote.article(key, signal)
    const stored = { connection_id, text: readArticle(text, key), read_at: at() }
    return data.ask('documentation.store_text', stored)
  }
  const find = (connection_id: string, term: string, category: string | null, limit: number) =>
    data.ask('documentation.find', { connection_id, term, category, limit })

  return {
    async 'documentation.index'({ connection_id, fresh }, { signal }) {
      if (fresh) await refreshIndex(connection_id, signal)
      return index(connection_id)
    },
    async 'documentation.article'({ connection_id, category, slug, fresh }, { signal }) {
      const key = { category, slug }
      if (!fresh) return data.ask('documentation.text', { connection_id, ...key })
      const read = await readFresh(connection_id, key, signal)
      deps.changed('documentation')
      return read
    },
    async 'documentation.file'({ connection_id, file, fresh }, { signal }) {
      if (!fresh) return data.ask('documentation.file', { connection_id, file })
      const { remote } = await deps.documentation(connection_id)
      const { text } = await remote.file(file, signal)
      const read_at = at()
      await data.ask('documentation.store_file', { connection_id, file, text, read_at })
      deps.changed('documentation')
      return { text, read_at }
    },
    async 'documentation.search'({ connection_id, term, category, limit, where }, { signal }) {
      if (where === 'here') return find(connection_id, term, category, limit)
      const { remote } = await deps.documentation(connection_id)
      const { text } = await remote.search({ term, category, limit }, signal)
      const { articles } = await data.ask('documentation.kept', { connection_id })
      const read = new Map(articles.map((article) => [nameOf(article), article.read_at]))
      return readSearch(text, term)
        .slice(0, limit)
        .map((hit) => ({ ...hit, read_at: 'slug' in hit.of ? (read.get(nameOf(hit.of)) ?? null) : null }))
    },
    async 'documentation.fitting'({ connection_id, words }, { signal }) {
      const { read_at } = await index(connection_id)
      if (read_at === null) await refreshIndex(connection_id, signal)
      const hits = await Promise.all(words.map((word) => find(connection_id, word, null, mostOthers + 1)))
      const [best, ...others] = differing(hits.flat().filter(isArticle))
      if (!best) return { article: null, others: [] }
      const kept = await data.ask('documentation.text', { connection_id, ...best.of })
      const article = kept ?? (await readFresh(connection_id, best.of, signal))
      return { article, others: others.slice(0, mostOthers) }
    },
    async 'documentation.download'({ connection_id }) {
      // Asked before it starts, so that a connection that is gone is said at once.
      const { remote } = await deps.documentation(connection_id)
      const name = (await deps.connectionNames()).get(connection_id)
      if (name === undefined) throw new AppFailure('no_connection')
      const { id } = tasks.start({ kind: 'documentation', subject: connection_id, name }, (work) =>
        download({ ...deps, remote, connection_id, at }, work),
      )
      deps.changed('documentation')
      return { task_id: id }
    },
  }
}

function isArticle(hit: DocHit): hit is DocHit & { readonly of: ArticleKey } {
  return 'slug' in hit.of
}

/** The first hit of each article. */
function differing<T extends { readonly of: ArticleKey }>(hits: readonly T[]): T[] {
  return [...new Map(hits.toReversed().map((hit) => [nameOf(hit.of), hit])).values()].toReversed()
}

function nameOf({ category, slug }: ArticleKey): string {
  return `${category} ${slug}`
}
