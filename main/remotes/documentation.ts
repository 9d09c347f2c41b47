import type { ArticleKey, DocFile } from '../../preload/contract/documentation.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createHttp, type Fetch, type HttpAnswer } from '../kernel/http.ts'
import { pageWithSuccess } from '../kernel/http-failures.ts'

/** The five public paths of agent-platform.md, "Documentation-reading API". Every answer is text; nobody's token goes along. */
export interface Documentation {
  /** Categories and the list of articles, JSON. */
  index(signal: AbortSignal): Promise<HttpAnswer>
  /** One article, or `not_found`: JSON with a markdown body, or the markdown itself. */
  article(key: ArticleKey, signal: AbortSignal): Promise<HttpAnswer>
  /** Articles by relevance, each with an excerpt, JSON. */
  search(asked: DocSearch, signal: AbortSignal): Promise<HttpAnswer>
  /** The same for `/llms.txt` or `/llms-full.txt`, markdown. */
  file(file: DocFile, signal: AbortSignal): Promise<HttpAnswer>
}

export interface DocSearch {
  readonly term: string
  readonly category: string | null
  readonly limit: number
}

export interface DocumentationDeps {
  readonly fetch: Fetch
  readonly baseUrl: string
  /** Milliseconds for one answer, to its last byte. */
  readonly answerMs: number
}

export const documentationAccept = 'application/json, text/markdown, text/plain;q=0.9'

const files: Readonly<Record<DocFile, string>> = { index: '/llms.txt', full: '/llms-full.txt' }

/** The documentation of one host. Throws what `Http.send` throws, and `captive_portal` for a page in place of an answer. */
export function createDocumentation({ fetch, baseUrl, answerMs }: DocumentationDeps): Documentation {
  const http = createHttp({ fetch, baseUrl, credentials: async () => ({}) })
  const read = async (path: string, signal: AbortSignal, query: readonly (readonly [string, string])[] = []) => {
    const answer = await http.send({
      path,
      query,
      signal,
      timeoutMs: answerMs,
      accept: documentationAccept,
    })
    if (isPage(answer)) throw pageWithSuccess()
    return answer
  }
  /** What the index names and the host does not have is gone, and no reason to doubt the address of the connection. */
  const readNamed = async (path: string, signal: AbortSignal) => {
    try {
      return await read(path, signal)
    } catch (error) {
      throw error instanceof AppFailure && error.code === 'service_not_found' ? new AppFailure('not_found') : error
    }
  }
  return {
    index: (signal) => read('/api/docs', signal),
    article: ({ category, slug }, signal) =>
      readNamed(`/api/docs/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, signal),
    search: ({ term, category, limit }, signal) =>
      read('/api/docs/search', signal, [
        ['q', term],
        ['limite', String(limit)],
        ...(category === null ? [] : [['categoria', category] as const]),
      ]),
    file: (file, signal) => readNamed(files[file], signal),
  }
}

/** Markdown may begin with a tag; an HTML page has its content type or begins as pages do. */
function isPage({ headers, text }: HttpAnswer): boolean {
  return headers.get('content-type')?.includes('html') === true || /^\s*<(!doctype|html)\b/i.test(text)
}
