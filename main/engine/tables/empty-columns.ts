import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import type { Part } from '../columns/part.ts'
import type { Table } from './table.ts'

/** So many rows are read between two pauses. */
const sliceRows = 65_536

/**
 * The keys of the columns without a value in any row, in the table's order. Reading a column ends at its first value,
 * so that most cost nothing. A table without rows has none: its columns are unknown.
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
  for (let row = 0; row < column.length; row++) {
    if (!column.isEmpty(row)) return false
    if (row % sliceRows !== sliceRows - 1) continue
    if (column.stored?.parts.every(holdsNothing)) break
    yield
  }
  return true
}

/**
 * Whether the stored values alone show that there is none, whichever of them the rows show: a tight loop over a few
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
