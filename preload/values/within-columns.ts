import type { ColumnFilter, ConditionPart, Conditions, TableColumn, TableQuery } from '../contract/table-queries.ts'

/** The query with filters, conditions and sorts by these columns only; the same object if it has no others. */
export function withinColumns(query: TableQuery, columns: readonly TableColumn[]): TableQuery {
  const keys = new Set(columns.map(({ key }) => key))
  const isOf = ({ column }: { readonly column: string }) => keys.has(column)
  const within = {
    ...query,
    sort: query.sort.filter(isOf),
    filters: query.filters.filter(isOf),
    conditions: query.conditions && conditionsWithin(query.conditions, isOf),
  }
  return JSON.stringify(within) === JSON.stringify(query) ? query : within
}

function conditionsWithin({ match, of }: Conditions, isOf: (filter: ColumnFilter) => boolean): Conditions | null {
  const parts = of.flatMap((part): readonly ConditionPart[] => {
    if ('operator' in part) return isOf(part) ? [part] : []
    const filters = part.filters.filter(isOf)
    return filters.length > 0 ? [{ ...part, filters }] : []
  })
  return parts.length > 0 ? { match, of: parts } : null
}
