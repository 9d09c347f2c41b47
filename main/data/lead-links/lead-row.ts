import type { Column } from '../columns/column.ts'
import { extraKey, leadColumns } from '../sheets/lead-columns.ts'

/**
 * A lead as the service sent it (agent-platform.md, "Lead row"): its fields, times in their own words, and over them what
 * came beyond the document. Takes the lead's columns by key, `extra` among them where there is one.
 */
export function leadRow(columns: ReadonlyMap<string, Column>, row: number): Record<string, unknown> {
  const fields = leadColumns.filter(({ key }) => key !== extraKey && columns.has(key))
  const lead = Object.fromEntries(fields.map(({ key }) => [key, fieldValue(columns.get(key), row)]))
  const extra = columns.get(extraKey)?.text(row) ?? ''
  // `lead-builder.ts` alone writes it: an object's JSON, or nothing.
  return extra === '' ? lead : { ...lead, ...(JSON.parse(extra) as Record<string, unknown>) }
}

function fieldValue(column: Column | undefined, row: number): unknown {
  const cell = column?.cell(row) ?? null
  return typeof cell === 'object' && cell !== null && 'original' in cell ? cell.original : cell
}
