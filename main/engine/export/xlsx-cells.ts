import { excelLimits } from '../../../preload/values/excel.ts'
import { createZone, type Zone } from '../../kernel/times.ts'
import { booleanFormat } from '../columns/column.ts'
import {
  type CellCounts,
  type CellFormat,
  type ExportCell,
  type ExportKind,
  type FileFormat,
  type RowFormat,
  type TypedCell,
  withoutControls,
} from './table.ts'
import { clockText, localTimes, serialTimes, timeText } from './time-texts.ts'

/**
 * Indexes of `cellXfs` in the part of styles (xlsx.ts). That of numbers is the workbook's own, which shows the decimals
 * of each number.
 */
const styles = { number: 0, heading: 1, text: 2, integer: 3, time: 4 } as const

/** The first style of the person's own formats, behind those of `styles`. */
export const firstOwnStyle = 5

/** From here on Excel no longer holds every whole number (15 digits). */
const firstInexact = 1e15

/** Excel takes a few more. */
const maxFormats = 200

/** The table of repeated texts is in memory until the end. */
const maxShared = 50_000

export const kindStyles: Readonly<Record<ExportKind, number>> = {
  text: styles.text,
  list: styles.text,
  integer: styles.integer,
  number: styles.number,
  time: styles.time,
}

const inlineStart = `" s="${styles.text}" t="inlineStr"><is>`
const inlineEnd = '</is></c>'
const valueStart = (style: number) => `" s="${style}"><v>`
const valueEnd = '</v></c>'
const valueCell = (style: number, value: number | string) => valueStart(style) + value + valueEnd

/** What the rows of one workbook refer to. Cells that refer to it are made on one thread. */
interface Workbook {
  readonly counts: CellCounts
  /** The `<t>` elements that cells point to, in order. */
  readonly shared: string[]
  /** The style of each format of the person's own cells, in the order of the styles. */
  readonly formats: Map<string, number>
}

export type XlsxRows = RowFormat & Workbook

/** The style of a format code, that of plain numbers for General; null when the workbook takes no more formats. */
function styleOf(code: string, formats: Map<string, number>): number | null {
  if (code === '') return styles.number
  const style = formats.get(code)
  if (style !== undefined || formats.size === maxFormats) return style ?? null
  const made = firstOwnStyle + formats.size
  formats.set(code, made)
  return made
}

/**
 * Rows as XML; cells without a value are left out. Values of dictionaries are shared strings, other texts are
 * inline; both are text cells, so phones and ids keep their zeros and signs. Numbers that Excel would round become
 * texts.
 */
export function xlsxRows({ zone, kinds }: FileFormat): XlsxRows {
  const checked = createZone(zone)
  const workbook: Workbook = { counts: { long: 0, cleaned: 0 }, shared: [], formats: new Map() }
  return {
    ...workbook,
    columns: kinds.map((kind) => cellFormat(kind, checked, workbook)),
    starts: kinds.map((_, index) => `<c r="${columnLetters(index)}`),
    empties: [],
    numbered: true,
    texts: { rule: 'xlsx', care: careBytes },
    row: ['<row r="', '">', '</row>'],
  }
}

