import path from 'node:path'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'
import { listLimits, tooLarge, type UnreadableCause, unreadable } from '../plan.ts'
import type { RowBlock } from '../row-block.ts'
import { readStyles } from './number-formats.ts'
import { readSheet } from './sheet.ts'
import { attribute, scanXml, unescaped } from './xml.ts'

/** A sheet of cells in a spreadsheet. */
export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  /** As `readSheet` gives them. */
  rows(): AsyncGenerator<RowBlock>
}

/** By id, their targets as names in the archive. */
type Relations = ReadonlyMap<string, { readonly type: string; readonly part: string }>

/**
 * Opens an .xlsx file (ECMA-376, transitional or strict). Throws `list_unreadable` when it is damaged, is another kind of
 * zip file, or has no sheet of cells, and `list_too_large` when it has more than a list may have.
 */
export async function openWorkbook(bytes: Uint8Array, signal?: AbortSignal): Promise<readonly WorkbookSheet[]> {
  const archive = await openZip(bytes)
  const scan: ScanPart = (part = '', names) => scanXml(archive.read(part, signal), names)
  const [part = 'xl/workbook.xml'] = partsOf('officeDocument', await readRelations('', scan))
  if (!archive.has(part) || part.endsWith('.bin')) throw unreadable(causeOf(archive), 'xlsx: not a spreadsheet')
  const relations = await readRelations(part, scan)
  const listed = await readSheets(scan(part, ['workbookPr', 'sheet']), relations)
  const sheets = listed.sheets.filter((sheet) => archive.has(sheet.part))
  if (sheets.length === 0) throw unreadable(causeOf(archive), 'xlsx: no sheet')
  const [styles] = partsOf('styles', relations)
  const style = await readStyles(scan(styles, ['numFmt', 'xf', 'cellXfs', 'cellStyleXfs']), listed.starts1904)
  const [sharedStrings] = partsOf('sharedStrings', relations)
  const strings = await readSharedStrings(scan(sharedStrings, ['si']))
  return sheets.map(({ name, hidden, part }) => {
    return { name, hidden, rows: () => readSheet(archive.read(part, signal), { style, strings }, signal) }
  })
}

/** The elements of a part with these names; none where there is no such part. */
type ScanPart = (part: string | undefined, names: readonly string[]) => ReturnType<typeof scanXml>

function partsOf(type: string, relations: Relations): string[] {
  return [...relations.values()].filter((relation) => relation.type === type).map(({ part }) => part)
}

/** What a zip file is that holds no sheet of cells: people keep lists in all of these, under any name. */
function causeOf({ names }: ZipArchive): UnreadableCause {
  const holds = (test: (name: string) => boolean) => names.some(test)
  if (holds((name) => name === 'xl/workbook.bin')) return 'binary_excel'
  if (holds((name) => name.startsWith('word/') || name.startsWith('ppt/'))) return 'document'
  if (holds((name) => name.endsWith('.iwa') || name.startsWith('index/') || name === 'index.zip')) return 'numbers'
  if (holds((name) => name === 'mimetype') && holds((name) => name === 'content.xml')) return 'open_document'
  return holds((name) => name.startsWith('xl/')) ? 'damaged' : 'archive'
}

async function readSheets(pieces: ReturnType<ScanPart>, relations: Relations) {
  const sheets: { name: string; hidden: boolean; part: string }[] = []
  let starts1904 = false
  for await (const elements of pieces) {
    for (const { name, attributes } of elements) {
      if (name === 'workbookPr') starts1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      const relation = relations.get(attribute(attributes, 'id') ?? '')
      if (name !== 'sheet' || relation?.type !== 'worksheet') continue
      if (sheets.length >= listLimits.sheets) throw tooLarge('sheets')
      const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible'
      sheets.push({ name: attribute(attributes, 'name') ?? '', hidden, part: relation.part })
    }
  }
  return { sheets, starts1904 }
}

/** The relations of a part, of the package itself for an empty name. */
async function readRelations(part: string, scan: ScanPart): Promise<Relations> {
  const { dir, base } = path.posix.parse(part)
  const relations = new Map<string, { type: string; part: string }>()
  for await (const elements of scan(path.posix.join(dir, '_rels', `${base}.rels`), ['Relationship'])) {
    for (const { attributes } of elements) {
      const target = attribute(attributes, 'Target') ?? ''
      relations.set(attribute(attributes, 'Id') ?? '', {
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        part: target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target),
      })
    }
  }
  return relations
}

/** Reads `sharedStrings.xml`. Throws `list_too_large` for more texts than a list may have. */
async function readSharedStrings(pieces: ReturnType<ScanPart>): Promise<string[]> {
  const strings: string[] = []
  let characters = 0
  for await (const elements of pieces) {
    for (const { text } of elements) {
      characters += text.length
      if (strings.length >= listLimits.texts) throw tooLarge('texts')
      if (characters > listLimits.characters) throw tooLarge('characters')
      strings.push(unescaped(text))
    }
  }
  return strings
}

const maxEntries = 20_000
const pieceBytes = 128 * 1024

/** The parts of a zip file by name. Names are compared without case, and `\` counts as `/`. */
interface ZipArchive {
  readonly names: readonly string[]
  has(name: string): boolean
  /**
   * The bytes of a part, inflated piece by piece off this thread; none where there is no such part. Throws `list_unreadable`
   * when the part is damaged or encrypted, and `list_too_large` when the archive inflates to more than 1 GB.
   */
  read(name: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array>
}

/** Opens a zip file that is in memory. Throws `list_unreadable` when its directory is damaged. */
async function openZip(bytes: Uint8Array): Promise<ZipArchive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Names come as bytes: the library refuses some that spreadsheets have, such as those that begin with a slash.
  const file = await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false }).catch(() => {
    throw unreadable('damaged', 'zip: no directory')
  })
  if (file.entryCount > maxEntries) throw unreadable('damaged', 'zip: too many parts')
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of file.eachEntry()) entries.set(normal(entry.fileNameRaw.toString()), entry)
  } catch {
    throw unreadable('damaged', 'zip: its directory is damaged')
  }
  let left: number = listLimits.bytes

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(normal(name)),
    async *read(name, signal) {
      const entry = entries.get(normal(name))
      if (!entry) return
      if (entry.isEncrypted()) throw unreadable('password', 'zip: encrypted')
      if (entry.uncompressedSize > left) throw tooLarge('bytes')
      const method = entry.compressionMethod
      if (method !== 0 && method !== 8) throw unreadable('damaged', 'zip: an unknown way of packing')
      const packed = await file.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
        throw unreadable('damaged', 'zip: a part is damaged')
      })
      // Larger pieces than the library's own: a third less time for a large sheet.
      const pieces = method === 0 ? packed : pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), () => {})
      let crc = 0
      try {
        for await (const piece of pieces) {
          signal?.throwIfAborted()
          left -= piece.length
          if (left < 0) throw tooLarge('bytes')
          crc = crc32(piece, crc)
          yield piece
        }
      } catch (error) {
        signal?.throwIfAborted()
        const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
        throw isDamaged ? unreadable('damaged', 'zip: a part is damaged') : error
      }
      if (crc !== entry.crc32) throw unreadable('damaged', 'zip: a part is damaged')
    },
  }
}

function normal(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
