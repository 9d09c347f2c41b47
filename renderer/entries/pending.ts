import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import type { TableQuery } from '../../preload/contract/tables.ts'
import { stateColumn } from './entry-columns.ts'

/** The states that wait for a decision. */
const undecided: readonly ReviewState[] = ['nova', 'em_revisao']

/** Whether somebody who works through this query still has to decide on an entry: who asks for doubts looks at doubts. */
export function isPending({ state }: Pick<EntryBrief, 'state'>, query: TableQuery): boolean {
  if (undecided.includes(state)) return true
  return statesOf(query)?.includes(state) ?? false
}

/** The states that the query asks for, or null for all. */
export function statesOf(query: TableQuery): readonly (string | null)[] | null {
  const filter = query.filters.find(({ column }) => column === stateColumn)
  return filter?.operator === 'in' ? filter.values : null
}

/** The query without what it says of states: what the tabs of states count. */
export function withoutStates(query: TableQuery): TableQuery {
  return { ...query, filters: query.filters.filter(({ column }) => column !== stateColumn) }
}
