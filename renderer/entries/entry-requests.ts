import type { EntryDetail } from '../../preload/contract/entries.ts'
import type { FormField } from '../../preload/contract/forms.ts'
import type { EntrySelection, TableQuery } from '../../preload/contract/table-queries.ts'
import { orNull, outcomeOf } from '../kernel/ask.ts'
import type { Details } from './caches.ts'
import type { EntriesSlot } from './entries-state.ts'
import { withOrder } from './entry-table.ts'

export type EntryRequests = ReturnType<typeof createEntryRequests>

/** Requests of dialogs and of single parts of the screen. Each throws its failure, unless it says otherwise. */
export function createEntryRequests({
  ask,
  set,
  table,
  ref,
  rows,
  details,
}: EntriesSlot & { readonly details: Details }) {
  const { connection_id } = table
  const completed = new Set<number>()
  /** Gives null for a failure, which is then in the state. */
  const orFailure = async <T>(answer: Promise<T>): Promise<T | null> => {
    const outcome = await outcomeOf(answer)
    if (outcome.ok) return outcome.value
    set({ failure: outcome.failure })
    return null
  }
  return {
    /** The entries of a query, newest first where it has no order; empty when they cannot be read. */
    async idsOf(query: TableQuery): Promise<readonly number[]> {
      return (await orFailure(ask('entries.ids', { table: ref, query: withOrder(query) })))?.ids ?? []
    },
    /** Rows of the table as it is shown, by position, with the entry of each; empty when they cannot be read. */
    async readRows(from: number, count: number) {
      const query = rows.getState().view?.query ?? rows.getState().query
      const reply = await orFailure(ask('tables.rows', { table: ref, query, from, count, columns: ['id'] }))
      return reply?.rows.map(({ row, cells }) => ({ row, id: Number(cells[0]) })) ?? []
    },
    async countOf(select: EntrySelection): Promise<number> {
      if ('ids' in select) return select.ids.length
      return (await ask('entries.counts', { table: ref, query: select.query })).matching
    },
    /**
     * Makes the single read of the open entry, for what only it contains. It does not report a failure: the entry is
     * readable without it.
     */
    async complete({ id, is_complete, gone_at }: EntryDetail): Promise<void> {
      if (is_complete !== null || gone_at !== null || completed.has(id)) return
      completed.add(id)
      const detail = await orNull(ask('entries.complete', { connection_id, set: table.set, id }))
      if (detail) details.receive(detail)
    },
    raw: (id: number, reveal: boolean) => ask('entries.raw', { connection_id, id, reveal }),
    /** Records of a form that could not be stored as entries. */
    rejected: (form_id: number) => ask('entries.rejected', { connection_id, form_id }),
    known: () => ask('entries.known', { connection_id, set: table.set }),
    /** The fields of a form. It asks the service where the form was never completely read. */
    async fieldsOf(id: number): Promise<readonly FormField[]> {
      const { fields } = await ask('forms.read', { connection_id, id, fresh: false })
      return fields ?? (await ask('forms.read', { connection_id, id, fresh: true })).fields ?? []
    },
    /** Starts the ten seconds after which the deletion is sent to the service. */
    remove: (ids: readonly number[], typed: string) => ask('entries.delete', { connection_id, ids: [...ids], typed }),
    /** Gives whether the deletion was cancelled in time. */
    async cancelDeletion(id: string): Promise<boolean> {
      const task = (await ask('tasks.cancel', { id })).find((each) => each.id === id)
      // A waiting task ends at the same moment.
      return task?.done === 0 && ['cancelled', 'waiting'].includes(task.state)
    },
  }
}
