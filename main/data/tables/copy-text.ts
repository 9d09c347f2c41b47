import type { Words } from '../calls.ts'
import type { Column } from '../columns/column.ts'
import type { Sliced } from '../columns/in-slices.ts'
import { protectCell } from '../export/protection.ts'
import { createLocalTexts } from '../export/time-texts.ts'
import { createZone } from '../zone.ts'
import { type PlainCell, wordsOf } from './cell-words.ts'

interface Copy {
  readonly columns: readonly { readonly key: string; readonly column: Column }[]
  readonly rows: Uint32Array
  /** One a column, or null for none. */
  readonly headings: readonly string[] | null
  readonly words: Words
  /** IANA name. */
  readonly zone: string
}

const breathEvery = 256
const phoneAlone = /^\+[\d ().\u00a0/-]+$/

/**
 * Rows as text for the clipboard, in the way that Excel writes it itself: tabs between cells, CRLF between rows, quotes
 * around a cell with tabs, line breaks or a quote at its start. Times stand in the person's zone, lists joined by `, `.
 *
 * Excel runs what is pasted, and turns phones into numbers, as it does with a CSV file; so cells are protected like those
 * of "CSV para Excel" (protection.ts). A single cell that is a phone stays bare: it goes into a search box or a chat.
 */
export function* copyText({ columns, rows, headings, words, zone }: Copy): Sliced<string> {
  const timeText = createLocalTexts(createZone(zone))
  const alone = columns.length === 1 && rows.length === 1 && headings === null
  const write = (value: PlainCell, column: Column): string => {
    const text = textOf(value, column, timeText)
    return clipboardCell(alone && phoneAlone.test(text) ? text : protectCell(text))
  }
  const cells = columns.map(({ key, column }) => {
    const value = wordsOf(key, column, words)
    return (row: number) => write(value(row), column)
  })
  const lines = headings ? [headings.map((heading) => clipboardCell(protectCell(heading))).join('\t')] : []
  for (const row of rows) {
    lines.push(cells.map((cell) => cell(row)).join('\t'))
    if (lines.length % breathEvery === 0) yield
  }
  return lines.join('\r\n')
}

function textOf(value: PlainCell, { type }: Column, timeText: (at: number) => string): string {
  if (value === null) return ''
  // With a point, Excel in Portuguese would read 10.5 as a day of May.
  if (typeof value === 'number') return type === 'time' ? timeText(value) : String(value).replace('.', ',')
  return typeof value === 'string' ? value : value.join(', ')
}

function clipboardCell(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
