import type { ColumnFilter } from '../../../preload/contract/tables.ts'
import type { Column, CountedValues } from './column.ts'
import { foldText } from './fold-text.ts'

export type TextFilter = Extract<ColumnFilter, { text: string }>

/** Whether the filter keeps an empty cell: a "not" does, and `in` does when it names empty (null). */
export function holdsForEmpty(filter: ColumnFilter): boolean {
  switch (filter.operator) {
    case 'contains':
    case 'starts_with':
    case 'ends_with':
    case 'equals':
      return foldText(filter.text) === ''
    case 'not_contains':
      return foldText(filter.text) !== ''
    case 'in':
      return filter.values.includes(null)
    case 'not_in':
      return !filter.values.includes(null)
    case 'between':
      return filter.min === null && filter.max === null
    case 'blank':
      return true
    case 'not_blank':
      return false
  }
}

/** A test of one folded text (`foldText`); for `not_contains` it returns whether the text contains it. */
export function foldedTest(filter: TextFilter): (folded: string) => boolean {
  const needle = foldText(filter.text)
  switch (filter.operator) {
    case 'equals':
      return (folded) => folded === needle
    case 'starts_with':
      return (folded) => folded.startsWith(needle)
    case 'ends_with':
      return (folded) => folded.endsWith(needle)
    case 'contains':
    case 'not_contains':
      return (folded) => folded.includes(needle)
  }
}

/** Whether the filter keeps this text, which is not empty. `number` is what `between` compares. */
export function filterTest(filter: ColumnFilter): (text: string, number: number) => boolean {
  switch (filter.operator) {
    case 'in': {
      const values = new Set(filter.values)
      return (text) => values.has(text)
    }
    case 'not_in': {
      const values = new Set(filter.values)
      return (text) => !values.has(text)
    }
    case 'between': {
      const { min, max } = filter
      return (_, number) => (min === null || number >= min) && (max === null || number <= max) && !Number.isNaN(number)
    }
    case 'blank':
      return () => false
    case 'not_blank':
      return () => true
    case 'not_contains': {
      const contains = foldedTest(filter)
      return (text) => !contains(foldText(text))
    }
    default: {
      const holds = foldedTest(filter)
      return (text) => holds(foldText(text))
    }
  }
}

/** Keeps the rows for which `holds` returns true. */
export function keepRows(keep: Uint8Array, holds: (row: number) => boolean): void {
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1 && !holds(row)) keep[row] = 0
}

/** Filters any column by its texts; for columns whose values are few, or filters that are rare. */
export function filterByText(
  column: Pick<Column, 'isEmpty' | 'text'>,
  filter: ColumnFilter,
  keep: Uint8Array,
  numberAt: (row: number) => number,
): void {
  const empty = holdsForEmpty(filter)
  const test = filterTest(filter)
  keepRows(keep, (row) => (column.isEmpty(row) ? empty : test(column.text(row), numberAt(row))))
}

/** The `most` most frequent; equal counts keep the order in which they came. */
export function mostFrequent(
  counted: Iterable<readonly [value: string | null, rows: number]>,
  most: number,
): CountedValues {
  const all = [...counted].filter(([, rows]) => rows > 0).sort((one, other) => other[1] - one[1])
  return { values: all.slice(0, most).map(([value, rows]) => ({ value, rows })), more: all.length > most }
}
