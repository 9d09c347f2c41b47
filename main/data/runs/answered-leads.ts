import type { Part } from '../columns/part.ts'
import { concatenateParts } from '../columns/parts.ts'
import { createLeadBuilder } from '../sheets/lead-builder.ts'
import { leadColumns } from '../sheets/lead-columns.ts'

/** Columns of leads by their key (`leadColumns`). */
export type LeadColumns = ReadonlyMap<string, Part>

/** The leads that answers brought, as columns that grow at their end. */
export interface AnsweredLeads {
  /** Takes a lead as the service sent it; gives its row. */
  add(lead: Readonly<Record<string, unknown>>): number
  /** All leads so far. What is given out never changes. */
  columns(): LeadColumns
}

/** Leads that wait in the builder, which takes several times the memory of a part. */
const maxWaiting = 16_384

/** Begins after the leads of `before`, or without any. */
export function createAnsweredLeads(before: LeadColumns | null): AnsweredLeads {
  const builder = createLeadBuilder()
  const parts = new Map<string, Part[]>(leadColumns.map(({ key }) => [key, []]))
  let rows = before?.get('contato_id')?.rows ?? 0
  let waiting = 0
  if (before) put(before)

  function put(columns: LeadColumns): void {
    for (const [key, part] of columns) parts.get(key)?.push(part)
    waiting = 0
  }

  return {
    add(lead) {
      builder.append(lead)
      if (++waiting === maxWaiting) put(builder.take().columns)
      return rows++
    },
    columns() {
      if (waiting > 0) put(builder.take().columns)
      const whole = new Map<string, Part>()
      for (const { key, kind } of leadColumns) {
        const small = parts.get(key) ?? []
        const part = small.length === 1 && small[0] ? small[0] : concatenateParts(kind, small)
        // Column by column, so that the small parts of one are gone before the next is made.
        parts.set(key, [part])
        whole.set(key, part)
      }
      return whole
    },
  }
}
