/** An element of a document that was checked to be well-formed; text is what stands directly in it, references resolved. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const declaration = /^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n/
const token = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/y
const attribute = /([A-Za-z_][\w:.-]*)="([^"<]*)"/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const impossible = /[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/

/** A strict reader: throws on anything that a conforming XML parser refuses (of the kinds that a writer can produce). */
export function readXml(source: string): XmlElement {
  if (impossible.test(source)) throw new Error('a character that XML cannot hold')
  const start = declaration.exec(source)?.[0].length
  if (start === undefined) throw new Error('no XML declaration')

  const top: OpenElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = start
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const match = token.exec(source)
    const parent = open.at(-1)
    if (!match || !parent) throw new Error(`not XML at ${at}: ${source.slice(at, at + 60)}`)
    const [, closing, name = '', attributes = '', selfClosing, text] = match
    if (text !== undefined) parent.text += resolved(text)
    else if (closing) close(open, name)
    else {
      const element: OpenElement = { name, attributes: attributesOf(attributes), children: [], text: '' }
      parent.children.push(element)
      if (!selfClosing) open.push(element)
    }
  }
  const [root] = top.children
  if (open.length !== 1 || top.children.length !== 1 || top.text !== '' || !root)
    throw new Error('not one whole element')
  return root
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The first element of that name anywhere below. */
export function findIn(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : findIn(child, name)
    if (found) return found
  }
  return undefined
}

function close(open: OpenElement[], name: string): void {
  const last = open.pop()
  if (last?.name !== name || open.length === 0) throw new Error(`</${name}> closes <${last?.name}>`)
}

function attributesOf(source: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of source.matchAll(attribute)) {
    if (name in found) throw new Error(`${name} stands twice`)
    found[name] = resolved(value)
  }
  return found
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Line ends first, then references, as the standard says: only a reference keeps a carriage return. */
function resolved(text: string): string {
  if (/&(?!#\d+;|amp;|lt;|gt;|quot;|apos;)/.test(text)) throw new Error('a bare ampersand')
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#(\d+)|(\w+));/g, (_, number, name) =>
      number ? String.fromCodePoint(Number(number)) : (entities[name] ?? ''),
    )
}
