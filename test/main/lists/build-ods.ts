import { buildZip, type ZipPart } from './build-xlsx.ts'

export interface OdsSheet {
  readonly name: string
  /** The XML inside `table:table`. */
  readonly rows: string
  readonly hidden?: boolean
}

const namespaces = ['office', 'style', 'table', 'text', 'draw']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`)
  .join(' ')

/** The content of a spreadsheet of ODF. */
export function odsContent(sheets: readonly OdsSheet[], kind = 'spreadsheet'): string {
  const tables = sheets.map(({ name, rows, hidden }) => {
    const style = hidden ? 'ta2' : 'ta1'
    return `<table:table table:name="${name}" table:style-name="${style}"><table:table-column/>${rows}</table:table>`
  })
  return [
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces}><office:automatic-styles>`,
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>',
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
    `</office:automatic-styles><office:body><office:${kind}>${tables.join('')}</office:${kind}></office:body>`,
    '</office:document-content>',
  ].join('')
}

/** Makes the parts of such a file. */
export function odsParts(content: string): ZipPart[] {
  return [
    { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', bytes: content },
    { name: 'META-INF/manifest.xml', bytes: '<manifest:manifest xmlns:manifest="urn:x"/>' },
  ]
}

export function buildOds(sheets: readonly OdsSheet[]): Uint8Array {
  return buildZip(odsParts(odsContent(sheets)))
}

/** A row of texts; numbers are numbers. `attributes` of the row, such as `table:visibility="filter"`. */
export function odsRow(cells: readonly (string | number)[], attributes = ''): string {
  const inside = cells.map((cell) =>
    typeof cell === 'number'
      ? `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`,
  )
  return `<table:table-row ${attributes}>${inside.join('')}</table:table-row>`
}
