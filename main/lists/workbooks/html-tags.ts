import { unreadable } from '../plan.ts'

/** Takes the parts of a page in their order. */
export interface PageHandler {
  /** A tag that opens an element: its name in lower case, what follows the name, and where `<` is in the page. */
  open(name: string, rest: string, at: number): void
  close(name: string): void
  /** Some text, whose entities are not decoded; no entity is cut. */
  text(text: string): void
}

/** A tag with a picture inside may be long; beyond it the page is damaged or hostile. */
const longestTag = 4 * 1024 * 1024
/** No entity is longer. */
const longestEntity = 40
/** Elements whose content is no text of the page, and how they end. */
const hiddenElements: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  title: /<\/title/gi,
  textarea: /<\/textarea/gi,
  noembed: /<\/noembed/gi,
  template: /<\/template/gi,
}
const commentEnd = /-->/g

/**
 * Finds the tags and texts of a page that comes in pieces, as browsers do. A `<` that begins no tag is text. Comments,
 * scripts and styles are left out. Works in linear time. Throws `list_unreadable` at a tag without an end.
 */
export function createPageScanner({ open, close, text: takeText }: PageHandler) {
  let pending = ''
  /** Characters of the page before `pending`. */
  let offset = 0
  /** Matches the end of the part that is left out. */
  let until: RegExp | null = null

  /** Takes the markup that begins at a `<`; gives where it ends, -1 where that is not known yet. */
  function takeMarkup(page: string, at: number): number {
    if (page.startsWith('!--', at + 1)) {
      until = commentEnd
      return at + 4
    }
    if (at + 4 > page.length && '!--'.startsWith(page.slice(at + 1))) return -1
    const end = tagEnd(page, at + 1)
    if (end === -1) return -1
    const isEnd = page[at + 1] === '/'
    const nameAt = isEnd ? at + 2 : at + 1
    const name = nameIn(page, nameAt)
    if (name === '') return end
    if (isEnd) {
      close(name)
      return end
    }
    open(name, page.slice(nameAt + name.length, end - 1), offset + at)
    until = hiddenElements[name] ?? null
    return end
  }

  /** Takes the complete part of a page, and gives where the rest begins. */
  function take(page: string): number {
    let at = 0
    while (at < page.length) {
      if (until) {
        until.lastIndex = at
        const end = until.exec(page)
        // An end may lie across pieces.
        if (!end) return Math.max(at, page.length - until.source.length)
        at = until === commentEnd ? end.index + end[0].length : end.index
        until = null
        continue
      }
      const markup = nextMarkup(page, at)
      if (markup > at) takeText(page.slice(at, markup))
      at = markup
      if (page[at] !== '<') return at
      const end = takeMarkup(page, at)
      if (end === -1) return at
      at = end
    }
    return at
  }

  return {
    write(piece: string): void {
      const page = pending + piece
      const consumed = take(page)
      pending = page.slice(consumed)
      offset += consumed
      if (pending.length > longestTag) throw unreadable('damaged', 'html: a tag without an end')
    },
    end(): void {
      if (until === null && pending !== '' && !pending.startsWith('<')) takeText(pending)
    },
  }
}

/** Where the next markup begins, else where the complete text ends. */
function nextMarkup(page: string, from: number): number {
  for (let at = page.indexOf('<', from); at !== -1; at = page.indexOf('<', at + 1)) {
    if (at + 1 === page.length || /[a-z/!?]/i.test(page[at + 1] ?? '')) return at
  }
  const entity = page.indexOf('&', Math.max(from, page.length - longestEntity))
  return entity === -1 ? page.length : entity
}

const equals = 61
const greater = 62
const quotes: ReadonlySet<number> = new Set([34, 39])

/** The position behind the `>` of a tag; quoted values of attributes may hold others. -1 where there is none. */
function tagEnd(page: string, from: number): number {
  let previousSign = 0
  for (let at = from; at < page.length; at++) {
    const sign = page.charCodeAt(at)
    if (sign === greater) return at + 1
    if (previousSign === equals && quotes.has(sign)) {
      at = page.indexOf(page[at] as string, at + 1)
      if (at === -1) return -1
    }
    if (sign > 32) previousSign = sign
  }
  return -1
}

const elementName = /[a-z][a-z0-9:_-]*/iy

function nameIn(page: string, from: number): string {
  elementName.lastIndex = from
  const [name = ''] = elementName.exec(page) ?? []
  return name.toLowerCase()
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** The attributes of a tag by their names in lower case, of what follows its name; entities are not decoded. */
export function attributesIn(rest: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare = ''] of rest.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare)
  }
  return attributes
}
