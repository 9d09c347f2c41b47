import type { ColumnFilter, ColumnType, ConditionPart, TableQuery } from '../../preload/contract/table-queries.ts'

/** The contract's limit of sort columns. */
const mostSorts = 8

export type SortDirection = 'ascending' | 'descending' | null

/** The query after a click on a heading: ascending, descending, then none. `added` keeps the other sorts. */
export function nextSort(query: TableQuery, column: string, added: boolean): TableQuery {
  const now = query.sort.find((sort) => sort.column === column)
  return sortBy(query, column, nextDirection(now?.descending), added)
}

function nextDirection(descending: boolean | undefined): SortDirection {
  if (descending === undefined) return 'ascending'
  return descending ? null : 'descending'
}

/** The query sorted by a column. `added` keeps the other sorts, and the place of a column among them. */
export function sortBy(query: TableQuery, column: string, direction: SortDirection, added: boolean): TableQuery {
  const descending = direction === 'descending'
  const others = added ? query.sort.filter((sort) => sort.column !== column) : []
  if (!direction) return { ...query, sort: others }
  const place = added ? query.sort.findIndex((sort) => sort.column === column) : -1
  if (place >= 0) {
    return { ...query, sort: query.sort.map((sort, index) => (index === place ? { column, descending } : sort)) }
  }
  return { ...query, sort: [...others, { column, descending }].slice(0, mostSorts) }
}

/** The direction of a column's sort and its place among several (1 is the first), or null. */
export function sortOf(query: TableQuery, column: string) {
  const place = query.sort.findIndex((sort) => sort.column === column)
  const sort = query.sort[place]
  return sort ? { descending: sort.descending, place: place + 1, of: query.sort.length } : null
}

/** The query with this filter on the column in place of its previous one; null removes it. */
export function filterBy(query: TableQuery, column: string, filter: ColumnFilter | null): TableQuery {
  const place = query.filters.findIndex((each) => each.column === column)
  if (filter && place >= 0) {
    return { ...query, filters: query.filters.map((each, index) => (index === place ? filter : each)) }
  }
  const others = query.filters.filter((each) => each.column !== column)
  return { ...query, filters: filter ? [...others, filter] : others }
}

export function filterOf(query: TableQuery, column: string): ColumnFilter | null {
  return query.filters.find((each) => each.column === column) ?? null
}

/** Whether two queries let the same rows through, in whatever order, because they hold the same filters. */
export function hasSameFilters(one: TableQuery, other: TableQuery): boolean {
  return one.search === other.search && one.filters === other.filters && one.conditions === other.conditions
}

/** Whether the query leaves rows out. */
export function narrows({ search, filters, conditions }: TableQuery): boolean {
  return search.trim() !== '' || filters.some(({ off }) => !off) || conditions?.of.some(({ off }) => !off) === true
}

/** The period whose rows change soonest in a query: its days at midnight, its hours every minute; null without one. */
export function movesBy({ filters, conditions }: TableQuery): 'minute' | 'day' | null {
  const parts: readonly ConditionPart[] = [...filters, ...(conditions?.of ?? [])]
  const all = parts.flatMap((part): readonly ColumnFilter[] => ('operator' in part ? [part] : part.filters))
  const names = all.flatMap((filter) => (filter.operator === 'period' && !filter.off ? [filter.period.name] : []))
  if (names.includes('last_hours')) return 'minute'
  return names.length > 0 ? 'day' : null
}

/** The kind of filter that fits a type of column. */
export type FilterKind = 'text' | 'number' | 'time' | 'values'

const filterKinds: Readonly<Record<ColumnType, FilterKind>> = {
  text: 'text',
  phone: 'text',
  integer: 'number',
  number: 'number',
  time: 'time',
  list: 'values',
  choice: 'values',
  status: 'values',
  outcome: 'values',
  reason: 'values',
  code: 'values',
  codes: 'values',
  day: 'values',
  month: 'values',
  share: 'number',
}

export function filterKind(type: ColumnType): FilterKind {
  return filterKinds[type]
}
