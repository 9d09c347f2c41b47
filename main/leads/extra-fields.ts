import { leadFields } from '../../preload/values/lead-fields.ts'
import type { Column } from '../engine/columns/column.ts'
import { type Part, type TextPart, textReader } from '../engine/columns/part.ts'
import { createTextColumn } from '../engine/columns/text-column.ts'
import { createTextBuilder } from '../engine/columns/text-part.ts'
import { cellTextOf, type JsonRecord, recordOf } from '../kernel/json.ts'
import type { InterruptibleWork } from '../kernel/schedule.ts'
import { type FieldBuilder, fieldBuilders } from './lead-builder.ts'
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

/**
 * The texts of `extra` without the values that columns have: their fields were unknown when the rows were stored. A
 * value that fits no column stays.
 */
export function withoutColumns(extra: TextPart): TextPart {
  const heap = Buffer.from(extra.heap.buffer, extra.heap.byteOffset, extra.heap.byteLength)
  const fields = leadFields.filter(({ key }) => heap.includes(`"${key}":`))
  if (fields.length === 0) return extra
  const builders = new Map<string, FieldBuilder>(fields.map(({ key, type }) => [key, fieldBuilders[type]()]))
  const textAt = textReader(extra)
  const texts = createTextBuilder(extra.rows, extra.heap.length)
  for (let row = 0; row < extra.rows; row++) {
    const values = Object.entries(recordIn(textAt(row))).filter(([key, value]) => !builders.get(key)?.append(value))
    texts.append(values.length === 0 ? null : JSON.stringify(Object.fromEntries(values)))
  }
  return texts.take()
}

/** Fields of the first row that become columns at most, and the characters of a name. */
const maxColumns = 32
const maxNameLength = 100
/** Rows between two checks of the clock. */
const rowsAtOnce = 2048
const names = new Set(leadColumns.map(({ key }) => key))

/** The unknown fields that all rows have, as texts under the names that the service gives them. */
export function* extraColumns(extra: Column): InterruptibleWork<ReadonlyMap<string, Column>> {
  const offered = extra.length === 0 ? [] : Object.keys(recordIn(extra.text(0))).filter(isOffered)
  const builders = new Map(offered.slice(0, maxColumns).map((name) => [name, createTextBuilder(extra.length)]))
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
  return !names.has(name) && name.length <= maxNameLength && name.trim() !== ''
}
