import { unreadable } from './unreadable.ts'

/** Characters that one tag or one text may have (a cell has 32,767 at most); beyond it the part is damaged or hostile. */
const longestToken = 1024 * 1024

/** What a scan tells of, in document order. Names come without their prefix, attributes as they stand. */
export interface XmlListener {
  open(name: string, attributes: string): void
  close(name: string): void
  /** Text between tags with its entities as they stand (`decodeText`), in one piece. */
  text(raw: string): void
}

/** A scan over XML that arrives in pieces: enough for the parts of a spreadsheet, which have no DTD. */
export interface XmlScanner {
  feed(text: string): void
}

/** Scans XML as it comes. Throws `list_unreadable` at a DTD, and at a tag or text longer than a million characters. */
export function createXmlScanner(listener: XmlListener): XmlScanner {
  let pending = ''
  let searched = 0

  /** Handles the token that starts at `at`; gives where the next one starts, or -1 when this one is not whole yet. */
  const token = (at: number): number => {
    if (pending.charCodeAt(at) !== 60) {
      const end = pending.indexOf('<', Math.max(at, searched))
      if (end !== -1) listener.text(pending.slice(at, end))
      return end
    }
    const next = pending[at + 1]
    if (next === '!') return declaration(at)
    if (next === '?') return after('?>', at)
    const end = tagEnd(pending, at)
    if (end !== -1) tag(pending.slice(at + 1, end), listener)
    return end === -1 ? -1 : end + 1
  }
  const after = (mark: string, at: number) => {
    const end = pending.indexOf(mark, at)
    return end === -1 ? -1 : end + mark.length
  }
  const declaration = (at: number) => {
    if (pending.startsWith('<!--', at)) return after('-->', at)
    if (pending.startsWith('<![CDATA[', at)) {
      const end = pending.indexOf(']]>', at)
      if (end !== -1) listener.text(pending.slice(at + 9, end).replaceAll('&', '&amp;'))
      return end === -1 ? -1 : end + 3
    }
    if (pending.length - at < 9) return -1
    throw unreadable('xml: a declaration')
  }

  return {
    feed(text) {
      pending += text
      let at = 0
      while (at < pending.length) {
        const next = token(at)
        if (next === -1) break
        at = next
        searched = 0
      }
      pending = pending.slice(at)
      searched = pending.startsWith('<') ? 0 : pending.length
      if (pending.length > longestToken) throw unreadable('xml: a part without an end')
    },
  }
}

/** The value of an attribute by its local name, entities decoded, or null. */
export function attribute(attributes: string, name: string): string | null {
  // Nearly all tags are as plain as ` r="A1" t="s"`, and there are millions of them.
  const at = attributes.indexOf(`${name}="`)
  if (at > 0 && attributes[at - 1] === ' ') {
    const from = at + name.length + 2
    return decodeText(attributes.slice(from, attributes.indexOf('"', from)))
  }
  if (at === -1 && !/[':]|\s=|=\s/.test(attributes)) return null
  for (const [, local, , double, single] of attributes.matchAll(/(?<![\w.-])([\w.-]+)\s*=\s*("([^"]*)"|'([^']*)')/g)) {
    if (local === name) return decodeText(double ?? single ?? '')
  }
  return null
}

/** Text as it was before XML: entities, and the `_x000D_` that spreadsheets use for what XML cannot hold. */
export function decodeText(raw: string): string {
  const text = raw.includes('&') ? raw.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, entity) : raw
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => character(Number.parseInt(code, 16)))
}

function entity(whole: string, name: string): string {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? character(code) : whole
  }
  return named[name] ?? whole
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** As in texts, no cell can show or store NUL. */
function character(code: number): string {
  return code === 0 ? '' : String.fromCodePoint(code)
}

/** The `>` that ends the tag at `at`: one that stands in no attribute's value. */
function tagEnd(text: string, at: number): number {
  let quote = 0
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return index
  }
  return -1
}

function tag(inside: string, listener: XmlListener): void {
  if (inside.startsWith('/')) {
    listener.close(localName(inside.slice(1).trimEnd()))
    return
  }
  const empty = inside.endsWith('/')
  const body = empty ? inside.slice(0, -1) : inside
  const space = body.search(/\s/)
  const name = localName(space === -1 ? body : body.slice(0, space))
  listener.open(name, space === -1 ? '' : body.slice(space))
  if (empty) listener.close(name)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
