import type { Task } from '../contract/tasks.ts'
import type { Pace } from '../values/progress.ts'
import type { Messages } from './catalogue.ts'
import { joinFacts } from './isolate.ts'

/** 12 s, 3 min, 1 h 5 min, in both languages. Takes seconds; less than one second gives 1 s. */
export function durationWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest ? `${Math.floor(minutes / 60)} h ${rest} min` : `${minutes / 60} h`
}

/**
 * "9.500 de 18.204 linhas · 2.100/s · faltam ~4 s": what is done, how fast and how long still, as far as they are
 * known. `kind`: of a task, which may count something else than rows.
 */
export function paceWords(
  { rows, total, rate, seconds_left }: Pace,
  { common, tables, tasks }: Messages,
  kind?: Task['kind'],
): string {
  const done = kind === undefined ? common.rows(rows) : tasks.done(kind, rows)
  const doneOf = (of: number) => (kind === undefined ? tables.counts.shown(rows, of) : tasks.doneOf(kind, rows, of))
  return joinFacts([
    total === null ? done : doneOf(total),
    rate > 0 ? tasks.rate(rate) : null,
    seconds_left === null ? null : tasks.left(durationWords(seconds_left)),
  ])
}
