import { SaxesParser } from 'saxes'
import { unreadable } from '../plan.ts'

/** Characters that one tag or one text may have (a cell has 32,767 at most); beyond it the part is damaged or hostile. */
const longestToken = 1024 * 1024
/** Elements within one another; those of a spreadsheet are some ten. */
const maxNested = 256

/** By name, prefixes included, entities decoded. */
export type XmlAttributes = Readonly<Record<string, string>>

/** What a scan reports, in document order. Names of elements come without their prefix. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  /** Text between tags, entities decoded. */
  text(text: string): void
}

/** A scan over XML that arrives in pieces. */
interface XmlScanner {
  feed(text: string): void
}

/**
 * Scans XML as it comes. Throws `list_unreadable` for what is not well-formed, at a DTD, at a tag or text longer than a
 * million characters, and at elements nested too deeply. Characters that XML forbids are let through: some systems write
 * them into their spreadsheets.
 */
export function createXmlScanner(listener: XmlListener): XmlScanner {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let sinceToken = 0
  let nested = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceToken = 0
    nested += 1
    if (nested > maxNested) throw unreadable('damaged', 'xml: nested too deeply')
    listener.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    sinceToken = 0
    nested -= 1
    listener.close(localName(name))
  })
  parser.on('text', (text) => listener.text(text))
  parser.on('cdata', (text) => listener.text(text))
  parser.on('comment', () => {
    sinceToken = 0
  })
  parser.on('doctype', () => {
    throw unreadable('damaged', 'xml: a declaration')
  })
  parser.on('error', ({ message }) => {
    if (!message.includes('disallowed character')) throw unreadable('damaged', 'xml: not well-formed')
  })
  return {
    feed(text) {
      // Counted before: whatever a token leaves behind of this piece is less than its length.
      sinceToken += text.length
      parser.write(text)
      if (sinceToken > longestToken + text.length) throw unreadable('damaged', 'xml: a part without an end')
    },
  }
}

/** A text with what follows of it. Throws `list_unreadable` beyond a million characters: elements cut a text into any number of pieces. */
export function appended(text: string, part: string): string {
  if (text.length + part.length > longestToken) throw unreadable('damaged', 'xml: a text without an end')
  return text + part
}

/** The value of an attribute by its local name, or null. */
export function attribute(attributes: XmlAttributes, name: string): string | null {
  const value = attributes[name]
  if (value !== undefined) return value
  for (const prefixed in attributes) if (localName(prefixed) === name) return attributes[prefixed] ?? null
  return null
}

/** Text without the `_x000D_` that spreadsheets write for what XML cannot hold. No cell can show or store NUL. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code === 0 ? '' : String.fromCodePoint(code)
  })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
