import type { ArticleKey, DocArticle } from '../../preload/contract/documentation.ts'
import { webAddress } from '../ui/outside.tsx'

/** Where a link of an article leads. */
export type LinkTarget =
  | { readonly to: 'article'; readonly key: ArticleKey; readonly title: string }
  /** A place in the same text. */
  | { readonly to: 'here'; readonly id: string }
  | { readonly to: 'outside'; readonly url: string }
  /** Nothing that may be opened: a script, a file, data, no address at all. */
  | { readonly to: 'nowhere' }

export interface LinksOf {
  /** Of the host that served the text. */
  readonly base_url: string
  /** The text that the links are in, for those that are relative to it. */
  readonly at: ArticleKey | null
  readonly articles: readonly Pick<DocArticle, 'category' | 'slug' | 'title' | 'url'>[]
}

/**
 * What a link may do: articles open inside the app, whichever of their addresses is used; pages of the web and mail open
 * outside; all else is text. Nothing is done here.
 */
export function linkTarget(href: string | undefined, { base_url, at, articles }: LinksOf): LinkTarget {
  if (!href || href.length > 4000) return { to: 'nowhere' }
  if (href.startsWith('#')) return { to: 'here', id: href.slice(1) }
  const root = `${base_url}/api/docs`
  const from = at ? `${root}/${encodeURIComponent(at.category)}/${encodeURIComponent(at.slug)}` : `${base_url}/`
  const url = webAddress(href, from)
  if (!url) return { to: 'nowhere' }
  const wanted = plain(url)
  const found = articles.find(({ category, slug, url: own }) => {
    const paths = [`${root}/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, own ?? '']
    return paths.some((path) => path !== '' && plain(webAddress(path, `${base_url}/`) ?? '') === wanted)
  })
  if (!found) return { to: 'outside', url }
  return { to: 'article', key: { category: found.category, slug: found.slug }, title: found.title }
}

/** An address without what only places the reader in a page. */
function plain(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')
}
