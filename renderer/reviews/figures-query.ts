import type { EntryColumnKey, ReviewState } from '../../preload/contract/entries-table.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/tables.ts'
import { type DayRange, momentsOf } from '../tables/day-range.ts'

/** What a person narrows the pictures by, on top of the query that they are given. */
export interface FiguresFilter {
  /** Whole days of the person's calendar, both included. */
  readonly days: DayRange
  /** None stands for all. */
  readonly states: readonly ReviewState[]
}

export const noFilter: FiguresFilter = { days: { from: null, to: null }, states: [] }

const received: EntryColumnKey = 'created_at'
const state: EntryColumnKey = 'revisao_estado'

/** Whether the filter leaves anything out. */
export function isNarrowed({ days, states }: FiguresFilter): boolean {
  return days.from !== null || days.to !== null || states.length > 0
}

/** The query with the filter joined to it: both must hold. */
export function narrowedBy(base: TableQuery, filter: FiguresFilter): TableQuery {
  const { days, states } = filter
  const own: ColumnFilter[] = []
  if (days.from !== null || days.to !== null) own.push({ column: received, operator: 'between', ...momentsOf(days) })
  if (states.length > 0) own.push({ column: state, operator: 'in', values: [...states] })
  return { ...base, filters: [...base.filters, ...own] }
}
