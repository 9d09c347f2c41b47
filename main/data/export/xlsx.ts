import { excelLimits } from '../../../preload/contract/excel-limits.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { FileSink } from '../../kernel/save-file.ts'
import type { Zone } from '../../kernel/zone.ts'
import type { ExportPace } from './pace.ts'
import type { ExportCell, ExportColumn, ExportKind, ExportTable, WrittenTable } from './table.ts'
import { createTextOutput } from './text-output.ts'
import { columnLetters, createCellFormats, createXlsxRows, headingRow, kindStyles } from './xlsx-cells.ts'
import {
  appProperties,
  contentTypes,
  coreProperties,
  packageRelations,
  type SheetPart,
  sharedStringsPart,
  sheetHead,
  sheetPath,
  sheetTail,
  stylesPart,
  workbookPart,
  workbookRelations,
} from './xlsx-parts.ts'
import { continuedName, sheetNameOf } from './xlsx-text.ts'
import { createZip, type ZipWriter } from './zip.ts'

/** A worksheet of 4 GiB would need zip64, which Excel distrusts; long before, the next sheet begins. */
const bytesPerSheet = 3_500_000_000
/** performance.md J6: level 1 is a third faster than 6; the file is a third larger. */
const compression = 1

const kindWidths: Readonly<Record<ExportKind, number>> = { text: 24, integer: 14, number: 14, time: 18, list: 30 }
const widest = 60

export interface XlsxDeps {
  readonly sink: FileSink
  readonly pace: ExportPace
  readonly zone: Zone
  /** Requested name of the worksheet; made to fit Excel's rules. */
  readonly sheetName: string
}

/**
 * An XLSX workbook as a stream: nothing but the block at hand and the repeated texts is in memory. Times are Excel dates in
 * the zone. A table with more rows than a worksheet takes goes on in further worksheets, each with the headings. Throws
 * `bad_request` for more columns than Excel has, and what the sink, the pace (`cancelled`) or the rows throw.
 */
export async function writeXlsx({ columns, rows }: ExportTable, deps: XlsxDeps): Promise<WrittenTable> {
  if (columns.length > excelLimits.columns) throw new AppFailure('bad_request', {}, `${columns.length} columns`)
  const counts = { long: 0, cleaned: 0 }
  const shared: string[] = []
  const zip = createZip(deps.sink, compression)
  const formats = createCellFormats()
  const encodeRow = createXlsxRows({ columns, zone: deps.zone, counts, shared, formats })
  const heading = headingRow(columns, counts)
  const name = sheetNameOf(deps.sheetName)
  const sheets: SheetPart[] = []
  const nextSheet = () => openSheet({ zip, columns, heading, index: sheets.length, encodeRow })

  await addFixedParts(zip)
  let sheet = await nextSheet()
  let count = 0
  const closeSheet = async () => {
    const area = await sheet.close()
    sheets.push({ name: sheets.length === 0 ? name : continuedName(name, sheets.length + 1), area })
  }
  for (const row of rows) {
    if (sheet.complete()) {
      await closeSheet()
      sheet = await nextSheet()
    }
    sheet.add(row)
    count += 1
    if (sheet.full()) await sheet.drain()
    if (deps.pace.due()) await deps.pace.report(count)
  }
  await closeSheet()
  await addWorkbook(zip, { sheets, shared, formats: formats.codes })
  return { rows: count, sheets: sheets.length, ...counts }
}

interface SheetDeps {
  readonly zip: ZipWriter
  readonly index: number
  readonly columns: readonly ExportColumn[]
  readonly heading: string
  encodeRow(row: readonly ExportCell[], rowNumber: number): string
}

interface Sheet {
  /** True when the next row belongs on another sheet. */
  complete(): boolean
  add(row: readonly ExportCell[]): void
  full(): boolean
  drain(): Promise<void>
  /** The filled cells, as `$A$1:$W$20`. */
  close(): Promise<string>
}

async function openSheet({ zip, index, columns, heading, encodeRow }: SheetDeps): Promise<Sheet> {
  const entry = await zip.open(sheetPath(index))
  const output = createTextOutput(entry.write)
  let lastRow = 1
  output.add(sheetHead(columns.map(sheetColumn), index === 0) + heading)
  return {
    complete: () => lastRow === excelLimits.rows || output.bytes() > bytesPerSheet,
    add: (row) => {
      lastRow += 1
      output.add(encodeRow(row, lastRow))
    },
    full: output.full,
    drain: output.drain,
    close: async () => {
      const lastColumn = columnLetters(columns.length - 1)
      output.add(sheetTail(`A1:${lastColumn}${lastRow}`))
      await output.end()
      await entry.close()
      return `$A$1:$${lastColumn}$${lastRow}`
    },
  }
}

function sheetColumn({ heading, kind }: ExportColumn) {
  // Room for the filter's arrow beside the heading.
  return { width: Math.min(widest, Math.max(kindWidths[kind], heading.length + 4)), style: kindStyles[kind] }
}

async function addFixedParts(zip: ZipWriter): Promise<void> {
  await zip.add('_rels/.rels', packageRelations)
  await zip.add('docProps/app.xml', appProperties)
  await zip.add('docProps/core.xml', coreProperties)
}

/** What is known only at the end. */
async function addWorkbook(
  zip: ZipWriter,
  { sheets, shared, formats }: { sheets: readonly SheetPart[]; shared: readonly string[]; formats: readonly string[] },
): Promise<void> {
  await zip.add('xl/styles.xml', stylesPart(formats))
  await zip.add('xl/sharedStrings.xml', sharedStringsPart(shared))
  await zip.add('xl/workbook.xml', workbookPart(sheets))
  await zip.add('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
  await zip.add('[Content_Types].xml', contentTypes(sheets))
  await zip.end()
}
