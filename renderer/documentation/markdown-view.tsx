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
/** What markdown may become. Raw HTML is text, images are words, and nothing else than these is made. */
const elements = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'section'],
  ...['strong', 'em', 'del', 'sup', 'code', 'pre', 'a', 'img', 'input'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/**
 * A text of markdown from outside, made inert: no element but those above, no script, no style, no image, no address
 * that is opened by itself. Links lead to articles of the app or, when pressed, to the person's own browser.
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

/** What the reader of markdown breaks on is shown as it came. */
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

/**
 * How the elements that could lead out or draw something in are shown. Addresses are decided on by `linkTarget` alone.
 */
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
  /** Of a note. */
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

/** Nothing is fetched for a picture: its words replace it, and the browser may show it. */
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

/** Ids begin with it: no text can take the name of anything else in the page. */
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

/** Moves to a heading or a note of the text; an id that is not ours is the name of a heading. */
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

/** A part of a markdown text that is shown at once. */
interface MarkdownPart {
  readonly text: string
  /** False where it is too deeply nested to be read as markdown in reasonable time: it is shown as it came. */
  readonly formatted: boolean
}

/** Characters of a part: it ends at the first heading or empty line beyond the one, and at the latest at the other. */
const size = { usual: 12_000, most: 20_000 } as const

/** Deeper than any person writes: each level of a container takes the reader's time and the page's stack. */
const deepest = { containers: 30, indent: 120 } as const

/** Signs of emphasis between two empty lines: what is never closed is tried again and again. */
const mostSigns = 500

/**
 * A text as parts that are each read in reasonable time, whatever a stranger put into them. It is cut where a heading
 * or an empty line is outside of code, so that what belongs together stays together.
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

type LinkTarget =
  | { readonly to: 'article'; readonly key: ArticleKey; readonly title: string }
  /** A place in the same text. */
  | { readonly to: 'here'; readonly id: string }
  | { readonly to: 'outside'; readonly url: string }
  /** Nothing that may be opened: a script, a file, data, no address at all. */
  | { readonly to: 'nowhere' }

interface LinksOf {
  /** Of the host that served the text. */
  readonly base_url: string
  /** The text that the links are in, for those that are relative to it. */
  readonly at: ArticleKey | null
  readonly articles: readonly Pick<DocArticle, 'category' | 'slug' | 'title' | 'url'>[]
}

/**
 * What a link may do: articles open inside the app, whichever of their addresses is used; pages of the web and mail
 * open outside; all else is text. Nothing is done here.
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

/** An address without what only places the reader in a page. */
function plain(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')
}
