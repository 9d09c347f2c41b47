import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

/** A name for a new sheet from its dates: "Leads desde 01/01/2026". */
export function proposedName(filter: LeadFilter, messages: Messages, format: Format): string {
  const { names } = messages.sheets.new
  const { created_after: from, created_before: to, updated_after: moved } = filter
  if (from && to) return names.between(format.day(from), format.day(to))
  if (from) return names.from(format.day(from))
  if (to) return names.to(format.day(to))
  return moved ? names.moved(format.day(moved)) : names.none
}
