import { type ListFile, type UnreadableCause, unreadable } from '../plan.ts'
import { openOds } from './ods.ts'
import type { Workbook } from './sheet.ts'
import { openXls } from './xls.ts'
import { openXlsx } from './xlsx.ts'
import { openZip, type ZipArchive } from './zip.ts'

/** The first byte of compound files; zip files begin with another. */
const compoundStart = 0xd0

/**
 * Opens a spreadsheet: a compound file (.xls) or a zip file. Throws `list_unreadable` when it is damaged or
 * another kind of such files, `list_too_large` when it has more than a list may have.
 */
export async function openWorkbook({ bytes }: ListFile, signal?: AbortSignal): Promise<Workbook> {
  if (bytes[0] === compoundStart) return { file_kind: 'xls', sheets: openXls(bytes, signal) }
  const archive = await openZip(bytes)
  if (isOpenDocument(archive)) return { file_kind: 'ods', sheets: await openOds(archive, signal) }
  const sheets = await openXlsx(archive, signal)
  if (sheets) return { file_kind: 'xlsx', sheets }
  throw unreadable(causeOf(archive), 'zip: not a spreadsheet')
}

function isOpenDocument({ has }: ZipArchive): boolean {
  return has('encrypted-package') || (has('content.xml') && (has('mimetype') || has('META-INF/manifest.xml')))
}

/** The kind of a zip file that holds no sheet of cells: people keep lists in all of these, under any name. */
function causeOf({ names }: ZipArchive): UnreadableCause {
  const holds = (test: (name: string) => boolean) => names.some(test)
  if (holds((name) => name === 'xl/workbook.bin')) return 'binary_excel'
  if (holds((name) => name.startsWith('word/') || name.startsWith('ppt/'))) return 'document'
  if (holds((name) => name.endsWith('.iwa') || name.startsWith('index/') || name === 'index.zip')) return 'numbers'
  return holds((name) => name.startsWith('xl/')) ? 'damaged' : 'archive'
}
