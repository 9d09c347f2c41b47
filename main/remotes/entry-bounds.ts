import { AppFailure } from '../kernel/failure.ts'

/**
 * How a service takes the bounds of a list of entries. The document says "ISO 8601 date" (form-collection.md, GET
 * /forms/{id}/entries), which services read as a moment or as a day alone; some know no `until`, or neither.
 */
export const boundModes = ['moments', 'days', 'since_day', 'none'] as const
export type BoundMode = (typeof boundModes)[number]

export interface Bounds {
  readonly since: string | null
  readonly until: string | null
}

/** Where it is kept which mode a connection's service takes. */
export interface KeptBoundMode {
  read(): Promise<BoundMode>
  keep(mode: BoundMode): Promise<void>
}

/**
 * Asks within bounds (ISO 8601 moments), in the mode that the service takes: a refusal of them is answered with the next mode,
 * and the one that is taken is kept. Days are wide enough for any zone, so the answer may hold more than the bounds
 * say, and never less. Throws what `ask` throws.
 */
export async function askWithin<T>(
  bounds: Bounds,
  kept: KeptBoundMode,
  ask: (bounds: Bounds) => Promise<T>,
): Promise<T> {
  if (bounds.since === null && bounds.until === null) return ask(bounds)
  const first = await kept.read()
  for (const mode of boundModes.slice(boundModes.indexOf(first))) {
    try {
      const answer = await ask(boundsIn(mode, bounds))
      if (mode !== first) await kept.keep(mode)
      return answer
    } catch (error) {
      if (mode === 'none' || !isAboutBounds(error)) throw error
    }
  }
  throw new Error('the last mode answers or throws')
}

function boundsIn(mode: BoundMode, { since, until }: Bounds): Bounds {
  if (mode === 'moments') return { since, until }
  return {
    // "After" a day may leave out the day itself, and its midnight may be hours away from UTC's.
    since: mode === 'none' ? null : dayOf(since, -1),
    until: mode === 'days' ? dayOf(until, 2) : null,
  }
}

function dayOf(moment: string | null, more: number): string | null {
  return moment && new Date(Date.parse(moment) + more * 86_400_000).toISOString().slice(0, 10)
}

/** A 422 that names them, or nothing at all; some say 400 to a date that they cannot read. */
function isAboutBounds(error: unknown): boolean {
  if (!(error instanceof AppFailure)) return false
  if (error.code === 'service_refused') return error.params.status === 422 || error.params.status === 400
  const named = Object.keys(error.fields ?? {})
  return error.code === 'validation_failed' && (named.length === 0 || named.some((name) => /since|until/.test(name)))
}
