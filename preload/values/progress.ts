import type { Task } from '../contract/tasks.ts'

/**
 * The progress of long work: rows so far and of how many, null while that is unknown. It has no schema, since the page
 * measures too.
 */
export interface RowProgress {
  readonly rows: number
  readonly total: number | null
}

/** Progress with its speed. */
export interface Pace extends RowProgress {
  /** Rows a second over the last seconds; 0 until two reports have come. */
  readonly rate: number
  readonly seconds_left: number | null
}

/** Whether a task works, or waits to go on. */
export function isUnderWay({ state }: Pick<Task, 'state'>): boolean {
  return state === 'running' || state === 'waiting'
}

export const noPace: Pace = { rows: 0, total: null, rate: 0, seconds_left: null }

const windowMs = 10_000

/**
 * Makes a meter of one piece of work: it takes each report as it comes, and gives the pace of the last ten seconds.
 * `now`: milliseconds.
 */
export function createPaceMeter(now: () => number = Date.now): (progress: RowProgress) => Pace {
  const reports: { readonly at: number; readonly rows: number }[] = []
  return ({ rows, total }) => {
    const at = now()
    reports.push({ at, rows })
    while (reports.length > 2 && at - (reports[0]?.at ?? at) > windowMs) reports.shift()
    const first = reports[0]
    const rate = first && at > first.at ? ((rows - first.rows) / (at - first.at)) * 1000 : 0
    return { rows, total, rate, seconds_left: rate > 0 && total !== null ? Math.max(0, (total - rows) / rate) : null }
  }
}

/** Takes the reports of one piece of work and shows each with its pace. */
export function measured(show: (pace: Pace) => void): (progress: RowProgress) => void {
  const measure = createPaceMeter()
  return (progress) => show(measure(progress))
}
