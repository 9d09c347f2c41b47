import { phoneKey } from '../../kernel/phones/phone-key.ts'
import { emailKey, isChatLink, readCellKeys } from './cell-keys.ts'
import { fold, readHeading } from './heading-words.ts'
import type { RowBatch } from './plan.ts'

/** How far down a header may stand. */
const farthestHeader = 30

const example = /\b(?:ex|e\.g|exemplo|example|formato|format|modelo)\b/i

export interface HeaderPosition {
  readonly header: boolean
  readonly titleRows: number
}

/**
 * Recognises the header of a list among its first rows, and the title rows above it (features.md §9, pitfall 9): the row
 * with most heading words above the first row that holds a phone, an e-mail or a long number; without such words, a row
 * whose cells above the phones are words. Takes the sample of `inspect.ts`, never empty.
 */
export function recogniseHeader(sample: RowBatch): HeaderPosition {
  const usual = usualCells(sample.rows)
  const plain = sample.rows.findIndex((row) => row.some(isDataCell) || (filledCells(row) > 1 && row.some(holdsKey)))
  // In a list of one column a title may have a phone among its words; where all of them stand so, it is a person.
  const dataStart = plain === -1 ? sample.rows.findIndex((row) => row.some(holdsKey)) : plain
  const above = sample.rows.slice(0, dataStart === -1 ? farthestHeader : Math.min(dataStart, farthestHeader))
  const position = byWords(above, usual) ?? (dataStart > 0 ? byTypes(above, sample.rows) : null)
  const number = sample.numbers[position ?? 0] ?? 1
  return { header: position !== null, titleRows: number - 1 }
}

function byWords(above: readonly (readonly string[])[], usual: number): number | null {
  let best: number | null = null
  let most = 0
  for (const [index, row] of above.entries()) {
    if (filledCells(row) < Math.min(usual, 2)) continue
    const known = row.filter((cell) => readHeading(cell).known).length
    if (row.some(holdsKey)) continue
    // In a list of one column the title comes first and the header last.
    if (known > most || (known === most && known > 0 && usual === 1)) {
      best = index
      most = known
    }
  }
  return best
}

/** The first row above the data that has words where the rows below have phones or e-mails. */
function byTypes(above: readonly (readonly string[])[], rows: readonly (readonly string[])[]): number | null {
  const first = rows[above.length] ?? []
  const dataColumns = first.flatMap((cell, index) => (isDataCell(cell) ? [index] : []))
  const usual = usualCells(rows)
  const found = above.findIndex(
    (row) => filledCells(row) >= Math.min(usual, 2) && dataColumns.some((position) => isWord(row[position] ?? '')),
  )
  return found === -1 ? null : found
}

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/\d{3}/.test(text) && !/^(?:sem|nao|nd|n\/|s\/)/.test(fold(text))
}

/** A cell that headings and titles do not have: an e-mail, a phone, damage by Excel, or a long number that is no date. */
function isDataCell(text: string): boolean {
  if (text === '' || text.length > 200) return false
  if (text.includes('@')) return emailKey(text).ok
  if (isChatLink(text)) return true
  const digits = text.replace(/\D/g, '').length
  if (digits < 3 || /\p{L}{4}/u.test(text)) return false
  const reading = phoneKey(text)
  if (reading.ok || reading.problem === 'damaged_by_excel') return true
  return digits >= 7 && !/^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/.test(text)
}

/** Whether somebody's phone or e-mail stands in a cell, words beside it or not: an example in a heading is nobody's. */
function holdsKey(text: string): boolean {
  if (text.length > 200 || !/@|\d{4}/.test(text) || example.test(text)) return false
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
