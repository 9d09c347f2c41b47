import type { Cell, TableColumn } from '../../preload/contract/tables.ts'
import type { Format } from '../kernel/format.ts'
import type { TableWords } from './words.ts'

export interface CellWords {
  readonly words: TableWords
  readonly format: Format
}

/** Numbers that name a record are not counted: they go without thousands points (features.md §2, identifiers). */
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

/** What the hover tells: the text that the service sent for a time or a phone, every decimal, the whole of what may be cut off. */
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
