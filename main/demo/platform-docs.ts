import { type Answer, type Call, empty, json, Refusal, typed } from './answer.ts'
import { type Article, articles, categories } from './docs-articles.ts'
import { platformError } from './platform-errors.ts'
import type { Route } from './routes.ts'

const defaultLimit = 10
const excerptReach = 80

/**
 * The documentation-reading API: public, any origin. Assumption: the names of its keys; the document gives their
 * meaning only (agent-platform.md, "Documentation-reading API").
 */
export function docsRoutes(): readonly Route[] {
  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/api/docs',
      handle: () => json({ categories: categories.map(withCount), articles: articles.map(brief) }),
    },
    { method: 'GET', path: '/api/docs/search', handle: search },
    { method: 'GET', path: '/api/docs/{categoria}/{slug}', handle: one },
    { method: 'GET', path: '/llms.txt', handle: () => typed('text/plain; charset=utf-8', index()) },
    { method: 'GET', path: '/llms-full.txt', handle: () => typed('text/plain; charset=utf-8', everything()) },
  ]
  return [...routes, ...routes.map((route) => ({ ...route, method: 'OPTIONS', handle: () => empty(204) }))].map(open)
}

/** Any page may read the documentation. */
function open(route: Route): Route {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, OPTIONS' }
  return {
    ...route,
    async handle(call) {
      const answer = await Promise.resolve(call).then(route.handle).catch(refused)
      return { ...answer, headers: { ...answer.headers, ...headers } }
    },
  }
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer
  throw error
}

function withCount(category: (typeof categories)[number]) {
  return { ...category, count: articles.filter((article) => article.category === category.slug).length }
}

function brief(article: Article) {
  return {
    title: article.title,
    summary: article.summary,
    keywords: article.keywords,
    updated_at: article.updated,
    category: article.category,
    slug: article.slug,
    url: `/api/docs/${article.category}/${article.slug}`,
  }
}

function one(call: Call): Answer {
  const { categoria, slug } = call.params
  const article = articles.find((candidate) => candidate.category === categoria && candidate.slug === slug)
  if (!article) throw new Refusal(platformError(404, 'Artigo não encontrado'))
  return json({ ...brief(article), body: article.body })
}

/** A hit in the title counts most, then keywords, summary and text. */
function search(call: Call): Answer {
  const term = (call.query.get('q') ?? '').trim()
  const limit = Math.max(1, Number.parseInt(call.query.get('limite') ?? '', 10) || defaultLimit)
  const category = call.query.get('categoria')
  const wanted = folded(term)
  const scored = articles
    .filter((article) => !category || article.category === category)
    .map((article) => ({ article, score: wanted === '' ? 0 : scoreOf(article, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
  const found = scored.slice(0, limit).map(({ article }) => ({ ...brief(article), excerpt: excerpt(article, wanted) }))
  return json({ query: term, total: scored.length, articles: found })
}

function scoreOf(article: Article, wanted: string): number {
  const hits = (value: string) => folded(value).split(wanted).length - 1
  return hits(article.title) * 8 + hits(article.keywords.join(' ')) * 4 + hits(article.summary) * 2 + hits(article.body)
}

function excerpt(article: Article, wanted: string): string {
  const source = `${article.summary} ${article.body}`.normalize('NFC').replace(/\s+/g, ' ')
  const place = Math.max(0, folded(source).indexOf(wanted))
  const start = Math.max(0, place - excerptReach)
  const end = place + wanted.length + excerptReach
  return `${start > 0 ? '…' : ''}${source.slice(start, end)}${end < source.length ? '…' : ''}`
}

function folded(value: string): string {
  return value
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
}

function index(): string {
  const sections = categories.map((category) => {
    const own = articles.filter((article) => article.category === category.slug)
    const lines = own.map((article) => `- [${article.title}](${brief(article).url}): ${article.summary}`)
    return `## ${category.name}\n\n${lines.join('\n')}`
  })
  return `# Ajuda da plataforma\n\n${sections.join('\n\n')}\n`
}

function everything(): string {
  const texts = articles.map((article) => `# ${article.title}\n\n${article.summary}\n\n${article.body}`)
  return `${texts.join('\n\n---\n\n')}\n`
}
