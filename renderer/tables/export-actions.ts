import { emptyQuery } from '../../preload/values/empty-query.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { measured, noPace } from '../../preload/values/progress.ts'
import { partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation } from '../kernel/mutation.ts'
import { everyColumn } from './columns.ts'
import { groupsTable } from './groups.ts'
import { selectedRows } from './selection.ts'
import type { ExportActions, ExportedRows, ExportScope, TableSlot } from './table-state.ts'

/** Writes the rows of a scope to a file. */
export function createExportActions({ ask, table, get, set }: TableSlot): ExportActions {
  const slot = partOf({ get, set }, 'exporting')
  const mutation = createMutation(slot)

  const requestOf = (scope: ExportScope | ExportedRows) => {
    const { view, columns, selection } = get()
    if (typeof scope === 'object') {
      const { query: rows, grouping, columns: chosen } = scope
      const of = grouping ? { table: groupsTable(table, rows, grouping), query: emptyQuery } : { table, query: rows }
      return { ...of, columns: chosen && [...chosen], rows: null }
    }
    if (scope === 'all') return { table, query: emptyQuery, columns: everyKey(), rows: null }
    const shown = columns.filter((column) => !column.hidden).map((column) => column.key)
    const query = view?.query ?? emptyQuery
    return { table, query, columns: shown, rows: scope === 'selection' ? selectedRows(selection) : null }
  }

  /** All columns as an export of everything has them, then the derived ones that are shown. */
  const everyKey = () => {
    const derived = everyColumn(get().columns).filter((column) => column.derived)
    const { columns = [] } = readyValue(get().shape) ?? {}
    return derived.length === 0 ? null : [...columns, ...derived].map(({ key }) => key)
  }

  return {
    async save(scope, format, name) {
      const input = { ...requestOf(scope), format, name: name.slice(0, longestFileName) }
      const file = await mutation.run('export', (_, { signal }) => {
        slot.set({ pace: noPace })
        return ask('tables.export', input, { signal, progress: measured((pace) => slot.set({ pace })) })
      })
      return file?.saved ? file : null
    },
    async savePicture(name, png) {
      const input = { table, name: name.slice(0, longestFileName), png }
      const file = await mutation.run('export', () => ask('tables.save_picture', input))
      return file?.saved ? file : null
    },
    cancelSave: mutation.abort,
    dismissSave: mutation.dismissFailure,
  }
}
