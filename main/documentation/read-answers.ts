import { type ArticleKey, articleKey, type DocHit, type ExcerptPiece } from '../../preload/contract/documentation.ts'
import { foldText } from '../../preload/values/text.ts'
import { AppFailure } from '../kernel/failure.ts'
import { isRecord, type JsonRecord, listIn, parseJson, recordOf } from '../kernel/json.ts'
import type { ReceivedArticle, ReceivedIndex, ReceivedText } from './data/documentation-calls.ts'

const articleLists = ['articles', 'artigos', 'results', 'resultados', 'items', 'itens', 'docs']

const categoryLists = ['categories', 'categorias']

const slugs = ['slug', 'id', 'key', 'chave']

const names = ['name', 'nome', 'title', 'titulo', 'título', 'label']

/**
 * Reads the index of `/api/docs`: categories and articles under any of their likely names, articles inside their
 * categories, or a list alone. The document gives the meaning of the keys, not their names (docs/services.md §8.1).
 * Articles without an address are left out. Throws `unexpected_body` where there is no index.
 */
export function readIndex(text: string): ReceivedIndex {
  const body = unwrapped(parseJson(text))
  const list = listIn(body, articleLists, 1)
  const grouped = categoriesOf(recordOf(body))
  if (!list && grouped.length === 0) throw new AppFailure('unexpected_body', { place: 'documentation' })
  const received = [...(list ?? []).map((each) => [each, ''] as const), ...grouped.flatMap(({ inside }) => inside)]
  const articles = new Map<string, ReceivedArticle>()
  for (const [each, category] of received) {
    const article = readBrief(each, category)
    if (article) articles.set(`${article.category} ${article.slug}`, article)
  }
  const categories = new Map(grouped.map(({ slug, name }) => [slug, name]))
  for (const { category } of articles.values()) if (!categories.has(category)) categories.set(category, category)
  return { categories: [...categories].map(([slug, name]) => ({ slug, name })), articles: [...articles.values()] }
}

/**
 * An article of a list, its title empty where it is missing; undefined for one without an address. `category` is the
 * category that contains it, if any.
 */
function readBrief(value: unknown, category = ''): ReceivedArticle | undefined {
  const record = recordOf(value)
  const url = textUnder(record, ['url', 'href', 'link', 'path', 'caminho']) ?? null
  const [ofUrl, slugOfUrl] = partsOf(url)
  const key = articleKey.safeParse({
    category: categoryOf(record.category ?? record.categoria) ?? (category || ofUrl),
    slug: textUnder(record, slugs.slice(0, 1)) ?? slugOfUrl ?? textUnder(record, slugs),
  })
  if (!key.success) return undefined
  return {
    ...key.data,
    title: textUnder(record, ['title', 'titulo', 'título', 'name', 'nome']) ?? '',
    summary: textUnder(record, ['summary', 'resumo', 'description', 'descricao', 'descrição']) ?? '',
    keywords: keywordsOf(record),
    updated_at:
      textUnder(record, [
        'updated_at',
        'updated',
        'atualizado_em',
        'updatedAt',
        'data_atualizacao',
        'last_updated',
        'date',
      ]) ?? null,
    url,
  }
}

interface Category {
  readonly slug: string
  readonly name: string
  /** Articles inside the category, with its slug. */
  readonly inside: readonly (readonly [article: unknown, category: string])[]
}

/** A list of objects or words, or an object by slug. */
function categoriesOf(record: JsonRecord): Category[] {
  const value = categoryLists.map((key) => record[key]).find((value) => typeof value === 'object' && value !== null)
  const entries = Array.isArray(value) ? value.map((each) => ['', each] as const) : Object.entries(value ?? {})
  return entries.flatMap(([key, each]): Category[] => {
    if (typeof each === 'string') return [{ slug: key || each, name: each, inside: [] }]
    if (typeof each !== 'object' || each === null) return []
    const fields = recordOf(each)
    const slug = textUnder(fields, slugs) ?? (key || textUnder(fields, names))
    if (!slug) return []
    const inside = (listIn(each, articleLists, 1) ?? []).map((article) => [article, slug] as const)
    return [{ slug, name: textUnder(fields, names) ?? slug, inside }]
  })
}

function categoryOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  const record = recordOf(value)
  return textUnder(record, slugs) ?? textUnder(record, names)
}

function keywordsOf(record: JsonRecord): string[] {
  const value = record.keywords ?? record.palavras_chave ?? record['palavras-chave'] ?? record.tags
  const list = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list)) return []
  return list.filter((word): word is string => typeof word === 'string').map((word) => word.trim())
}

