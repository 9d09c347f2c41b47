import { decodeXML } from 'entities/decode'
import { listLimits, tooLarge, unreadable } from '../plan.ts'
import { attributesIn } from './html-tags.ts'
import { readOdsSheet } from './ods-sheet.ts'
import type { WorkbookSheet } from './sheet.ts'
import { attribute, readXml } from './xml.ts'
import type { ZipArchive } from './zip.ts'

const content = 'content.xml'
/** The start of a table has its name and its style. A longer one is damaged. */
const longestTag = 64 * 1024

/** A table of a document: where it begins and ends among the bytes of its part. */
interface OdsTable {
  readonly name: string
  readonly style: string
  readonly start: number
  readonly end: number
}

/**
 * Opens a spreadsheet of LibreOffice and others (ODF 1.0 to 1.4, `.ods`). Throws `list_unreadable` when it is damaged,
 * has a password, or is another kind of document, and `list_too_large` when it has more than a list may have.
 */
export async function openOds(archive: ZipArchive, signal?: AbortSignal): Promise<readonly WorkbookSheet[]> {
  await refuseEncrypted(archive, signal)
  const tables = await findTables(archive.read(content, signal))
  const { isSpreadsheet, hiddenStyles } = await readStart(archive.read(content, signal))
  if (!isSpreadsheet) throw unreadable('document', 'ods: another kind of document')
  if (tables.length === 0) throw unreadable('damaged', 'ods: no sheet')
  return tables.map(({ name, style, start, end }) => ({
    name,
    hidden: hiddenStyles.has(style),
    rows: () => readOdsSheet(bytesBetween(archive.read(content, signal), start, end), signal),
  }))
}

/** Parts are encrypted one by one, or the whole document as one part. */
async function refuseEncrypted(archive: ZipArchive, signal?: AbortSignal): Promise<void> {
  let isEncrypted = archive.has('encrypted-package')
  const manifest = readXml(archive.read('META-INF/manifest.xml', signal), {
    open(name) {
      isEncrypted ||= name === 'encryption-data'
    },
    close() {},
    text() {},
  })
  for await (const _ of manifest) if (isEncrypted) break
  if (isEncrypted) throw unreadable('encrypted', 'ods: encrypted')
}

/** Reads what stands before the tables: the kind of the document, and which styles hide their tables. */
async function readStart(pieces: AsyncIterable<Uint8Array>) {
  const hiddenStyles = new Set<string>()
  let isSpreadsheet = false
  let inBody = false
  let style = ''
  const reading = readXml(pieces, {
    open(name, attributes) {
      if (name === 'style') style = attribute(attributes, 'name') ?? ''
      else if (name === 'table-properties' && attribute(attributes, 'display') === 'false') hiddenStyles.add(style)
      else if (inBody) isSpreadsheet ||= name === 'spreadsheet'
      else inBody = name === 'body'
    },
    close() {},
    text() {},
  })
  for await (const _ of reading) if (isSpreadsheet) break
  return { isSpreadsheet, hiddenStyles }
}

/**
 * Finds the outermost tables of a document. Its bytes are searched, which takes a small part of the time that reading
 * them as XML does: no text of XML holds a `<`.
 */
async function findTables(pieces: AsyncIterable<Uint8Array>): Promise<OdsTable[]> {
  const tables: OdsTable[] = []
  let open: Omit<OdsTable, 'end'> | null = null
  let depth = 0
  let pending: Buffer = Buffer.alloc(0)
  let offset = 0
  let tags: RegExp | null = null
  for await (const piece of pieces) {
    const bytes = Buffer.concat([pending, piece])
    // Bytes as characters, so that places in both are the same.
    const text = bytes.toString('latin1')
    tags ??= tableTags(text)
    let consumed = 0
    for (const match of text.matchAll(tags)) {
      const [tag, start, isEmpty] = match
      const at = offset + match.index
      consumed = match.index + tag.length
      if (start === undefined) depth--
      else if (isEmpty === undefined) depth++
      if (depth < 0) throw unreadable('damaged', 'ods: a table ends that did not begin')
      if (open && depth === 0) {
        tables.push({ ...open, end: offset + consumed })
        open = null
      } else if (!open && depth === 1) {
        open = { ...namesIn(bytes.toString('utf8', match.index, consumed)), start: at }
        if (tables.length >= listLimits.sheets) throw tooLarge('sheets')
      }
    }
    const keep = Math.max(consumed, bytes.length - longestTag)
    pending = bytes.subarray(keep)
    offset += keep
  }
  if (depth > 0) throw unreadable('damaged', 'ods: a table without an end')
  return tables
}

/** Matches the start and the end of tables under the prefix that the document has for them. */
function tableTags(start: string): RegExp {
  const [, prefix = 'table'] = /xmlns:([\w.-]{1,50})=["']urn:oasis:names:tc:opendocument:xmlns:table:/.exec(start) ?? []
  const name = `${RegExp.escape(prefix)}:table`
  return new RegExp(`(<${name}(?=[\\s/>])[^<>]*?(/)?>)|</${name}\\s*>`, 'g')
}

function namesIn(tag: string): Pick<OdsTable, 'name' | 'style'> {
  const attributes = [...attributesIn(tag)]
  const named = (name: string) => decodeXML(attributes.find(([key]) => key.endsWith(`:${name}`))?.[1] ?? '')
  return { name: named('name'), style: named('style-name') }
}

async function* bytesBetween(
  pieces: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at))
    if (part.length > 0) yield part
    at += piece.length
    if (at >= end) return
  }
}
