import type { TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import { type AppAsk, AskFailure, orNull } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { everyColumn } from './columns.ts'
import type { DetailActions, Details, GridRow, TableSlot } from './table-state.ts'

interface DetailDeps extends TableSlot {
  /** What opening a row does in place of showing its fields. */
  readonly opens?: ((row: GridRow) => void) | undefined
}

/** The actions on the open row, `follow`, which finds its position in a new view, and `reread`. */
export function createDetailActions({ ask, table, opens, get, set }: DetailDeps) {
  const show = (part: Partial<Details>) => {
    const { details } = get()
    if (details) set({ details: { ...details, ...part } })
  }
  /** While `working` is `row`, the fields at the open position may belong to another row. */
  let state: MutationState<'row' | 'position'> = noMutation
  const reading = createMutation<'row' | 'position'>({
    get: () => state,
    set(part) {
      state = { ...state, ...part }
      if (part.failure) show({ row: { status: 'failed', failure: part.failure } })
    },
    concurrency: 'replace',
  })

  const readAt = (position: number, signal: AbortSignal) => {
    const { view, shape } = get()
    if (!view || shape.status !== 'ready') return null
    // A derived column is computed for every row once one row of it is read.
    const derived = everyColumn(get().columns).filter((column) => column.derived)
    const columns = [...shape.value.columns, ...derived].map((column) => column.key)
    return readRows(ask, table, { query: view.query, from: position, count: 1, columns, signal })
  }

  const actions: DetailActions = {
    async openDetails(position) {
      const { view, shape, details } = get()
      if (!view || shape.status !== 'ready' || position < 0 || position >= view.matching) return
      const read = async (open: (value: GridRow) => void) => {
        await reading.run(
          'row',
          async (_, { signal }) => (await readAt(position, signal))?.rows[0],
          (value) => value && open(value),
        )
      }
      if (opens) return read(opens)
      // The previous row stays until the next one is loaded, which takes a few milliseconds.
      set({ details: { position, row: details?.row ?? { status: 'loading' } }, summary: null })
      await read((value) => show({ row: { status: 'ready', value } }))
      // The position belonged to the previous view.
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
        if (opened?.row === row) select(opened)
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
    summarize(summary) {
      if (summary !== null) actions.closeDetails()
      set({ summary })
    },
  }

  /**
   * Keeps the open row open in another query, and closes it if the query leaves it out. A row that is still loading
   * is followed once it is loaded.
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
        // A row number is valid until the stored rows change.
        const isSame = place?.version === readyValue(get().shape)?.version
        if (!place || place.position === null || !isSame) actions.closeDetails()
        else show({ position: place.position })
      },
    )
  }

  /** Reads the fields of the open row again, whose number still belongs to it; leaves it where another is there now. */
  const reread = async () => {
    const position = get().details?.position
    if (position == null || state.working !== null) return
    await reading.run(
      'row',
      async (_, { signal }) => (await readAt(position, signal))?.rows[0],
      (value) => {
        const { details } = get()
        const row = details && readyValue(details.row)
        if (value && row?.row === value.row) show({ row: { status: 'ready', value } })
      },
    )
  }

  return { actions, follow, reread }
}

interface RowsRequest {
  readonly query: TableQuery
  /** The position of the first row in the order of the query. */
  readonly from: number
  readonly count: number
  readonly columns: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Rows of a table by position, with the number of rows of the query and the version of the stored rows. Throws once
 * `signal` aborts.
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
