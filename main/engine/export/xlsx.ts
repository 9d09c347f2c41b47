import { excelLimits, originMark } from '../../../preload/values/excel.ts'
import type { FileSink } from '../../kernel/save-file.ts'
import type { OriginLine } from './origin.ts'
import type { RowBlocks } from './row-blocks.ts'
import type { ExportColumn, ExportKind, ExportTable } from './table.ts'
import {
  columnLetters,
  continuedName,
  escapeXml,
  firstOwnStyle,
  kindStyles,
  sheetNameOf,
  textRow,
  type XlsxRows,
} from './xlsx-cells.ts'
import { createZip } from './zip.ts'

/** A worksheet of 4 GiB would need zip64, which Excel distrusts. The next sheet begins long before. */
const bytesPerSheet = 3_500_000_000

/** Level 1 is a third faster than 6 and the file a third larger (docs/decisions/engine.md §8). */
const compression = 1

const kindWidths: Readonly<Record<ExportKind, number>> = { text: 24, integer: 14, number: 14, time: 18, list: 30 }

const widest = 60

/**
 * Writes an XLSX workbook as a stream: only the current runs and the repeated texts are in memory. Times are Excel
 * dates in the zone. A table with more rows than a worksheet takes continues in further worksheets, each with the
 * headings. Throws `cancelled`, and what the sink or the rows throw.
 */
