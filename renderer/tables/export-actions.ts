import { emptyQuery } from '../../preload/values/empty-query.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { measured, noPace } from '../../preload/values/progress.ts'
import { partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation } from '../kernel/mutation.ts'
import { everyColumn } from './columns.ts'
import { selectedRows } from './selection.ts'
import type { ExportActions, ExportedRows, ExportScope, TableSlot } from './table-state.ts'

/** Writes the rows of a scope to a file. */
export function createExportActions({ ask, table, get, set }: TableSlot): ExportActions {
  const slot = partOf({ get, set }, 'exporting')
  const mutation = createMutation(slot)

  const requestOf = (scope: ExportScope | ExportedRows) => {
    const { view, columns, selection } = get()
    if (typeof scope === 'object')
      return { query: scope.query, columns: scope.columns && [...scope.columns], rows: null }
    if (scope === 'all') return { query: emptyQuery, columns: everyKey(), rows: null }
    const shown = columns.filter((column) => !column.hidden).map((column) => column.key)
    const query = view?.query ?? emptyQuery
    return { query, columns: shown, rows: scope === 'selection' ? selectedRows(selection) : null }
  }

  /** All columns as an export of everything has them, then the derived ones that are shown. */
  const everyKey = () => {
    const derived = everyColumn(get().columns).filter((column) => column.derived)
    const { columns = [] } = readyValue(get().shape) ?? {}
    return derived.length === 0 ? null : [...columns, ...derived].map(({ key }) => key)
  }

  return {
    async save(scope, format, name) {
      const input = { table, ...requestOf(scope), format, name: name.slice(0, longestFileName) }
      const file = await mutation.run('export', (_, { signal }) => {
        slot.set({ pace: noPace })
        return ask('tables.export', input, { signal, progress: measured((pace) => slot.set({ pace })) })
      })
      return file?.saved ? file : null
    },
    cancelSave: mutation.abort,
    dismissSave: mutation.dismissFailure,
  }
}
