import { SaxesParser } from 'saxes'
import { unreadable } from '../plan.ts'

/**
 * Characters that one tag or one text may have (a cell has 32,767 at most); beyond it the part is damaged or hostile.
 */
const longestToken = 1024 * 1024
/** Elements within one another; those of a spreadsheet are some ten. */
const maxNested = 256

/** By name, prefixes included, entities decoded. */
export type XmlAttributes = Readonly<Record<string, string>>

/**
 * Takes the parts of XML: elements by their names without prefix, texts in any number of pieces with entities decoded.
 */
interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void
  close(name: string, attributes: XmlAttributes): void
  text(part: string): void
}

/**
 * Reads XML as its bytes come, and yields behind each piece of them. Throws `list_unreadable` for what is not
 * well-formed, and at the end of a part before that of its elements. Also at a DTD, at a tag or text longer than a
 * million characters, and at elements nested too deeply. Characters that XML forbids are let through: some systems
 * write them into their spreadsheets.
 */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const decoder = new TextDecoder()
  let sinceToken = 0
  let nested = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceToken = 0
    nested += 1
    if (nested > maxNested) throw unreadable('damaged', 'xml: nested too deeply')
    handler.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name, attributes }) => {
    sinceToken = 0
    nested -= 1
    handler.close(localName(name), attributes)
  })
  parser.on('text', (part) => handler.text(part))
  parser.on('cdata', (part) => handler.text(part))
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
    // It is counted before: the rest of a token in this piece is less than its length.
    sinceToken += piece.length
    parser.write(piece)
    if (sinceToken > longestToken + piece.length) throw unreadable('damaged', 'xml: a part without an end')
    yield
  }
  if (nested > 0) throw unreadable('damaged', 'xml: a part is cut off')
}

/** The text of an element, which comes in pieces. Throws `list_unreadable` where it has no end. */
export function joinedText(text: string, part: string): string {
  if (text.length + part.length > longestToken) throw unreadable('damaged', 'xml: a text without an end')
  return text + part
}

/** An element by its name without prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: XmlAttributes
  /**
   * Of a cell (`c`) or a shared string (`si`): the text of all its `t` and `v` but for reading aids (`rPh`), entities
   * decoded.
   */
  readonly text: string
  /** Of a cell: its formula, as far as it holds one. */
  readonly formula: string
}

/**
 * Scans the XML of an .xlsx file. Gives for each piece the elements with these names that end in it, in the order of
 * their ends. Throws what `readXml` throws.
 */
export async function* scanXml(
  pieces: AsyncIterable<Uint8Array>,
  names: readonly string[],
): AsyncGenerator<readonly XmlElement[]> {
  let elements: XmlElement[] = []
  let text = ''
  let formula = ''
  let inText = false
  let inFormula = false
  let inAid = false
  const read = readXml(pieces, {
    open(name) {
      if (name === 'c' || name === 'si') text = formula = ''
      else if (name === 'f') inFormula = true
      else if (name === 't' || name === 'v') inText = !inAid
      else if (name === 'rPh') inAid = true
    },
    close(name, attributes) {
      if (name === 't' || name === 'v') inText = false
      else if (name === 'f') inFormula = false
      else if (name === 'rPh') inAid = false
      if (names.includes(name)) elements.push({ name, attributes, text, formula })
    },
    text(part) {
      if (inText) text = joinedText(text, part)
      else if (inFormula) formula = joinedText(formula, part)
    },
  })
  for await (const _ of read) {
    yield elements
    elements = []
  }
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
