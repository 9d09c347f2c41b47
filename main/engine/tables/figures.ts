import type { TableFigures } from '../../../preload/contract/tables.ts'
import { isIdentifier } from '../../../preload/values/names.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { readTime } from '../../kernel/times.ts'
import type { Column } from '../columns/column.ts'

const yieldEvery = 4096

export interface NamedColumn {
  readonly key: string
  readonly column: Column
}

/**
 * What a spreadsheet says of marked cells: how many hold something, the numbers among them and their sum, the first and
 * last time.
 */
export function* figuresOf(columns: readonly NamedColumn[], rows: Uint32Array): InterruptibleWork<TableFigures> {
  let filled = 0
  let numbers = 0
  let sum = 0
  let earliest = Number.POSITIVE_INFINITY
  let latest = Number.NEGATIVE_INFINITY
  for (const { key, column } of columns) {
    const numberAt = yield* numbersIn(key, column)
    const isTime = column.type === 'time'
    for (let at = 0; at < rows.length; at++) {
      if (at % yieldEvery === 0) yield
      // Rows lie inside the column: `as number` spares a check a row.
      const row = rows[at] as number
      if (column.isEmpty(row)) continue
      filled++
      const number = numberAt?.(row) ?? Number.NaN
      if (Number.isNaN(number)) continue
      if (isTime) {
        if (number < earliest) earliest = number
        if (number > latest) latest = number
      } else {
        numbers++
        sum += number
      }
    }
  }
  const hasTimes = earliest <= latest
  return { filled, numbers, sum, earliest: hasTimes ? earliest : null, latest: hasTimes ? latest : null }
}

/**
 * The number or time of a cell, NaN for none; null for a column that has neither. Numbers that name a record are none.
 */
function* numbersIn(key: string, column: Column): InterruptibleWork<((row: number) => number) | null> {
  const { type } = column
  const isCounted = type === 'time' || type === 'number' || (type === 'integer' && !isIdentifier(key))
  return column.numbers || isCounted ? yield* cellNumbers(column) : null
}

/** Gives the number or time of each cell, NaN for none. A day without a time is its noon. */
export function* cellNumbers(column: Column): InterruptibleWork<(row: number) => number> {
  return column.numbers ? yield* column.numbers() : (row) => numberOf(column, row)
}

function numberOf(column: Column, row: number): number {
  const value = column.plain(row)
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.length !== dayLength) return Number.NaN
  return readTime(`${value}T12:00:00Z`)?.at ?? Number.NaN
}

const dayLength = '2026-11-20'.length
