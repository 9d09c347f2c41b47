import type { TableRef } from '../../preload/contract/tables.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { type GridRow, readRows } from './read-rows.ts'
import type { TableState } from './table-store.ts'

export interface Details {
  /** The place of the row in the view; null while it is looked for in a view that is new. */
  readonly position: number | null
  readonly row: Loadable<GridRow>
}

export interface DetailActions {
  /** Shows every field of the row at this place; places outside of the view are ignored. */
  openDetails(position: number): Promise<void>
  /**
   * Shows every field of a row by its number, without search and filters where they leave it out. False where the stored
   * rows are of another version, by which the number is another row's.
   */
  openRow(row: number, version: string): Promise<boolean>
  stepDetails(by: -1 | 1): Promise<void>
  closeDetails(): void
}

export interface DetailDeps {
  readonly ask: AppAsk
  readonly table: TableRef
  readonly get: () => TableState
  readonly set: (state: Partial<TableState>) => void
}

/** What the person does with the row that is open, and `follow`, which finds its place in a view that is new. */
export function createDetailActions({ ask, table, get, set }: DetailDeps) {
  let reading = new AbortController()
  /** The fields of the row at the open place are on their way; those of another row may stand there meanwhile. */
  let isReading = false
  const begin = () => {
    reading.abort()
    reading = new AbortController()
    return reading.signal
  }

  const actions: DetailActions = {
    async openDetails(position) {
      const { view, shape, details } = get()
      if (!view || shape.status !== 'ready' || position < 0 || position >= view.matching) return
      const signal = begin()
      isReading = true
      // The row before stays until the next is there: it comes within a few milliseconds.
      set({ details: { position, row: details?.row ?? { status: 'loading' } } })
      const columns = shape.value.columns.map((column) => column.key)
      try {
        const request = { query: view.query, from: position, count: 1, columns, signal }
        const [row] = (await readRows(ask, table, request)).rows
        if (signal.aborted) return
        isReading = false
        if (row) set({ details: { position, row: { status: 'ready', value: row } } })
      } catch (error) {
        if (signal.aborted) return
        isReading = false
        set({ details: { position, row: { status: 'failed', failure: failureOf(error) } } })
      }
      // The place was one of the rows that were shown then.
      if (get().view?.generation !== view.generation) await follow()
    },
    async openRow(row, version) {
      const place = async () => {
        const { view } = get()
        const found = view ? await ask('tables.place', { table, query: view.query, row }) : null
        return found?.version === version ? found.position : undefined
      }
      try {
        let position = await place()
        if (position === null) {
          await get().clearFilters()
          position = await place()
        }
        if (position == null) return false
        await actions.openDetails(position)
        return true
      } catch {
        return false
      }
    },
    async stepDetails(by) {
      const { details } = get()
      if (details?.position != null) await actions.openDetails(details.position + by)
    },
    closeDetails() {
      reading.abort()
      isReading = false
      set({ details: null })
    },
  }

  /**
   * The open row stays open when another query is shown, and goes with a query that leaves it out. A row whose fields are
   * still on their way is followed when they are there.
   */
  const follow = async () => {
    const { view, details } = get()
    if (!view || !details || isReading) return
    const row = readyValue(details.row)
    if (!row) return actions.closeDetails()
    const signal = begin()
    set({ details: { ...details, position: null } })
    try {
      const { position, version } = await ask('tables.place', { table, query: view.query, row: row.row }, { signal })
      if (signal.aborted) return
      // Row numbers hold until the stored rows change.
      const isSame = readyValue(get().shape)?.version === version
      if (position === null || !isSame) actions.closeDetails()
      else set({ details: { position, row: details.row } })
    } catch {
      if (!signal.aborted) actions.closeDetails()
    }
  }

  return { actions, follow }
}