/** `/api/docs/{categoria}/{slug}`, after any beginning of the address. */
function partsOf(url: string | null): readonly [string?, string?] {
  const match = /\/api\/docs\/([^/?#]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(url ?? '')
  if (!match?.[1] || !match[2]) return []
  try {
    return [decodeURIComponent(match[1]), decodeURIComponent(match[2])]
  } catch {
    return []
  }
}

/** The first text or number under one of these keys, as text; undefined where there is none. */
function textUnder(record: JsonRecord, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = record[key]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** The content of the envelopes `{ data }` and `{ payload }`, else the value itself. */
function unwrapped(value: unknown): unknown {
  const { data, payload } = recordOf(value)
  return [data, payload].find((part) => typeof part === 'object' && part !== null) ?? value
}

/** The article of a record, or of a key inside it. */
function articleIn(value: unknown): JsonRecord {
  const outer = recordOf(value)
  return [outer.article, outer.artigo].find(isRecord) ?? outer
}

const bodies = ['body', 'markdown', 'content', 'body_markdown', 'conteudo', 'conteúdo', 'corpo', 'texto', 'text']

/**
 * The article of `/api/docs/{categoria}/{slug}`: wrapped or bare JSON, or the markdown alone. It counts as the
 * requested article under any name. What the answer lacks is null, and the index supplies it. Throws `unexpected_body`
 * for an answer without a text.
 */
export function readArticle(text: string, key: ArticleKey): ReceivedText {
  const json = parseJson(text)
  if (json === undefined) {
    if (/^\s*(?:\{\s*"|\[\s*\{|$)/.test(text)) throw new AppFailure('unexpected_body', { place: 'article' })
    return { ...key, body: text, article: null }
  }
  const record = articleIn(unwrapped(json))
  const body = textUnder(record, bodies)
  if (body === undefined) throw new AppFailure('unexpected_body', { place: 'article' })
  return { ...key, body, article: readBrief({ ...record, ...key }) ?? null }
}

const lists = ['articles', 'artigos', 'results', 'resultados', 'hits', 'items', 'itens', 'docs']

const excerpts = ['excerpt', 'trecho', 'snippet', 'highlight', 'match']

/**
 * The results of `/api/docs/search`, in their order, with the words of the term marked in each excerpt. Throws
 * `unexpected_body` where there is no list of articles.
 */
export function readSearch(text: string, term: string): Omit<DocHit, 'read_at'>[] {
  const list = listIn(unwrapped(parseJson(text)), lists, 1)
  if (!list) throw new AppFailure('unexpected_body', { place: 'search' })
  return list.flatMap((each) => {
    const article = articleIn(each)
    const brief = readBrief(article)
    if (!brief) return []
    const excerpt = textUnder(recordOf(each), excerpts) ?? textUnder(article, excerpts) ?? brief.summary
    const { category, slug, title } = brief
    return [{ of: { category, slug }, title: title || slug, excerpt: markWords(excerpt, term) }]
  })
}

/** Longer excerpts are no excerpts. */
const longest = 400

/**
 * An excerpt as plain text in pieces. Each word that begins with a word of the term is marked, whatever its accents and
 * case. Markdown and the service's own marks, such as `<mark>`, are removed and not trusted.
 */
export function markWords(excerpt: string, term: string): ExcerptPiece[] {
  const text = excerpt
    .slice(0, longest * 2)
    .replace(/<\/?(?:mark|em|b|strong|i|span)\b[^<>]{0,200}>/gi, '')
    .replace(/^ {0,3}>+/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/[*`#|]{1,6}|(?<!\w)_{1,3}|_{1,3}(?!\w)/g, '')
    .trim()
    .slice(0, longest)
  const words = (term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(foldText)
  const pieces: ExcerptPiece[] = []
  let plain = ''
  for (const [word, gap] of wordsAndGaps(text)) {
    const prefix = words.find((prefix) => foldText(word).startsWith(prefix))
    if (word !== '' && prefix !== undefined) {
      if (plain !== '') pieces.push({ text: plain, marked: false })
      plain = ''
      pieces.push({ text: word, marked: true })
    } else plain += word
    plain += gap
  }
  if (plain !== '') pieces.push({ text: plain, marked: false })
  return pieces
}

/** The text as words, each with the gap before the next one. */
function* wordsAndGaps(text: string): Generator<readonly [word: string, gap: string]> {
  for (const [, word = '', gap = ''] of text.matchAll(/([\p{L}\p{N}\p{M}]*)([^\p{L}\p{N}\p{M}]*)/gu)) yield [word, gap]
}
