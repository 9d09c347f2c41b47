import { readTime, type Zones } from '../../kernel/time-text.ts'
import type { Column } from './column.ts'
import { filterByText, mostFrequent } from './column-filter.ts'
import { foldText } from './fold-text.ts'
import { keepBetween } from './number-column.ts'
import type { TimePart } from './part.ts'
import { nullCode, originalText } from './time-part.ts'

export interface TimeColumn extends Column {
  readonly part: TimePart
}

/**
 * A column of moments; its texts are those of the service. What is no time is its text, and sorts as empty, save for a day
 * without a time: it is compared with days as the calendar has it, whatever the zone, and sorts as its noon.
 */
export function createTimeColumn(part: TimePart): TimeColumn {
  const zones: Zones = new Map()
  const { moments, days } = withDays(part)
  // Rows lie inside the column, by the contract of Column.
  const at = (row: number) => part.at[row] as number
  const isEmpty = (row: number) => part.codes[row] === nullCode
  const text = (row: number) => originalText(part, row, zones)
  const find: Column['find'] = (needle, _within, hits) => {
    for (let row = 0; row < part.rows; row++) if (foldText(text(row)).includes(needle)) hits[row] = 1
  }
  return {
    type: 'time',
    part,
    length: part.rows,
    bytes: part.at.byteLength + part.codes.byteLength + (moments === part.at ? 0 : moments.byteLength),
    cell: (row) => {
      if (isEmpty(row)) return null
      return Number.isNaN(at(row)) ? text(row) : { at: at(row), original: text(row) }
    },
    plain: (row) => {
      if (isEmpty(row)) return null
      return Number.isNaN(at(row)) ? text(row) : at(row)
    },
    text,
    isEmpty,
    ranks: () => moments,
    prepareRanks: () => Promise.resolve(),
    filter: (filter, keep) => {
      if (filter.operator === 'between') {
        const inDays = days.filter(({ row, text }) => keep[row] === 1 && isWithin(text, filter.days))
        keepBetween(filter, keep, moments)
        if (!filter.days) return
        for (const { row } of days) keep[row] = 0
        for (const { row } of inDays) keep[row] = 1
      } else filterByText({ isEmpty, text }, filter, keep, at)
    },
    find,
    counts: (rows, most) => {
      const counts = new Map<string, number>()
      const count = (row: number) => counts.set(text(row), (counts.get(text(row)) ?? 0) + 1)
      if (rows) for (const row of rows) count(row)
      else for (let row = 0; row < part.rows; row++) count(row)
      return mostFrequent(
        [...counts].map(([one, times]) => [one === '' ? null : one, times] as const),
        most,
      )
    },
  }
}

interface Day {
  readonly row: number
  readonly text: string
}

/** The moments, with noon of UTC for a day alone, and the days alone themselves. */
function withDays(part: TimePart): { readonly moments: Float64Array; readonly days: readonly Day[] } {
  const days: Day[] = []
  let moments = part.at
  for (const [row, text] of part.exceptions) {
    const noon = text.length === 10 ? readTime(`${text}T12:00:00Z`, new Map()) : null
    if (!noon) continue
    if (moments === part.at) moments = part.at.slice()
    moments[row] = noon.at
    days.push({ row, text })
  }
  return { moments, days }
}

/** Whether a day lies between two others as calendars write them, both included. */
function isWithin(
  day: string,
  days: { readonly from: string | null; readonly to: string | null } | undefined,
): boolean {
  return days !== undefined && (days.from === null || day >= days.from) && (days.to === null || day <= days.to)
}
