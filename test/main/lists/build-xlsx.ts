import { crc32, deflateRawSync } from 'node:zlib'

/** Parts of a zip file by name; a part may be stored as it is, or lie about its size or checksum. */
export interface ZipPart {
  readonly name: string
  readonly bytes: Uint8Array | string
  readonly stored?: boolean
  readonly size?: number
  readonly crc?: number
  readonly encrypted?: boolean
  /** Deflated bytes to lie in the file instead of those of `bytes`. */
  readonly packed?: Uint8Array
}

/** Makes a zip file, as small and as plain as they come. */
export function buildZip(parts: readonly ZipPart[]): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const bytes = Buffer.from(part.bytes)
    const packed = part.packed ?? (part.stored ? bytes : deflateRawSync(bytes))
    const name = Buffer.from(part.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(part.encrypted ? 1 : 0, 2)
    fields.writeUInt16LE(part.stored ? 0 : 8, 4)
    fields.writeUInt32LE(part.crc ?? crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(part.size ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed])
    locals.push(local)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, offset, name]))
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Uint8Array.from(Buffer.concat([...locals, central, end]))
}

export interface XlsxSheet {
  readonly name: string
  /** The XML inside `sheetData`. */
  readonly rows: string
  readonly state?: string
}

export interface XlsxOptions {
  readonly strings?: string
  readonly styles?: string
  readonly workbookProperties?: string
  readonly extra?: readonly ZipPart[]
}

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Makes the parts of a spreadsheet from the XML of its rows. */
export function xlsxParts(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): ZipPart[] {
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationship}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const parts: ZipPart[] = [
    {
      name: '_rels/.rels',
      bytes: `<Relationships><Relationship Id="r" Type="${relationship}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      bytes: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="${relationship}">${options.workbookProperties ?? ''}<sheets>${sheets
        .map((sheet, index) => {
          const state = sheet.state ? ` state="${sheet.state}"` : ''
          return `<sheet name="${sheet.name}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`
        })
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: `<Relationships>${relations.join('')}<Relationship Id="rIdS" Type="${relationship}/styles" Target="/xl/styles.xml"/><Relationship Id="rIdT" Type="${relationship}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', bytes: options.styles ?? '<styleSheet/>' },
    { name: 'xl/sharedStrings.xml', bytes: options.strings ?? '<sst/>' },
    ...(options.extra ?? []),
  ]
  for (const [index, sheet] of sheets.entries()) {
    parts.push({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      bytes: `<?xml version="1.0"?><worksheet><sheetData>${sheet.rows}</sheetData></worksheet>`,
    })
  }
  return parts
}

/** Makes a spreadsheet. */
export function buildXlsx(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): Uint8Array {
  return buildZip(xlsxParts(sheets, options))
}

/** A row of inline texts; numbers are numbers. `attributes` of the row, such as `hidden="1"`. */
export function xlsxRow(number: number, cells: readonly (string | number)[], attributes = ''): string {
  const inside = cells.map((cell, index) => {
    const reference = `${String.fromCharCode(65 + index)}${number}`
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
    return `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row r="${number}" ${attributes}>${inside.join('')}</row>`
}
