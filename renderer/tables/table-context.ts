import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { TableState, TableStore } from './table-state.ts'
import type { TableWords } from './words.ts'

export interface ShownTable {
  readonly store: TableStore
  readonly words: TableWords
  /** For a table of groups, the table whose rows they are of: the views are those of the rows. */
  readonly rows?: TableStore
}

/** The table that is shown, for the parts of its view. */
export const TableContext = createContext<ShownTable | undefined>(undefined)

/** Throws outside of a table's view, which is a bug. */
export function useTable(): ShownTable {
  const table = useContext(TableContext)
  if (!table) throw new Error('useTable outside of TableContext')
  return table
}

export function useTableState<T>(select: (state: TableState) => T): T {
  return useStore(useTable().store, select)
}
