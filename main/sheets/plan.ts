import * as z from 'zod'
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
