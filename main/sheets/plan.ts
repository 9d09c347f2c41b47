import * as z from 'zod'
import type { SheetPlan } from '../../preload/contract/sheets.ts'
import { AppFailure } from '../kernel/failure.ts'

const rowsPerPage = 500
const inFlight = 4
/** A page of 500 rows takes longer than one row: what the measured services showed (performance.md §3). */
const pageCost = 3

const envelope = z.object({
  meta: z.object({ total: z.int().min(0), filtros: z.record(z.string(), z.unknown()).nullish() }),
})

/** What a download will cost, from the answer to one request with per_page=1 and how long it took (milliseconds). */
export function parsePlan(text: string, ms: number): SheetPlan {
  const { meta } = parsed(text)
  const requests = Math.max(1, Math.ceil(meta.total / rowsPerPage))
  const rounds = requests <= inFlight ? requests : 1 + (requests - 1) / inFlight
  return { total: meta.total, requests, seconds: (rounds * ms * pageCost) / 1000, echoed: meta.filtros ?? null }
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
