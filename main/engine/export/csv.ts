import { excelLimits, isMisread } from '../../../preload/values/excel.ts'
import { createZone, type Zone } from '../../kernel/times.ts'
import { protectCell, unprotectCell } from './protection.ts'
import {
  type CellCounts,
  type CellFormat,
  type ExportCell,
  type ExportKind,
  type FileFormat,
  type RowFormat,
  withoutControls,
} from './table.ts'
import { localTimes, timeText } from './time-texts.ts'

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
interface Dialect extends Pick<CellFormat, 'times'>, Pick<RowFormat, 'texts'> {
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
    texts: dialect.texts,
    starts: kinds.map((_, index) => (index === 0 ? '' : separator)),
    empties: kinds.map((_, index) => (index === 0 ? emptyFirst : separator)),
    numbered: false,
    row: ['', '', lineEnd],
    counts,
    head: (headings) => start + (headings.map(dialect.text).join(separator) || emptyFirst) + lineEnd,
  }
}

function cellFormat(kind: ExportKind, dialect: Dialect, counts: CellCounts): CellFormat {
  const { text, number, list, times } = dialect
  const encodeText = (value: string) => {
    if (value.length > excelLimits.cellCharacters) counts.long += 1
    return text(value)
  }
  const encode = (cell: ExportCell) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return encodeText(cell)
    if (typeof cell === 'number') return kind === 'time' ? timeText(times, cell) : number(cell)
    return encodeText('text' in cell ? cell.text : list(cell))
  }
  const none = ['', ''] as const
  return {
    around: { text: none, held: ['"=""', '"""'], number: none, time: none },
    times,
    encode,
    encodeRepeated: encode,
    list,
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
    times: localTimes(zone),
    texts: { rule: 'excel', care: excelCare, parts: excelParts },
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
    times: null,
    texts: isList ? { rule: 'plain', care: listCareBytes } : { rule: 'quotes', care: '\r\n",' },
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

/** Every cell that `listCell` changes has one of these bytes. */
const listCareBytes = '\r\n",\'\t='
export const listCare = byteTable([listCareBytes, 1])

const [digit, phone, safe, month, truth, quote, separator, never] = [1, 2, 4, 8, 16, 32, 64, 128] as const
/**
 * What a byte may be, as kernels/rows/ knows it: part of a phone; a sign or letter with which no formula, number or
 * protective mark begins (`safe`). Months and truth values begin with some of them. A text with a digit and then a
 * `never` is not misread.
 */
const excelParts = byteTable(
  ['0123456789', digit | phone],
  [' -', phone],
  ['./', phone | safe],
  ['()', phone | safe | never],
  ['_', safe | never],
  ['@', never],
  ['!#$%&*:<>?[\\]^`{}~', safe],
  ['bceghiklpqruwxyzBCEGHIKLPQRUWXYZÃÄÅÆÇÈ', safe],
  ['ajmnosdAJMNOSD', safe | month],
  ['fF', safe | month | truth],
  ['tvTV', safe | truth],
  ['"', safe | quote],
  [';', safe | quote | separator],
  [',|', safe | separator],
)
/** The last one begins the two characters at which Excel stops reading. */
const excelCare = `${String.fromCharCode(...Array(32).keys())}",;|\u00ef`

/** A table of bytes with a number for those of each text, which is Latin-1. */
function byteTable(...marks: readonly (readonly [bytes: string, value: number])[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const [bytes, value] of marks) for (const byte of Buffer.from(bytes, 'latin1')) table[byte] = value
  return table
}
