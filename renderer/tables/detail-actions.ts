import type { TableRef } from '../../preload/contract/tables.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { type GridRow, readRows } from './read-rows.ts'
import type { TableState } from './table-store.ts'

export interface Details {
  /** The place of the row in the view. */
  readonly position: number
  readonly row: Loadable<GridRow>
}

export interface DetailActions {
  /** Shows every field of the row at this place; places outside of the view are ignored. */
  openDetails(position: number): Promise<void>
  stepDetails(by: -1 | 1): Promise<void>
  closeDetails(): void
}

export interface DetailDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
}

export function createDetailActions({ ask, table, get, set }: DetailDeps): DetailActions {
  let reading = new AbortController()
  return {
    async openDetails(position) {
      const { view, shape, details } = get()
      if (!view || shape.status !== 'ready' || position < 0 || position >= view.matching) return
      reading.abort()
      reading = new AbortController()
      const { signal } = reading
      // The row before stays until the next is there: it comes within a few milliseconds.
      set({ details: { position, row: details?.row ?? { status: 'loading' } } })
      const columns = shape.value.columns.map((column) => column.key)
      try {
        const wanted = { query: view.query, from: position, count: 1, columns, signal }
        const [row] = (await readRows(ask, table, wanted)).rows
        if (!signal.aborted && row) set({ details: { position, row: { status: 'ready', value: row } } })
      } catch (error) {
        if (!signal.aborted) set({ details: { position, row: { status: 'failed', failure: failureOf(error) } } })
      }
    },
    async stepDetails(by) {
      const { details, openDetails } = get()
      if (details) await openDetails(details.position + by)
    },
    closeDetails() {
      reading.abort()
      set({ details: null })
    },
  }
}
