import { useStore } from 'zustand'
import type { OutcomeCounts } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { byOutcome } from '../../preload/values/outcomes.ts'
import { useApp } from '../kernel/feature.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import type { TableStore } from '../tables/table-state.ts'
import { beforeColumn, changeColumn } from './changes.ts'
import { damagedFilter, reasonColumn, showsDamaged } from './damaged.ts'
import { filterOfOutcomes, otherNameColumn, outcomeColumn } from './runs.ts'

/** The columns that the figures and switches of a run filter. */
const figureColumns: ReadonlySet<string> = new Set([
  ...[outcomeColumn, reasonColumn, changeColumn],
  ...[beforeColumn, otherNameColumn],
])

/**
 * The query with only the rows of one figure, or without a figure. It replaces any other figure, so that the figure's
 * number equals the shown rows. The search and the filters of other columns stay.
 */
export function showOnly(query: TableQuery, ...figure: readonly (ColumnFilter | null)[]): TableQuery {
  const others = query.filters.filter(({ column }) => !figureColumns.has(column))
  return { ...query, filters: [...others, ...figure.filter((filter) => filter !== null)] }
}

/** Whether a query shows the rows of a figure or switch. */
export function showsFigure(query: TableQuery): boolean {
  return query.filters.some(({ column }) => figureColumns.has(column))
}

/** Rows of a run by their outcome (empty for every row), or those with a damaged number. */
export type RunPart = readonly Outcome[] | 'damaged'

/** The conditions of a query besides its figure: its search, and filters of other columns than the outcome. */
export function besidesPart(query: TableQuery): TableQuery {
  const isPart = ({ column }: ColumnFilter) =>
    column === outcomeColumn || (column === reasonColumn && showsDamaged(query))
  return { ...query, filters: query.filters.filter((filter) => !isPart(filter)) }
}

/** The rows of a part that a query lets through; `emptyQuery` lets all of them through. */
export function queryOfPart(part: RunPart, within: TableQuery = emptyQuery): TableQuery {
  const filter = part === 'damaged' ? damagedFilter : filterOfOutcomes(part)
  return { ...within, filters: filter ? [...within.filters, filter] : within.filters }
}

/** Whether a query shows fewer rows than another one of the same figure: by a search, or by more filters. */
export function leavesOut(shown: TableQuery, every: TableQuery): boolean {
  return shown.search.trim() !== '' || shown.conditions !== null || shown.filters.length > every.filters.length
}

/** How many rows a query of a table lets through; null until that is known, and without a query. */
export function useRowCount(store: TableStore, query: TableQuery | null): number | null {
  const { ask } = useApp()
  const { table } = store.getState()
  const version = useStore(store, ({ shape }) => readyValue(shape)?.version)
  const counted = useLatest<number | null>(
    async ({ signal }) => (query ? (await ask('tables.shape', { table, query }, { signal })).matching : null),
    [ask, table, keyOf(query), version],
  )
  return readyValue(counted) ?? null
}

/** How many rows of each outcome a query lets through; null until that is known, and without a query. */
export function useOutcomeCounts(store: TableStore, query: TableQuery | null): OutcomeCounts | null {
  const { ask } = useApp()
  const { table } = store.getState()
  const counted = useLatest<Output<AppContract['tables.values']> | null>(
    async ({ signal }) => (query ? ask('tables.values', { table, query, column: outcomeColumn }, { signal }) : null),
    [ask, table, keyOf(query)],
  )
  const counts = readyValue(counted)
  if (!counts) return null
  return byOutcome((outcome) => counts.values.find(({ value }) => value === outcome)?.rows ?? 0)
}

/** Two queries that let the same rows through have the same key, whatever their order. */
function keyOf(query: TableQuery | null): string {
  return JSON.stringify(query && [query.search, query.filters, query.conditions])
}
