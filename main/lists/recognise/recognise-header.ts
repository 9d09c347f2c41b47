import { foldText } from '../../../preload/values/text.ts'
import { emailKey } from '../../phones/addresses.ts'
import { isChatLink, readCellKeys } from '../../phones/cell-keys.ts'
import { isFiller } from '../../phones/filler.ts'
import { phoneKey } from '../../phones/phones.ts'
import { readHeading } from '../headings.ts'
import type { ListRow } from '../row-block.ts'
import { isRewritten } from './column-shapes.ts'

/** How far down a header may be. */
const farthestHeader = 30

const example = /\b(?:ex|e\.g|exemplo|example|formato|format|modelo)\b/i

/** The header of a list: where it ends, and for each column its heading and the group above several columns. */
export interface ListHeader {
  readonly header: boolean
  /** Rows of the file above the first row of data, the header among them. */
  readonly rowsAbove: number
  readonly headings: readonly string[]
  readonly groups: readonly string[]
}

/**
 * Recognises the header of a list among its first rows, and the title rows above it (docs/decisions/lists.md §5). It
 * is the row with most heading words above the first row that holds a phone, an e-mail or a long number. Without such
 * words, it is a row whose cells above the phones are words. A row above or below it that divides or sums up its cells
 * is of the header, too. Where a header is requested all the same, it is the first row. Takes the sample of
 * `inspect.ts`, never empty.
 */
export function recogniseHeader(sample: readonly ListRow[], requested: boolean | null): ListHeader {
  const rows = sample.map(({ texts }) => texts)
  const usual = usualCells(rows)
  const dataStart = startOfData(rows)
  const above = rows.slice(0, dataStart === -1 ? farthestHeader : Math.min(dataStart, farthestHeader))
  const named = byWords(above, rows, usual)
  const position = named === -1 && dataStart > 0 ? byTypes(above, rows[above.length] ?? [], usual) : named
  const header = requested ?? position !== -1
  const at = Math.max(position, 0)
  const number = (row: number) => sample[row]?.number ?? 1
  if (!header) return { header, rowsAbove: number(0) - 1, headings: [], groups: [] }
  const row = rows[at] ?? []
  const endOf = (last: number) => number(last + examplesBelow(rows, last))
  const [rowBefore, after] = [above[at - 1], above[at + 1]]
  if (after && number(at + 1) === number(at) + 1 && completes(after, row)) {
    const groups = spread(row, after.length)
    return {
      header,
      rowsAbove: endOf(at + 1),
      headings: after.map((cell, index) => cell.trim() || row[index] || ''),
      groups,
    }
  }
  const hasGroups = rowBefore !== undefined && number(at - 1) === number(at) - 1 && isGrouping(rowBefore, row)
  return { header, rowsAbove: endOf(at), headings: row, groups: hasGroups ? spread(rowBefore, row.length) : [] }
}

/** The first row of a person; -1 where there is none. */
function startOfData(rows: readonly (readonly string[])[]): number {
  const plain = rows.findIndex(
    (row, at) =>
      (row.some(isDataCell) || (filledCells(row) > 1 && row.some(holdsKey))) &&
      !showsExamples(row, rows.slice(at + 1, at + rowsBelow)),
  )
  // In a list of one column a title may have a phone among its words. Where all rows are such, the first one is a
  // person.
  return plain === -1 ? rows.findIndex((row) => row.some(holdsKey)) : plain
}

/** So many rows below a heading are compared with its example. */
const rowsBelow = 20

/**
 * Whether a row is one of headings of which some show an example: "WhatsApp (11 98888-7777)". The others are plain
 * headings, the cells below have keys, and none of them is written like it.
 */
function showsExamples(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  const examples = row.flatMap((cell, column) => (isExample(cell) ? [column] : []))
  if (examples.length === 0) return false
  const others = row.filter((_, column) => !examples.includes(column))
  if (others.some((cell) => isDataCell(cell) || holdsKey(cell))) return false
  if (!others.some((cell) => readHeading(cell).known)) return false
  const cells = below.flatMap((each) => examples.map((column) => each[column] ?? ''))
  return cells.some(holdsKey) && !cells.some(isExample)
}

const calledExample = /^\W*(?:ex\.?|exemplo|example|ejemplo)\s*:|^\W*(?:exemplo|example|ejemplo)(?:\W*$|\))/i

/** How many rows directly below a header are examples of how to fill it in: "Ex.: 11 98888-7777", "(exemplo)". */
function examplesBelow(rows: readonly (readonly string[])[], header: number): number {
  const first = rows.findIndex((row, at) => at > header && !row.some((cell) => calledExample.test(cell)))
  return first === -1 ? 0 : first - header - 1
}

