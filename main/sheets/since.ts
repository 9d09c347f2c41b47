import type { StoredSheet } from '../data/calls.ts'

const overlapMs = 3_600_000
/** Brazil's time when the service has not echoed an offset yet. */
const usualOffset = -180

/**
 * The `updated_after` of a quick refresh: the day, in the service's zone, of one hour before the rows were read. The export
 * takes whole days (agent-platform.md, "Lead export"), so the overlap is an hour at least. Null for rows never read whole.
 */
export function updatedAfter(
  sheet: Pick<StoredSheet, 'read_at' | 'refreshed_at' | 'echoed' | 'filter'>,
): string | null {
  const last = sheet.refreshed_at ?? sheet.read_at
  if (!last) return null
  const local = Date.parse(last) - overlapMs + offsetMinutes(sheet.echoed) * 60_000
  const day = new Date(local).toISOString().slice(0, 10)
  // A sheet that was asked for from a day of its own never reaches back before it.
  const own = sheet.filter.updated_after
  return own !== undefined && own > day ? own : day
}

/** The offset that `meta.filtros` shows in its timestamps, in minutes east of UTC. */
function offsetMinutes(echoed: StoredSheet['echoed']): number {
  for (const name of ['created_after', 'created_before', 'updated_after']) {
    const found = String(echoed?.[name] ?? '').match(/([+-])(\d{2}):?(\d{2})$/)
    if (found) return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]))
  }
  return usualOffset
}
