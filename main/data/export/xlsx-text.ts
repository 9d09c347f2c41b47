import { excelLimits } from '../../../preload/contract/excel-limits.ts'
import { withoutControls } from './control-characters.ts'

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

/** True for a text that stands in `<t>` as it is. */
export function isPlain(text: string): boolean {
  return text.length <= longestCell && !special.test(text)
}

/** A text as `<t>…</t>`: whole, or cut with `…` at Excel's limit and counted; control characters taken out and counted. */
export function textElement(text: string, counts: CellCounts): string {
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
