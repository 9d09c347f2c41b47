import path from 'node:path'
import { originMark } from '../../../preload/values/excel.ts'
import { listLimits, tooLarge } from '../plan.ts'
import { isContactLink } from './cell-links.ts'
import { readStyles } from './number-formats.ts'
import type { WorkbookSheet } from './sheet.ts'
import { readSheet } from './xlsx-sheet.ts'
import { attribute, scanXml, unescaped } from './xml.ts'
import type { ZipArchive } from './zip.ts'

/** The targets of relations by id, as names in the archive. */
type Relations = ReadonlyMap<string, { readonly type: string; readonly part: string; readonly target: string }>

/**
 * Opens an .xlsx file (ECMA-376, transitional or strict). Gives null for an archive that is none or has no sheet of
 * cells. Throws `list_unreadable` when it is damaged, `list_too_large` when it has more than a list may have.
 */
export async function openXlsx(archive: ZipArchive, signal?: AbortSignal): Promise<readonly WorkbookSheet[] | null> {
  const scan: ScanPart = (part = '', names) => scanXml(archive.read(part, signal), names)
  const [part = 'xl/workbook.xml'] = partsOf('officeDocument', await readRelations('', scan))
  if (!archive.has(part) || part.endsWith('.bin')) return null
  const relations = await readRelations(part, scan)
  const listed = await readSheets(scan(part, ['workbookPr', 'sheet', 'definedName']), relations)
  const sheets = listed.sheets.filter((sheet) => archive.has(sheet.part))
  if (sheets.length === 0) return null
  const [styles] = partsOf('styles', relations)
  const style = await readStyles(scan(styles, ['numFmt', 'xf', 'cellXfs', 'cellStyleXfs']), listed.starts1904)
  const [sharedStrings] = partsOf('sharedStrings', relations)
  const strings = await readSharedStrings(scan(sharedStrings, ['si']))
  return sheets.map(({ name, hidden, place, part }) => {
    const isOrigin = listed.origins.has(place)
    const links = () => readLinks(() => archive.read(part, signal), readRelations(part, scan))
    return {
      name,
      hidden,
      isOrigin,
      rows: () => readSheet(archive.read(part, signal), { style, strings, links }, signal),
    }
  })
}

/** The part of a sheet behind its cells: 65,530 links at most. */
const longestTail = 16 * 1024 * 1024
const cellsEnd = /<\/(?:\w{1,20}:)?sheetData\s{0,9}>/
const linkElement = /<(?:\w{1,20}:)?hyperlink\s([^<>]{1,4000})>/g

/**
 * The links of a sheet to phones and e-mails, by their cells. They stand behind the cells: a sheet that has any is read
 * once more.
 */
async function readLinks(
  read: () => AsyncIterable<Uint8Array>,
  relations: Promise<Relations>,
): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>()
  const targets = [...(await relations)].filter(([, { type, target }]) => type === 'hyperlink' && isContactLink(target))
  if (targets.length === 0) return links
  const linkOf = new Map(targets.map(([id, { target }]) => [id, target]))
  let pending = ''
  let tail: string | null = null
  for await (const piece of read()) {
    const text = pending + Buffer.from(piece).toString('latin1')
    const end = tail === null ? text.search(cellsEnd) : -1
    if (tail !== null) tail += text
    else if (end !== -1) tail = text.slice(end)
    pending = tail === null ? text.slice(-40) : ''
    if (tail !== null && tail.length > longestTail) break
  }
  for (const [, attributes = ''] of (tail ?? '').matchAll(linkElement)) {
    const [, cell] = /(?:^|\s)ref="([A-Z]{1,3}\d{1,7})(?::[A-Z\d]{1,10})?"/.exec(attributes) ?? []
    const [, id] = /(?:^|[\s:])id="([^"]{1,100})"/.exec(attributes) ?? []
    const target = linkOf.get(id ?? '')
    if (cell !== undefined && target !== undefined) links.set(cell, target)
  }
  return links
}

/** The elements of a part with these names; none where there is no such part. */
type ScanPart = (part: string | undefined, names: readonly string[]) => ReturnType<typeof scanXml>

function partsOf(type: string, relations: Relations): string[] {
  return [...relations.values()].filter((relation) => relation.type === type).map(({ part }) => part)
}

async function readSheets(pieces: ReturnType<ScanPart>, relations: Relations) {
  const sheets: { name: string; hidden: boolean; place: number; part: string }[] = []
  const origins = new Set<number>()
  let places = 0
  let starts1904 = false
  for await (const elements of pieces) {
    for (const { name, attributes } of elements) {
      if (name === 'workbookPr') starts1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (name === 'definedName' && attribute(attributes, 'name') === originMark) {
        origins.add(Number(attribute(attributes, 'localSheetId')))
      }
      const place = name === 'sheet' ? places++ : places
      const relation = relations.get(attribute(attributes, 'id') ?? '')
      if (name !== 'sheet' || relation?.type !== 'worksheet') continue
      if (sheets.length >= listLimits.sheets) throw tooLarge('sheets')
      const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible'
      sheets.push({ name: attribute(attributes, 'name') ?? '', hidden, place, part: relation.part })
    }
  }
  return { sheets, origins, starts1904 }
}

/** The relations of a part, of the package itself for an empty name. */
async function readRelations(part: string, scan: ScanPart): Promise<Relations> {
  const { dir, base } = path.posix.parse(part)
  const relations = new Map<string, { type: string; part: string; target: string }>()
  for await (const elements of scan(path.posix.join(dir, '_rels', `${base}.rels`), ['Relationship'])) {
    for (const { attributes } of elements) {
      const target = attribute(attributes, 'Target') ?? ''
      relations.set(attribute(attributes, 'Id') ?? '', {
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        target,
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
