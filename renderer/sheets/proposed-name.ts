import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

/** A name for a new sheet from its dates, that no other sheet has: "Leads desde 01/01/2026", then "… (2)". */
export function proposedName(
  filter: LeadFilter,
  taken: ReadonlySet<string>,
  messages: Messages,
  format: Format,
): string {
  const name = nameOfDates(filter, messages, format)
  for (let place = 1; ; place += 1) {
    const proposed = place === 1 ? name : `${name} (${place})`
    if (!taken.has(proposed)) return proposed
  }
}

function nameOfDates(filter: LeadFilter, messages: Messages, format: Format): string {
  const { names } = messages.sheets.new
  const { created_after: from, created_before: to, updated_after: moved } = filter
  if (from && to) return names.between(format.day(from), format.day(to))
  if (from) return names.from(format.day(from))
  if (to) return names.to(format.day(to))
  return moved ? names.moved(format.day(moved)) : names.none
}
