import { excelLimits, isMisread, longestHeld } from '../../../preload/values/excel.ts'
import { createZone, type Zone } from '../../kernel/times.ts'
import { type CellFormat, type Form, form } from './column-cells.ts'
import { protectCell, unprotectCell } from './protection.ts'
import type { RowFormat } from './rows-to-bytes.ts'
import { type CellCounts, type ExportCell, type ExportKind, type FileFormat, withoutControls } from './table.ts'
import { localTimes, timeText } from './time-digits.ts'

/**
 * The two named modes (docs/decisions/lists.md §3), and `list`, which no person gets.
 *
 * `csv-excel`, "para Excel": `;`, UTF-8 with BOM, CRLF. Times are dd/MM/yyyy HH:mm:ss in the person's zone, lists are
 * joined by `, `, and formulas are protected (protection.ts). Control characters are removed because Excel stops
 * reading at them. `csv-raw`, "para sistemas": `,`, UTF-8 without BOM, LF, RFC 4180 quotes. Values are as they are,
 * times as the text that the service sent. A number that is a time is written as ISO 8601 UTC with milliseconds. Lists
 * are joined by `|`, before which, as before itself, a `\` stands where a value holds it: they can be taken apart
 * again. Neither is cut: what Excel does not open of it is counted (`long`) or follows from the rows.
 *
 * `list` is what Cruza reads itself (inspect.ts, `made`): as `csv-raw`, but for lists, which are joined by `, `. Cells
 * that would lose a protective mark when they are read get another one.
 */
interface Dialect extends Pick<CellFormat, 'putTime' | 'formOf'> {
  readonly start: string
  readonly separator: string
  readonly lineEnd: string
  list(values: readonly string[]): string
  text(value: string): string
  number(value: number): string
}

export interface CsvRows extends RowFormat {
  /** The text before the rows: the line of the headings. */
  head(headings: readonly string[]): string
}

/** Throws `bad_request` for an unknown zone. */
export function csvRows({ format, zone, kinds }: FileFormat): CsvRows {
  const counts: CellCounts = { long: 0, cleaned: 0 }
  const checked = createZone(zone)
  const dialect = format === 'csv-excel' ? excelDialect(checked, counts) : rawDialect(format === 'list')
  const { start, separator, lineEnd } = dialect
  // A line of one empty field would count as no line.
  const emptyFirst = kinds.length === 1 ? '""' : ''
  return {
    columns: kinds.map((kind) => cellFormat(kind, dialect, counts)),
    starts: kinds.map((_, index) => (index === 0 ? '' : separator)),
    empties: kinds.map((_, index) => (index === 0 ? emptyFirst : separator)),
    numbered: false,
    row: ['', '', lineEnd],
    counts,
    head: (headings) => start + (headings.map(dialect.text).join(separator) || emptyFirst) + lineEnd,
  }
}

