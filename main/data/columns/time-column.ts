import type { Column } from './column.ts'
import { filterByText, mostFrequent } from './column-filter.ts'
import { foldText } from './fold-text.ts'
import { keepBetween } from './number-column.ts'
import type { TimePart } from './part.ts'
import { nullCode, originalText } from './time-part.ts'
import { readTime, type Zones } from './time-text.ts'

export interface TimeColumn extends Column {
  readonly part: TimePart
}

/**
 * A column of moments; its texts are those of the service. What is no time is its text, and sorts as empty, save for a day
 * without a time, which is filtered and sorted as its noon.
 */
export function createTimeColumn(part: TimePart): TimeColumn {
  const zones: Zones = new Map()
  const moments = withDays(part)
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
      if (filter.operator === 'between') keepBetween(filter, keep, moments)
      else filterByText({ isEmpty, text }, filter, keep, at)
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

/** The moments, with noon of UTC for a day alone: the same day in the zones from UTC-12 to UTC+11. */
function withDays(part: TimePart): Float64Array {
  let moments = part.at
  for (const [row, text] of part.exceptions) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) continue
    const noon = readTime(`${text}T12:00:00Z`, new Map())
    if (!noon) continue
    if (moments === part.at) moments = part.at.slice()
    moments[row] = noon.at
  }
  return moments
}
