import { excelLimits } from '../../../preload/contract/excel.ts'
import type { Zone } from '../../kernel/times.ts'
import { booleanFormat } from '../columns/column.ts'
import {
  createRepeats,
  type ExportCell,
  type ExportColumn,
  type ExportKind,
  hasControls,
  joined,
  type TypedCell,
  withoutControls,
} from './table.ts'
import { createLocalTexts, createSerialTexts } from './time-texts.ts'

/** Indexes of `cellXfs` in the part of styles (xlsx.ts); that of numbers is the workbook's own, which shows the decimals that there are. */
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

const plainStart = `${inlineStart}<t>`

const plainEnd = `</t>${inlineEnd}`

const timeStart = `" s="${styles.time}"><v>`

const integerStart = `" s="${styles.integer}"><v>`

const decimalStart = `" s="${styles.number}"><v>`

const numberEnd = '</v></c>'

interface RowEncoderDeps {
  readonly columns: readonly ExportColumn[]
  readonly zone: Zone
  readonly counts: CellCounts
  /** Gets the `<t>` elements that cells point to, in order. */
  readonly shared: string[]
  readonly formats: CellFormats
}

/** The formats of the person's own cells, as styles of the workbook. */
interface CellFormats {
  /** In the order of their styles. */
  readonly codes: readonly string[]
  /** The style of a format code, that of plain numbers for General; null when the workbook takes no more formats. */
  style(code: string): number | null
}

export function createCellFormats(): CellFormats {
  const codes: string[] = []
  const known = new Map<string, number>([['', styles.number]])
  return {
    codes,
    style(code) {
      const style = known.get(code)
      if (style !== undefined) return style
      if (codes.length === maxFormats) return null
      const made = firstOwnStyle + codes.length
      codes.push(code)
      known.set(code, made)
      return made
    },
  }
}

/**
 * Rows as XML; cells without a value are left out. Texts that a column repeats are shared strings, others are inline; both
 * are text cells, so phones and ids keep their zeros and signs. Numbers that Excel would round become texts.
 */
export function createXlsxRows(deps: RowEncoderDeps): (row: readonly ExportCell[], rowNumber: number) => string {
  const encoders = deps.columns.map((column) => cellEncoder(column, deps))
  const starts = deps.columns.map((_, index) => `<c r="${columnLetters(index)}`)
  return (row, rowNumber) => {
    const number = String(rowNumber)
    let line = `<row r="${number}">`
    let index = 0
    for (const encode of encoders) {
      const rest = encode(row[index])
      if (rest !== '') line += starts[index] + number + rest
      index += 1
    }
    return `${line}</row>`
  }
}

/** The heading row, bold; never counted as data. */
export function headingRow(columns: readonly ExportColumn[], counts: CellCounts): string {
  const cells = columns.map(
    ({ heading }, index) =>
      `<c r="${columnLetters(index)}1" s="${styles.heading}" t="inlineStr"><is>${textElement(heading, counts)}${inlineEnd}`,
  )
  return `<row r="1">${cells.join('')}</row>`
}

/** A column as spreadsheets name it: `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** Each encoder gives what follows the cell's reference, or nothing for an empty cell. */
function cellEncoder(
  { kind }: ExportColumn,
  { zone, counts, shared, formats }: RowEncoderDeps,
): (cell: ExportCell | undefined) => string {
  const inline = (text: string) =>
    isPlain(text) ? plainStart + text + plainEnd : inlineStart + textElement(text, counts) + inlineEnd
  const encodeText = createRepeats({
    remember: (text) => {
      if (shared.length >= maxShared) return inline(text)
      const index = shared.push(textElement(text, counts)) - 1
      return `" s="${styles.text}" t="s"><v>${index}</v></c>`
    },
    encode: inline,
    mayRemember: (text) => !hasControls(text),
  })
  const encodeValue = (value: number) => {
    if (Math.abs(value) >= firstInexact) return inline(String(value))
    const whole = Number.isInteger(value) && kind !== 'number'
    return (whole ? integerStart : decimalStart) + value + numberEnd
  }
  const encodeTyped = ({ number, format, text }: TypedCell) => {
    if (format === booleanFormat) return `" s="${styles.number}" t="b"><v>${number}</v></c>`
    const style = Math.abs(number) < firstInexact ? formats.style(format) : null
    return style === null ? encodeText(text) : `" s="${style}"><v>${number}</v></c>`
  }
  const encodeNumber = kind === 'time' ? encodeTimes(zone) : encodeValue

  return (cell) => {
    if (cell === null || cell === undefined || cell === '') return ''
    if (typeof cell === 'string') return encodeText(cell)
    if (typeof cell === 'object' && 'format' in cell) return encodeTyped(cell)
    if (typeof cell !== 'number') return cell.length === 0 ? '' : encodeText(joined(cell, ', '))
    return kind === 'text' || kind === 'list' ? encodeText(String(cell)) : encodeNumber(cell)
  }
}

/** Times for which Excel has no date become texts. */
function encodeTimes(zone: Zone): (epochMs: number) => string {
  const asText = createLocalTexts(zone, { before: plainStart, after: plainEnd })
  return createSerialTexts(zone, { before: timeStart, after: numberEnd }, asText)
}

/** As Excel counts it (features.md §9 point 17). */
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

/** Cells that are not in the file as they came, or longer than Excel takes. */
export interface CellCounts {
  long: number
  cleaned: number
}

/** True for a text that `<t>` holds unchanged. */
function isPlain(text: string): boolean {
  return text.length <= longestCell && !special.test(text)
}

/** A text as `<t>…</t>`: whole, or cut with `…` at Excel's limit and counted; control characters taken out and counted. */
function textElement(text: string, counts: CellCounts): string {
  if (isPlain(text)) return `<t>${text}</t>`
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

/** Never between the two halves of an emoji. */
function endOfCut(text: string, length: number): number {
  const last = text.charCodeAt(length - 1)
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length
}