/** Whether a cell has the words of a heading, then a phone or an e-mail in brackets or behind a colon. */
function isExample(text: string): boolean {
  if (text.length > 200) return false
  const [, words = '', behind = ''] = /^([^\d@:([]{2,})(.+)$/s.exec(text) ?? []
  const inside = /^[([](.*)[)\]]/s.exec(behind)?.[1] ?? (behind.startsWith(':') ? behind : '')
  if (!/@|\d{4}/.test(inside) || /\d/.test(behind.slice(inside.length + 2))) return false
  const heading = readHeading(words)
  return heading.phone || heading.email || heading.weakPhone
}

/** The row with most heading words; -1 where none has any. */
function byWords(above: readonly (readonly string[])[], rows: readonly (readonly string[])[], usual: number): number {
  const wordCounts = above.map((row, at) => {
    const isOfSomebody = row.some(holdsKey) && !showsExamples(row, rows.slice(at + 1, at + rowsBelow))
    if (filledCells(row) < Math.min(usual, 2) || isOfSomebody) return 0
    return row.filter((cell) => readHeading(cell).known).length
  })
  const maxWords = Math.max(0, ...wordCounts)
  if (maxWords === 0) return -1
  // In a list of one column the title comes first and the header last.
  return usual === 1 ? wordCounts.lastIndexOf(maxWords) : wordCounts.indexOf(maxWords)
}

/** The first row above the data that has words where the row below has phones or e-mails; -1 where none has. */
function byTypes(above: readonly (readonly string[])[], below: readonly string[], usual: number): number {
  const dataColumns = below.flatMap((cell, index) => (isDataCell(cell) ? [index] : []))
  return above.findIndex(
    (row) => filledCells(row) >= Math.min(usual, 2) && dataColumns.some((column) => isWord(row[column] ?? '')),
  )
}

/** Whether a row below a header divides cells of it: "DDD" and "Telefone" under a "Contato" of two columns. */
function completes(row: readonly string[], header: readonly string[]): boolean {
  const places = row.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]))
  const isWide = (column: number) => isBlank(header[column]) || (isBlank(header[column + 1]) && column + 1 < row.length)
  const fillsGap = places.some((column) => isBlank(header[column]))
  return fillsGap && places.every((column) => isWide(column) && isWord(row[column] ?? '') && isKnown(row[column]))
}

/**
 * Whether a row above a header sums up columns of it: "Vendedor" over two columns, "Cliente" over two others. A title
 * does not.
 */
function isGrouping(row: readonly string[], header: readonly string[]): boolean {
  const places = row.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]))
  if (places.length >= filledCells(header) || (places.length === 1 && places[0] === 0)) return false
  return places.length > 0 && places.every((column) => isWord(row[column] ?? '') && !isBlank(header[column]))
}

/** The cells of a row that stand for several columns, each repeated over all of these. */
function spread(row: readonly string[], width: number): string[] {
  let last = ''
  return Array.from({ length: width }, (_, column) => {
    last = row[column]?.trim() || last
    return last
  })
}

function isBlank(cell: string | undefined): boolean {
  return (cell ?? '').trim() === ''
}

function isKnown(cell: string | undefined): boolean {
  return readHeading(cell ?? '').known
}

function isWord(text: string): boolean {
  const isNothing = isFiller(text) || /^(?:sem|nao)\b/.test(foldText(text.trim()))
  return /\p{L}{2}/u.test(text) && !/\d{3}/.test(text) && !isNothing
}

/**
 * A cell that headings and titles do not have: an e-mail, a phone, damage by Excel, or a long number that is no date.
 */
function isDataCell(text: string): boolean {
  if (text === '' || text.length > 200) return false
  if (text.includes('@')) return /^[^\s()[\]:]+$/.test(text.trim()) && emailKey(text).ok
  if (isChatLink(text)) return true
  const digits = text.replace(/\D/g, '').length
  if (digits < 3 || /\p{L}{4}/u.test(text)) return false
  const reading = phoneKey(text)
  if (reading.ok || isRewritten(reading.problem)) return true
  return digits >= 7 && !/^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/.test(text)
}

/**
 * Whether a cell has somebody's phone or e-mail, with words beside it or without. An example in a heading is nobody's.
 */
function holdsKey(text: string): boolean {
  if (text.length > 200 || !/@|\d{4}/.test(text) || example.test(text)) return false
  if (text.includes('@') && /[([]/.test(text) && readHeading(text).email) return false
  return readCellKeys(text, 'phone').keys.length > 0
}

/** The most common number of cells that hold something. */
function usualCells(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  let usual = 0
  for (const row of rows) {
    const filled = filledCells(row)
    const seen = (counts.get(filled) ?? 0) + 1
    counts.set(filled, seen)
    if (seen > (counts.get(usual) ?? 0)) usual = filled
  }
  return usual
}

function filledCells(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length
}
