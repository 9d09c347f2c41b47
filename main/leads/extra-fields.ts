import type { Column } from '../engine/columns/column.ts'
import { type Part, type TextPart, textReader } from '../engine/columns/part.ts'
import { createTextColumn } from '../engine/columns/text-column.ts'
import { createTextBuilder } from '../engine/columns/text-part.ts'
import { cellTextOf, type JsonRecord, recordOf } from '../kernel/json.ts'
import type { InterruptibleWork } from '../kernel/schedule.ts'
import { fieldBuilders } from './lead-builder.ts'
import { type LeadColumn, leadColumns } from './lead-columns.ts'

/** What a text of `extra` holds: `createLeadBuilder` alone writes it, an object's JSON or nothing. */
function recordIn(text: string): JsonRecord {
  return text === '' ? {} : recordOf(JSON.parse(text))
}

/** A column that was unknown when these rows were stored: `extra` has its values, where the service sent any. */
export function columnFromExtra({ key, type }: LeadColumn, extra: TextPart): Part {
  const builder = fieldBuilders[type]()
  const textAt = textReader(extra)
  for (let row = 0; row < extra.rows; row++) builder.append(recordIn(textAt(row))[key])
  return builder.take()
}

/** Fields of the first row that become columns at most, and the characters of a name. */
const mostColumns = 32
const longestName = 100
/** Rows between two checks of the clock. */
const rowsAtOnce = 2048
const names = new Set(leadColumns.map(({ key }) => key))

/** The unknown fields that all rows have, as texts under the names that the service gives them. */
export function* extraColumns(extra: Column): InterruptibleWork<ReadonlyMap<string, Column>> {
  const offered = extra.length === 0 ? [] : Object.keys(recordIn(extra.text(0))).filter(isOffered)
  const builders = new Map(offered.slice(0, mostColumns).map((name) => [name, createTextBuilder(extra.length)]))
  for (let row = 0; row < extra.length && builders.size > 0; row++) {
    if (row % rowsAtOnce === 0) yield
    const record = recordIn(extra.text(row))
    for (const [name, builder] of builders) {
      if (Object.hasOwn(record, name)) builder.append(cellTextOf(record[name]))
      else builders.delete(name)
    }
  }
  return new Map(Array.from(builders, ([name, builder]) => [name, createTextColumn('text', builder.take())]))
}

function isOffered(name: string): boolean {
  return !names.has(name) && name.length <= longestName && name.trim() !== ''
}