function cellFormat(kind: ExportKind, dialect: Dialect, counts: CellCounts): CellFormat {
  const { text, number, list, putTime, formOf } = dialect
  const encodeText = (value: string) => {
    if (value.length > excelLimits.cellCharacters) counts.long += 1
    return text(value)
  }
  const encode = (cell: ExportCell) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return encodeText(cell)
    if (typeof cell === 'number') return kind === 'time' ? timeText(putTime, cell) : number(cell)
    return encodeText('text' in cell ? cell.text : list(cell))
  }
  const none = ['', ''] as const
  return {
    around: { text: none, held: ['"=""', '"""'], number: none, time: none },
    putTime,
    formOf,
    encode,
    encodeRepeated: encode,
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const excelSpecial = /[\0-\u001f";]/
const rawSpecial = /[\r\n",]/

function excelDialect(zone: Zone, counts: CellCounts): Dialect {
  return {
    start: '\ufeff',
    separator: ';',
    lineEnd: '\r\n',
    list: joined,
    text: (value) => {
      const clean = withoutControls(value)
      if (clean !== value) counts.cleaned += 1
      const marked = protectCell(clean)
      return excelSpecial.test(marked) ? quoted(marked) : marked
    },
    number: (value) => {
      // With a point, Excel in Portuguese would read 10.5 as a day of May.
      if (!Number.isInteger(value)) return String(value).replace('.', ',')
      return isMisread(String(value)) ? `"=""${value}"""` : String(value)
    },
    putTime: localTimes(zone),
    formOf: excelForm,
  }
}

function rawDialect(isList: boolean): Dialect {
  return {
    start: '',
    separator: ',',
    lineEnd: '\n',
    list: isList ? joined : joinedToSplit,
    text: isList ? listCell : rawCell,
    number: String,
    putTime: null,
    formOf: isList ? listForm : rawForm,
  }
}

const joined = (values: readonly string[]) => values.join(', ')
const joinedToSplit = (values: readonly string[]) => values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')

function rawCell(text: string): string {
  return rawSpecial.test(text) ? quoted(text) : text
}

/** Writes a cell of a list that Cruza reads itself: the text comes back as it is. */
export function listCell(text: string): string {
  return rawCell(unprotectCell(text) === text ? text : protectCell(text))
}

function quoted(text: string): string {
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`
}

const rawCare = byteTable(['\r\n",', 1])

function rawForm(bytes: Uint8Array, from: number, to: number): Form {
  if (to - from > excelLimits.cellCharacters) return form.whole
  for (let at = from; at < to; at++) if (rawCare[bytes[at] as number] !== 0) return form.whole
  return form.plain
}

/** Every cell that `listCell` changes has one of these bytes. */
export const listCare = byteTable(['\r\n",\'\t=', 1])

/** `plain` for the bytes of a cell that `listCell` leaves as they are; `whole` where only `listCell` can decide. */
function listForm(bytes: Uint8Array, from: number, to: number): Form {
  if (to - from > excelLimits.cellCharacters) return form.whole
  for (let at = from; at < to; at++) if (listCare[bytes[at] as number] !== 0) return form.whole
  return form.plain
}

const zero = 0x30
const plus = 0x2b
/**
 * What a byte may be part of: digits, a phone with its signs, a number, a day or a fraction for Excel, or something
 * that a byte does not show.
 */
const digit = 1
const phone = 2
const numeric = 4
const care = 8
const slash = 16
const excelBytes = byteTable(
  ['0123456789', digit | phone | numeric],
  [' ()', phone],
  ['.-', phone | numeric],
  ['/', phone | numeric | slash],
  ['eE+', numeric],
  // The last one begins the two characters at which Excel stops reading.
  [`${String.fromCharCode(...Array(32).keys())}",;|\u00ef`, care],
)
/** Bytes with which no formula, number or mark begins: signs, letters, and the first bytes of Latin letters. */
const excelStarts = byteTable(
  ['!#$%&()*./:<>?[\\]^_`{}~', 1],
  ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZÃÄÅÆÇÈ', 1],
)

/** The form that `protectCell` and the quotes give the most frequent texts: names, phones and numbers. */
function excelForm(bytes: Uint8Array, from: number, to: number): Form {
  const size = to - from
  const first = bytes[from] as number
  const isPlus = first === plus
  let some = 0
  let all = digit | phone | numeric
  for (let at = isPlus ? from + 1 : from; at < to; at++) {
    const flags = excelBytes[bytes[at] as number] as number
    some |= flags
    all &= flags
  }
  if ((some & care) !== 0 || size > excelLimits.cellCharacters) return form.whole
  if (excelStarts[first] === 1) return mayBeMisread(bytes, from, size, some) ? form.whole : form.plain
  if (isPlus) return (all & phone) !== 0 && (some & digit) !== 0 && size <= longestHeld ? form.held : form.whole
  if (((excelBytes[first] as number) & digit) === 0) return form.whole
  if ((all & digit) !== 0) {
    const isMisread = size <= longestHeld && (size >= 12 || (first === zero && size > 1))
    return isMisread ? form.held : form.plain
  }
  if (size > longestHeld) return form.plain
  // Phones with blanks and hyphens are longer than what Excel takes for a number; a blank at the end does not count.
  const endsInDigit = ((excelBytes[bytes[to - 1] as number] as number) & digit) !== 0
  const isPhone = (all & phone) !== 0 && (all & numeric) === 0 && (some & slash) === 0 && endsInDigit
  return isPhone && size >= 12 ? form.plain : form.whole
}

const bracket = 0x28
/** The first letters of truth values, of four to ten characters. */
const truths = byteTable(['tfvTFV', 1])

/**
 * Whether a text that begins like no number may be one in brackets, the name of a month with digits, a price or a truth
 * value.
 */
function mayBeMisread(bytes: Uint8Array, from: number, size: number, some: number): boolean {
  const first = bytes[from] as number
  if (size > longestHeld) return false
  if (first === bracket) return bytes[from + size - 1] === bracket + 1
  return (some & digit) !== 0 || (size <= 10 && truths[first] === 1)
}

/** A table of bytes with a number for those of each text, which is Latin-1. */
function byteTable(...marks: readonly (readonly [bytes: string, value: number])[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const [bytes, value] of marks) for (const byte of Buffer.from(bytes, 'latin1')) table[byte] = value
  return table
}
