import path from 'node:path'
import { createStylesListener, type DateStyles } from './number-formats.ts'
import { createSharedStringsListener } from './shared-strings.ts'
import { unreadable } from './unreadable.ts'
import { attribute, createXmlScanner, type XmlListener } from './xml.ts'
import { openZip, type ZipArchive } from './zip.ts'

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
  readonly starts1904: boolean
  readonly dateStyles: DateStyles
  readonly strings: readonly string[]
}

interface Relation {
  readonly type: string
  readonly part: string
}

/**
 * Opens an .xlsx file (ECMA-376, transitional or strict). Throws `list_unreadable` when it is damaged, is another kind of
 * zip file, or has no sheet of cells.
 */
export async function openWorkbook(bytes: Uint8Array, signal?: AbortSignal): Promise<Workbook> {
  const archive = openZip(bytes)
  const root = await readRelations(archive, '', signal)
  const part = [...root.values()].find((relation) => relation.type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (!archive.has(part)) throw unreadable('xlsx: not a spreadsheet')
  const relations = await readRelations(archive, part, signal)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.part

  const listed = createWorkbookListener(relations)
  await scanPart(archive, part, listed, signal)
  const sheets = listed.sheets.filter((sheet) => archive.has(sheet.part))
  if (sheets.length === 0) throw unreadable('xlsx: no sheet')

  const styles = createStylesListener()
  await scanOptionalPart(archive, partOf('styles'), styles, signal)
  const strings = createSharedStringsListener()
  await scanOptionalPart(archive, partOf('sharedStrings'), strings, signal)
  return {
    archive,
    sheets,
    starts1904: listed.starts1904(),
    dateStyles: styles.styles,
    strings: strings.strings,
  }
}

/** Scans a part from start to end; the event loop turns between its pieces. */
async function scanPart(
  archive: ZipArchive,
  part: string,
  listener: XmlListener,
  signal: AbortSignal | undefined,
): Promise<void> {
  const scanner = createXmlScanner(listener)
  const decoder = new TextDecoder()
  for await (const piece of archive.read(part, { signal })) scanner.feed(decoder.decode(piece, { stream: true }))
}

async function scanOptionalPart(
  archive: ZipArchive,
  part: string | undefined,
  listener: XmlListener,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (part !== undefined && archive.has(part)) await scanPart(archive, part, listener, signal)
}

function createWorkbookListener(relations: ReadonlyMap<string, Relation>) {
  const sheets: WorkbookSheet[] = []
  let starts1904 = false
  return {
    sheets,
    starts1904: () => starts1904,
    open(name: string, attributes: string) {
      if (name === 'workbookPr') starts1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      const relation = relations.get(attribute(attributes, 'id') ?? '')
      if (relation?.type !== 'worksheet') return
      const state = attribute(attributes, 'state') ?? 'visible'
      sheets.push({
        name: attribute(attributes, 'name') ?? '',
        hidden: state !== 'visible',
        part: relation.part,
      })
    },
    close() {},
    text() {},
  }
}

/** The relations of a part (of the package itself for an empty name) by id, their targets as names in the archive. */
async function readRelations(
  archive: ZipArchive,
  part: string,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const relations = new Map<string, Relation>()
  const listener: XmlListener = {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attribute(attributes, 'Target') ?? ''
      relations.set(attribute(attributes, 'Id') ?? '', {
        type: (attribute(attributes, 'Type') ?? '').replace(/^.*\//, ''),
        part: target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target),
      })
    },
    close() {},
    text() {},
  }
  await scanOptionalPart(archive, `${folder}_rels/${part.slice(slash + 1)}.rels`, listener, signal)
  return relations
}
