import { RE2JS } from 're2js'
import type { ColumnFilter, Conditions, FilterGroup, TableQuery } from '../../../preload/contract/table-queries.ts'
import { daysOfPeriod, startOfHours } from '../../../preload/values/periods.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { type InterruptibleWork, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { createZone, dayIn, hourOf, momentsOfDays, weekdayOf } from '../../kernel/times.ts'
import type { DataContext } from '../calls.ts'
import type { Column } from '../columns/column.ts'
import { findWord, tableWordsOf } from './find-words.ts'
import { allRows } from './order-rows.ts'
import { columnOf, type Table } from './table.ts'

/** What of a query decides which rows it shows. */
export type RowQuery = Pick<TableQuery, 'search' | 'filters' | 'conditions'>

type ClockFilter = Extract<ColumnFilter, { operator: 'clock' }> & { readonly zone: string }
/** A filter without what depends on the present or is switched off. */
type ResolvedFilter = Exclude<ColumnFilter, { operator: 'period' | 'clock' }> | ClockFilter
interface ResolvedGroup {
  readonly match: FilterGroup['match']
  readonly of: readonly (ResolvedFilter | ResolvedGroup)[]
}

/** The question to the rows that a query is at one moment: equal ones have the same rows. */
export interface ResolvedQuery {
  readonly search: string
  readonly filters: ResolvedGroup
}

/** A query without what is switched off, its periods as moments and days of the person's zone. */
export function resolveQuery({ search, filters, conditions }: RowQuery, present: DataContext): ResolvedQuery {
  const resolved = (filter: ColumnFilter): readonly ResolvedFilter[] => {
    if (filter.off) return []
    if (filter.operator === 'period') return [periodFilter(filter, present)]
    return [filter.operator === 'clock' ? { ...filter, zone: present.zone() } : filter]
  }
  const groupOf = ({ match, of }: Conditions): readonly ResolvedGroup[] => {
    const parts = of.flatMap((part): readonly (ResolvedFilter | ResolvedGroup)[] => {
      if ('operator' in part) return resolved(part)
      return part.off ? [] : groupOf({ match: part.match, of: part.filters })
    })
    return parts.length > 0 ? [{ match, of: parts }] : []
  }
  const all = [...filters.flatMap(resolved), ...(conditions ? groupOf(conditions) : [])]
  return { search, filters: { match: 'all', of: all } }
}

function periodFilter(
  { column, period }: Extract<ColumnFilter, { operator: 'period' }>,
  { now, zone }: DataContext,
): ResolvedFilter {
  if (period.name === 'last_hours') {
    return { column, operator: 'between', min: startOfHours(period.count, now().getTime()), max: null }
  }
  const days = daysOfPeriod(period, dayIn(zone(), now()))
  return { column, operator: 'between', ...momentsOfDays(days, zone()), days }
}

/**
 * The rows that match the search and the filters, in the table's order. Throws `bad_request` for an unknown column and
 * `bad_pattern` for a text that is no regular expression.
 */
export async function matchRows(
  table: Table,
  { search, filters }: ResolvedQuery,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  const words = tableWordsOf(search)
  if (words.length === 0 && filters.of.length === 0) return allRows(table.length)
  const keep = new Uint8Array(table.length).fill(1)
  await narrow(table, filters, keep, yieldToEventLoop)
  for (const word of words) {
    const hits = await findWord(table, table.searchable, word, yieldToEventLoop)
    for (let row = 0; row < keep.length; row++) if (hits[row] === 0) keep[row] = 0
  }
  return matchingRows(keep)
}

/** Clears the marks of the rows for which a filter or a group does not hold. */
async function narrow(
  table: Table,
  part: ResolvedFilter | ResolvedGroup,
  keep: Uint8Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  if ('operator' in part) return narrowByColumn(table, part, keep, yieldToEventLoop)
  if (part.match === 'all') {
    for (const each of part.of) await narrow(table, each, keep, yieldToEventLoop)
    return
  }
  const any = new Uint8Array(keep.length)
  for (const each of part.of) {
    const marks = keep.slice()
    await narrow(table, each, marks, yieldToEventLoop)
    for (let row = 0; row < any.length; row++) if (marks[row] === 1) any[row] = 1
  }
  keep.set(any)
}

async function narrowByColumn(
  table: Table,
  filter: ResolvedFilter,
  keep: Uint8Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  // Leaving out the filter of an unknown column would show rows that the person filtered out.
  const column = columnOf(table, filter.column)
  await column.load?.(yieldToEventLoop)
  if (column.numbers && !('text' in filter)) await runInSlices(column.numbers(), yieldToEventLoop)
  if (filter.operator === 'matches')
    await runInSlices(keepMatches(column, patternOf(filter.text), keep), yieldToEventLoop)
  else if (filter.operator === 'clock') await runInSlices(keepClock(column, filter, keep), yieldToEventLoop)
  else column.filter(filter, keep)
  await yieldToEventLoop()
}

/** RE2 takes linear time whatever the pattern. */
function patternOf(text: string): RE2JS {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE)
  } catch {
    throw new AppFailure('bad_pattern')
  }
}

const rowsAStep = 8192

function* keepMatches(column: Column, pattern: RE2JS, keep: Uint8Array): InterruptibleWork<void> {
  for (let row = 0; row < keep.length; row++) {
    if (keep[row] === 1 && !pattern.test(column.text(row))) keep[row] = 0
    if (row % rowsAStep === rowsAStep - 1) yield
  }
}

function* keepClock(column: Column, { unit, numbers, zone }: ClockFilter, keep: Uint8Array): InterruptibleWork<void> {
  const { wallClockAt } = createZone(zone)
  const numberAt = column.numbers && (yield* column.numbers())
  const unitOf = unit === 'hour' ? hourOf : weekdayOf
  const chosen = new Set(numbers)
  for (let row = 0; row < keep.length; row++) {
    const moment = keep[row] === 1 ? (numberAt?.(row) ?? column.plain(row)) : null
    if (typeof moment !== 'number' || Number.isNaN(moment) || !chosen.has(unitOf(wallClockAt(moment)))) keep[row] = 0
    if (row % rowsAStep === rowsAStep - 1) yield
  }
}

function matchingRows(keep: Uint8Array): Uint32Array {
  let count = 0
  for (let row = 0; row < keep.length; row++) count += keep[row] as number
  const rows = new Uint32Array(count)
  let at = 0
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1) rows[at++] = row
  return rows
}
