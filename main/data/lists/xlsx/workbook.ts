import path from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { listLimits, tooLarge, type UnreadableCause, unreadable } from '../plan.ts'
import { type CellStyle, createStylesListener } from './number-formats.ts'
import { attribute, scanXml, unescaped, type XmlAttributes, type XmlListener } from './xml.ts'

export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  /** Name of its part in the archive. */
  readonly part: string
}

/** What a spreadsheet holds besides the cells of its sheets, which `sheet.ts` reads. */
export interface Workbook {
  readonly archive: ZipArchive
  readonly sheets: readonly WorkbookSheet[]
  /** How the cells with this `s` show their numbers. */
  style(index: number): CellStyle
  readonly strings: readonly string[]
}

interface Relation {
  readonly type: string
  readonly part: string
}

/**
 * Opens an .xlsx file (ECMA-376, transitional or strict). Throws `list_unreadable` when it is damaged, is another kind of
 * zip file, or has no sheet of cells, and `list_too_large` when it has more than a list may have.
 */
export async function openWorkbook(bytes: Uint8Array, signal?: AbortSignal): Promise<Workbook> {
  const archive = await openZip(bytes)
  const scan: ScanPart = async (part, listener) => {
    if (part === undefined || !archive.has(part)) return
    for await (const _ of scanXml(archive.read(part, signal), listener));
  }
  const [part = 'xl/workbook.xml'] = partsOf('officeDocument', await readRelations('', scan))
  if (!archive.has(part) || part.endsWith('.bin')) throw unreadable(causeOf(archive), 'xlsx: not a spreadsheet')
  const relations = await readRelations(part, scan)
  const listed = createWorkbookListener(relations)
  await scan(part, listed)
  const sheets = listed.sheets.filter((sheet) => archive.has(sheet.part))
  if (sheets.length === 0) throw unreadable(causeOf(archive), 'xlsx: no sheet')
  const styles = createStylesListener()
  await scan(partsOf('styles', relations)[0], styles)
  const { strings, ...listener } = createSharedStringsListener()
  await scan(partsOf('sharedStrings', relations)[0], listener)
  return { archive, sheets, style: (index) => styles.style(index, listed.starts1904()), strings }
}

/** Scans a part from start to end, if there is such a part. */
type ScanPart = (part: string | undefined, listener: XmlListener) => Promise<void>

function partsOf(type: string, relations: ReadonlyMap<string, Relation>): string[] {
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

function createWorkbookListener(relations: ReadonlyMap<string, Relation>) {
  const sheets: WorkbookSheet[] = []
  let starts1904 = false
  return {
    sheets,
    starts1904: () => starts1904,
    open(name: string, attributes: XmlAttributes) {
      if (name === 'workbookPr') starts1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      const relation = relations.get(attribute(attributes, 'id') ?? '')
      if (relation?.type !== 'worksheet') return
      if (sheets.length >= listLimits.sheets) throw tooLarge('sheets')
      const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible'
      sheets.push({ name: attribute(attributes, 'name') ?? '', hidden, part: relation.part })
    },
  }
}

/** The relations of a part (of the package itself for an empty name) by id, their targets as names in the archive. */
async function readRelations(part: string, scan: ScanPart): Promise<ReadonlyMap<string, Relation>> {
  const { dir, base } = path.posix.parse(part)
  const relations = new Map<string, Relation>()
  await scan(path.posix.join(dir, '_rels', `${base}.rels`), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attribute(attributes, 'Target') ?? ''
      relations.set(attribute(attributes, 'Id') ?? '', {
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        part: target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target),
      })
    },
  })
  return relations
}

/**
 * Listens to `sharedStrings.xml`; `strings` is whole at the end of the part. Throws `list_too_large` for more texts than a
 * list may have.
 */
function createSharedStringsListener() {
  const strings: string[] = []
  let characters = 0
  return {
    strings,
    close(name: string, text: string) {
      if (name !== 'si') return
      characters += text.length
      if (strings.length >= listLimits.texts) throw tooLarge('texts')
      if (characters > listLimits.characters) throw tooLarge('characters')
      strings.push(unescaped(text))
    },
  }
}

const maxEntries = 20_000
const pieceBytes = 128 * 1024

/** The parts of a zip file by name. Names are compared without case, and `\` counts as `/`. */
interface ZipArchive {
  readonly names: readonly string[]
  has(name: string): boolean
  /**
   * The bytes of a part, inflated piece by piece off this thread. Throws `list_unreadable` when the part is missing,
   * damaged or encrypted, and `list_too_large` when the archive inflates to more than 1 GB.
   */
  read(name: string, signal?: AbortSignal | undefined): AsyncGenerator<Uint8Array>
}

/** Opens a zip file that is in memory. Throws `list_unreadable` when its directory is damaged. */
async function openZip(bytes: Uint8Array): Promise<ZipArchive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Names come as bytes: the library refuses some that spreadsheets have, such as those that begin with a slash.
  const file = await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false }).catch(() => {
    throw unreadable('damaged', 'zip: no directory')
  })
  const entries = await readEntries(file)
  let left: number = listLimits.bytes

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(normal(name)),
    async *read(name, signal) {
      const entry = entries.get(normal(name))
      if (!entry) throw unreadable('damaged', 'zip: a part is missing')
      if (entry.isEncrypted()) throw unreadable('password', 'zip: encrypted')
      if (entry.uncompressedSize > left) throw tooLarge('bytes')
      const method = entry.compressionMethod
      if (method !== 0 && method !== 8) throw unreadable('damaged', 'zip: an unknown way of packing')
      const packed = await file.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
        throw unreadable('damaged', 'zip: a part is damaged')
      })
      let crc = 0
      try {
        for await (const piece of method === 0 ? packed : inflated(packed)) {
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

function inflated(packed: Readable): Readable {
  // Larger pieces than the library's own: a third less time for a large sheet.
  return pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), () => {})
}

async function readEntries(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of file.eachEntry()) {
      entries.set(normal(entry.fileNameRaw.toString()), entry)
      if (entries.size > maxEntries) break
    }
  } catch {
    throw unreadable('damaged', 'zip: its directory is damaged')
  }
  if (entries.size > maxEntries) throw unreadable('damaged', 'zip: too many parts')
  return entries
}

function normal(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
