import {
  type CellFilter,
  type Column,
  countRows,
  filterByText,
  filterTest,
  isComparison,
  keepRows,
  mostFrequent,
} from './column.ts'
import { numbersOf } from './numbers.ts'
import type { NumberPart } from './part.ts'

/** A column of whole numbers, or of any numbers. */
export function createNumberColumn(part: NumberPart, type: 'integer' | 'number' = 'integer'): Column {
  const numbers = numbersOf(part)
  const value = numbers.reader()
  const isEmpty = (row: number) => Number.isNaN(value(row))
  const cell = (row: number) => (isEmpty(row) ? null : value(row))
  const text = (row: number) => (isEmpty(row) ? '' : String(value(row)))
  return {
    type,
    length: part.rows,
    get bytes() {
      return numbers.bytes
    },
    stored: { parts: [part], rows: null },
    cell,
    plain: cell,
    text,
    isEmpty,
    ranks: () => numbers.ranks(),
    filter: (filter, keep) => {
      if (filter.operator === 'between') keepBetween(filter, keep, value)
      else if (isComparison(filter)) {
        const test = filterTest(filter)
        keepRows(keep, (row) => test(null, value(row)))
      } else if (filter.operator === 'in' || filter.operator === 'not_in') keepNumbers(filter, keep, value)
      else filterByText({ isEmpty, text }, filter, keep, value)
    },
    find: (needle, _within, hits) => {
      for (let row = 0; row < part.rows; row++) if (text(row).includes(needle)) hits[row] = 1
    },
    *counts(rows, limit) {
      const counted = yield* countRows(rows, part.rows, value)
      return mostFrequent(counted, limit, (one) => (Number.isNaN(one) ? null : String(one)))
    },
  }
}

function keepNumbers(
  filter: Extract<CellFilter, { values: unknown }>,
  keep: Uint8Array,
  valueAt: (row: number) => number,
): void {
  const empty = filterTest(filter)(null, Number.NaN)
  const numbers = new Set(filter.values.flatMap((one) => (one === null || one === '' ? [] : [Number(one)])))
  const keepsFound = filter.operator === 'in'
  keepRows(keep, (row) => {
    const value = valueAt(row)
    return Number.isNaN(value) ? empty : numbers.has(value) === keepsFound
  })
}

/** Both limits are included; null is no limit. An empty cell is kept only where both are null. */
export function keepBetween(
  { min, max }: { readonly min: number | null; readonly max: number | null },
  keep: Uint8Array,
  valueAt: (row: number) => number,
): void {
  if (min === null && max === null) return
  const low = min ?? Number.NEGATIVE_INFINITY
  const high = max ?? Number.POSITIVE_INFINITY
  for (let row = 0; row < keep.length; row++) {
    const value = valueAt(row)
    if (!(value >= low && value <= high)) keep[row] = 0
  }
}