/** A row of texts alone, which does not count as data. The first one of a worksheet is its headings, bold. */
export function textRow(number: number, texts: readonly string[], counts: CellCounts): string {
  const style = number === 1 ? styles.heading : styles.text
  const cells = texts.map(
    (text, index) =>
      `<c r="${columnLetters(index)}${number}" s="${style}" t="inlineStr"><is>${textElement(text, counts)}${inlineEnd}`,
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

/** A column as spreadsheets name it: `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** Cells begin behind their reference. */
function cellFormat(kind: ExportKind, zone: Zone, { counts, shared, formats }: Workbook): CellFormat {
  const inline = (text: string) => (text === '' ? '' : inlineStart + textElement(text, counts) + inlineEnd)
  const times = serialTimes(zone)
  const local = localTimes(zone)
  const numberStyle = (whole: boolean) => (whole && kind !== 'number' ? styles.integer : styles.number)
  const encodeNumber = (value: number) => {
    if (kind === 'text' || kind === 'list') return inline(String(value))
    if (kind === 'time') {
      const serial = clockText(times, value)
      // Times for which Excel has no date become texts.
      return serial === null ? inline(timeText(local, value)) : valueCell(styles.time, serial)
    }
    return Math.abs(value) < firstInexact
      ? valueCell(numberStyle(Number.isInteger(value)), value)
      : inline(String(value))
  }
  const list = (values: readonly string[]) => values.join(', ')
  const encodeTyped = ({ number, format, text }: TypedCell) => {
    if (format === booleanFormat) return `" s="${styles.number}" t="b"><v>${number}</v></c>`
    const style = Math.abs(number) < firstInexact ? styleOf(format, formats) : null
    return style === null ? inline(text) : valueCell(style, number)
  }
  const encode = (cell: ExportCell) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return inline(cell)
    if (typeof cell === 'number') return encodeNumber(cell)
    return 'format' in cell ? encodeTyped(cell) : inline(list(cell))
  }
  return {
    around: {
      text: [`${inlineStart}<t>`, `</t>${inlineEnd}`],
      held: ['', ''],
      number: [valueStart(numberStyle(true)), valueEnd],
      time: [valueStart(styles.time), valueEnd],
    },
    times,
    encode,
    list,
    encodeRepeated(text) {
      if (text === '' || shared.length >= maxShared) return inline(text)
      return `" s="${styles.text}" t="s"><v>${shared.push(textElement(text, counts)) - 1}</v></c>`
    },
  }
}

/** In characters as Excel counts them (docs/decisions/engine.md §24). */
const longestSheetName = 31
const longestCell = excelLimits.cellCharacters
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const special = /[&<>\0-\u001f\ufffe\uffff]|_x[\dA-Fa-f]{4}_|^\s|\s$/
const edgeSpace = /^\s|\s$/
const xmlSpecial = /[&<>\r]|_(?=x[\dA-Fa-f]{4}_)/g
const xmlForms: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A bare CR would be read as LF.
  '\r': '&#13;',
  // Excel reads _x0041_ in a text as A; the underscore itself is written so.
  _: '_x005F_',
}

/** Those of `special`, and the first byte of the two characters that XML does not have. */
const careBytes = `${String.fromCharCode(...Array(32).keys())}&<>_\u00ef`

/**
 * A text as `<t>…</t>`: whole, or cut with `…` at Excel's limit and counted; control characters taken out and
 * counted.
 */
function textElement(text: string, counts: CellCounts): string {
  if (text.length <= longestCell && !special.test(text)) return `<t>${text}</t>`
  const whole = text.length <= longestCell
  if (!whole) counts.long += 1
  const shown = whole ? text : `${text.slice(0, endOfCut(text, longestCell - 1))}…`
  const clean = withoutControls(shown)
  if (clean !== shown) counts.cleaned += 1
  const open = edgeSpace.test(clean) ? '<t xml:space="preserve">' : '<t>'
  return `${open}${escapeXml(clean)}</t>`
}

/** For element content and for attributes in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(xmlSpecial, (character) => xmlForms[character] ?? character)
}

/** A name that Excel takes: no `[]:*?/\`, no apostrophe at the ends, 31 characters, not the reserved `History`. */
export function sheetNameOf(requested: string): string {
  const clean = requested.replace(/[[\]:*?/\\"]|\p{Cc}|\p{Cs}/gu, ' ').replace(/\s+/g, ' ')
  const short = trimEdges(cutName(trimEdges(clean), longestSheetName))
  if (short === '') return 'Cruza'
  return short.toLowerCase() === 'history' ? `${short}_` : short
}

/** The name of the sheet that continues a table: `Leads (2)`. */
export function continuedName(name: string, number: number): string {
  const suffix = ` (${number})`
  return cutName(name, longestSheetName - suffix.length).trimEnd() + suffix
}

function trimEdges(name: string): string {
  return name.replace(/^[\s']+|(?<![\s'])[\s']+$/g, '')
}

function cutName(name: string, length: number): string {
  return name.length <= length ? name : name.slice(0, endOfCut(name, length))
}

/** Never cuts between the two halves of an emoji. */
function endOfCut(text: string, length: number): number {
  const last = text.charCodeAt(length - 1)
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length
}
