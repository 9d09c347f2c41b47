import type { ColumnType, TableColumn } from '../../preload/contract/table-queries.ts'
import type { Cell } from '../../preload/contract/tables.ts'
import { isIdentifier } from '../../preload/values/names.ts'
import type { Format } from '../kernel/format.ts'
import { reviewColors } from '../ui/mark.tsx'
import type { TableWords } from './words.ts'

export interface CellWords {
  readonly words: TableWords
  readonly format: Format
}

/** The shown text of a cell; empty text for an empty cell. */
export function cellText(cell: Cell | undefined, column: TableColumn, { words, format }: CellWords): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') {
    if (column.type === 'share') return format.share(cell)
    return isIdentifier(column.key) ? String(cell) : format.number(cell)
  }
  if (typeof cell === 'string') return column.type === 'phone' ? format.phone(cell) : words.value(column, cell)
  if (Array.isArray(cell)) return cell.map((value) => words.value(column, value)).join(', ')
  return format.dateTime(cell.at)
}

/**
 * The text of the hover: the service's own text for a time or a phone, all decimals, and the whole of a text that is
 * cut off.
 */
export function cellHover(cell: Cell | undefined, column: TableColumn, by: CellWords): string {
  if (cell !== null && typeof cell === 'object' && !Array.isArray(cell)) return cell.original
  if (typeof cell === 'string' && column.type === 'phone') return cell
  if (typeof cell === 'number' && column.type === 'number') return by.format.exactNumber(cell)
  return cellText(cell, column, by)
}

/** The text of a cell that is copied alone: what the service sent, so that a search finds it. */
export function cellOriginal(cell: Cell | undefined, column: TableColumn, by: CellWords): string {
  if (typeof cell === 'string' && column.type === 'phone') return cell
  if (typeof cell === 'number') return String(cell)
  return cellText(cell, column, by)
}

/**
 * Cells that are more than text, as plain elements, since the grid creates thousands of them while it scrolls. A new
 * type of column needs an entry here only if text is not enough.
 */
const elements: Partial<
  Record<ColumnType, (cell: Cell, column: TableColumn, by: CellWords, width: number) => Element>
> = { list: chips, codes: chips, code: codeWord, status: statusWord, outcome: outcomeWord }

/** Whether a cell is more than text. An empty one never is. */
export function isDrawn(cell: Cell | undefined, { type }: TableColumn): cell is NonNullable<Cell> {
  const isEmpty = cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.length === 0)
  return !isEmpty && elements[type] !== undefined
}

/** The element of such a cell. `width` is the column's, in CSS pixels. */
export function cellElement(cell: Cell, column: TableColumn, by: CellWords, width: number): Element | undefined {
  return elements[column.type]?.(cell, column, by, width)
}

/** Approximate widths in pixels: of a character of Inter at 12 px, of a chip around its text, and of "+99". */
const characterWidth = 6.3
const chipPadding = 18
const restWidth = 30

/** How wide a line is on which every chip of a cell fits, in CSS pixels; 0 for other cells. */
export function chipsWidth(cell: Cell | undefined, column: TableColumn, { words }: CellWords): number {
  if (!Array.isArray(cell)) return 0
  const widths = cell.map((value) => chipWidth(words.value(column, value)))
  return widths.reduce((sum, width) => sum + width, 0)
}

const chipWidth = (label: string) => label.length * characterWidth + chipPadding

/** The chips that fit on one line, then the number of the others. The hover shows all. */
function chips(cell: Cell, column: TableColumn, { words }: CellWords, width: number): Element {
  const labels = Array.isArray(cell) ? cell.map((value) => words.value(column, value)) : [String(cell)]
  const line = element('span', 'table-chips')
  let lineRoom = width - 16
  let shown = 0
  for (const label of labels) {
    const needed = chipWidth(label)
    const room = shown < labels.length - 1 ? lineRoom - restWidth : lineRoom
    if (shown > 0 && needed > room) break
    // What clips costs a frame: only a label that may be too long does.
    line.append(element('span', needed > room ? 'table-chip cut' : 'table-chip', label))
    lineRoom -= needed
    shown += 1
  }
  if (shown < labels.length) line.append(element('span', 'note', `+${labels.length - shown}`))
  return line
}

function statusWord(cell: Cell, column: TableColumn, { words }: CellWords): Element {
  const status = String(cell)
  const word = element('span', 'table-word table-dotted', words.value(column, status))
  word.style.color = `var(--status-${status})`
  return word
}

const codeColors: Readonly<Record<string, { readonly text: string } | undefined>> = reviewColors

/** The word of a code. The states of reviews have a colour. */
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

/** Sets the text as text, never as markup, since strangers wrote it. */
function element(tag: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}
