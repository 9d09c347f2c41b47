import { type Part, type TextPart, textReader } from '../engine/columns/part.ts'
import { type JsonRecord, recordOf } from '../kernel/json.ts'
import { fieldBuilders } from './lead-builder.ts'
import type { LeadColumn } from './lead-columns.ts'

/**
 * Gives what a row of `extra` has; null where it has nothing. `createLeadBuilder` alone writes it: an object's JSON.
 */
function extraReader(extra: TextPart): (row: number) => JsonRecord | null {
  const textAt = textReader(extra)
  return (row) => (extra.offsets[row] === extra.offsets[row + 1] ? null : recordOf(JSON.parse(textAt(row))))
}

/** A column that was unknown when these rows were stored: `extra` has its values, where the service sent any. */
export function columnFromExtra({ key, type }: LeadColumn, extra: TextPart): Part {
  const builder = fieldBuilders[type]()
  const extraAt = extraReader(extra)
  for (let row = 0; row < extra.rows; row++) builder.append(extraAt(row)?.[key])
  return builder.take()
}