export async function writeXlsx(
  { columns, rows, sheet_name, origin }: XlsxTable,
  { shared, formats }: XlsxRows,
  { sink, blocks, progress }: WriterDeps,
): Promise<void> {
  const zip = createZip(sink, compression, { hashes: origin !== null })
  const headings = columns.map(({ heading }) => heading)
  const heading = textRow(1, headings, blocks.counts)
  const name = sheetNameOf(sheet_name)
  const lastColumn = columnLetters(columns.length - 1)
  const sheets: SheetPart[] = []

  await zip.add('_rels/.rels', packageRelations)
  await zip.add('docProps/app.xml', appProperties)
  await zip.add('docProps/core.xml', coreProperties)
  let done = 0
  do {
    const entry = await zip.open(sheetPath(sheets.length))
    await entry.write(Buffer.from(sheetHead(columns, sheets.length === 0) + heading))
    let lastRow = 1
    for await (const block of blocks.make(
      done,
      Math.min(rows.length - done, excelLimits.rows - lastRow),
      lastRow + 1,
    )) {
      await entry.write(block.bytes)
      lastRow += block.rows
      progress(done + lastRow - 1)
      if (entry.size() > bytesPerSheet) break
    }
    done += lastRow - 1
    await entry.write(Buffer.from(sheetTail(`A1:${lastColumn}${lastRow}`)))
    await entry.close()
    const area = `$A$1:$${lastColumn}$${lastRow}`
    const sheetName = sheets.length === 0 ? name : continuedName(name, sheets.length + 1)
    sheets.push({ name: sheetName, area, isOrigin: false })
  } while (done < rows.length)
  // These parts are known only at the end.
  await zip.add('xl/styles.xml', stylesPart([...formats.keys()]))
  await zip.add('xl/sharedStrings.xml', sharedStringsPart(shared))
  if (origin) {
    const lines = [origin.headings, ...origin.lines(zip.digest())]
    sheets.push({
      name: freeName(sheetNameOf(origin.sheet_name), sheets),
      area: `$A$1:$B$${lines.length}`,
      isOrigin: true,
    })
    await zip.add(sheetPath(sheets.length - 1), originPart(lines))
  }
  await zip.add('xl/workbook.xml', workbookPart(sheets))
  await zip.add('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
  await zip.add('[Content_Types].xml', contentTypes(sheets))
  await zip.end()
}

interface XlsxTable extends ExportTable {
  readonly sheet_name: string
  /** The worksheet behind those of the rows; `sha256` is that of their parts (origin.ts). */
  readonly origin: {
    readonly sheet_name: string
    readonly headings: OriginLine
    lines(sha256: string): readonly OriginLine[]
  } | null
}

export interface WriterDeps {
  readonly sink: FileSink
  readonly blocks: RowBlocks
  /** Rows written so far. */
  progress(rows: number): void
}

/** The small parts of an XLSX package around the worksheets (ECMA-376). */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const application = 'Cruza'
const firstOwnFormat = 165
/** Text cells have the format Text, so that a phone stays a text when the person edits the cell. */
function stylesPart(formats: readonly string[]): string {
  const numberFormats = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escapeXml(code).replaceAll('"', '&quot;')}"/>`,
  )
  const cells = formats.map(
    (_, index) =>
      `<xf numFmtId="${firstOwnFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length + 1}"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>${numberFormats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + firstOwnStyle}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

const packageRelations = `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${office}/relationships/extended-properties" Target="docProps/app.xml"/></Relationships>`
const appProperties = `${head}<Properties xmlns="${office}/extended-properties"><Application>${application}</Application></Properties>`
const coreProperties = `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${application}</dc:creator></cp:coreProperties>`
/** One worksheet as the workbook names it; `area` is its filled cells, `$A$1:$W$20`. */
interface SheetPart {
  readonly name: string
  readonly area: string
  readonly isOrigin: boolean
}

function contentTypes(sheets: readonly SheetPart[]): string {
  const overrides = sheets.map((_, index) => override(sheetPath(index), `${spreadsheet}.worksheet+xml`)).join('')
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', `${spreadsheet}.sheet.main+xml`)}${overrides}${override('xl/styles.xml', `${spreadsheet}.styles+xml`)}${override('xl/sharedStrings.xml', `${spreadsheet}.sharedStrings+xml`)}${override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}${override('docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml')}</Types>`
}

function workbookPart(sheets: readonly SheetPart[]): string {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const filters = sheets.map(
    ({ name, area, isOrigin }, index) =>
      `<definedName name="${isOrigin ? originMark : '_xlnm._FilterDatabase'}" localSheetId="${index}" hidden="1">${escapeXml(`'${name.replaceAll("'", "''")}'!${area}`)}</definedName>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

function workbookRelations(sheets: readonly SheetPart[]): string {
  const relations = [...sheets.map(() => 'worksheet'), 'styles', 'sharedStrings'].map((type, index) => {
    const target = type === 'worksheet' ? `worksheets/sheet${index + 1}.xml` : `${type}.xml`
    return `<Relationship Id="rId${index + 1}" Type="${office}/relationships/${type}" Target="${target}"/>`
  })
  return `${head}<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`
}

/** `elements` are `<t>…</t>` in the order of their numbers. */
function sharedStringsPart(elements: readonly string[]): string {
  const items = elements.map((element) => `<si>${element}</si>`).join('')
  return `${head}<sst xmlns="${main}" uniqueCount="${elements.length}">${items}</sst>`
}

/** Everything before the first row: the heading row stays in sight, widths and formats reach below the data. */
function sheetHead(columns: readonly ExportColumn[], first: boolean): string {
  const widths = columns.map(({ heading, kind }, index) => {
    // Room for the filter's arrow beside the heading.
    const width = Math.min(widest, Math.max(kindWidths[kind], heading.length + 4))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${kindStyles[kind]}" customWidth="1"/>`
  })
  const selected = first ? ' tabSelected="1"' : ''
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
}

/** Everything after the last row of an area like `A1:W20`; phones in text cells get no green corner. */
function sheetTail(area: string): string {
  return `</sheetData><autoFilter ref="${area}"/><ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/** The worksheet of the origin: two columns of texts, of which no cell is a number. */
function originPart(lines: readonly OriginLine[]): string {
  const rows = lines.map((line, index) => textRow(index + 1, line, { long: 0, cleaned: 0 }))
  const widths = [32, 80].map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${kindStyles.text}" customWidth="1"/>`,
  )
  return `${head}<worksheet xmlns="${main}"><cols>${widths.join('')}</cols><sheetData>${rows.join('')}</sheetData><ignoredErrors><ignoredError sqref="A1:B${lines.length}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/** A name that no other sheet has, whatever its case: Excel opens no workbook with two of one name. */
function freeName(name: string, sheets: readonly SheetPart[]): string {
  const usedNames = new Set(sheets.map((sheet) => sheet.name.toLowerCase()))
  let free = name
  for (let number = 2; usedNames.has(free.toLowerCase()); number++) free = continuedName(name, number)
  return free
}

function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`
}

function override(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${type}"/>`
}
