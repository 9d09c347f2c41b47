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

/** Begins after the leads of `before`, or without any. */
export function createAnsweredLeads(before: LeadColumns | null): AnsweredLeads {
  const builder = createLeadBuilder()
  let settled = before ?? builder.take().columns
  let settledRows = settled.get('contato_id')?.rows ?? 0
  let fresh = 0
  return {
    add(lead) {
      builder.append(lead)
      return settledRows + fresh++
    },
    columns() {
      if (fresh === 0) return settled
      const added = builder.take().columns
      const both = (key: string) => [settled, added].flatMap((columns) => columns.get(key) ?? [])
      settled = new Map(leadColumns.map(({ key, kind }) => [key, concatenateParts(kind, both(key))]))
      settledRows += fresh
      fresh = 0
      return settled
    },
  }
}
