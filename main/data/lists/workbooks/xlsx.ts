import path from 'node:path'
import { originMark } from '../../../../preload/contract/excel.ts'
import { listLimits, tooLarge } from '../plan.ts'
import { readStyles } from './number-formats.ts'
import type { WorkbookSheet } from './sheet.ts'
import { readSheet } from './xlsx-sheet.ts'
import { attribute, scanXml, unescaped } from './xml.ts'
import type { ZipArchive } from './zip.ts'

/** By id, their targets as names in the archive. */
type Relations = ReadonlyMap<string, { readonly type: string; readonly part: string }>

/**
 * Opens an .xlsx file (ECMA-376, transitional or strict). Gives null for an archive that is none or has no sheet of cells. Throws
 * `list_unreadable` when it is damaged, `list_too_large` when it has more than a list may have.
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
    return { name, hidden, isOrigin, rows: () => readSheet(archive.read(part, signal), { style, strings }, signal) }
  })
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
