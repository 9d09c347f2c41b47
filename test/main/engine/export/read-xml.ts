import { SaxesParser } from 'saxes'

/** An element of a well-formed document; `text` is what is directly in it, references resolved. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const declaration = /^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n/

/** Throws on anything that is not well-formed, and without the declaration that Excel writes. */
export function readXml(source: string): XmlElement {
  if (!declaration.test(source)) throw new Error('no XML declaration')
  const top: OpenElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: OpenElement = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(source).close()
  const [root] = top.children
  if (!root) throw new Error('no element')
  return root
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The first element of that name anywhere below. */
export function findIn(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const match = child.name === name ? child : findIn(child, name)
    if (match) return match
  }
  return undefined
}
