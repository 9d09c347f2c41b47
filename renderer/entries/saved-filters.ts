import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import type { SavedFilter } from '../../preload/contract/reviews.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/tables.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { EntriesState } from './entries-store.ts'

export interface FilterState {
  readonly filters: readonly SavedFilter[]
}

export interface FilterActions {
  loadFilters(): Promise<void>
  /** Keeps a query under a name; one of the same name is replaced. */
  saveFilter(name: string, query: TableQuery): Promise<boolean>
  forgetFilter(id: string): Promise<void>
}

export interface FilterDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly get: () => EntriesState
  readonly set: (state: Partial<EntriesState>) => void
}

/** Filters that the app brings: people sent in by a form whom nobody attended, what may be spam, what came twice. */
export const builtInFilters = ['neverAttended', 'suspicious', 'repeated'] as const
export type BuiltInFilter = (typeof builtInFilters)[number]

const conditions: Readonly<Record<BuiltInFilter, ColumnFilter>> = {
  neverAttended: { column: 'lead_resultado', operator: 'in', values: ['sem_conversa', 'ausente'] },
  suspicious: { column: 'indicios', operator: 'not_blank' },
  repeated: { column: 'duplicadas', operator: 'between', min: 1, max: null },
}

/** The query of a built-in filter. */
export function builtInQuery(filter: BuiltInFilter): TableQuery {
  return { search: '', sort: [], filters: [conditions[filter]] }
}

/** Whether the table can answer a saved filter: one of another form asks for answers that are not here. */
export function fitsTable(filter: SavedFilter, form: number | null, columns: readonly string[]): boolean {
  if (filter.form_id === form) return true
  if (filter.form_id !== null) return false
  const { filters, sort } = filter.query
  return [...filters, ...sort].every(({ column }) => columns.includes(column))
}

export function createFilterActions({ ask, table, get, set }: FilterDeps): FilterActions {
  const { connection_id, form_id } = table
  const after = async (send: () => Promise<readonly SavedFilter[]>): Promise<boolean> => {
    set({ failure: null })
    try {
      set({ filters: await send() })
      return true
    } catch (error) {
      set({ failure: failureOf(error) })
      return false
    }
  }
  return {
    async loadFilters() {
      try {
        set({ filters: await ask('reviews.filters', { connection_id }) })
      } catch {
        // The list can be worked without its saved filters.
      }
    },
    saveFilter(name, query) {
      const same = get().filters.find((filter) => filter.name === name && filter.form_id === form_id)
      const filter = { id: same?.id ?? crypto.randomUUID(), name, form_id, query }
      return after(() => ask('reviews.save_filter', { connection_id, filter }))
    },
    forgetFilter: async (id) => void (await after(() => ask('reviews.forget_filter', { connection_id, id }))),
  }
}
