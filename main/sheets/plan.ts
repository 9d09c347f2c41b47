import * as z from 'zod'
import type { StoredSheet } from '../data/calls.ts'
import { fixedSize } from '../estimates/expected-cost.ts'
import type { PlannedRequests } from '../estimates/request-times.ts'
import { AppFailure } from '../kernel/failure.ts'
import { rowsPerPage } from './page-reader.ts'

/** A page of 500 rows takes longer than one row: what the measured services showed (performance.md §3). */
const pageCost = 3

const envelope = z.object({
  meta: z.object({ total: z.int().min(0), filtros: z.record(z.string(), z.unknown()).nullish() }),
})

/** How many rows the service counts, and how it understood the filter. Throws `unexpected_body`. */
export function parseCount(text: string) {
  const { meta } = parsed(text)
  return { total: meta.total, echoed: meta.filtros ?? null }
}

/** The pages of a download; `ms` is how long the request for one row took, from which an unmeasured connection is guessed. */
export function plannedPages(total: number, atOnce: number, ms: number): PlannedRequests {
  return {
    // A page without rows is a request as well.
    items: Math.max(1, total),
    atOnce,
    size: (most) => fixedSize(Math.min(rowsPerPage, most ?? rowsPerPage)),
    firstGuess: () => ms * pageCost,
  }
}

function parsed(text: string): z.output<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new AppFailure('unexpected_body', { place: error.issues[0]?.path.join('.') ?? '' })
    throw new AppFailure('unexpected_body')
  }
}

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
