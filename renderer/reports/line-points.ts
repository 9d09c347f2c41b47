import type { ReportCell, ReportTable } from '../../preload/contract/reports.ts'
import { axisLines } from '../ui/axis-lines.ts'
import type { ReportWords } from './report-words.ts'

/** A series as points between 0 and 1, with the words of its axes. */
export interface Line {
  /** In the order of time. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
  readonly lines: readonly { readonly at: number; readonly words: string }[]
  readonly first: string
  readonly last: string
  readonly highest: string
}

/** One column of a series over its times; rows without a value are left out, negative values stand at 0. */
export function linePoints({ columns, label, rows }: ReportTable, place: number, words: ReportWords): Line {
  const timeKind = columns[label ?? 0]?.kind ?? 'time'
  const kind = columns[place]?.kind ?? 'number'
  const known = rows
    .flatMap(({ cells }) => {
      const value = cells[place]
      const time = cells[label ?? 0] ?? null
      const moment = momentOf(time)
      return typeof value === 'number' && moment !== null ? [{ time, moment, value }] : []
    })
    .sort((one, other) => one.moment - other.moment)
  const levels = axisLines(Math.max(0, ...known.map(({ value }) => value)))
  const top = levels.at(-1) ?? 1
  const [start, end] = [known[0], known.at(-1)]
  const length = (end?.moment ?? 0) - (start?.moment ?? 0)
  return {
    points: known.map(({ moment, value }) => ({
      x: length > 0 ? (moment - (start?.moment ?? 0)) / length : 0.5,
      y: Math.max(0, value) / top,
    })),
    lines: levels.map((level) => ({ at: level / top, words: words.cell(level, kind) })),
    first: words.cell(start?.time ?? null, timeKind),
    last: words.cell(end?.time ?? null, timeKind),
    highest: words.cell(Math.max(0, ...known.map(({ value }) => value)), kind),
  }
}

function momentOf(time: ReportCell): number | null {
  if (typeof time === 'number') return time
  const moment = Date.parse(`${time}T00:00:00Z`)
  return Number.isNaN(moment) ? null : moment
}
