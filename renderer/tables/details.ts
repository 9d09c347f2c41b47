import type { TableQuery, TableRef } from '../../preload/contract/tables.ts'
import { type AppAsk, orNull, outcomeOf } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { DetailActions, GridRow, TableSlot } from './table-state.ts'

/** What the person does with the row that is open, and `follow`, which finds its place in a view that is new. */
export function createDetailActions({ ask, table, get, set }: TableSlot) {
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
      const row = await outcomeOf(
        readRows(ask, table, { query: view.query, from: position, count: 1, columns, signal }),
      )
      if (signal.aborted) return
      isReading = false
      const [value] = row.ok ? row.value.rows : []
      if (!row.ok) set({ details: { position, row: { status: 'failed', failure: row.failure } } })
      else if (value) set({ details: { position, row: { status: 'ready', value } } })
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
    const place = await orNull(ask('tables.place', { table, query: view.query, row: row.row }, { signal }))
    if (signal.aborted) return
    // Row numbers hold until the stored rows change.
    const isSame = place?.version === readyValue(get().shape)?.version
    if (!place || place.position === null || !isSame) actions.closeDetails()
    else set({ details: { position: place.position, row: details.row } })
  }

  return { actions, follow }
}

interface RowsRequest {
  readonly query: TableQuery
  /** The place of the first row in the order of the query. */
  readonly from: number
  readonly count: number
  readonly columns: readonly string[]
  readonly signal: AbortSignal
}

/** Rows of a table by place, with how many the query has and the version of what is stored. */
export async function readRows(ask: AppAsk, table: TableRef, { query, from, count, columns, signal }: RowsRequest) {
  const reply = await ask('tables.rows', { table, query, from, count, columns: [...columns] }, { signal })
  const rows: readonly GridRow[] = reply.rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((key, index) => [key, cells[index] ?? null])),
  }))
  return { rows, matching: reply.matching, version: reply.version }
}
