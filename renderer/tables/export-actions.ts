import type { ExportFormat, SavedFile, TableRef } from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { emptyQuery } from './query.ts'
import { selectedRows } from './selection.ts'
import type { TableState } from './table-store.ts'

/** What goes into the file: rows and columns of the screen, the selected rows, or every row and column. */
export type ExportScope = 'shown' | 'selection' | 'all'

export type ExportState =
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly failure: Failure }

export interface ExportActions {
  /** Writes a file. Gives what was saved, or null when it failed (kept in `exporting`), was cancelled or not chosen. */
  save(scope: ExportScope, format: ExportFormat, name: string): Promise<SavedFile | null>
  cancelSave(): void
  /** Takes the notice of a failed export away. */
  dismissSave(): void
}

export interface ExportDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
}

export function createExportActions({ ask, table, get, set }: ExportDeps): ExportActions {
  let saving = new AbortController()

  const requestOf = (scope: ExportScope) => {
    const { view, columns, selection } = get()
    if (scope === 'all') return { query: emptyQuery, columns: null, rows: null }
    const shown = columns.filter((column) => !column.hidden).map((column) => column.key)
    const query = view?.query ?? emptyQuery
    return { query, columns: shown, rows: scope === 'selection' ? selectedRows(selection) : null }
  }

  return {
    async save(scope, format, name) {
      if (get().exporting?.state === 'running') return null
      saving = new AbortController()
      const { signal } = saving
      set({ exporting: { state: 'running', done: 0, total: 0 } })
      const progress = ({ rows, total }: { readonly rows: number; readonly total: number }) => {
        if (!signal.aborted) set({ exporting: { state: 'running', done: rows, total } })
      }
      try {
        const saved = await ask('tables.export', { table, ...requestOf(scope), format, name }, { signal, progress })
        set({ exporting: null })
        return saved.saved ? saved : null
      } catch (error) {
        set({ exporting: signal.aborted ? null : { state: 'failed', failure: failureOf(error) } })
        return null
      }
    },
    cancelSave: () => saving.abort(),
    dismissSave: () => set({ exporting: null }),
  }
}
