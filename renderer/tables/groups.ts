import type { ColumnFilter, TableColumn, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { Cell } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { groupHeading, groupValue } from '../../preload/messages/table-words.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { addDays } from '../../preload/values/periods.ts'
import type { AppAsk } from '../kernel/ask.ts'
import type { TableDefaults } from './columns.ts'
import { momentsOf } from './day-range.ts'
import { readRows } from './details.ts'
import { filterBy, filterOf } from './query.ts'
import type { GridRow, GroupChoice } from './table-state.ts'
import type { TableWords } from './words.ts'

/** With values across, the fields stay at the edge with the number of rows beside them. */
export function groupDefaults({ by, across }: GroupChoice): TableDefaults {
  const keys = across ? by.slice(0, 1).map(fieldKey) : []
  return {
    order: across ? [...keys, 'group_rows'] : [],
    pinned: keys,
    hidden: [],
    widths: { group_rows: 96, group_share: 96 },
  }
}

/** Groups by one column, moments by day. */
export function groupsBy({ key, type }: Pick<TableColumn, 'key' | 'type'>): GroupChoice {
  return { by: [{ column: key, unit: type === 'time' ? 'day' : null }], across: false, figures: [] }
}

/** The table of the groups of these rows. */
export function groupsTable(table: TableRef, { sort: _, ...query }: TableQuery, choice: GroupChoice): TableRef {
  return { ...table, grouping: { ...choice, query } }
}

/** So many groups are read at most: the days of a year and a half, and more values than a picture has room for. */
const mostGroups = 500

interface GroupsRequest {
  readonly choice: GroupChoice
  readonly sort: TableQuery['sort']
  readonly signal: AbortSignal
}

/** The first groups of the rows of a query: their size, their part and their figures. Throws what asking throws. */
export function readGroups(
  ask: AppAsk,
  { table, query }: { readonly table: TableRef; readonly query: TableQuery },
  { choice, sort, signal }: GroupsRequest,
) {
  const columns = [...choice.by.map(fieldKey), 'group_rows', 'group_share', ...choice.figures.map(figureKey)]
  const first = { query: { ...emptyQuery, sort }, from: 0, count: mostGroups, columns, signal }
  return readRows(ask, groupsTable(table, query, choice), first)
}

/** The key of a field's column in the table of groups. */
export function fieldKey({ column, unit }: GroupChoice['by'][number]): string {
  return unit === null ? column : `${unit}:${column}`
}

export function figureKey({ figure, column }: GroupChoice['figures'][number]): string {
  return `${figure}:${column}`
}

/** The words of a table of groups, by those of the table whose rows are grouped. */
export function groupWords(words: TableWords, columns: readonly TableColumn[], messages: Messages): TableWords {
  const heading = (key: string) => {
    const column = columns.find((one) => one.key === key)
    return column ? words.heading(column) : key
  }
  const by = { messages, heading, value: words.value }
  return {
    heading: (column) => groupHeading(column, by),
    value: (column, value) => groupValue(column, value, by),
  }
}

/** What the cells of a group say of its rows: a filter for each field. */
export function filtersOf({ by, across }: GroupChoice, { cells }: GridRow): readonly ColumnFilter[] {
  const fields = across ? by.slice(0, 1) : by
  return fields.map((field) => filterOfValue(field.column, field.unit, cells[fieldKey(field)] ?? null))
}

function filterOfValue(column: string, unit: GroupChoice['by'][number]['unit'], cell: Cell): ColumnFilter {
  if (cell === null || cell === '') return { column, operator: 'blank' }
  const value = String(cell)
  if (unit === null) return { column, operator: 'in', values: [value] }
  if (unit === 'weekday' || unit === 'hour') return { column, operator: 'clock', unit, numbers: [Number(value)] }
  // What is no time is a group by its text.
  if (!/^\d{4}-\d{2}(-\d{2})?$/.test(value)) return { column, operator: 'equals', text: value }
  const from = unit === 'month' ? `${value}-01` : value
  return { column, operator: 'between', ...momentsOf({ from, to: lastDayOf(unit, from) }) }
}

function lastDayOf(unit: 'day' | 'week' | 'month', from: string): string {
  if (unit === 'day') return from
  if (unit === 'week') return addDays(from, 6)
  const next = addDays(from, 31)
  return addDays(next, -Number(next.slice(8)))
}

/**
 * The query for the rows behind a group. Its filters join those of the query; on a column that has one already they
 * join the conditions, where all must hold.
 */
export function rowsOfGroup(query: TableQuery, choice: GroupChoice, row: GridRow): TableQuery {
  let narrowed = query
  for (const filter of filtersOf(choice, row)) {
    const { conditions } = narrowed
    const canJoin = conditions === null || conditions.match === 'all'
    if (filterOf(narrowed, filter.column) && canJoin) {
      narrowed = { ...narrowed, conditions: { match: 'all', of: [...(conditions?.of ?? []), filter] } }
    } else narrowed = filterBy(narrowed, filter.column, filter)
  }
  return narrowed
}
