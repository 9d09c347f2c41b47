import './documentation.css'
import { Button } from '@mantine/core'
import { Component, memo, type ReactNode, useMemo, useState } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { ArticleKey, DocArticle } from '../../preload/contract/documentation.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { OutsideLink, webAddress } from '../ui/outside.tsx'

interface LinkProps extends LinksOf {
  readonly onArticle: (key: ArticleKey) => void
}

/** How many parts are shown at first, and added by each request for more. */
const shownAtOnce = 3
/** The elements that markdown may create, and no others. Raw HTML is shown as text, images as words. */
const elements = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'section'],
  ...['strong', 'em', 'del', 'sup', 'code', 'pre', 'a', 'img', 'input'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/**
 * A text of markdown from outside, without anything active: only the elements above, no script, style or image, and no
 * address that opens by itself. Links open articles of the app or, when pressed, the person's own browser.
 */
export function MarkdownView({ text, ...links }: LinkProps & { readonly text: string }) {
  const { common } = useMessages()
  const parts = useMemo(() => markdownParts(text), [text])
  const [shown, setShown] = useState(shownAtOnce)
  return (
    <div className="doc-text">
      {parts.slice(0, shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        <Part key={index} part={part} {...links} />
      ))}
      {parts.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + shownAtOnce)}>
          {common.showMore}
        </Button>
      ) : null}
    </div>
  )
}

const Part = memo(function Part({
  part,
  base_url,
  at,
  articles,
  onArticle,
}: LinkProps & { readonly part: MarkdownPart }) {
  const messages = useMessages()
  const components = useMemo(
    () => componentsOf({ base_url, at, articles, onArticle }, messages.documentation.text),
    [base_url, at, articles, onArticle, messages],
  )
  const plain = (
    <>
      <p className="dim">{messages.documentation.text.plain}</p>
      <pre className="doc-plain">{part.text}</pre>
    </>
  )
  if (!part.formatted) return plain
  return (
    <Unreadable fallback={plain}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        remarkRehypeOptions={{ clobberPrefix: ownPrefix, footnoteLabel: messages.documentation.text.footnotes }}
        allowedElements={elements}
        unwrapDisallowed
        urlTransform={(url) => url}
        components={components}
      >
        {part.text}
      </Markdown>
    </Unreadable>
  )
})

/** A text that the markdown parser fails on is shown as it came. */
class Unreadable extends Component<
  { readonly fallback: ReactNode; readonly children: ReactNode },
  { readonly broken: boolean }
> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}

type Words = Messages['documentation']['text']

/** How elements with links or content from elsewhere are rendered. Only `linkTarget` decides about addresses. */
function componentsOf(links: LinkProps, texts: Words): Components {
  // The page has its own first heading, and the article's title is the second.
  const heading = (Level: 'h3' | 'h4' | 'h5' | 'h6') =>
    function Heading({ children }: { readonly children?: ReactNode }) {
      return <Level id={idOf(wordsOf(children))}>{children}</Level>
    }
  return {
    h1: heading('h3'),
    h2: heading('h3'),
    h3: heading('h4'),
    h4: heading('h5'),
    h5: heading('h6'),
    h6: heading('h6'),
    a: ({ href, id, children }) => <TextLink {...links} href={href} id={id} texts={texts} words={children} />,
    img: ({ src, alt }) => (
      <Picture {...links} address={typeof src === 'string' ? src : undefined} alt={alt} texts={texts} />
    ),
    input: ({ checked }) => (
      <span role="img" aria-label={checked ? texts.done : texts.toDo}>
        {checked ? '☑' : '☐'}
      </span>
    ),
    pre: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
      <pre tabIndex={0}>{children}</pre>
    ),
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
      <div className="doc-table" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
  }
}

function TextLink({
  href,
  id,
  words,
  texts,
  onArticle,
  ...links
}: LinkProps & {
  readonly href: string | undefined
  /** The id of a note. */
  readonly id: string | undefined
  readonly words: ReactNode
  readonly texts: Words
}) {
  const target = linkTarget(href, links)
  switch (target.to) {
    case 'article':
      return (
        <button
          type="button"
          className="doc-link"
          title={texts.opensArticle(target.title)}
          onClick={() => onArticle(target.key)}
        >
          {words}
        </button>
      )
    case 'here':
      return (
        <button type="button" className="doc-link" id={id} onClick={() => showPlace(target.id)}>
          {words}
        </button>
      )
    case 'outside':
      return (
        <OutsideLink url={target.url} title={texts.opensOutside(target.url)}>
          {words}
        </OutsideLink>
      )
    case 'nowhere':
      return <span>{words}</span>
  }
}

