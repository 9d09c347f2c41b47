import type { ArticleKey, DocArticle } from '../../preload/contract/documentation.ts'
import { webAddress } from '../ui/outside.tsx'

/** A part of a markdown text that is shown at once. */
export interface MarkdownPart {
  readonly text: string
  /** False where it is too deeply nested to be read as markdown in reasonable time: it is shown as it came. */
  readonly formatted: boolean
}

/** Characters; a part ends at the first place that suits from the one on, and at the latest at the other. */
const size = { usual: 12_000, most: 20_000 } as const

/** Deeper than any person writes: each level of a container takes the reader's time and the page's stack. */
const deepest = { containers: 30, indent: 120 } as const

/** Signs of emphasis between two empty lines: what is never closed is tried again and again. */
const mostSigns = 500

/**
 * A text as parts that are each read in reasonable time whatever a stranger put into them: cut where a heading or an
 * empty line stands outside of code, so that nothing is torn apart that belongs together.
 */
export function markdownParts(text: string): MarkdownPart[] {
  const parts: string[] = []
  let part = ''
  let fence = ''
  for (const line of linesOf(text)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    const between = fence === '' && (line.trim() === '' || /^#{1,6}\s/.test(line))
    if (part.length + line.length > size.most || (between && part.length > size.usual)) {
      parts.push(part)
      part = ''
    }
    part += line
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
  }
  return [...parts, part].filter((each) => each.trim() !== '').map((each) => ({ text: each, formatted: !isDeep(each) }))
}

/** Lines with their ends; one that is longer than a part may be comes in pieces. */
function* linesOf(text: string): Generator<string> {
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    for (let from = 0; from < line.length; from += size.most) yield line.slice(from, from + size.most)
  }
}

function isDeep(text: string): boolean {
  return text.split('\n').some(hasDeepContainers) || text.split(/\n\s*\n/).some(hasManySigns)
}

/** Quotes and lists inside each other on one line, or by indentation. */
function hasDeepContainers(line: string): boolean {
  const start = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*/.exec(line)?.[0] ?? ''
  const containers = start.match(/>|[-*+]|\d{1,9}[.)]/g)?.length ?? 0
  return containers > deepest.containers || start.length - containers > deepest.indent
}

function hasManySigns(paragraph: string): boolean {
  let signs = 0
  for (const sign of paragraph) if (sign === '*' || sign === '_' || sign === '~') signs += 1
  return signs > mostSigns
}

/** Where a link of an article leads. */
type LinkTarget =
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
  const address = plain(url)
  const found = articles.find(({ category, slug, url: own }) => {
    const paths = [`${root}/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, own ?? '']
    return paths.some((path) => path !== '' && plain(webAddress(path, `${base_url}/`) ?? '') === address)
  })
  if (!found) return { to: 'outside', url }
  return { to: 'article', key: { category: found.category, slug: found.slug }, title: found.title }
}

/** An address without what only places the reader in a page. */
function plain(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')
}
