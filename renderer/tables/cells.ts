import type { Cell, ColumnType, TableColumn } from '../../preload/contract/tables.ts'
import type { Format } from '../kernel/format.ts'
import { reviewColors } from '../ui/mark.tsx'
import type { TableWords } from './words.ts'

export interface CellWords {
  readonly words: TableWords
  readonly format: Format
}

/** Numbers that name a record are not counted: they go without thousands points (docs/decisions/engine.md §25). */
export function isIdentifier(key: string): boolean {
  return /(^|[_.])id$/.test(key)
}

/** A cell as the person reads it; empty text for an empty cell. */
export function cellText(cell: Cell | undefined, column: TableColumn, { words, format }: CellWords): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return isIdentifier(column.key) ? String(cell) : format.number(cell)
  if (typeof cell === 'string') return column.type === 'phone' ? format.phone(cell) : words.value(column, cell)
  if (Array.isArray(cell)) return cell.map((value) => words.value(column, value)).join(', ')
  return format.dateTime(cell.at)
}

/**
 * The text of the hover: the text that the service sent for a time or a phone, every decimal, the whole of what may be
 * cut off.
 */
export function cellHover(cell: Cell | undefined, column: TableColumn, by: CellWords): string {
  if (cell !== null && typeof cell === 'object' && !Array.isArray(cell)) return cell.original
  if (typeof cell === 'string' && column.type === 'phone') return cell
  if (typeof cell === 'number' && column.type === 'number') return by.format.exactNumber(cell)
  return cellText(cell, column, by)
}

/** A cell as it is copied alone: what the service sent, so that it can be pasted into a search. */
export function cellOriginal(cell: Cell | undefined, column: TableColumn, by: CellWords): string {
  if (typeof cell === 'string' && column.type === 'phone') return cell
  if (typeof cell === 'number') return String(cell)
  return cellText(cell, column, by)
}

/**
 * Cells that are more than text, as plain elements: the grid makes and drops thousands of them while it scrolls. To add
 * a type of column, give it an entry here if words alone do not do; everything else is drawn as text.
 */
const elements: Partial<
  Record<ColumnType, (cell: Cell, column: TableColumn, by: CellWords, width: number) => Element>
> = { list: chips, codes: chips, code: codeWord, status: statusWord, outcome: outcomeWord }

/** The element of a cell, or its text where text is enough. `width` is the column's, in CSS pixels. */
export function cellElement(
  cell: Cell | undefined,
  column: TableColumn,
  by: CellWords,
  width: number,
): Element | string {
  const make = elements[column.type]
  if (cell === null || cell === undefined || cell === '' || !make) return cellText(cell, column, by)
  return make(cell, column, by, width)
}

/** Roughly how wide a character of 12 px Inter is, what a chip adds around its text, and "+99" at the end. */
const characterWidth = 6.3
const chipPadding = 18
const restWidth = 30

/** As many chips as fit on one line, then how many more there are. The hover has them all. */
function chips(cell: Cell, column: TableColumn, { words }: CellWords, width: number): Element {
  const labels = Array.isArray(cell) ? cell.map((value) => words.value(column, value)) : [String(cell)]
  const line = element('span', 'table-chips row')
  let lineRoom = width - 16
  let shown = 0
  for (const label of labels) {
    const needed = label.length * characterWidth + chipPadding
    const room = shown < labels.length - 1 ? lineRoom - restWidth : lineRoom
    if (shown > 0 && needed > room) break
    line.append(element('span', 'table-chip cut', label))
    lineRoom -= needed
    shown += 1
  }
  if (shown < labels.length) line.append(element('span', 'note rigid', `+${labels.length - shown}`))
  return line
}

function statusWord(cell: Cell, column: TableColumn, { words }: CellWords): Element {
  const status = String(cell)
  const word = element('span', 'table-word inline-row', words.value(column, status))
  word.style.color = `var(--status-${status})`
  word.prepend(element('span', 'table-dot'))
  return word
}

const codeColors: Readonly<Record<string, { readonly text: string } | undefined>> = reviewColors

/** A code's word; those of reviews have their colour. */
function codeWord(cell: Cell, column: TableColumn, { words }: CellWords): Element {
  const code = String(cell)
  const word = element('span', 'table-code', words.value(column, code))
  word.style.color = codeColors[code]?.text ?? ''
  return word
}

const outcomeSigns: Readonly<Record<string, string>> = {
  com_conversa: '●',
  sem_conversa: '◐',
  ausente: '○',
  invalida: '✕',
  sem_resposta: '?',
  ambigua: '≡',
}

function outcomeWord(cell: Cell, column: TableColumn, { words }: CellWords): Element {
  const outcome = String(cell)
  const word = element('span', 'table-word inline-row', words.value(column, outcome))
  word.style.color = `var(--outcome-${outcome.replaceAll('_', '-')})`
  const sign = element('span', 'table-sign', outcomeSigns[outcome] ?? '')
  sign.ariaHidden = 'true'
  word.prepend(sign)
  return word
}

/** Text goes in as text, never as markup: it is what strangers wrote. */
function element(tag: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}