/** A picture is not fetched: its words replace it, and the browser can show it. */
function Picture({
  address,
  alt,
  texts,
  onArticle: _,
  ...links
}: LinkProps & { readonly address: string | undefined; readonly alt: string | undefined; readonly texts: Words }) {
  const target = linkTarget(address, links)
  return (
    <span className="doc-picture">
      <FactLine
        items={[
          alt ? texts.image(alt) : texts.imageAlone,
          target.to === 'outside' && (
            <OutsideLink url={target.url} title={texts.opensOutside(target.url)}>
              {texts.openImage}
            </OutsideLink>
          ),
        ]}
      />
    </span>
  )
}

/** Ids start with it, so that no text can use an id of the page. */
const ownPrefix = 'doc-'

function idOf(words: string): string {
  const name = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return `${ownPrefix}${name}`
}

function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  return Array.isArray(node) ? node.map(wordsOf).join('') : ''
}

/** Scrolls to a heading or a note of the text. An id that is not ours is the name of a heading. */
function showPlace(id: string): void {
  const name = decoded(id)
  document.getElementById(name.startsWith(ownPrefix) ? name : `${ownPrefix}${name}`)?.scrollIntoView({ block: 'start' })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A part of a markdown text. Parts are rendered one after another. */
interface MarkdownPart {
  readonly text: string
  /** False where it is too deeply nested to be parsed in reasonable time: it is shown as it came. */
  readonly formatted: boolean
}

/** Characters of a part. It ends at the first heading or empty line after `usual`, and at the latest at `most`. */
const size = { usual: 12_000, most: 20_000 } as const

/** Deeper than any person writes: each level of a container costs parsing time and stack. */
const deepest = { containers: 30, indent: 120 } as const

/** The most signs of emphasis between two empty lines: the parser tries unclosed ones again and again. */
const mostSigns = 500

/**
 * Splits a text into parts that can each be parsed in reasonable time, whatever it contains. It is split at a heading
 * or an empty line outside of code, so that blocks stay whole.
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

/** Lines with their ends. A line that is longer than a part may be is split. */
function* linesOf(text: string): Generator<string> {
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    for (let from = 0; from < line.length; from += size.most) yield line.slice(from, from + size.most)
  }
}

function isDeep(text: string): boolean {
  return text.split('\n').some(hasDeepContainers) || text.split(/\n\s*\n/).some(hasManySigns)
}

/** Whether a line has quotes and lists inside each other, in the line or by its indentation. */
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

type LinkTarget =
  | { readonly to: 'article'; readonly key: ArticleKey; readonly title: string }
  | { readonly to: 'here'; readonly id: string }
  | { readonly to: 'outside'; readonly url: string }
  /** An address that must not be opened: a script, a file, data, or none. */
  | { readonly to: 'nowhere' }

interface LinksOf {
  /** The base address of the host that served the text. */
  readonly base_url: string
  /** The text with the links, which resolves relative ones. */
  readonly at: ArticleKey | null
  readonly articles: readonly Pick<DocArticle, 'category' | 'slug' | 'title' | 'url'>[]
}

/**
 * Decides what a link does: articles open inside the app, by any of their addresses; web pages and mail open outside;
 * anything else is text. It has no effects itself.
 */
function linkTarget(href: string | undefined, { base_url, at, articles }: LinksOf): LinkTarget {
  if (!href || href.length > 4000) return { to: 'nowhere' }
  if (href.startsWith('#')) return { to: 'here', id: href.slice(1) }
  const root = `${base_url}/api/docs`
  const from = at ? `${root}/${encodeURIComponent(at.category)}/${encodeURIComponent(at.slug)}` : `${base_url}/`
  const url = webAddress(href, from)
  if (!url) return { to: 'nowhere' }
  const address = plain(url)
  const article = articles.find(({ category, slug, url: articleUrl }) => {
    const paths = [`${root}/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, articleUrl ?? '']
    return paths.some((path) => path !== '' && plain(webAddress(path, `${base_url}/`) ?? '') === address)
  })
  if (!article) return { to: 'outside', url }
  return { to: 'article', key: { category: article.category, slug: article.slug }, title: article.title }
}

/** An address without its fragment and query. */
function plain(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')
}
