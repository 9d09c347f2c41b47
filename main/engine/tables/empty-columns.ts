import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import type { Part } from '../columns/part.ts'
import type { Table } from './table.ts'

/** Rows that are looked at between two pauses. */
const sliceRows = 65_536

/**
 * The keys of the columns that hold nothing in any row, in the table's order. A column is left at its first value, so
 * that most cost nothing. Of a table without rows there are none: nothing is known of its columns.
 */
export function* findEmptyColumns({ columns, order, length }: Table): InterruptibleWork<string[]> {
  if (length === 0) return []
  const empty: string[] = []
  for (const { key } of order) {
    const column = columns.get(key)
    if (column && (yield* isEmptyThroughout(column))) empty.push(key)
  }
  return empty
}

function* isEmptyThroughout(column: Column): InterruptibleWork<boolean> {
  if (column.stored && holdsNothing(column.stored.part)) return true
  for (let row = 0; row < column.length; row++) {
    if (!column.isEmpty(row)) return false
    if (row % sliceRows === sliceRows - 1) yield
  }
  return true
}

/**
 * Whether what is stored tells by itself that there is no value, whichever of it the rows show: a tight loop over a few
 * leads.
 */
function holdsNothing(part: Part): boolean {
  switch (part.kind) {
    case 'text':
      return part.heap.length === 0
    case 'number':
      return part.values.every(Number.isNaN)
    default:
      return part.codes.every((code) => code === 0)
  }
}
