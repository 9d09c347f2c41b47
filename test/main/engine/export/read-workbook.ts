import { childrenOf, findIn, readXml, type XmlElement } from './read-xml.ts'
import { readZip } from './read-zip.ts'

/**
 * A cell as a spreadsheet program sees it: `text` cells are never numbers, `format` is the number format's code or id.
 */
interface ReadCell {
  readonly type: 'text' | 'number' | 'boolean'
  readonly value: string
  readonly format: string
}

interface ReadSheet {
  readonly name: string
  readonly root: XmlElement
  /** Rows of the sheet by reference: `cells.get('B2')`. */
  readonly cells: ReadonlyMap<string, ReadCell>
}

export interface ReadWorkbook {
  readonly sheets: readonly ReadSheet[]
  readonly parts: ReadonlyMap<string, XmlElement>
}

/** Reads an XLSX strictly: every part well-formed, every relation and content type leading somewhere. */
export async function readWorkbook(file: string): Promise<ReadWorkbook> {
  const files = await readZip(file)
  const parts = new Map(
    [...files].map(([name, bytes]) => [name, readXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes))]),
  )
  const part = (name: string): XmlElement => {
    const element = parts.get(name)
    if (!element) throw new Error(`no part ${name}`)
    return element
  }
  for (const { attributes } of childrenOf(part('[Content_Types].xml'), 'Override')) {
    part((attributes.PartName ?? '').slice(1))
  }
  for (const { attributes } of childrenOf(part('_rels/.rels'), 'Relationship')) part(attributes.Target ?? '')
  const targets = new Map(
    childrenOf(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes.Id,
      `xl/${attributes.Target}`,
    ]),
  )
  for (const target of targets.values()) part(target)

  const shared = childrenOf(part('xl/sharedStrings.xml'), 'si').map((item) => findIn(item, 't')?.text ?? '')
  const formats = formatsOf(part('xl/styles.xml'))
  const sheets = childrenOf(findIn(part('xl/workbook.xml'), 'sheets'), 'sheet').map(({ attributes }) => {
    const root = part(targets.get(attributes['r:id']) ?? '')
    return { name: attributes.name ?? '', root, cells: cellsOf(root, shared, formats) }
  })
  return { sheets, parts }
}

function formatsOf(styles: XmlElement): readonly string[] {
  const codes = new Map(
    childrenOf(findIn(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode,
    ]),
  )
  return childrenOf(findIn(styles, 'cellXfs'), 'xf').map(
    ({ attributes }) => codes.get(attributes.numFmtId) ?? attributes.numFmtId ?? '',
  )
}

function cellsOf(
  root: XmlElement,
  shared: readonly string[],
  formats: readonly string[],
): ReadonlyMap<string, ReadCell> {
  const cells = new Map<string, ReadCell>()
  for (const row of childrenOf(findIn(root, 'sheetData'), 'row')) {
    for (const cell of childrenOf(row, 'c')) {
      const { r = '', s = '0', t } = cell.attributes
      if (!r.endsWith(row.attributes.r ?? '?')) throw new Error(`${r} stands in row ${row.attributes.r}`)
      const value = findIn(cell, 'v')?.text ?? ''
      cells.set(r, {
        type: typeOf(t),
        value: textOf(cell, value, shared),
        format: formats[Number(s)] ?? '',
      })
    }
  }
  return cells
}

function typeOf(t: string | undefined): ReadCell['type'] {
  if (t === 'b') return 'boolean'
  return t ? 'text' : 'number'
}

function textOf(cell: XmlElement, value: string, shared: readonly string[]): string {
  if (cell.attributes.t === 's') return excelText(shared[Number(value)] ?? 'no such shared string')
  if (cell.attributes.t === 'inlineStr') return excelText(findIn(cell, 't')?.text ?? '')
  return value
}

/** Excel's own escapes inside a text. */
function excelText(text: string): string {
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
