import { escapeXml } from './xlsx-text.ts'

/** The small parts of an XLSX package around the worksheets (ECMA-376). */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const application = 'Cruza'

/** Indexes of `cellXfs` below; that of numbers is the workbook's own, which shows the decimals that there are. */
export const styles = { number: 0, heading: 1, text: 2, integer: 3, time: 4 } as const

const firstOwnFormat = 165
/** The first style of the person's own formats, behind those of `styles`. */
export const firstOwnStyle = 5

/** Text cells have the format Text, so that a phone stays a text when the person edits the cell. */
export function stylesPart(formats: readonly string[]): string {
  const own = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escapeXml(code).replaceAll('"', '&quot;')}"/>`,
  )
  const cells = formats.map(
    (_, index) =>
      `<xf numFmtId="${firstOwnFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length + 1}"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>${own.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + firstOwnStyle}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

export const packageRelations = `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${office}/relationships/extended-properties" Target="docProps/app.xml"/></Relationships>`

export const appProperties = `${head}<Properties xmlns="${office}/extended-properties"><Application>${application}</Application></Properties>`

export const coreProperties = `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${application}</dc:creator></cp:coreProperties>`

/** One worksheet as the workbook names it; `area` is its filled cells, `$A$1:$W$20`. */
export interface SheetPart {
  readonly name: string
  readonly area: string
}

export function contentTypes(sheets: readonly SheetPart[]): string {
  const overrides = sheets.map((_, index) => override(sheetPath(index), `${spreadsheet}.worksheet+xml`)).join('')
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', `${spreadsheet}.sheet.main+xml`)}${overrides}${override('xl/styles.xml', `${spreadsheet}.styles+xml`)}${override('xl/sharedStrings.xml', `${spreadsheet}.sharedStrings+xml`)}${override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}${override('docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml')}</Types>`
}

export function workbookPart(sheets: readonly SheetPart[]): string {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const filters = sheets.map(
    ({ name, area }, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeXml(`'${name.replaceAll("'", "''")}'!${area}`)}</definedName>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

export function workbookRelations(sheets: readonly SheetPart[]): string {
  const targets = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  const relations = [
    ...targets.map((target) => ['worksheet', target]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ].map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/relationships/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`
}

/** `elements` are `<t>…</t>` in the order of their numbers. */
export function sharedStringsPart(elements: readonly string[]): string {
  const items = elements.map((element) => `<si>${element}</si>`).join('')
  return `${head}<sst xmlns="${main}" uniqueCount="${elements.length}">${items}</sst>`
}

export interface SheetColumn {
  readonly width: number
  readonly style: number
}

/** Everything before the first row: the heading row stays in sight, widths and formats reach below the data. */
export function sheetHead(columns: readonly SheetColumn[], first: boolean): string {
  const widths = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  const selected = first ? ' tabSelected="1"' : ''
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
}

/** Everything after the last row of an area like `A1:W20`; phones in text cells get no green corner. */
export function sheetTail(area: string): string {
  return `</sheetData><autoFilter ref="${area}"/><ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`
}

function override(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${type}"/>`
}
