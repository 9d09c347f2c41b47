import { SaxesParser } from 'saxes'
import { unreadable } from '../plan.ts'

/** Characters that one tag or one text may have (a cell has 32,767 at most); beyond it the part is damaged or hostile. */
const longestToken = 1024 * 1024
/** Elements within one another; those of a spreadsheet are some ten. */
const maxNested = 256

/** By name, prefixes included, entities decoded. */
export type XmlAttributes = Readonly<Record<string, string>>

/** An element by its name without prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: XmlAttributes
  /** Of a cell (`c`) or a shared string (`si`): the text of all its `t` and `v` but for reading aids (`rPh`), entities decoded. */
  readonly text: string
}

/**
 * Scans XML as its bytes come. Gives for each piece the elements with these names that end in it, in the order of their ends.
 * Throws `list_unreadable` for what is not well-formed, at the end of a part before that of its elements, at a DTD, at a tag or
 * text longer than a million characters, and at elements nested too deeply. Characters that XML forbids are let through: some
 * systems write them into their spreadsheets.
 */
export async function* scanXml(
  pieces: AsyncIterable<Uint8Array>,
  names: readonly string[],
): AsyncGenerator<readonly XmlElement[]> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const decoder = new TextDecoder()
  let elements: XmlElement[] = []
  let sinceToken = 0
  let nested = 0
  let text = ''
  let inText = false
  let inAid = false
  const addText = (part: string) => {
    if (!inText) return
    // Elements cut a text into any number of pieces.
    if (text.length + part.length > longestToken) throw unreadable('damaged', 'xml: a text without an end')
    text += part
  }
  parser.on('opentag', ({ name: prefixed }) => {
    const name = localName(prefixed)
    sinceToken = 0
    nested += 1
    if (nested > maxNested) throw unreadable('damaged', 'xml: nested too deeply')
    if (name === 'c' || name === 'si') text = ''
    else if (name === 't' || name === 'v') inText = !inAid
    else if (name === 'rPh') inAid = true
  })
  parser.on('closetag', ({ name: prefixed, attributes }) => {
    const name = localName(prefixed)
    sinceToken = 0
    nested -= 1
    if (name === 't' || name === 'v') inText = false
    else if (name === 'rPh') inAid = false
    if (names.includes(name)) elements.push({ name, attributes, text })
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('comment', () => {
    sinceToken = 0
  })
  parser.on('doctype', () => {
    throw unreadable('damaged', 'xml: a declaration')
  })
  parser.on('error', ({ message }) => {
    if (!message.includes('disallowed character')) throw unreadable('damaged', 'xml: not well-formed')
  })
  for await (const bytes of pieces) {
    const piece = decoder.decode(bytes, { stream: true })
    // Counted before: whatever a token leaves behind of this piece is less than its length.
    sinceToken += piece.length
    parser.write(piece)
    if (sinceToken > longestToken + piece.length) throw unreadable('damaged', 'xml: a part without an end')
    yield elements
    elements = []
  }
  if (nested > 0) throw unreadable('damaged', 'xml: a part is cut off')
}

/** The value of an attribute by its local name. */
export function attribute(attributes: XmlAttributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([prefixed]) => localName(prefixed) === name)?.[1]
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
