import type { ColumnFilter } from '../../../preload/contract/tables.ts'
import { type Column, countRows, filterByText, filterTest, keepRows, mostFrequent } from './column.ts'
import { withRoom } from './key-index.ts'
import { type NumberPart, ownMemory, type PartBuilder } from './part.ts'

/** Has room for so many numbers from the start. */
export function createNumberBuilder(expected?: number): NumberBuilder {
  return new NumberBuilder(expected)
}

export class NumberBuilder implements PartBuilder<number | null, NumberPart> {
  private values: Float64Array
  private count = 0

  constructor(expected = 1024) {
    this.values = new Float64Array(expected)
  }

  append(value: number | null): void {
    if (this.count === this.values.length) this.values = withRoom(this.values, this.count + 1)
    this.values[this.count++] = value ?? Number.NaN
  }

  appendPart(part: NumberPart): void {
    this.values = withRoom(this.values, this.count + part.rows)
    this.values.set(part.values, this.count)
    this.count += part.rows
  }

  truncate(rows: number): void {
    this.count = Math.min(this.count, rows)
  }

  take(): NumberPart {
    return numberPart(this.values.subarray(0, this.count))
  }
}

export function numberPart(values: Float64Array): NumberPart {
  return { kind: 'number', rows: values.length, values }
}

export function takeNumbers(part: NumberPart, rows: Uint32Array, memory = ownMemory): NumberPart {
  return numberPart(takeFloats(part.values, rows, memory))
}

export function takeFloats(values: Float64Array, rows: Uint32Array, memory = ownMemory): Float64Array {
  const copy = memory(Float64Array, rows.length)
  // Rows are looked up inside the array only: `as number` spares a check a row.
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    copy[at] = row < values.length ? (values[row] as number) : Number.NaN
  }
  return copy
}

/** A column of whole numbers, or of any numbers. */
export function createNumberColumn(part: NumberPart, type: 'integer' | 'number' = 'integer'): Column {
  const { values } = part
  // Rows lie inside the column, by the contract of Column.
  const value = (row: number) => values[row] as number
  const isEmpty = (row: number) => Number.isNaN(value(row))
  const cell = (row: number) => (isEmpty(row) ? null : value(row))
  const text = (row: number) => (isEmpty(row) ? '' : String(value(row)))
  return {
    type,
    length: part.rows,
    bytes: values.byteLength,
    stored: { part, rows: null },
    cell,
    plain: cell,
    text,
    isEmpty,
    ranks: () => values,
    filter: (filter, keep) => {
      if (filter.operator === 'between') keepBetween(filter, keep, values)
      else if (filter.operator === 'in' || filter.operator === 'not_in') keepNumbers(filter, keep, values)
      else filterByText({ isEmpty, text }, filter, keep, value)
    },
    find: (needle, _within, hits) => {
      for (let row = 0; row < part.rows; row++) if (text(row).includes(needle)) hits[row] = 1
    },
    counts: (rows, limit) =>
      mostFrequent(countRows(rows, part.rows, value), limit, (one) => (Number.isNaN(one) ? null : String(one))),
  }
}

function keepNumbers(filter: Extract<ColumnFilter, { values: unknown }>, keep: Uint8Array, values: Float64Array): void {
  const empty = filterTest(filter)(null, Number.NaN)
  const numbers = new Set(filter.values.flatMap((one) => (one === null || one === '' ? [] : [Number(one)])))
  const keepsFound = filter.operator === 'in'
  keepRows(keep, (row) => {
    const value = values[row] as number
    return Number.isNaN(value) ? empty : numbers.has(value) === keepsFound
  })
}

/** Both limits are included; null is no limit. An empty cell is kept only where both are null. */
export function keepBetween(
  { min, max }: { readonly min: number | null; readonly max: number | null },
  keep: Uint8Array,
  values: Float64Array,
): void {
  if (min === null && max === null) return
  const low = min ?? Number.NEGATIVE_INFINITY
  const high = max ?? Number.POSITIVE_INFINITY
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (!(value >= low && value <= high)) keep[row] = 0
  }
}
