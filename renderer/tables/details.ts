import type { TableQuery, TableRef } from '../../preload/contract/tables.ts'
import { type AppAsk, AskFailure, orNull } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import type { DetailActions, Details, GridRow, TableSlot } from './table-state.ts'

/** What the person does with the row that is open, and `follow`, which finds its place in a view that is new. */
export function createDetailActions({ ask, table, get, set }: TableSlot) {
  const show = (part: Partial<Details>) => {
    const { details } = get()
    if (details) set({ details: { ...details, ...part } })
  }
  /** While `working` is `row`, the fields of another row may stand at the open place. */
  let state: MutationState<'row' | 'position'> = noMutation
  const reading = createMutation<'row' | 'position'>({
    get: () => state,
    set(part) {
      state = { ...state, ...part }
      if (part.failure) show({ row: { status: 'failed', failure: part.failure } })
    },
    concurrency: 'replace',
  })

  const actions: DetailActions = {
    async openDetails(position) {
      const { view, shape, details } = get()
      if (!view || shape.status !== 'ready' || position < 0 || position >= view.matching) return
      // The row before stays until the next is there: it comes within a few milliseconds.
      set({ details: { position, row: details?.row ?? { status: 'loading' } } })
      const columns = shape.value.columns.map((column) => column.key)
      await reading.run(
        'row',
        (_, { signal }) => readRows(ask, table, { query: view.query, from: position, count: 1, columns, signal }),
        ({ rows: [value] }) => value && show({ row: { status: 'ready', value } }),
      )
      // The place was one of the rows that were shown then.
      if (get().view?.generation !== view.generation) await follow()
    },
    async openRow(row, version) {
      const place = async () => {
        const { view } = get()
        const answer = view ? await ask('tables.position', { table, query: view.query, row }) : null
        return answer?.version === version ? answer.position : undefined
      }
      try {
        let position = await place()
        if (position === null) {
          await get().clearFilters()
          position = await place()
        }
        if (position == null) return false
        await actions.openDetails(position)
        const { details, select } = get()
        const opened = details && readyValue(details.row)
        if (opened?.row === row) select(position, opened)
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
      reading.cancel()
      set({ details: null })
    },
  }

  /**
   * The open row stays open when another query is shown, and goes with a query that leaves it out. A row whose fields
   * are still on their way is followed when they are there.
   */
  const follow = async () => {
    const { view, details } = get()
    if (!view || !details || state.working === 'row') return
    const row = readyValue(details.row)
    if (!row) return actions.closeDetails()
    show({ position: null })
    await reading.run(
      'position',
      (_, { signal }) => orNull(ask('tables.position', { table, query: view.query, row: row.row }, { signal })),
      (place) => {
        // Row numbers hold until the stored rows change.
        const isSame = place?.version === readyValue(get().shape)?.version
        if (!place || place.position === null || !isSame) actions.closeDetails()
        else show({ position: place.position })
      },
    )
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

/**
 * Rows of a table by place, with how many the query has and the version of what is stored. Throws once `signal` aborts.
 */
export async function readRows(ask: AppAsk, table: TableRef, { query, from, count, columns, signal }: RowsRequest) {
  const reply = await ask('tables.rows', { table, query, from, count, columns: [...columns] }, { signal })
  if (signal.aborted) throw new AskFailure({ code: 'cancelled', params: {} })
  const rows: readonly GridRow[] = reply.rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((key, index) => [key, cells[index] ?? null])),
  }))
  return { rows, matching: reply.matching, version: reply.version }
}
