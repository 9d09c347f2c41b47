import type { CodeWords } from '../../../preload/messages/table-words.ts'
import { isMisread, quotedCell } from '../../../preload/values/excel.ts'
import { formatPhone } from '../../../preload/values/phone-text.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { createZone } from '../../kernel/times.ts'
import type { Column } from '../columns/column.ts'
import { protectCell } from '../export/protection.ts'
import { type ClockTimes, localTimes, timeText } from '../export/time-texts.ts'

export interface Copy {
  readonly columns: readonly { readonly key: string; readonly column: Column }[]
  readonly rows: Uint32Array
  /** One for each column, or null for none. */
  readonly headings: readonly string[] | null
  /**
   * For Excel: what it would misread is protected, and times have their seconds. Otherwise cells are as they are shown.
   */
  readonly excel: boolean
  readonly words: CodeWords
  /** IANA name. */
  readonly zone: string
}

const yieldEvery = 256

/**
 * Rows as text for the clipboard, in the way that Excel writes it itself. Tabs stand between cells, CRLF between rows,
 * quotes around a cell with tabs, line breaks or a quote at its start. Times are in the person's zone, lists are joined
 * by `, `. Numbers have no thousands separators, which Excel in another language would read as decimals.
 *
 * Excel runs what is pasted, so a formula gets its apostrophe either way (protection.ts). `excel` also writes phones
 * and leading zeros as texts with `="…"`, which would be in the way in a chat or a search box.
 */
export function* copyText({ columns, rows, headings, excel, words, zone }: Copy): InterruptibleWork<string> {
  const times = localTimes(createZone(zone))
  const write = excel ? excelCell : shownCell
  const textOf = excel ? excelText : shownText
  const cells = columns.map(({ key, column }) => {
    const value = plainInWords(key, column, words)
    return (row: number) => write(textOf(value(row), column, times))
  })
  const lines = headings ? [headings.map(excelCell).join('\t')] : []
  for (const row of rows) {
    lines.push(cells.map((cell) => cell(row)).join('\t'))
    if (lines.length % yieldEvery === 0) yield
  }
  return lines.join('\r\n')
}

function excelText(value: PlainCell, { type }: Column, times: ClockTimes): string {
  if (value === null) return ''
  // With a point, Excel in Portuguese would read 10.5 as a day of May.
  if (typeof value === 'number') return type === 'time' ? timeText(times, value) : String(value).replace('.', ',')
  return typeof value === 'string' ? value : value.join(', ')
}

/** Writes times with minutes and phones with masks, as on the screen. */
function shownText(value: PlainCell, column: Column, times: ClockTimes): string {
  const text = excelText(value, column, times)
  if (typeof value === 'number') return column.type === 'time' ? text.replace(withSeconds, '$1') : text
  return column.type === 'phone' ? formatPhone(text) : text
}

const withSeconds = /^(\d\d\/\d\d\/\d{4} \d\d:\d\d):\d\d$/

const excelCell = (text: string) => quotedCell(protectCell(text))

/** A cell as it is shown: what Excel would run gets its apostrophe, phones and numbers stay plain. */
export const shownCell = (text: string) => quotedCell(isMisread(text) ? text : protectCell(text))

type PlainCell = ReturnType<Column['plain']>
/** The values of a column with the person's words for its codes. */
export function plainInWords(key: string, column: Column, words: CodeWords): (row: number) => PlainCell {
  const word = wordsOf(key, column, words)
  if (!word) return (row) => column.plain(row)
  return (row) => {
    const value = column.plain(row)
    if (typeof value === 'string') return word(value)
    return typeof value === 'object' && value !== null ? value.map(word) : value
  }
}

/**
 * The person's words for the codes of a column: its status, outcome, reason or own; null for a column of other values.
 */
export function wordsOf(key: string, column: Column, words: CodeWords): ((code: string) => string) | null {
  if (column.type === 'day' || column.type === 'month') return (day) => day.split('-').reverse().join('/')
  const table = tableOf(key, column, words)
  return table && ((code) => table.get(code) ?? code)
}

function tableOf(key: string, { type }: Column, words: CodeWords): ReadonlyMap<string, string> | null {
  switch (type) {
    case 'status':
    case 'outcome':
    case 'reason':
      return new Map(Object.entries(words[type]))
    case 'code':
    case 'codes':
      return new Map(Object.entries(words.codes[key] ?? words.codes[kindOf(key)] ?? words.codes[''] ?? {}))
    default:
      return null
  }
}

/** The part before the colon: columns of one kind, such as the answers of a form, have their words together. */
function kindOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(':')))
}
