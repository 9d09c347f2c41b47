import { articleKey } from '../../preload/contract/documentation.ts'
import type { ReceivedArticle, ReceivedIndex } from '../data/documentation-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { asRecord, listUnder, textUnder, unwrapped } from './loose-json.ts'

const articleLists = ['articles', 'artigos', 'results', 'resultados', 'items', 'itens', 'docs']
const categoryLists = ['categories', 'categorias']
const slugs = ['slug', 'id', 'key', 'chave']
const names = ['name', 'nome', 'title', 'titulo', 'título', 'label']

/**
 * The index of `/api/docs`: categories and articles under any of their likely names, articles inside their categories, or
 * a list alone (agent-platform.md gives the meaning of the keys, not their names). What has no address of its own is left
 * out. Throws `unexpected_body` for what is no index at all.
 */
export function readIndex(text: string): ReceivedIndex {
  const body = unwrapped(parseJson(text))
  const record = asRecord(body)
  const list = Array.isArray(body) ? body : record && listUnder(record, articleLists)
  const grouped = record ? categoriesOf(record) : []
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

/** An article as lists tell it, its title empty where they do not; undefined for one without an address. `category` is where it was found, if anywhere. */
export function readBrief(value: unknown, category = ''): ReceivedArticle | undefined {
  const record = asRecord(value)
  if (!record) return undefined
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
  /** Articles that stand inside it, with its slug. */
  readonly inside: readonly (readonly [article: unknown, category: string])[]
}

/** A list of objects or words, or an object by slug. */
function categoriesOf(record: Readonly<Record<string, unknown>>): Category[] {
  const held = categoryLists.map((key) => record[key]).find((value) => typeof value === 'object' && value !== null)
  const entries = Array.isArray(held) ? held.map((each) => ['', each] as const) : Object.entries(held ?? {})
  return entries.flatMap(([key, each]): Category[] => {
    if (typeof each === 'string') return [{ slug: key || each, name: each, inside: [] }]
    const inner = Array.isArray(each) ? { articles: each } : asRecord(each)
    const slug = inner && (textUnder(inner, slugs) ?? (key || textUnder(inner, names)))
    if (!inner || !slug) return []
    const inside = (listUnder(inner, articleLists) ?? []).map((article) => [article, slug] as const)
    return [{ slug, name: textUnder(inner, names) ?? slug, inside }]
  })
}

function categoryOf(value: unknown): string | undefined {
  const record = asRecord(value)
  if (record) return textUnder(record, slugs) ?? textUnder(record, names)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function keywordsOf(record: Readonly<Record<string, unknown>>): string[] {
  const held = record.keywords ?? record.palavras_chave ?? record['palavras-chave'] ?? record.tags
  const list = typeof held === 'string' ? held.split(',') : held
  if (!Array.isArray(list)) return []
  return list.filter((word): word is string => typeof word === 'string').map((word) => word.trim())
}

/** `/api/docs/{categoria}/{slug}`, wherever the address begins. */
function partsOf(url: string | null): readonly [string?, string?] {
  const found = /\/api\/docs\/([^/?#]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(url ?? '')
  if (!found?.[1] || !found[2]) return []
  try {
    return [decodeURIComponent(found[1]), decodeURIComponent(found[2])]
  } catch {
    return []
  }
}
