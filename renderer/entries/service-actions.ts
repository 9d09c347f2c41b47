import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import { type AppAsk, orNull, outcomeOf } from '../kernel/ask.ts'
import { createLatest } from '../kernel/loadable.ts'
import type { Mutation } from '../kernel/mutation.ts'
import type { Details } from './caches.ts'
import type { EntriesState, ServiceActions } from './entries-state.ts'

/** What goes to the service, or comes from it. */
export function createServiceActions({
  ask,
  table,
  details,
  mutation,
  refreshAll,
  get,
  set,
}: {
  ask: AppAsk
  table: EntriesTable
  details: Details
  mutation: Mutation<'sync', void>
  refreshAll: () => void
  get: () => EntriesState
  set: (state: Partial<EntriesState>) => void
}): ServiceActions {
  const { connection_id, form_id, set: reviewSet } = table
  const forms = createLatest({ get, set, key: 'forms' })
  const completed = new Set<number>()
  const ids = form_id === null ? null : [form_id]
  return {
    loadForms: () => forms.load(() => ask('forms.list', { connection_id })),
    sync: (reconcile) => mutation.run('sync', () => ask('forms.sync', { connection_id, ids, reconcile }), forms.show),
    async complete({ id, is_complete, gone_at }) {
      if (is_complete !== null || gone_at !== null || completed.has(id)) return
      completed.add(id)
      // Offline or refused: the entry is readable without it.
      const detail = await orNull(ask('entries.complete', { connection_id, set: reviewSet, id }))
      if (detail) details.receive(detail)
    },
    raw: (id, reveal) => outcomeOf(ask('entries.raw', { connection_id, id, reveal })),
    aside: (form) => outcomeOf(ask('entries.aside', { connection_id, form_id: form })),
    known: async () => (await orNull(ask('entries.known', { connection_id }))) ?? { assignees: [], tags: [] },
    async readForm(id) {
      const kept = await outcomeOf(ask('forms.read', { connection_id, id, fresh: false }))
      const isWhole = !kept.ok || kept.value.fields !== null
      return isWhole ? kept : outcomeOf(ask('forms.read', { connection_id, id, fresh: true }))
    },
    async create(entry) {
      const { id } = await ask('entries.create', { connection_id, ...entry })
      await get().refreshList()
      refreshAll()
      return id
    },
    async remove(ids, typed) {
      const started = await outcomeOf(ask('entries.delete', { connection_id, ids: [...ids], typed }))
      if (!started.ok) return started
      const { task_id, sends_at } = started.value
      return { ok: true, value: { task: task_id, entries: ids.length, sendsAt: Date.parse(sends_at) } }
    },
    async cancelDeletion(id) {
      const tasks = await outcomeOf(ask('tasks.cancel', { id }))
      if (!tasks.ok) return tasks
      const task = tasks.value.find((each) => each.id === id)
      // A waiting task ends in the same moment.
      return { ok: true, value: task?.done === 0 && ['cancelled', 'waiting'].includes(task.state) }
    },
  }
}
