import type {
  ArticleKey,
  DocFile,
  DocHit,
  DocIndex,
  DocText,
  documentation,
} from '../../preload/contract/documentation.ts'
import type { Data } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Work } from '../kernel/tasks.ts'
import { createDocumentation, type Documentation } from '../remotes/platform.ts'
import type { Services } from '../services.ts'
import type { ReceivedText } from './data/documentation-calls.ts'
import { markWords, readArticle, readIndex, readSearch } from './read-answers.ts'

/** How many articles are offered besides the best match. */
const mostOthers = 5

/** The platform's public documentation: read on request, stored, and searched without network. */
export function createDocumentationService(deps: Services): Handlers<typeof documentation> {
  const { data, tasks } = deps
  /** The documentation of the connection's current host. It is public, so no secret is read. */
  const remoteOf = async (id: string) => {
    const { base_url } = await deps.addressOf(id)
    return {
      base_url,
      remote: createDocumentation({ fetch: deps.fetch, baseUrl: base_url, answerMs: deps.retryPolicy.timeoutMs }),
    }
  }
  const at = () => deps.now().toISOString()

  const index = async (connection_id: string): Promise<DocIndex> => {
    const { base_url } = await remoteOf(connection_id)
    return { ...(await data.ask('documentation.stored', { connection_id })), base_url }
  }
  const refreshIndex = async (connection_id: string, signal: AbortSignal) => {
    const { remote } = await remoteOf(connection_id)
    const { text } = await remote.index(signal)
    await data.ask('documentation.store_index', { connection_id, index: readIndex(text), read_at: at() })
    deps.changed('documentation')
  }
  const readFresh = async (connection_id: string, key: ArticleKey, signal: AbortSignal): Promise<DocText> => {
    const { remote } = await remoteOf(connection_id)
    const { text } = await remote.article(key, signal)
    const stored = { connection_id, text: readArticle(text, key), read_at: at() }
    return data.ask('documentation.store_text', stored)
  }
  const find = async (connection_id: string, term: string, category: string | null, limit: number) => {
    const hits = await data.ask('documentation.find', { connection_id, term, category, limit })
    return hits.map((hit): DocHit => ({ ...hit, excerpt: markWords(hit.excerpt, term) }))
  }

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
      const { remote } = await remoteOf(connection_id)
      const { text } = await remote.file(file, signal)
      const read_at = at()
      await data.ask('documentation.store_file', { connection_id, file, text, read_at })
      deps.changed('documentation')
      return { text, read_at }
    },
    async 'documentation.search'({ connection_id, term, category, limit, where }, { signal }) {
      if (where === 'here') return find(connection_id, term, category, limit)
      const { remote } = await remoteOf(connection_id)
      const { text } = await remote.search({ term, category, limit }, signal)
      const { articles } = await data.ask('documentation.stored', { connection_id })
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
      const stored = await data.ask('documentation.text', { connection_id, ...best.of })
      const article = stored ?? (await readFresh(connection_id, best.of, signal))
      return { article, others: others.slice(0, mostOthers) }
    },
    async 'documentation.download'({ connection_id }) {
      // Before it starts, so that a deleted connection fails at once.
      const { remote } = await remoteOf(connection_id)
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

function differing<T extends { readonly of: ArticleKey }>(hits: readonly T[]): T[] {
  return [...new Map(hits.toReversed().map((hit) => [nameOf(hit.of), hit])).values()].toReversed()
}

function nameOf({ category, slug }: ArticleKey): string {
  return `${category} ${slug}`
}

interface DownloadDeps {
  readonly data: Data
  readonly retryPolicy: RetryPolicy
  readonly remote: Documentation
  readonly connection_id: string
  /** The time of an answer. */
  at(): string
  changed(feature: string): void
}

/**
 * Reads the index, every article that is not stored in the index's version, and both files. Each answer is stored as it
 * comes, so that a later download reads only the rest. What the service lacks is skipped. An unreadable article is
 * reported at the end and does not stop the others.
 */
async function download(deps: DownloadDeps, work: Work): Promise<void> {
  const { data, remote, connection_id, at } = deps
  const { signal } = work
  const ask = <T>(read: () => Promise<T>) => retryWithBackoff(read, deps.retryPolicy, { signal, waiting: work.waiting })
  let unreadable: AppFailure | null = null
  /** Null for an article that the service has but that cannot be read. */
  const readable = (read: () => ReceivedText) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppFailure) || error.code !== 'unexpected_body') throw error
      unreadable ??= error
      return null
    }
  }
  try {
    const index = await ask(async () => readIndex((await remote.index(signal)).text))
    await data.ask('documentation.store_index', { connection_id, index, read_at: at() })
    const missing = await data.ask('documentation.missing', { connection_id })
    const total = index.articles.length
    let count = total - missing.length
    work.report(count, total)
    for (const key of missing) {
      const answer = await ask(() => orNothing(() => remote.article(key, signal)))
      const text = answer && readable(() => readArticle(answer.text, key))
      if (text) await data.ask('documentation.store_text', { connection_id, text, read_at: at() })
      count += 1
      work.report(count, total)
    }
    for (const file of ['index', 'full'] satisfies DocFile[]) {
      const answer = await ask(() => orNothing(() => remote.file(file, signal)))
      if (answer) {
        await data.ask('documentation.store_file', { connection_id, file, text: answer.text, read_at: at() })
      }
    }
    if (unreadable) throw unreadable
  } finally {
    deps.changed('documentation')
  }
}

/** Null where the service does not have it. */
async function orNothing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppFailure && ['not_found', 'not_this_service'].includes(error.code)) return null
    throw error
  }
}
